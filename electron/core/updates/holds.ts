/**
 * What an installation would cut short, as one list: whatever is added to the counter and must not be interrupted by another
 * version has its row here. Pure.
 */
import type { PrintJobView } from '#shared/printing.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import { type UpdateHold, updateHolds } from '#shared/updates.ts'
import type { SaleView } from '#shared/views.ts'

/** How the counter stands. */
export interface Standing {
  readonly sales: readonly Pick<SaleView, 'state'>[]
  readonly printJobs: readonly Pick<PrintJobView, 'state'>[]
}

const isOn: Readonly<Record<UpdateHold, (standing: Standing) => boolean>> = {
  /** Money is in flight, or a person has yet to say what became of it. */
  sale: ({ sales }) => sales.some(({ state }) => openSaleStates.includes(state)),
  /** A slip is on its way to the printer. */
  print: ({ printJobs }) => printJobs.some(({ state }) => state === 'queued' || state === 'sending'),
}

/** What holds an installation now; empty where nothing does. */
export const holdsIn = (standing: Standing): readonly UpdateHold[] =>
  updateHolds.filter((hold) => isOn[hold](standing))
