/** The service's own books as the control endpoint shows them: what tests and the demo compare the journal with. */
import { dinarsOf, sumCentimes } from '#shared/money.ts'
import { transactionStep } from './bills/outcome.ts'
import { billKind, listPayments } from './bills/transactions.ts'
import { listMovements, type MovementType } from './books.ts'
import type { Environment } from './keys.ts'
import { listOrders } from './orders.ts'
import { readBalance, readOpeningBalance, type Store } from './store.ts'
import { stageAt } from './timeline.ts'

/** Amounts in dinars, times in ISO 8601. */
export interface Ledger {
  readonly orders: readonly {
    readonly id: string
    readonly ref: string
    readonly environment: Environment
    readonly kind: string
    readonly number: string
    readonly value: number
    readonly cost: number
    readonly status: string
    readonly createdAt: string
  }[]
  readonly movements: readonly {
    readonly orderId: string
    readonly ref: string
    readonly type: MovementType
    readonly amount: number
    readonly environment: Environment
    /** True for the sandbox: the movement is on record and no balance moved. */
    readonly simulated: boolean
    readonly at: string
  }[]
  /** As they were when the data file was made. */
  readonly openingBalances: Readonly<Record<Environment, number>>
  readonly balances: Readonly<Record<Environment, number>>
}

/** The whole ledger, oldest first, as it stands at `nowMs`. What is due must have been settled before. */
export function readLedger(store: Store, nowMs: number): Ledger {
  const sold = [...readOrders(store, nowMs), ...readBillPayments(store, nowMs)]
  return {
    orders: sold.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)),
    movements: readMovements(store),
    openingBalances: {
      sandbox: dinarsOf(readOpeningBalance(store, 'sandbox')),
      production: dinarsOf(readOpeningBalance(store, 'production')),
    },
    balances: {
      sandbox: dinarsOf(readBalance(store, 'sandbox')),
      production: dinarsOf(readBalance(store, 'production')),
    },
  }
}

const readOrders = (store: Store, nowMs: number): Ledger['orders'] =>
  listOrders(store).map((order) => ({
    id: order.id,
    ref: order.ref,
    environment: order.environment,
    kind: order.kind,
    number: order.number,
    value: dinarsOf(order.valueCentimes),
    cost: dinarsOf(order.costCentimes),
    status: stageAt(order.timeline, nowMs).status,
    createdAt: isoTime(order.createdAtMs),
  }))

/** Accepted payments: the account, the bills' sum, the total with its fee, and the ref of the discovery. */
const readBillPayments = (store: Store, nowMs: number): Ledger['orders'] =>
  listPayments(store).flatMap(({ payment, ...transaction }) =>
    payment === null
      ? []
      : {
          id: transaction.id,
          ref: transaction.ref,
          environment: transaction.environment,
          kind: billKind,
          number: transaction.accountValue,
          value: dinarsOf(payment.amountCentimes),
          cost: dinarsOf(sumCentimes([payment.amountCentimes, payment.feeCentimes])),
          status: transactionStep({ ...transaction, payment }, nowMs).status,
          createdAt: isoTime(payment.acceptedAtMs),
        },
  )

const readMovements = (store: Store): Ledger['movements'] =>
  listMovements(store).map(({ orderId, ref, type, amountCentimes, environment, atMs }) => ({
    orderId,
    ref,
    type,
    amount: dinarsOf(amountCentimes),
    environment,
    simulated: environment === 'sandbox',
    at: isoTime(atMs),
  }))

const isoTime = (atMs: number) => new Date(atMs).toISOString()
