/** What the app's own origin answers under /slip/: the page of one sale's slip, and its stylesheet. */

import { sampleOrder } from '#shared/products/internet.ts'
import { requestOf } from '#shared/products/orders.ts'
import { makeRef } from '#shared/ref.ts'
import { parseSampleSlipPath, parseSlipPath } from '#shared/slip-page.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import type { StoredSale } from './journal/journal.ts'
import { nextSale } from './journal/next-sale.ts'
import type { Clock, Log } from './ports.ts'
import { composeSlip } from './receipt/compose.ts'
import { readSlipAsset, renderHtml, renderSlipPage } from './receipt/html.ts'
import type { Prover } from './receipt/proof.ts'
import type { SaleService } from './sale/sale-service.ts'
import type { SettingsFile } from './settings.ts'

export interface PageAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

interface SlipPagesOptions {
  /** Undefined where the journal is closed: of no sale there is a slip then. */
  readonly open:
    | { readonly saleService: Pick<SaleService, 'readSale'>; readonly prover: Pick<Prover, 'current'> }
    | undefined
  readonly settings: SettingsFile
  readonly environment: StatusView['environment']
  readonly clock: Clock
  readonly log: Log
}

/** Answers the page at a path, undefined for any other path and for a slip that cannot be made whole. Never throws. */
export function createSlipPages({ open, settings, environment, clock, log }: SlipPagesOptions) {
  return (path: string): PageAnswer | undefined => {
    try {
      const asset = readSlipAsset(path)
      const sample = parseSampleSlipPath(path)
      if (sample) {
        const current = settings.read()
        return sampleOf({ ...current, slip: { ...current.slip, ...sample } }, clock.nowMs())
      }
      const page = parseSlipPath(path)
      if (asset || !page || !open) return asset
      const sale = open.saleService.readSale(page.ref)
      const { shop, slip: choices } = settings.read()
      const prove = open.prover.current()
      const chosen = { shop, choices, ...(prove && { prove }) }
      return sale.ok
        ? renderSlipPage(sale.value, page, { ...chosen, environment, nowMs: clock.nowMs() })
        : undefined
    } catch (fault) {
      log.write('error', 'a slip cannot be made', { fault: String(fault) })
      return undefined
    }
  }
}

const sampleOf = (settings: Settings, nowMs: number): PageAnswer => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: renderSampleSlip(settings, nowMs),
})

// The slip of a sale that never was, for whoever sets up the head and foot of the shop's slips. It always carries the mark of
// training, so that it can pass for no real one.

/** The page of the sample, as the shop's settings make it. */
export function renderSampleSlip({ slip, shop }: Pick<Settings, 'slip' | 'shop'>, nowMs: number): string {
  const context = { shop, choices: slip, environment: 'training', nowMs } as const
  const document = composeSlip(sampleSale(nowMs), slip.language, context)
  return renderHtml(document, slip.widthMm)
}

/** A card of 1,000 DA, delivered at this moment; its ref is of no random bits at all. */
function sampleSale(nowMs: number): StoredSale {
  const ref = makeRef(0, new Uint8Array(10))
  const order = sampleOrder
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
