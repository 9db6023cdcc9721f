/**
 * What an entry adds to the terms of its sale. Invariant: an entry's terms follow from the entry alone, and a sale's are
 * those of all its entries, so that they only ever grow. No code of a card is among them, only the end that may be shown.
 */
import { fold, inWesternDigits } from '#shared/folded-text.ts'
import { dinarsOf } from '#shared/money.ts'
import { faceValueOf, productOf } from '#shared/products/orders.ts'
import { pickUpCode } from '#shared/ref.ts'
import type { SaleEntryBody } from '../journal/entry.ts'

/** An entry has no more: a delivery of very many cards is found by the first of them. */
const MAX_TERMS = 200

/** The terms of one entry, each once, in the order of the alphabet. */
export function termsOf(body: SaleEntryBody): readonly string[] {
  const terms = body.kind === 'sale-recorded' ? termsOfOrder(body) : termsOfAnswer(body)
  return [...new Set(terms.filter(Boolean))].slice(0, MAX_TERMS).sort()
}

function termsOfOrder(body: Extract<SaleEntryBody, { kind: 'sale-recorded' }>): readonly string[] {
  const { ref, order, subscriber, priceCentimes } = body
  const { codes, names } = productOf(order).searchTermsOf(order)
  return [
    ...[ref, pickUpCode(ref), subscriber?.customerNumber ?? ''].map(plain),
    ...[priceCentimes, faceValueOf(order)].map((amount) => plain(String(dinarsOf(amount)))),
    ...codes.flatMap((code) => [plain(code), ...endOf(plain(code))]),
    ...names.flatMap(wordsOfName),
  ]
}

/** Stands before a code that is written from its end. No word of a query begins with it: it is neither letter nor digit. */
const END_MARK = '<'
/** Shorter ones are found by their beginning alone. */
const MIN_ENDED_LENGTH = 6
/** Fewer digits are the end of too many numbers. */
const MIN_END_LENGTH = 3

const reversed = (text: string): string => [...text].reverse().join('')

/** A number from its end, so that its last digits find it, and all of them but the 0 in front. */
const endOf = (code: string): readonly string[] =>
  /^\d+$/.test(code) && code.length >= MIN_ENDED_LENGTH ? [END_MARK + reversed(code)] : []

/** What the terms of the sales that a word finds begin with: the word itself, and digits as the end of a number. */
export const beginningsOf = (word: string): readonly string[] =>
  /^\d+$/.test(word) && word.length >= MIN_END_LENGTH ? [word, END_MARK + reversed(word)] : [word]

/** What the service answered, whichever kind of entry keeps it. */
function termsOfAnswer(body: Exclude<SaleEntryBody, { kind: 'sale-recorded' }>): readonly string[] {
  const said = [
    ...('requestId' in body ? [body.requestId] : []),
    ...('serviceId' in body ? [body.serviceId] : []),
    ...(body.kind === 'observed' ? [body.transactionNumber, body.cardTail] : []),
    ...(body.kind === 'observed'
      ? body.cards.flatMap(({ codeTail, serialTail }) => [codeTail, serialTail])
      : []),
    ...(body.kind === 'decided' && body.decision.kind === 'link' ? [body.decision.serviceId] : []),
  ]
  const saw = body.kind === 'decided' && 'saw' in body.decision ? wordsOfName(body.decision.saw) : []
  return [...said.map((text) => plain(text ?? '')), ...saw]
}

// The words that a sale is found by, and those of a query: one spelling for both. Whatever is neither a letter nor a digit
// only stands between them, so that no sign of a query means anything to the database. Pure.

/** No term is longer: beyond this, two codes differ in nothing that a person types. */
const MAX_TERM_LENGTH = 40
/** A name has no more words that count, and neither has a query. */
const MAX_WORDS = 12

/** Text without its signs: what stands in groups is one. */
const plain = (text: string): string =>
  fold(inWesternDigits(text))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_TERM_LENGTH)
    .toWellFormed()

/** What a name is found by: each of its words, and what a sign joins as one as well. */
function wordsOfName(name: string): readonly string[] {
  const joined = name.split(/\s+/).slice(0, MAX_WORDS)
  const parts = joined.flatMap((word) =>
    fold(word)
      .split(/[^\p{L}\p{N}]+/u)
      .slice(0, MAX_WORDS),
  )
  return [...new Set([...joined, ...parts].map(plain).filter(Boolean))]
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** An amount as its label writes it, "1 200,00" or "443,50", is found like "1200" and "443,5". */
const zerosBehindComma = /[.,\u066b]0{1,2}$|(?<=[.,\u066b]\d)0$/
/** A number as the world writes it, +213 770…, is one that begins with 0 here. */
const countryCode = /^\+\s*213\s*(?:\(0\)|0)?/

/** Between the groups of a number that stands beside words: what follows is as short as a group is. */
const betweenGroups = /(?<=(?:^|\s)\+?\d*\d)\s+(?=\d{2,3}(?:[.,\u066b]\d{1,2})?(?:\s|$))/g

const plainNumber = (typed: string): string =>
  plain(inWesternDigits(typed).replace(countryCode, '0').replace(zerosBehindComma, ''))

/**
 * What a query asks for: every word has to be the beginning of one of the sale's, or the end of a number. Digits in groups are
 * one number. Empty where everything is asked for; undefined where no sale can fit.
 */
export function wordsOfQuery(query: string): readonly string[] | undefined {
  const typed = query.trim()
  if (typed === '') return []
  const words = hasLetters(typed)
    ? inWesternDigits(typed)
        .replace(betweenGroups, '')
        .split(/\s+/)
        .map((word) => (hasLetters(word) ? plain(word) : plainNumber(word)))
    : [plainNumber(typed)]
  const asked = [...new Set(words.filter(Boolean))].slice(0, MAX_WORDS)
  return asked.length === 0 ? undefined : asked
}
