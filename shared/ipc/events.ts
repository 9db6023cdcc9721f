/**
 * What the core tells every window, numbered without gaps from 1 and published only after the journal's commit. Each
 * carries the full view of what changed. A window that sees a gap asks for a new snapshot.
 */
import * as z from 'zod'
import { displayViewSchema } from '../display.ts'
import { exportViewSchema } from '../exports.ts'
import { printJobViewSchema } from '../printing.ts'
import { reconciliationRunSchema } from '../reconciliation.ts'
import { saleViewSchema, settingsSchema, statusViewSchema } from '../views.ts'

export const appEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale-changed'), sale: saleViewSchema }),
  z.object({ kind: z.literal('status-changed'), status: statusViewSchema }),
  z.object({ kind: z.literal('settings-changed'), settings: settingsSchema }),
  z.object({ kind: z.literal('print-changed'), job: printJobViewSchema }),
  /** The one event that is also the customer's display's. */
  z.object({ kind: z.literal('display-changed'), view: displayViewSchema }),
  /** A person pressed the notification of this sale: the counter shows it. It may have changed since. */
  z.object({ kind: z.literal('sale-pressed'), sale: saleViewSchema }),
  /** How far the comparison with the service's books has come, and how much it found that is still open. */
  z.object({ kind: z.literal('reconciliation-changed'), run: reconciliationRunSchema }),
  /** How far an export is, or how it ended. */
  z.object({ kind: z.literal('export-changed'), export: exportViewSchema }),
  /** Another account was opened: nothing that a window holds is true any more, and it begins anew. */
  z.object({ kind: z.literal('account-changed') }),
])
export type AppEvent = z.infer<typeof appEventSchema>

export const numberedEventSchema = z.object({ sequence: z.int().positive(), event: appEventSchema })
export type NumberedEvent = z.infer<typeof numberedEventSchema>
