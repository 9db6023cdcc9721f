/** The wire between window and core: one channel to invoke, one for events, and the shape of what the preload exposes. */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { archiveViewSchema } from '../archive.ts'
import { displayViewSchema } from '../display.ts'
import { exportViewSchema } from '../exports.ts'
import { printJobViewSchema } from '../printing.ts'
import { reconciliationRunSchema } from '../reconciliation.ts'
import { refSchema } from '../ref.ts'
import { tillViewSchema } from '../till/till.ts'
import { saleViewSchema, settingsSchema, statusViewSchema } from '../views.ts'

export const commandChannel = 'comptoir:command'
export const eventChannel = 'comptoir:event'

/** Where the counter's own page lives. Nothing but this and the display may send a command. */
export const appOrigin = 'comptoir://counter'

/** Where the customer's display lives: an origin of its own, which is served neither slips nor the counter's page. */
export const displayOrigin = 'comptoir://display'

export const commandMessageSchema = z.strictObject({ name: z.string(), input: z.unknown() })

export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])

/** What the preload puts on `window.comptoir`, and nothing else. Both answers are unparsed: the typed client parses. */
export interface Bridge {
  command(name: string, input: unknown): Promise<unknown>
  onEvent(listener: (event: unknown) => void): () => void
}

// What several commands are asked with.

export const nothing = z.strictObject({})
export const byRef = z.strictObject({ ref: refSchema })
/** What a person signs a decision with, and gives as its reason. */
export const typedName = z.string().trim().min(1).max(80)
export const typedReason = z.string().trim().min(1).max(500)
/** Where a file was saved; null where the person changed their mind. */
export const savedPath = z.object({ path: z.string().nullable() })

// What the core publishes to every window, numbered without gaps from 1, only after the journal's commit. Each
// carries the full view of what changed. A window that sees a gap asks for a new snapshot.

export const appEventSchema = z.discriminatedUnion('kind', [
  /** `restCame`: what its delivery lacked came with this change, however long ago it ended. */
  z.object({
    kind: z.literal('sale-changed'),
    sale: saleViewSchema,
    restCame: z.literal(true).optional(),
  }),
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
  /** A shift, or what is to be given back to customers, has changed. */
  z.object({ kind: z.literal('till-changed'), till: tillViewSchema }),
  /** A signed archive was made, or could not be. */
  z.object({ kind: z.literal('archive-changed'), archive: archiveViewSchema }),
  /** Another account was opened: nothing that a window holds is true any more, and it begins anew. */
  z.object({ kind: z.literal('account-changed') }),
])
export type AppEvent = z.infer<typeof appEventSchema>

export const numberedEventSchema = z.object({ sequence: z.int().positive(), event: appEventSchema })
export type NumberedEvent = z.infer<typeof numberedEventSchema>
