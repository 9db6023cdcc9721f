/**
 * What a notification says, in the counter's language: what became of the sale, and of which, so that whoever knows it
 * knows it again. Pure. Invariant: it stands where anybody may read it, so it holds no code, and of a number or an account
 * no more than its ends.
 */
import { localeTag } from '#shared/dates.ts'
import { displayStatusOf, wordingVariantOf } from '#shared/display-status.ts'
import ar from '#shared/locales/notification/ar.json' with { type: 'json' }
import en from '#shared/locales/notification/en.json' with { type: 'json' }
import fr from '#shared/locales/notification/fr.json' with { type: 'json' }
import { formatDinars } from '#shared/money.ts'
import { productOf } from '#shared/products/orders.ts'
import type { WordingVariant } from '#shared/products/product.ts'
import type { Locale, SaleView } from '#shared/views.ts'
import type { DesktopNotification } from '../ports.ts'
import { cleanText } from '../receipt/lines.ts'

/** French is the reference: a word that another lacks is a compile error. Each counts with the forms of its own. */
type Texts = Omit<typeof fr, 'count'> & { readonly count: { readonly other: string } }
const textsIn: Readonly<Record<Locale, Texts>> = { fr, ar, en }

/** Words of a wording's own, where those that all share do not fit. */
const textsOfWording = ({ of }: Texts): Readonly<Partial<Record<WordingVariant, Partial<Texts['ended']>>>> =>
  of

/** What is shown of one sale that ended. */
export function wordsOfSale(sale: SaleView, locale: Locale): DesktopNotification {
  const texts = textsIn[locale]
  const wording = wordingVariantOf(sale.order)
  const isMenu = wording === 'menu'
  const titles: Readonly<Partial<Record<string, string>>> = {
    ...(isMenu ? {} : texts.ended),
    ...textsOfWording(texts)[wording],
  }
  const title = titles[displayStatusOf(sale)] ?? texts.changed
  const price = texts.amount.replace('{amount}', formatDinars(sale.priceCentimes))
  const parts = [cleanText(productOf(sale.order).maskedSubjectOf(sale.order)), ...(isMenu ? [] : [price])]
  return { title, body: parts.map(isolate).join(' · ') }
}

/** How many sales ended, where they are too many to name. */
export function wordsOfCount(count: number, locale: Locale): DesktopNotification {
  const texts = textsIn[locale]
  const forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = texts.count
  const form = forms[new Intl.PluralRules(localeTag[locale]).select(count)] ?? texts.count.other
  return { title: form.replace('#', String(count)), body: texts.look }
}

/** Numbers keep their own direction beside Arabic words. */
const isolate = (text: string): string => `\u2068${text}\u2069`
