/**
 * What an entry adds to the terms of its sale. Invariant: an entry's terms follow from the entry alone, and a sale's are
 * those of all its entries, so that they only ever grow. No code of a card is among them, only the end that may be shown.
 */
import { dinarsOf } from '#shared/money.ts'
import { faceValueOf, type Order } from '#shared/orders.ts'
import { pickUpCode } from '#shared/ref.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import { plain, wordsOfName } from './words.ts'

/** An entry has no more: a delivery of very many cards is found by the first of them. */
const MAX_TERMS = 200

/** The terms of one entry, each once, in the order of the alphabet. */
export function termsOf(body: SaleEntryBody): readonly string[] {
  const terms = body.kind === 'sale-recorded' ? termsOfOrder(body) : termsOfAnswer(body)
  return [...new Set(terms.filter(Boolean))].slice(0, MAX_TERMS).sort()
}

function termsOfOrder(body: Extract<SaleEntryBody, { kind: 'sale-recorded' }>): readonly string[] {
  const { ref, order, subscriber, priceCentimes } = body
  return [
    ...[ref, pickUpCode(ref), subscriber?.customerNumber ?? ''].map(plain),
    ...[priceCentimes, faceValueOf(order)].map((amount) => plain(String(dinarsOf(amount)))),
    ...codesOf(order).map(plain),
    ...namesOf(order).flatMap(wordsOfName),
  ]
}

function codesOf(order: Order): readonly string[] {
  switch (order.kind) {
    case 'internet':
      // A 4G line is typed from its 0 as well as from the country code.
      return [order.number, order.number.replace(/^213/, '0')]
    case 'mobile':
      return [order.number]
    case 'gift-card':
      return []
    case 'bill':
      return [order.accountNumber, order.transactionId, order.discoveryRef]
  }
}

function namesOf(order: Order): readonly string[] {
  switch (order.kind) {
    case 'internet':
      return [order.type]
    case 'mobile':
      return [order.planName, order.planCode, order.operator ?? '']
    case 'gift-card':
      return [order.productTitle, order.typeName]
    case 'bill':
      return [order.partner]
  }
}

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
