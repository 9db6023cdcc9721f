/**
 * The texts of the counter in its three languages. Owns: the type of every key (French is the reference) and the
 * formatting of ICU messages. No text lives in code.
 */
import { type Formatters, IntlMessageFormat } from 'intl-messageformat'
import { localeTag } from '#shared/dates.ts'
import ar from '#shared/locales/ar.json' with { type: 'json' }
import en from '#shared/locales/en.json' with { type: 'json' }
import fr from '#shared/locales/fr.json' with { type: 'json' }
import { formatCount } from '#shared/money.ts'
import type { Locale } from '#shared/views.ts'

/** A tree of texts with exactly French's keys. */
type Shape<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Shape<Tree[Key]> }
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

export type Messages = Shape<typeof fr>
export type MessageKey = Leaves<typeof fr>

export const messages: Readonly<Record<Locale, Messages>> = { fr, ar, en }

/** Arabic is the only one of the three that runs from right to left. */
export const directionOf = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar' ? 'rtl' : 'ltr')

export type MessageValues<Part> = Readonly<Record<string, string | number | Part>>

export interface Translator {
  readonly locale: Locale
  /** The text under `key`. */
  text(key: MessageKey, values?: MessageValues<never>): string
  /** The text in parts, where `values` hold things that are not text, such as elements. */
  parts<Part>(key: MessageKey, values: MessageValues<Part>): readonly (string | Part)[]
}

/**
 * One translator a locale; each message is compiled at its first use. Counts are grouped as amounts are, in each of the
 * three: `1.200` beside `1 200,00` would be read as another number.
 */
export function createTranslator(locale: Locale): Translator {
  const compiled = new Map<MessageKey, IntlMessageFormat>()
  const counts = Object.defineProperty(new Intl.NumberFormat(localeTag.fr), 'format', { value: formatCount })
  const plurals = new Intl.PluralRules(localeTag[locale])
  const formatters: Formatters = {
    getNumberFormat: () => counts,
    getPluralRules: () => plurals,
    getDateTimeFormat: (...asked) => new Intl.DateTimeFormat(...asked),
  }
  const compile = (key: MessageKey): IntlMessageFormat => {
    const known = compiled.get(key)
    if (known) return known
    const message = new IntlMessageFormat(lookUp(messages[locale], key), localeTag[locale], undefined, {
      formatters,
    })
    compiled.set(key, message)
    return message
  }
  return {
    locale,
    text: (key, values = {}) => String(compile(key).format(values)),
    parts: <Part>(key: MessageKey, values: MessageValues<Part>) => {
      const parts = compile(key).formatToParts<Part>({ ...values })
      return parts.map((part) => part.value)
    },
  }
}

/** Whether a key made from data (a service's code, a field's problem) has a text. */
export const isMessageKey = (key: string): key is MessageKey => find(fr, key) !== undefined

function lookUp(tree: Messages, key: MessageKey): string {
  return find(tree, key) ?? key
}

function find(tree: unknown, key: string): string | undefined {
  let node = tree
  for (const step of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined
    node = (node as Readonly<Record<string, unknown>>)[step]
  }
  return typeof node === 'string' ? node : undefined
}
