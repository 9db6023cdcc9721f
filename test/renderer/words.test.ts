/**
 * The words of every language beside each other, wherever they are kept: nothing is missing, nothing was left in another
 * language, what counts has each of the language's forms, and no code puts a sentence together from pieces.
 */
import { describe, expect, test } from 'vitest'
import { localeTag } from '#shared/dates.ts'
import notificationAr from '#shared/locales/notification/ar.json' with { type: 'json' }
import notificationEn from '#shared/locales/notification/en.json' with { type: 'json' }
import notificationFr from '#shared/locales/notification/fr.json' with { type: 'json' }
import recoveryAr from '#shared/locales/recovery/ar.json' with { type: 'json' }
import recoveryEn from '#shared/locales/recovery/en.json' with { type: 'json' }
import recoveryFr from '#shared/locales/recovery/fr.json' with { type: 'json' }
import slipAr from '#shared/locales/slip/ar.json' with { type: 'json' }
import slipFr from '#shared/locales/slip/fr.json' with { type: 'json' }
import type { Locale } from '#shared/views.ts'
import { messages } from '../../renderer/i18n.ts'
import { listFiles, readSource } from '../tidy/sources.ts'

const words: Readonly<Record<string, Readonly<Partial<Record<Locale, unknown>>>>> = {
  screens: messages,
  notifications: { fr: notificationFr, ar: notificationAr, en: notificationEn },
  'the recovery sheet': { fr: recoveryFr, ar: recoveryAr, en: recoveryEn },
  slips: { fr: slipFr, ar: slipAr },
}

/** Names, signs and key caps that are the same in any language, and the words that French and English share. */
const shared: Readonly<Record<string, readonly string[]>> = {
  screens: [
    ...[
      'app.title',
      'money.amount',
      'keys.find',
      'keys.enter',
      'keys.escape',
      'keys.tab',
      'keys.switch',
      'settings.width',
    ],
    ...['header.services', 'header.service.mobile', 'header.service.internet', 'help.group.services'],
    ...['start.internet', 'start.tile.internet', 'sell.mobile.flexy'],
    ...['sell.bill.seconds', 'sell.type.ADSL', 'sell.type.4G', 'sale.cardType', 'codes.code'],
    ...[
      'accounts.which',
      'error.refused.text',
      'shop.rc',
      'till.pieces.total',
      'till.report.total',
      'updates.title',
      'updates.version',
      'shop.nif',
      'shop.nis',
      'shop.ai',
      'shop.logo',
    ],
    ...[
      'exports.format',
      'exports.formats.csv',
      'exports.formats.xlsx',
      'history.kind',
      'history.times',
      'history.dayHint',
    ],
    ...['reports.commission', 'reports.hours', 'sendReceipt.channel.whatsapp', 'sendReceipt.channel.email'],
  ],
  notifications: ['amount'],
  'the recovery sheet': ['label.journal', 'environment.production'],
  slips: [],
}
/** Of these, those in which Arabic has no letter of its own. */
const withoutArabic: readonly string[] = [
  ...[
    'app.title',
    'keys.find',
    'keys.enter',
    'keys.escape',
    'keys.tab',
    'keys.switch',
    'sell.type.ADSL',
    'sell.type.4G',
  ],
  ...['accounts.which', 'error.refused.text', 'exports.formats.csv', 'history.times', 'sales.said'],
  // The example of a day, in the numbers that are typed.
  'history.dayHint',
]

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other']
const isCounting = (node: object): boolean =>
  'other' in node && Object.keys(node).every((key) => pluralForms.includes(key))

/** Every text by its path. What counts is one text: its forms are the language's own. */
function textsOf(node: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node !== 'object' || node === null) return []
  if (isCounting(node)) return [[path, Object.values(node).join(' ')]]
  return Object.entries(node).flatMap(([key, inside]) =>
    textsOf(inside, path === '' ? key : `${path}.${key}`),
  )
}

const countsIn = (node: unknown): readonly object[] => {
  if (typeof node !== 'object' || node === null) return []
  return isCounting(node) ? [node] : Object.values(node).flatMap(countsIn)
}

const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

describe.each(Object.entries(words))('the words of %s', (place, languages) => {
  const texts = new Map(
    Object.entries(languages).map(([locale, tree]) => [locale, new Map(textsOf(tree))] as const),
  )
  const french = texts.get('fr') ?? new Map<string, string>()

  test('are there in each language, and none is empty', () => {
    for (const [locale, own] of texts) {
      expect([locale, ...[...own.keys()].sort()]).toEqual([locale, ...[...french.keys()].sort()])
      expect([...own].filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })

  test('are not those of another language, but for names, signs and words that are shared', () => {
    const same = [...french.keys()].filter((key) => {
      const said = [...texts.values()].map((own) => own.get(key))
      return new Set(said).size < said.length
    })
    expect(same.toSorted()).toEqual([...(shared[place] ?? [])].sort())
  })

  test('are written in the letters of their language', () => {
    for (const [locale, own] of texts) {
      const foreign = [...own].filter(
        ([key, text]) => !withoutArabic.includes(key) && isArabic(text) !== (locale === 'ar'),
      )
      expect(foreign).toEqual([])
    }
  })

  test('that count have every form of their language', () => {
    for (const [locale, tree] of Object.entries(languages)) {
      const forms = new Intl.PluralRules(localeTag[locale as Locale]).resolvedOptions().pluralCategories
      for (const count of countsIn(tree)) expect(Object.keys(count)).toEqual(expect.arrayContaining(forms))
    }
  })
})

/** A text of the locales beside another text, a plus sign or letters: a sentence that only one language is sure to end. */
const joins = [
  /\btext\([^()]*\)\s*\+/,
  /\+\s*(?:\w+\.)?text\(/,
  /`[^`]*\$\{(?:\w+\.)?text\([^`]*`/,
  /\[[^\]]*\btext\([^\]]*\]\.join\(/,
]

test('no code puts a sentence together from pieces', () => {
  const joining = listFiles()
    .filter((path) => path.startsWith('renderer/') && /\.tsx?$/.test(path))
    .flatMap((path) =>
      joins.flatMap((form) => form.exec(readSource(path))?.[0] ?? []).map((at) => `${path}: ${at}`),
    )
  expect(joining).toEqual([])
})
