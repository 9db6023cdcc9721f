/**
 * What an installation would cut short, as one list: whatever is added to the counter and must not be interrupted by another
 * version has its row here. Pure.
 */
import type { JournalProblem } from '#shared/app-error.ts'
import { isOfAnotherVersion } from '#shared/backups.ts'
import type { PrintJobView } from '#shared/printing.ts'
import type { Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import { type UpdateHold, updateHolds } from '#shared/updates.ts'
import type { SaleView } from '#shared/views.ts'

/** How the counter stands. */
export interface Standing {
  readonly sales: readonly Pick<SaleView, 'state'>[]
  readonly printJobs: readonly Pick<PrintJobView, 'state'>[]
  /** What keeps the open account's journal closed; undefined where it is open. */
  readonly closedBy: JournalProblem | undefined
  /** How many sales are open in the journal of each other account, or why that does not open. */
  readonly others: readonly Result<number, JournalProblem>[]
}

/** What another version opens waits for that one: this one can do nothing for what is open in it. */
const hidesSales = (problem: JournalProblem) => !isOfAnotherVersion(problem)

const isOn: Readonly<Record<UpdateHold, (standing: Standing) => boolean>> = {
  /** Money is in flight, or a person has yet to say what became of it. */
  sale: ({ sales }) => sales.some(({ state }) => openSaleStates.includes(state)),
  /** The same, in an account that is not open: nobody follows that sale until it is. */
  'other-account': ({ others }) => others.some((open) => open.ok && open.value > 0),
  /** What is open in a closed journal is not known. */
  journal: ({ closedBy, others }) =>
    (closedBy !== undefined && hidesSales(closedBy)) ||
    others.some((open) => !open.ok && hidesSales(open.error)),
  /** A slip is on its way to the printer. */
  print: ({ printJobs }) => printJobs.some(({ state }) => state === 'queued' || state === 'sending'),
}

/** What holds an installation now; empty where nothing does. */
export const holdsIn = (standing: Standing): readonly UpdateHold[] =>
  updateHolds.filter((hold) => isOn[hold](standing))
