/**
 * What the core tells every window, numbered without gaps from 1 and published only after the journal's commit. Each
 * carries the full view of what changed. A window that sees a gap asks for a new snapshot.
 */
import * as z from 'zod'
import { saleViewSchema, settingsSchema, statusViewSchema } from '../views.ts'

export const appEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sale-changed'), sale: saleViewSchema }),
  z.object({ kind: z.literal('status-changed'), status: statusViewSchema }),
  z.object({ kind: z.literal('settings-changed'), settings: settingsSchema }),
  /** Another account was opened: nothing that a window holds is true any more, and it begins anew. */
  z.object({ kind: z.literal('account-changed') }),
])
export type AppEvent = z.infer<typeof appEventSchema>

export const numberedEventSchema = z.object({ sequence: z.int().positive(), event: appEventSchema })
export type NumberedEvent = z.infer<typeof numberedEventSchema>
