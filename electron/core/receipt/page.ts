/** What the app's own origin answers under /slip/: the page of a sale's slip, and the stylesheet that it links. */
import type { SlipPage } from '#shared/slip-page.ts'
import type { StoredSale } from '../journal/journal.ts'
import { composeSlip, type SlipContext } from './compose.ts'
import { renderHtml, stylesheetPath } from './html.ts'
import { slipStylesheet } from './slip-css.ts'

export interface SlipAnswer {
  readonly status: 200
  readonly contentType: string
  readonly body: string
}

/**
 * The page of a sale's slip as the journal has the sale now. Throws where the slip would lack a money line; the caller
 * answers with no page at all then, so that nothing can be shown, saved or printed in its place.
 */
export function renderSlipPage(sale: StoredSale, page: SlipPage, context: SlipContext): SlipAnswer {
  if (sale.ref !== page.ref)
    throw new Error(`asked for the slip of ${page.ref}, was given the sale ${sale.ref}`)
  const { copyNumber } = page
  const slip = composeSlip(
    sale,
    page.language,
    copyNumber === undefined ? context : { ...context, copyNumber },
  )
  const body = renderHtml(slip, page.widthMm)
  return { status: 200, contentType: 'text/html; charset=utf-8', body }
}

/** The stylesheet, or undefined for any path but its own. */
export function readSlipAsset(path: string): SlipAnswer | undefined {
  if (path !== stylesheetPath) return undefined
  return { status: 200, contentType: 'text/css; charset=utf-8', body: slipStylesheet }
}
