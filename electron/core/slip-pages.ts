/** What the app's own origin answers under /slip/: the page of one sale's slip, and its stylesheet. */
import { parseSampleSlipPath } from '#shared/sample-slip.ts'
import { parseSlipPath } from '#shared/slip-page.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import type { Clock, Log } from './ports.ts'
import { readSlipAsset, renderSlipPage } from './receipt/page.ts'
import type { SaleService } from './sale/sale-service.ts'
import { renderSampleSlip } from './sample-slip.ts'
import type { SettingsFile } from './settings.ts'

export interface PageAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

interface SlipPagesOptions {
  readonly saleService: SaleService
  readonly settings: SettingsFile
  readonly environment: StatusView['environment']
  readonly clock: Clock
  readonly log: Log
}

/** Answers the page at a path, undefined for any other path and for a slip that cannot be made whole. Never throws. */
export function createSlipPages({ saleService, settings, environment, clock, log }: SlipPagesOptions) {
  return (path: string): PageAnswer | undefined => {
    try {
      const asset = readSlipAsset(path)
      const sample = parseSampleSlipPath(path)
      if (sample) return sampleOf({ ...settings.read(), slip: sample }, clock.nowMs())
      const page = parseSlipPath(path)
      if (asset || !page) return asset
      const sale = saleService.readSale(page.ref)
      const { shop } = settings.read()
      return sale.ok
        ? renderSlipPage(sale.value, page, { shop, environment, nowMs: clock.nowMs() })
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
