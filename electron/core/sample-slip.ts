/**
 * The slip of a sale that never was, for whoever sets up the head and foot of the shop's slips. It always carries the mark of
 * training, so that it can pass for no real one.
 */
import { centimes } from '#shared/money.ts'
import { makeRef } from '#shared/ref.ts'
import type { Settings } from '#shared/views.ts'
import type { StoredSale } from './journal/journal.ts'
import { nextSale } from './journal/next-sale.ts'
import { requestOf } from './journal/request.ts'
import { composeSlip } from './receipt/compose.ts'
import { renderHtml } from './receipt/html.ts'

/** The page of the sample, as the shop's settings make it. */
export function renderSampleSlip({ slip, shop }: Pick<Settings, 'slip' | 'shop'>, nowMs: number): string {
  const document = composeSlip(sampleSale(nowMs), slip.language, { shop, environment: 'training', nowMs })
  return renderHtml(document, slip.widthMm)
}

/** A card of 1,000 DA, delivered at this moment; its ref is of no random bits at all. */
function sampleSale(nowMs: number): StoredSale {
  const ref = makeRef(0, new Uint8Array(10))
  const order = {
    kind: 'internet',
    type: 'ADSL',
    number: '023456789',
    valueCentimes: centimes(100_000),
  } as const
  const body = {
    kind: 'sale-recorded',
    ...{ ref, reviewId: 'sample', order, request: requestOf(order, ref) },
    subscriber: { customerNumber: '02*****89', offer: 'IDOOM ADSL' },
    priceCentimes: order.valueCentimes,
    costCentimes: order.valueCentimes,
  } as const
  const sale = nextSale(undefined, { body, atMs: nowMs })
  return { ...sale, state: 'fulfilled', serverStatus: 'FULFILLED', transactionNumber: '0123456789' }
}
