/**
 * Who is calling (service-api.md, "Authentication"). Owns the count of wrong keys by address.
 */
import * as z from 'zod'
import { addressBlockMs, failedAttemptsMaxCount } from '#shared/limits.ts'
import { type Host, hosts, type Refusal, refuse } from './answer.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import { findKeyHolder, type KeyHolder } from './keys.ts'
import type { Store } from './store.ts'

export interface Caller {
  readonly host: Host
  readonly key: string | undefined
  readonly address: string
}

const failuresSchema = z.object({ failures: z.int(), blockedUntilMs: z.int().nullable() })

/**
 * Answers the key's holder or the refusal: IP_BLOCKED while the address is blocked, MISSING_ACCESS_TOKEN (not counted as
 * a failure), INVALID_ACCESS_TOKEN with the attempts left.
 */
export function authenticate(
  store: Store,
  { host, key, address }: Caller,
  { failuresCounted, failuresForgotten }: Behaviour,
  nowMs: number,
): KeyHolder | Refusal {
  const place = failuresCounted === 'together' ? address : `${host} ${address}`
  const past = readFailures(store, place)
  if (isBlocked(past.blockedUntilMs, nowMs)) {
    return refuse(403, 'IP_BLOCKED', `${address} is blocked after too many failed authentication attempts`)
  }
  if (key === undefined || key === '') {
    return refuse(
      hosts[host].missingKeyStatus,
      'MISSING_ACCESS_TOKEN',
      'The X-Access-Token header is missing',
    )
  }
  const holder = findKeyHolder(key)
  if (holder) {
    if (failuresForgotten === 'good-key')
      store.prepare('DELETE FROM key_failures WHERE address = ?').run(place)
    return holder
  }
  const failures = (past.blockedUntilMs === null ? past.failures : 0) + 1
  const blockedUntilMs = failures >= failedAttemptsMaxCount ? nowMs + addressBlockMs : null
  store.prepare('INSERT OR REPLACE INTO key_failures VALUES (?, ?, ?)').run(place, failures, blockedUntilMs)
  const attemptsLeft = failedAttemptsMaxCount - failures
  return refuse(401, 'INVALID_ACCESS_TOKEN', 'The access token is not valid', { attemptsLeft })
}

function readFailures(store: Store, address: string): z.infer<typeof failuresSchema> {
  const row = store
    .prepare('SELECT failures, blocked_until_ms AS blockedUntilMs FROM key_failures WHERE address = ?')
    .get(address)
  return row === undefined ? { failures: 0, blockedUntilMs: null } : failuresSchema.parse(row)
}

/** A block never lasts longer than its length, even where the machine's clock was set back meanwhile. */
const isBlocked = (untilMs: number | null, nowMs: number) =>
  untilMs !== null && nowMs < untilMs && untilMs - nowMs <= addressBlockMs
