/** The wire between window and core: one channel to invoke, one for events, and the shape of what the preload exposes. */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'

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
