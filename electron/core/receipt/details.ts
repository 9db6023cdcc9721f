/**
 * The lines of a slip that say what was bought, kind by kind. Keeps that every amount of the order has its line. The
 * delivered cards' codes are not among them: they are sealed in the journal.
 */

import { countDelivered } from '#shared/decisions.ts'
import { owedForMissing } from '#shared/display-status.ts'
import { centimes } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import { groupNumber } from '#shared/phone.ts'
import type { BillOrder } from '#shared/products/bill-order.ts'
import type { GiftCardOrder } from '#shared/products/gift-card.ts'
import type { InternetOrder } from '#shared/products/internet.ts'
import type { MobileOrder } from '#shared/products/mobile.ts'
import { unreachable } from '#shared/result.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { SlipLine, SlipTextLine } from './document.ts'
import { amountLine, cleanText, codeLine, known, numberLine, textLine, type Word } from './lines.ts'

/** What the sale is for, as the customer checks it first: a number, a product, an account. */
export function subjectLine(order: Order, word: Word): SlipTextLine {
  switch (order.kind) {
    case 'internet':
      return numberLine(
        word(({ label }) => label.number),
        groupNumber(order.number),
      )
    case 'mobile':
      return numberLine(
        word(({ label }) => label.mobile),
        groupNumber(order.number),
      )
    case 'gift-card':
      return textLine(
        word(({ label }) => label.product),
        order.productTitle,
      )
    case 'bill':
      return codeLine(
        word(({ label }) => label.account),
        order.accountNumber,
      )
    default:
      return unreachable(order)
  }
}

/** What was bought, in the order in which it is read, with every amount that the price is made of. */
export function orderLines(sale: StoredSale, word: Word): readonly SlipLine[] {
  const { order } = sale
  switch (order.kind) {
    case 'internet':
      return internetLines(sale, order, word)
    case 'mobile':
      return mobileLines(sale, order, word)
    case 'gift-card':
      return giftCardLines(sale, order, word)
    case 'bill':
      return billLines(sale, order, word)
    default:
      return unreachable(order)
  }
}

const internetLines = (sale: StoredSale, order: InternetOrder, word: Word): readonly SlipLine[] => [
  numberLine(
    word(({ label }) => label.internet),
    order.type,
  ),
  ...known(
    numberLine(
      word(({ label }) => label.customer),
      sale.subscriber?.customerNumber ?? '',
    ),
  ),
  ...known(
    textLine(
      word(({ label }) => label.offer),
      sale.subscriber?.offer ?? '',
    ),
  ),
  ...transactionLine(sale, word),
  amountLine(
    word(({ label }) => label.card),
    order.valueCentimes,
  ),
]

const mobileLines = (sale: StoredSale, order: MobileOrder, word: Word): readonly SlipLine[] => [
  ...known(
    textLine(
      word(({ label }) => label.operator),
      order.operator ?? '',
    ),
  ),
  ...known(
    textLine(
      word(({ label }) => label.plan),
      order.planName,
    ),
  ),
  ...transactionLine(sale, word),
  amountLine(
    word(({ label }) => label.amount),
    order.amountCentimes,
  ),
]

const giftCardLines = (sale: StoredSale, order: GiftCardOrder, word: Word): readonly SlipLine[] => [
  ...known(
    textLine(
      word(({ label }) => label.region),
      order.region ?? '',
    ),
  ),
  ...known(
    textLine(
      word(({ label }) => label.cardType),
      order.typeName,
    ),
  ),
  numberLine(
    word(({ label }) => label.quantity),
    String(order.quantity),
  ),
  amountLine(
    word(({ label }) => label.unit),
    order.unitCentimes,
  ),
  ...deliveredLines(sale, order, word),
]

/** Of a partial delivery: how many came, and what they cost. */
function deliveredLines(sale: StoredSale, { quantity }: GiftCardOrder, word: Word): readonly SlipLine[] {
  const owedCentimes = owedForMissing(sale)
  if (sale.state !== 'partly-fulfilled' || owedCentimes === null) return []
  return [
    numberLine(
      word(({ label }) => label.delivered),
      `${countDelivered(sale)} / ${quantity}`,
    ),
    amountLine(
      word(({ label }) => label.deliveredValue),
      centimes(sale.priceCentimes - owedCentimes),
    ),
  ]
}

function billLines(sale: StoredSale, order: BillOrder, word: Word): readonly SlipLine[] {
  const { bills, partner, feeCentimes } = order
  const bill = word(({ label }) => label.bill)
  const amount = word(({ label }) => label.amount)
  return [
    textLine(
      word(({ label }) => label.partner),
      partner,
    ),
    ...known(
      codeLine(
        word(({ label }) => label.operation),
        sale.transactionNumber ?? '',
      ),
    ),
    ...bills.flatMap(({ label, period, amountCentimes }, place) => {
      const number = bills.length > 1 ? `${place + 1}/${bills.length}` : null
      const told = [number, period, label].map((one) => cleanText(one ?? '')).filter((one) => one !== '')
      return [...known(textLine(bill, told.join(' · '))), amountLine(amount, amountCentimes)]
    }),
    amountLine(
      word(({ label }) => label.fee),
      feeCentimes,
    ),
  ]
}

const transactionLine = ({ transactionNumber }: StoredSale, word: Word): readonly SlipTextLine[] =>
  known(
    codeLine(
      word(({ label }) => label.transaction),
      transactionNumber ?? '',
    ),
  )
