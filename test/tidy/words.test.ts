/** The counter's words: one word for a thing in each language, and no sentence that cashiers did not understand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tasks/setup.mjs'

const folder = join(root, 'shared', 'locales')

/** What a person at the counter reads: screens, exports, notifications. A slip speaks to the customer. */
const places = ['', 'export', 'notification'] as const

const localeFiles = (locale: string): readonly string[] =>
  places
    .map((place) => join(folder, place, `${locale}.json`))
    .filter((path) => readdirSync(join(path, '..')).includes(`${locale}.json`))

function textsIn(node: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, inside]) => textsIn(inside, `${path}.${key}`))
}

const textsOf = (locale: string) =>
  localeFiles(locale).flatMap((path) => textsIn(JSON.parse(readFileSync(path, 'utf8'))))

/** Texts that hold another word for a thing than the counter's own, by language: the word, and what else it may stand for. */
const glossary: Readonly<
  Record<string, readonly { readonly not: RegExp; readonly say: string; readonly but?: RegExp }[]>
> = {
  fr: [
    { not: /\bservice\b/iu, say: 'la plateforme', but: /Frais de service|^Service$/u },
    { not: /abandonn/iu, say: 'annuler, annulée' },
    { not: /rapprochement/iu, say: 'contrôle des comptes' },
  ],
  en: [
    { not: /\bservice\b/iu, say: 'the platform', but: /Service fee|^(?:Every s|S)ervice$|Print Spooler/u },
    { not: /given? up/iu, say: 'cancel, cancelled' },
    { not: /carnet/iu, say: 'the credit book' },
  ],
  ar: [
    { not: /الخدمة|للخدمة/u, say: 'المنصة', but: /رسوم الخدمة|^الخدمة$|خدمة الطباعة/u },
    { not: /دفتر/u, say: 'السجل', but: /دفتر الكريدي|دينه مسجّل في الدفتر/u },
    { not: /التخلي|متخلى|تخلَّ/u, say: 'إلغاء، ملغاة' },
    { not: /رمز الاسترجاع/u, say: 'رمز الاسترداد' },
    { not: /المالك|للمالك/u, say: 'صاحب المحل' },
    { not: /المتجر/u, say: 'المحل' },
  ],
}

test.each(Object.keys(glossary))('one word for a thing in each language: %s', (locale) => {
  const wrong = textsOf(locale).flatMap(([key, text]) =>
    (glossary[locale] ?? [])
      .filter(({ not, but }) => not.test(text) && but?.test(text) !== true)
      .map(({ say }) => `${key}: ${text} (say: ${say})`),
  )
  expect(wrong).toEqual([])
})

/** Whole sentences, or the part of them that was not understood. */
const oldSentences: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'Entrée mène au bouton',
    'À relire avec le client',
    'À trancher',
    'le service tient une ou plusieurs commandes',
    'Réapparue',
    'peut-être passée et nous la cherchons',
    'Introuvable au service',
    'Demander au service',
    'Demander au journal',
    'Tickets en attente',
    'J’ai vu',
    'Rapprochement',
    'Tapez d’abord le numéro de la ligne',
    'relues au retour de la ligne',
    'L’imprimante n’a plus rien pris à temps',
  ],
  ar: [
    'تعبئة الهاتف',
    'تم الأمر: عُبِّئ الخط',
    'تم التسليم',
    'مسترجعة"',
    'Enter تنقلك إلى الزر',
    'تحتاج إلى تحديد',
    'ظهرت من جديد',
    'خطك سليم',
    'عودة الخط',
    'اطلعت',
    'انظر الآن',
    'أي مؤسسة؟',
    'وصولات تنتظر',
    'رأس الوصل',
    'يي/شش/سسسس',
    'لا شيء على أحد',
    'لا يحق لهذا المستخدم',
  ],
  en: ['To be decided', 'Ask the journal', 'Ask the service', 'Waiting slips', 'Given up'],
}

test.each(Object.keys(oldSentences))('no sentence is left that was not understood: %s', (locale) => {
  const left = textsOf(locale).flatMap(([key, text]) =>
    (oldSentences[locale] ?? [])
      .filter((old) => text.replaceAll('\u00a0', ' ').includes(old))
      .map((old) => `${key}: ${old}`),
  )
  expect(left).toEqual([])
})

test('a French sign that has a space beside it keeps to its word at the end of a line', () => {
  const torn = textsOf('fr').filter(([, text]) => /« |(?<=\S) (?:»|[:;!?](?=\s|$))/u.test(text))
  expect(torn.map(([key]) => key)).toEqual([])
})
