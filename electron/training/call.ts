/** One authenticated call, as every resource is given it. */
import type { Host } from './answer.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import type { RandomBytes } from './ids.ts'
import type { KeyHolder, Whitelist } from './keys.ts'
import type { Store } from './store.ts'

export interface Call {
  readonly host: Host
  /** The base address that was called, for links in answers. */
  readonly origin: string
  readonly holder: KeyHolder
  /** The `:name` segments of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Parsed JSON of a POST; null for a GET. */
  readonly body: unknown
  readonly store: Store
  readonly nowMs: number
  readonly speed: number
  /** What the service's chance follows from. */
  readonly seed: number
  readonly whitelist: Whitelist
  /** What ids are made of. */
  readonly randomBytes: RandomBytes
  readonly behaviour: Behaviour
}

/** A call to an endpoint that asks for no key. */
export type OpenCall = Omit<Call, 'holder'>
