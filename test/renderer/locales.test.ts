/** A text asks for the same values in each of the three languages, and each counts with all of its own forms. */

import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { localeTag } from '#shared/dates.ts'
import exportAr from '#shared/locales/export/ar.json' with { type: 'json' }
import exportEn from '#shared/locales/export/en.json' with { type: 'json' }
import exportFr from '#shared/locales/export/fr.json' with { type: 'json' }
import { formatCount } from '#shared/money.ts'
import { wordingVariants } from '#shared/products/product.ts'
import { type Locale, locales } from '#shared/views.ts'
import { createTranslator, isMessageKey, messages } from '../../renderer/i18n.ts'
import { arabicCatalogName } from '../../renderer/products/gift-card/steps.tsx'

type Tree = { readonly [key: string]: string | Tree }
type Ast = ReturnType<IntlMessageFormat['getAst']>

const flatten = (tree: Tree, prefix = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, node]) =>
    typeof node === 'string' ? [[prefix + key, node] as const] : flatten(node, `${prefix}${key}.`),
  )

const textsOf = (locale: Locale): ReadonlyMap<string, string> => new Map(flatten(messages[locale]))
const astOf = (locale: Locale, text: string): Ast => new IntlMessageFormat(text, localeTag[locale]).getAst()

/** The names of the values that a message asks for, with how it uses them. */
function valuesIn(ast: Ast): readonly string[] {
  const found = ast.flatMap((part) => {
    if (part.type === 1) return [part.value]
    if (part.type !== 5 && part.type !== 6) return []
    const how = part.type === 6 ? 'counted' : `chosen by ${Object.keys(part.options).sort()}`
    const inside = Object.values(part.options).flatMap(({ value }) => valuesIn(value))
    return [`${part.value}, ${how}`, ...inside]
  })
  return [...new Set(found)].sort()
}

const pluralsIn = (ast: Ast): readonly (readonly string[])[] =>
  ast.flatMap((part) => (part.type === 6 ? [Object.keys(part.options)] : []))

describe.each(locales)('the texts in %s', (locale) => {
  const texts = textsOf(locale)
  const french = textsOf('fr')

  test('ask for the same values as French', () => {
    const differing = [...texts].filter(([key, text]) => {
      const reference = french.get(key) ?? ''
      return valuesIn(astOf(locale, text)).join() !== valuesIn(astOf('fr', reference)).join()
    })
    expect(differing).toEqual([])
  })

  test('count with every form of the language', () => {
    const forms = new Intl.PluralRules(localeTag[locale]).resolvedOptions().pluralCategories
    const plurals = [...texts].flatMap(([key, text]) =>
      pluralsIn(astOf(locale, text)).map((has) => ({
        key,
        missing: forms.filter((form) => !has.includes(form)),
      })),
    )
    expect(plurals.length).toBeGreaterThan(3)
    expect(plurals.filter(({ missing }) => missing.length > 0)).toEqual([])
  })

  test('hold no word that only the platform or the system spells', () => {
    const spelled =
      /\b(?:READ-(?:WRITE|ONLY)|[A-Z]{3,}_[A-Z_]+|E[A-Z]{4,}|HANDLING|FULFILLED|REFUNDED|PENDING)\b/
    expect([...texts].filter(([, text]) => spelled.test(text))).toEqual([])
  })

  test('choose words by existing wording variants', () => {
    const chosen = [...texts.values()].flatMap((text) =>
      astOf(locale, text).flatMap((part) =>
        part.type === 5 ? [[part.value, ...Object.keys(part.options)]] : [],
      ),
    )
    const known = ['wording', 'other', ...wordingVariants]
    expect(chosen.length).toBeGreaterThan(3)
    expect(chosen.flat().filter((word) => !known.includes(word))).toEqual([])
  })
})

test.each([
  [0, 'لا شيء'],
  [1, 'عملية واحدة'],
  [2, 'عمليتان'],
  [3, '3 عمليات'],
  [11, '11 عملية'],
  [100, '100 عملية'],
])('Arabic says %i open sales as "%s", in Western digits', (count, said) => {
  expect(createTranslator('ar').text('sales.openCount', { count })).toBe(said)
})

test.each(locales)('a count in %s is grouped by the same spaces as amounts', (locale) => {
  const said = createTranslator(locale).text('sales.openCount', { count: 1_234_567 })
  expect(said).toContain(formatCount(1_234_567))
})

describe('one thing has one name in Arabic', () => {
  const { text } = createTranslator('ar')

  test.each(['refunded', 'refused', 'cancelled'] as const)(
    'a sale is %s in its row and in the filter',
    (state) => expect(text(`history.standings.${state}`)).toBe(text(`phase.${state}.word`)),
  )

  test('the history is not called the journal', () => {
    expect(text('header.journal')).not.toContain(text('history.title'))
  })

  test('the keychain is not called the clipboard', () => {
    const clipboard = 'حافظة'
    expect(text('error.account.nothing-copied')).toContain(clipboard)
    for (const key of ['codes.no-key', 'printing.problem.codes-closed'] as const)
      expect(text(key)).not.toContain(clipboard)
  })
})

