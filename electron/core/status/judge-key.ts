/** What an answer to "is this key good" means for selling. Pure, a table: the environment and the outcome in, a verdict out. */
import { readServiceRefusal } from '#shared/service-refusal.ts'
import type { StatusView } from '#shared/views.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { KeyRecord } from '../api/platform-records.ts'

type ClosedWhy = Extract<StatusView['selling'], { open: false }>['why']

export type Verdict =
  | { readonly kind: 'online'; readonly username: string; readonly canSell: boolean }
  | {
      readonly kind: 'closed'
      readonly why: ClosedWhy
      readonly detail: string
      /** How to ask again: soon, now and then, after the service's block has ended, or only when a person asks. */
      readonly retry: 'soon' | 'slowly' | 'after-block' | 'when-asked'
      /** What the service said of a refused key or address, for the screen. */
      readonly attemptsLeft?: number | null
      readonly address?: string | null
    }

/**
 * service-api.md, "Authentication" and "Platform error codes". A refused key is never tried again by itself: five failed
 * attempts block the shop's address for 15 minutes.
 */
const refusals: Readonly<Record<string, Pick<Extract<Verdict, { kind: 'closed' }>, 'why' | 'retry'>>> = {
  MISSING_ACCESS_TOKEN: { why: 'key-refused', retry: 'when-asked' },
  INVALID_ACCESS_TOKEN: { why: 'key-refused', retry: 'when-asked' },
  // These two do not count towards the block, and may be put right at the service while the counter is open.
  API_DISABLED: { why: 'key-refused', retry: 'slowly' },
  IP_NOT_ALLOWED: { why: 'address-refused', retry: 'slowly' },
  IP_BLOCKED: { why: 'blocked', retry: 'after-block' },
}

/** How the client's reasons begin that are about the key and not about the line, see api/key.ts and api/auth-brake.ts. */
const KEY_REASON = /^key-/

const keyTypeOf: Readonly<Record<StatusView['environment'], KeyRecord['keyType']>> = {
  training: 'SANDBOX',
  sandbox: 'SANDBOX',
  production: 'PRODUCTION',
}

/** Whether a refusal by any endpoint speaks of the key or the address rather than of the request. */
export const isAboutKey = (code: string): boolean => Object.hasOwn(refusals, code)

export function judgeKey(outcome: CallOutcome<KeyRecord>, environment: StatusView['environment']): Verdict {
  if (outcome.kind === 'accepted') return judgeRecord(outcome.value, environment)
  if (outcome.kind === 'refused') {
    const { code, message } = outcome.error
    const known = isAboutKey(code) ? refusals[code] : undefined
    const detail = `${code}: ${message}`
    return { kind: 'closed', why: 'offline', retry: 'soon', ...known, detail, ...toldBy(outcome) }
  }
  const { reason } = outcome
  return KEY_REASON.test(reason)
    ? { kind: 'closed', why: 'key-refused', retry: 'when-asked', detail: reason }
    : { kind: 'closed', why: 'offline', retry: 'soon', detail: reason }
}

/** The figures that the screen shows beside a refusal, as far as the service gave them. */
function toldBy({ error, evidence }: Extract<CallOutcome<KeyRecord>, { kind: 'refused' }>) {
  const { httpStatus, endedAtMs } = evidence
  const answer = { ...error, status: httpStatus ?? 0, retryAfter: null }
  const refusal = readServiceRefusal('platform', answer, endedAtMs)
  if (refusal.code === 'INVALID_ACCESS_TOKEN') return { attemptsLeft: refusal.attemptsLeft }
  return refusal.code === 'IP_NOT_ALLOWED' ? { address: refusal.address } : {}
}

function judgeRecord(key: KeyRecord, environment: StatusView['environment']): Verdict {
  const refuse = (detail: string): Verdict => ({
    kind: 'closed',
    why: 'key-refused',
    retry: 'when-asked',
    detail,
  })
  // Environments never mix: a key of the other kind would move real money in training, or none at the counter.
  if (key.keyType !== keyTypeOf[environment]) return refuse(`a ${key.keyType} key in ${environment}`)
  if (!key.isEnabled) return refuse('the key is switched off')
  return { kind: 'online', username: key.username, canSell: key.scope === 'READ-WRITE' }
}
