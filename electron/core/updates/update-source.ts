/** Where newer versions are told of, and by whose signature: a file of the product's own, which a release fills in. */
import * as z from 'zod'
import builtIn from '#resources/updates.json' with { type: 'json' }

const sourceSchema = z.strictObject({
  /** Null until somebody makes releases: nobody is asked then. */
  address: z.url().nullable(),
  /** Public keys, Ed25519, SPKI in base64; a signature by one is enough. */
  keys: z.array(z.string()).max(10),
})

export interface UpdateSource {
  readonly address: string
  readonly keys: readonly string[]
}

/** Undefined where no address is named. Throws where it is no such file. */
export function readUpdateSource(content: unknown = builtIn): UpdateSource | undefined {
  const { address, keys } = sourceSchema.parse(content)
  return address === null ? undefined : { address, keys }
}
