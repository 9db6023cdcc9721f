/** Sales and names with whatever may come from outside in them: for what has to hold of every slip. */
import fc from 'fast-check'
import type { StoredSale } from '#core/journal/journal.ts'
import { cleanText } from '#core/receipt/lines.ts'
import { centimes } from '#shared/money.ts'
import type { Order } from '#shared/products/orders.ts'
import { makeRef } from '#shared/ref.ts'
import { kindsAndPhases, sampleOrders, sampleSale } from './sample-sale.ts'

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onclick='x",
  '&amp;lt;b&gt;',
  '</bdi></main>',
  '\u202e000 2\u202c',
  '\u2069\u2069\u200f12',
  '\ud800',
  'محل البركة',
  '\u0000\u001b@',
]
export const outside = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
)
const amount = fc.integer({ min: 0, max: 10_000_000_000_000 }).map(centimes)

/** The same order with every text that comes from outside, and every amount, replaced. */
function withTexts(order: Order, texts: readonly [string, string, string], amounts: Amounts): Order {
  const [first, second, third] = texts
  const [value, other] = amounts
  switch (order.kind) {
    case 'internet':
      return { ...order, number: first, valueCentimes: value }
    case 'mobile':
      return { ...order, number: first, planName: second, amountCentimes: value }
    case 'gift-card':
      return { ...order, productTitle: first, typeName: second, unitCentimes: value }
    case 'bill': {
      const bills = order.bills.map((bill) => ({
        ...bill,
        label: second,
        period: third,
        amountCentimes: value,
      }))
      return { ...order, accountNumber: first, bills, feeCentimes: other }
    }
  }
}

type Amounts = readonly [ReturnType<typeof centimes>, ReturnType<typeof centimes>]

/** Small enough that a hundred cards of it are money as well. */
const unit = fc.integer({ min: 0, max: 100_000_000_000 }).map(centimes)

export const anySale: fc.Arbitrary<StoredSale> = fc
  .record({
    kindAndPhase: fc.constantFrom(...kindsAndPhases),
    price: amount,
    amounts: fc.tuple(unit, unit),
    texts: fc.tuple(outside, outside, outside),
    customerNumber: outside,
    offer: fc.option(outside),
    transactionNumber: fc.option(outside),
    atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    randomBytes: fc.uint8Array({ minLength: 10, maxLength: 10 }),
  })
  .map(({ kindAndPhase: [kind, phase], price, amounts, texts, atMs, randomBytes, ...fields }) => {
    const { customerNumber, offer, transactionNumber } = fields
    return sampleSale(
      phase,
      {
        ref: makeRef(atMs, randomBytes),
        order: withTexts(sampleOrders[kind], texts, amounts),
        subscriber: { customerNumber, offer },
        transactionNumber,
        priceCentimes: price,
        recordedAtMs: atMs,
      },
      kind,
    )
  })

export const tame = (text: string) => (cleanText(text) === '' ? '' : 'x')

/** The same sale with harmless texts: where the real one showed something, so does this one. */
export function tamed(sale: StoredSale): StoredSale {
  const { order, subscriber, transactionNumber } = sale
  const texts = textsOf(order).map(tame)
  const [first = '', second = '', third = ''] = texts
  return {
    ...sale,
    order: withTexts(order, [first, second, third], amountsIn(order)),
    subscriber: {
      customerNumber: tame(subscriber?.customerNumber ?? ''),
      offer: tame(subscriber?.offer ?? ''),
    },
    transactionNumber: tame(transactionNumber ?? ''),
  }
}

function textsOf(order: Order): readonly string[] {
  switch (order.kind) {
    case 'internet':
      return [order.number]
    case 'mobile':
      return [order.number, order.planName]
    case 'gift-card':
      return [order.productTitle, order.typeName]
    case 'bill':
      return [order.accountNumber, order.bills[0]?.label ?? '', order.bills[0]?.period ?? '']
  }
}

export function amountsIn(order: Order): Amounts {
  const none = centimes(0)
  switch (order.kind) {
    case 'internet':
      return [order.valueCentimes, none]
    case 'mobile':
      return [order.amountCentimes, none]
    case 'gift-card':
      return [order.unitCentimes, none]
    case 'bill':
      return [order.bills[0]?.amountCentimes ?? none, order.feeCentimes]
  }
}
