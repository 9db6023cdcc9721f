/**
 * What is particular to an internet card (service-api.md, "Internet top-up order"): it is sent and known again by the
 * sale's ref. The document shows no list of them.
 */
import type { Centimes } from '#shared/money.ts'
import { groupNumber, parseInternetNumber } from '#shared/phone.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { CallOutcome } from '../../api/outcome.ts'
import type { InternetRecord } from '../../api/platform-records.ts'
import { amountLine, known, numberLine, textLine, transactionLine } from '../../receipt/lines.ts'
import {
  absenceOfNamed,
  differs,
  type FoundOrder,
  firstContradiction,
  lookOf,
  noDetails,
  PAID_AT_ONCE_MS,
  readIn,
  type SaleKind,
  type SaleOf,
} from '../kind.ts'

export const internetKind: SaleKind<'internet'> = {
  host: 'platform',
  async send(client, { request }) {
    return readIn(await client.sendInternet(request), ({ topupId: serviceId }) => ({ serviceId }))
  },
  ways: ({ state, serviceId }) =>
    namedStates.includes(state) && serviceId !== null ? ['by-id', 'by-ref'] : ['by-ref'],
  async look(sale, way, { client }) {
    const { ref, serviceId } = sale
    const byId = way === 'by-id' && serviceId !== null
    const outcome = await (byId ? client.findInternetById(serviceId) : client.findInternetByRef(ref))
    return lookOf(outcome, (record) => describe(sale, record))
  },
  absence: absenceOfNamed,
  asks: (client, { ref, serviceId }) => {
    const sideIn = async (asked: Promise<CallOutcome<InternetRecord>>) =>
      readIn(await asked, (record) => sideOf(record, ref))
    const byRef = () => sideIn(client.findInternetByRef(ref))
    return serviceId === null ? [byRef] : [() => sideIn(client.findInternetById(serviceId)), byRef]
  },
  facesOf,
  paidWithinMs: PAID_AT_ONCE_MS,
  subjectLine: ({ number }, label) => numberLine(label('number'), groupNumber(number)),
  orderLines: (sale, label) => [
    numberLine(label('internet'), sale.order.type),
    ...known(numberLine(label('customer'), sale.subscriber?.customerNumber ?? '')),
    ...known(textLine(label('offer'), sale.subscriber?.offer ?? '')),
    ...transactionLine(sale, label),
    amountLine(label('card'), sale.order.valueCentimes),
  ],
}

/** A look at one order: the document shows no list of them. */
const sideOf = (record: InternetRecord, ref: Ref): OrderSide => ({
  ...{ kind: 'internet', orderId: record.topupId, ref: record.ref ?? ref, status: record.status },
  ...{ subject: record.number, faceCentimes: record.valueCentimes, debitCentimes: null, atMs: null },
})

/** The service holds the order under the id that it gave, or a person said how it ended there. */
const namedStates: readonly SaleState[] = ['following', 'fulfilled', 'refunded']

function describe(sale: SaleOf<'internet'>, record: InternetRecord): FoundOrder {
  const { transactionNumber, cardTail } = record
  return {
    status: record.status,
    serviceId: record.topupId,
    details: { ...noDetails, transactionNumber, cardTail },
    contradiction: firstContradiction({
      ref: differs(record.ref, sale.ref),
      number: record.number !== null && isAnotherNumber(record.number, sale),
      value: record.valueCentimes !== null && !facesOf(sale).includes(record.valueCentimes),
      // A record that names our ref is ours, whatever it calls itself: the ref is the one name that we gave.
      serviceId: record.ref === null && sale.serviceId !== null && differs(record.topupId, sale.serviceId),
    }),
  }
}

/** The document shows no record of an order: its amount may be the card's, or what the card costs the shop. */
function facesOf({ order, costCentimes }: SaleOf<'internet'>): readonly Centimes[] {
  return [order.valueCentimes, costCentimes]
}

/** The same line may be written with or without its country code; one that is masked, or cannot be read, is no other. */
function isAnotherNumber(recordNumber: string, { order }: SaleOf<'internet'>): boolean {
  const read = parseInternetNumber(recordNumber, order.type)
  return read.ok ? read.value.number !== order.number : read.error === 'not-this-type'
}
