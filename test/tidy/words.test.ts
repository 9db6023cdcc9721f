/** The counter's words: one word for a thing in each language, and no sentence that cashiers did not understand. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tasks/setup.mjs'
import { glossary } from './glossary.ts'

const folder = join(root, 'shared', 'locales')

/** All that a person reads: screens, slips and the till's papers, exports, notifications, the recovery sheet, the command line. */
const places = ['', 'slip', 'export', 'notification', 'recovery', 'console'] as const

const localeFiles = (locale: string): readonly string[] =>
  places
    .map((place) => join(folder, place, `${locale}.json`))
    .filter((path) => readdirSync(join(path, '..')).includes(`${locale}.json`))

function textsIn(node: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, inside]) => textsIn(inside, `${path}.${key}`))
}

const textsOf = (locale: string) =>
  localeFiles(locale).flatMap((path) =>
    textsIn(JSON.parse(readFileSync(path, 'utf8')), basename(dirname(path))),
  )

/** Without the marks of Arabic vowels, which a text may have or not, and with spaces of one kind. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u064b-\u0652]/gu, '')
    .replace(/\s/gu, ' ')
    .toLowerCase()

/**
 * Whether a plain text has a word: with the ending of several, and in Arabic behind the particles that are written together
 * with it. A star stands for any ending.
 */
function finderOf(word: string): (text: string) => boolean {
  const isArabic = /\p{Script=Arabic}/u.test(word)
  const stem = plain(word).replace('*', '')
  const before = isArabic ? '[وفبكل]{0,2}(?:ال|لل)?' : ''
  const ending = word.endsWith('*') ? '\\p{L}*' : isArabic ? '' : '(?:e?s)?'
  const whole = new RegExp(`(?<!\\p{L})${before}${stem}${ending}(?!\\p{L})`, 'u')
  return (text) => text.includes(stem) && whole.test(text)
}

test.each(Object.keys(glossary))('one word for a thing in each language: %s', (locale) => {
  const texts = textsOf(locale).map(([key, text]) => [key, plain(text)] as const)
  const wrong = (glossary[locale] ?? []).flatMap(({ say, not, but = [] }) => {
    const others = not.map((word) => ({ word, isIn: finderOf(word) }))
    const things = but.map((thing) => new RegExp(thing, 'gu'))
    return texts.flatMap(([key, text]) => {
      const rest = things.reduce((left, thing) => left.replaceAll(thing, ''), text)
      const found = others.filter(({ isIn }) => isIn(rest))
      return found.map(({ word }) => `${key}: ${word} (say: ${say}) in: ${text}`)
    })
  })
  expect(wrong).toEqual([])
})

test.each(Object.keys(glossary))(
  'the glossary itself is of words that are, or could be, said: %s',
  (locale) => {
    const texts = textsOf(locale).map(([, text]) => plain(text))
    for (const { say, not, but = [] } of glossary[locale] ?? []) {
      expect([say, texts.some(finderOf(say))]).toEqual([say, true])
      expect(not.filter((word) => !/^[\p{L}\p{M}][\p{L}\p{M} ’-]*\*?$/u.test(word))).toEqual([])
      expect(but.filter((other) => !texts.some((text) => other.test(text)))).toEqual([])
    }
  },
)

/** Whole sentences, or the part of them that was not understood. */
const oldSentences: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'Entrée mène au bouton',
    'À relire avec le client',
    'À trancher',
    'le service tient une ou plusieurs commandes',
    'peut-être passée et nous la cherchons',
    'Introuvable au service',
    'Demander au service',
    'Demander au journal',
    'Tickets en attente',
    'J’ai vu',
    'Tapez d’abord le numéro de la ligne',
    'relues au retour de la ligne',
    'L’imprimante n’a plus rien pris à temps',
    'jj/mm/aaaa',
  ],
  ar: [
    'تعبئة الهاتف',
    'تم الأمر: عُبِّئ الخط',
    'تم التسليم',
    'Enter تنقلك إلى الزر',
    'تحتاج إلى تحديد',
    'خطك سليم',
    'عودة الخط',
    'اطلعت',
    'انظر الآن',
    'أي مؤسسة؟',
    'وصولات تنتظر',
    'رأس الوصل',
    'يي/شش/سسسس',
    'يوم‎/شهر‎/سنة',
    'لا شيء على أحد',
    'لا يحق لهذا المستخدم',
  ],
  en: ['To be decided', 'Ask the journal', 'Ask the service', 'Waiting slips', 'dd/mm/yyyy'],
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
  // A command line breaks its lines itself.
  const texts = textsOf('fr').filter(([key]) => !key.startsWith('console.'))
  const torn = texts.filter(([, text]) => /« |(?<=\S) (?:»|[:;!?](?=\s|$))/u.test(text))
  expect(torn.map(([key]) => key)).toEqual([])
})
