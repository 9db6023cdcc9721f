/** The bounds of every call. A call always ends: its worst case is `totalMs`, whatever the other side does. */
export interface CallLimits {
  /** For the keychain to give the key, a prompt to unlock it included. */
  readonly keyMs: number
  /** DNS, TCP and TLS together, per attempt to connect. */
  readonly connectMs: number
  /** From the request's last byte to the answer's headers. */
  readonly headersMs: number
  /** Between two pieces of the answer's body. */
  readonly bodyMs: number
  /** From the call to its end, waiting for a connection included. */
  readonly totalMs: number
  readonly maxHeaderBytes: number
  readonly maxBodyBytes: number
  readonly maxConnections: number
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
  maxHeaderBytes: 16_384,
  maxBodyBytes: 2_097_152,
  maxConnections: 6,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 30_000,
}
