/**
 * A sale as it is sent to support: its references, requests and moments. Pure. Invariant: nobody can be told from it who was
 * served: numbers are masked, names and cards are left out, and no code of a card was ever here.
 */
import type { Moment, SaleHistory } from '#shared/history.ts'
import { dinarsOf } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import { maskNumber } from '#shared/phone.ts'

/** Words of support's own, the same in every language: they are read at the service, not at the counter. */
export function supportText({ sale, moments }: SaleHistory): string {
  const lines = [
    ['sale', sale.order.kind],
    ['subject', subjectOf(sale.order)],
    ['price', `${dinarsOf(sale.priceCentimes)} DZD`],
    ['state', sale.state],
    ['service status', sale.serverStatus],
    ['reason', sale.reason],
    ['ref', sale.ref],
    ['service id', sale.serviceId],
    ['last request', sale.requestId],
    ['transaction', sale.transactionNumber],
    ...moments.map((moment) => [`#${moment.sequence}`, momentText(moment)]),
  ]
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}

function momentText(moment: Moment): string {
  const { atMs, kind, attempt, status, expected, reason, problem, requestId, serviceId } = moment
  const told = [
    new Date(atMs).toISOString(),
    kind,
    attempt !== null && `attempt ${attempt}`,
    status,
    !expected && 'unexpected',
    reason,
    problem,
    requestId && `request ${requestId}`,
    serviceId && `service id ${serviceId}`,
  ]
  return told.filter(Boolean).join(' · ')
}

function subjectOf(order: Order): string {
  switch (order.kind) {
    case 'internet':
      return `${order.type} ${maskNumber(order.number)}`
    case 'mobile':
      return `${order.planCode} ${maskNumber(order.number)}`
    case 'gift-card':
      return `${order.productId} ${order.typeId} × ${order.quantity}`
    case 'bill':
      return `${order.partner} ${maskAccount(order.accountNumber)}`
  }
}

const shownOfAccount = 3

/** An account of any shape: its end, by which the two sides know that they speak of the same. */
const maskAccount = (account: string): string =>
  account.length <= 2 * shownOfAccount ? '•••' : `•••${account.slice(-shownOfAccount)}`
