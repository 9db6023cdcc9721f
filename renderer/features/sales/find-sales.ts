/**
 * Finds sales by what a person reads or says of them: a number, a name, a reference, a pick-up code, an amount. Blanks,
 * dashes, accents and case do not count, nor whether digits are Arabic. Pure, and quick enough for each key.
 */
import { type Centimes, dinarsOf, formatDinars } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import { pickUpCode } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { fold } from '../sell/gift-card/search.ts'
import { inWesternDigits } from '../sell/typed-number.ts'

/** The sales that the query fits, in their order; all of them where nothing is looked for. */
export function findSales(sales: readonly SaleView[], query: string): readonly SaleView[] {
  const words = wordsOf(query)
  if (words.length === 0) return sales
  // What is typed in groups is one number; the words of a name may come in any order.
  const asked = /\p{L}/u.test(query) ? words : [words.join('')]
  return sales.filter((sale) => {
    const texts = textsOf(sale)
    return isCodeOf(sale, words.join('')) || asked.every((word) => texts.some((text) => text.includes(word)))
  })
}

const wordsOf = (query: string): readonly string[] => query.split(/\s+/).map(plain).filter(Boolean)

/** A text as it is compared: what stands between its signs is left out. */
const plain = (text: string): string => fold(inWesternDigits(text)).replace(/[\s\-.,/()+]/g, '')

/** A few signs stand in many long codes by chance: a code counts from its beginning. */
const minCodeLength = 4

const isCodeOf = (sale: SaleView, typed: string): boolean =>
  typed.length >= minCodeLength &&
  [sale.ref, pickUpCode(sale.ref), sale.serviceId, sale.transactionNumber].some(
    (code) => code !== null && plain(code).startsWith(typed),
  )

/** What people say of a sale. */
const textsOf = ({ order, subscriber, priceCentimes }: SaleView): readonly string[] =>
  [...namesOf(order), subscriber?.customerNumber, ...amountsOf(priceCentimes)].flatMap((text) =>
    text ? [plain(text)] : [],
  )

const amountsOf = (amount: Centimes): readonly string[] => [formatDinars(amount), String(dinarsOf(amount))]

function namesOf(order: Order): readonly (string | null)[] {
  switch (order.kind) {
    case 'internet':
      // A 4G line is typed from its 0 as well as from the country code.
      return [order.number, order.number.replace(/^213/, '0'), order.type]
    case 'mobile':
      return [order.number, order.planName, order.operator]
    case 'gift-card':
      return [order.productTitle, order.typeName]
    case 'bill':
      return [order.partner, order.accountNumber]
  }
}