describe.each(locales)('one ending has one word in %s', (locale) => {
  const { text } = createTranslator(locale)

  test.each([
    ...([
      'sell.practice.refunded',
      'sell.gift-card.practice.refunded',
      'sell.mobile.practice.refunded',
    ] as const),
    ...(['sell.mobile.practice.refunded-with-offers', 'sell.mobile.practice.unknown-then-refunded'] as const),
    'help.billEnding.unknown-refunded',
  ] as const)('in practice, before it is sold: %s', (key) => {
    expect(text(key).toLowerCase()).toContain(text('phase.refunded.word').toLowerCase())
  })

  test.each([
    ...(['sending', 'in-doubt', 'several-found', 'undecided', 'handling', 'queued', 'unknown'] as const),
    ...(['unsent', 'refunded', 'refused', 'cancelled', 'surfaced', 'partly-fulfilled'] as const),
  ])('in an export: %s', (state) => {
    const { state: exported } = { fr: exportFr, ar: exportAr, en: exportEn }[locale]
    expect(exported[state]).toBe(text(`phase.${state}.word`))
  })
})

/** Where the counter is a place of the shop, and not the program. */
const ofThePlace = ['printing.settled.printed', 'display.outcome.money-back.text', 'till.settings.strip']

test.each([
  ['fr', /(?:^|[\s{])(?:[Ll]e|du) comptoir|[Cc]ette (?:caisse|copie)|caisses/],
  ['ar', /نقطة البيع|صناديق|هذا الصندوق|البرنامج/],
  ['en', /\b(?:[Tt]he|[Tt]his) counter\b|[Tt]his copy/],
] as const)(
  'in %s the program is called by its name, and another counter by one word',
  (locale, otherwise) => {
    const texts = [...textsOf(locale)].filter(([key]) => !ofThePlace.includes(key))
    expect(texts.filter(([, text]) => otherwise.test(text))).toEqual([])
  },
)

test('a shift has one name in Arabic', () => {
  expect([...textsOf('ar')].filter(([, text]) => /مناوب/.test(text))).toEqual([])
})

test('a text with an element inside keeps the element whole', () => {
  const amount = { element: true }
  expect(createTranslator('fr').parts('money.amount', { amount })).toEqual([amount, ' DA'])
})

test.each([
  ['refusal.ERR_STOCK', true],
  ['refusal.SOMETHING_NEW', false],
  ['refusal', false],
  ['refusal.constructor', false],
])('%s is a key: %s', (key, is) => {
  expect(isMessageKey(key)).toBe(is)
})

/** What is done anew, and is no money. */
const again = ['till.countAgain', 'till.givenAgain', 'carnet.again']

test('Arabic has one word for returning money, and another for repeating a sale', () => {
  const ofMoney = [...textsOf('ar')].filter(([key]) => /^(till|carnet)\./.test(key) && !again.includes(key))
  expect(ofMoney.filter(([, text]) => /إعاد|يعيد|يُعاد|أعاد|أُعيد|أعد/.test(text))).toEqual([])
  const { text } = createTranslator('ar')
  expect(text('till.giveBack')).toBe('إرجاع المال')
  expect(text('till.barDue', { count: 2, sum: '600' })).toBe('للإرجاع: 600 (عمليتان)')
})

test('no word of the till’s menu is the name of a key, or of the till itself', () => {
  for (const locale of locales) {
    const { text } = createTranslator(locale)
    const places = ['paid-in', 'paid-out', 'drop', 'no-sale'] as const
    const words = places.map((place) => text(`till.place.${place}`))
    expect(words).not.toContain(text('keys.enter'))
    expect(words).not.toContain(text('till.title'))
  }
})

test.each([
  ['fr', ['Mettre de l’argent', 'Sortir de l’argent', 'Mettre au coffre', 'Ouvrir le tiroir']],
  ['en', ['Put money in', 'Take money out', 'Put in the safe', 'Open the drawer']],
  ['ar', ['وضع مال في الصندوق', 'إخراج مال من الصندوق', 'وضع في الخزنة', 'فتح الدرج']],
] as const)('in %s buttons of the till name their action: %j', (locale, said) => {
  const { text } = createTranslator(locale)
  const places = ['paid-in', 'paid-out', 'drop', 'no-sale'] as const
  expect(places.map((place) => text(`till.place.${place}`))).toEqual(said)
})

test('a movement of the till is named where it is listed', () => {
  const { text } = createTranslator('fr')
  const movements = ['paid-in', 'paid-out', 'drop', 'no-sale'] as const
  const names = movements.map((movement) => text(`till.movement.${movement}`))
  expect(names).toEqual(['Versement en caisse', 'Sortie d’argent', 'Mise au coffre', 'Ouverture du tiroir'])
})

test('the catalog’s French words are translated to Arabic, and brands are not', () => {
  expect(
    ['Jeux vidéo', 'Applications', 'Entraînement', "Cartes d'entraînement"].map(arabicCatalogName),
  ).toEqual(['ألعاب الفيديو', 'تطبيقات', 'تدريب', 'بطاقات تدريب'])
  expect(arabicCatalogName('Steam')).toBeUndefined()
})
