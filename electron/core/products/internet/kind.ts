/**
 * What is particular to an internet card (service-api.md, "Internet top-up order"): it is sent and known again by the
 * sale's ref. The document shows no list of them.
 */
import { parseInternetNumber } from '#shared/phone.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { InternetRecord } from '../../api/platform-records.ts'
import {
  absenceOfNamed,
  differs,
  type FoundOrder,
  firstContradiction,
  lookOf,
  namedBy,
  nothingTold,
  type SaleKind,
  type SaleOf,
} from '../kind.ts'

export const internetKind: SaleKind<'internet'> = {
  async send(client, { request }) {
    return namedBy(await client.sendInternet(request), ({ topupId: serviceId }) => ({ serviceId }))
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
}

/** The service holds the order under the id that it gave, or a person said how it ended there. */
const namedStates: readonly SaleState[] = ['following', 'fulfilled', 'refunded']

function describe(sale: SaleOf<'internet'>, record: InternetRecord): FoundOrder {
  const { transactionNumber, cardTail } = record
  return {
    status: record.status,
    serviceId: record.topupId,
    told: { ...nothingTold, transactionNumber, cardTail },
    contradiction: firstContradiction({
      ref: differs(record.ref, sale.ref),
      number: record.number !== null && isAnotherNumber(record.number, sale),
      value: differs(record.valueCentimes, sale.order.valueCentimes),
      // A record that names our ref is ours, whatever it calls itself: the ref is the one name that we gave.
      serviceId: record.ref === null && sale.serviceId !== null && differs(record.topupId, sale.serviceId),
    }),
  }
}

/** The same line may be told with or without its country code; one that is masked, or cannot be read, is no other. */
function isAnotherNumber(told: string, { order }: SaleOf<'internet'>): boolean {
  const read = parseInternetNumber(told, order.type)
  return read.ok ? read.value.number !== order.number : read.error === 'not-this-type'
}
