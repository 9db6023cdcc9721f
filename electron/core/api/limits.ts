/**
 * The bounds of every call. A call always ends, whatever the other side does: at the worst after `keyMs` for the key, which
 * comes first and on top, and then `totalMs` for everything on the line (`fileTotalMs` for a file).
 */
import type { RetryLimits } from './retry.ts'

export interface CallLimits extends RetryLimits {
  /** For the keychain to give the key, a prompt to unlock it included; not part of `totalMs`. */
  readonly keyMs: number
  /** DNS, TCP and TLS together, per attempt to connect. */
  readonly connectMs: number
  /** From the request's last byte to the answer's headers. */
  readonly headersMs: number
  /** Between two pieces of the answer's body. */
  readonly bodyMs: number
  /** From the key to the end of the call: waiting for a connection and all tries included. */
  readonly totalMs: number
  /** The same for a file, which a slow line takes its time over. */
  readonly fileTotalMs: number
  readonly maxHeaderBytes: number
  readonly maxBodyBytes: number
  readonly maxFileBytes: number
  readonly maxConnections: number
  /**
   * What runs by itself has connections of its own, so that the counter never waits behind it. They are fewer than the
   * failed attempts that block the address: as many calls may be under way when a key is refused.
   */
  readonly maxBackgroundConnections: number
  /** Downloads have connections of their own, so that a slow one never holds up a sale. */
  readonly maxFileConnections: number
  /** How long an idle connection is kept: short, because a request on a connection the service has closed is in doubt. */
  readonly keepAliveMs: number
  readonly maxKeepAliveMs: number
}

export const callLimits: CallLimits = {
  keyMs: 20_000,
  connectMs: 10_000,
  headersMs: 30_000,
  bodyMs: 10_000,
  totalMs: 60_000,
  fileTotalMs: 180_000,
  maxHeaderBytes: 16_384,
  maxBodyBytes: 2_097_152,
  maxFileBytes: 10_485_760,
  maxConnections: 6,
  maxBackgroundConnections: 3,
  maxFileConnections: 2,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 30_000,
  maxTries: 3,
  retryBaseMs: 300,
  retryWithinMs: 8_000,
}
