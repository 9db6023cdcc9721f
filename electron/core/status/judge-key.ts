/** What an answer to "is this key good" means for selling. Pure, a table: the environment and the outcome in, a verdict out. */
import type { ServiceErrorCode } from '#shared/service-errors.ts'
import type { StatusView } from '#shared/views.ts'
import type { HeldReason } from '../api/auth-brake.ts'
import { isUnauthorized } from '../api/key-refusal.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { KeyRecord } from '../api/platform-records.ts'
import { profileUnusable } from '../api/profile.ts'

type ClosedWhy = Extract<StatusView['selling'], { open: false }>['why']

export type Verdict =
  | { readonly kind: 'online'; readonly username: string; readonly canSell: boolean }
  | {
      readonly kind: 'closed'
      readonly why: ClosedWhy
      readonly detail: string
      /** How to ask again: soon, now and then, after the service's block has ended, or only when a person asks. */
      readonly retry: 'soon' | 'slowly' | 'after-block' | 'when-asked'
      /** The shop's own address, where the service refuses it. */
      readonly address?: string | null
    }

type Closing = Pick<Extract<Verdict, { kind: 'closed' }>, 'why' | 'retry'>

/** Never tried again by itself: five failed attempts block the shop's address for 15 minutes. */
const keyRefused: Closing = { why: 'key-refused', retry: 'when-asked' }
const addressBlocked: Closing = { why: 'blocked', retry: 'after-block' }
const lineDown: Closing = { why: 'offline', retry: 'soon' }
/** Read again at the next start alone. */
const profileClosed: Closing = { why: 'profile', retry: 'when-asked' }

/** service-api.md, "Authentication" and "Platform error codes". Any other refusal says nothing of the key. */
const refusals: Readonly<Partial<Record<ServiceErrorCode, Closing>>> = {
  MISSING_ACCESS_TOKEN: keyRefused,
  INVALID_ACCESS_TOKEN: keyRefused,
  // These two do not count towards the block, and may be put right at the service while the counter is open.
  API_DISABLED: { why: 'key-refused', retry: 'slowly' },
  IP_NOT_ALLOWED: { why: 'address-refused', retry: 'slowly' },
  IP_BLOCKED: addressBlocked,
}

/** Held back by the auth brake until the block is over. */
const blockedReason: HeldReason = 'address-blocked'

/** How the client's reasons begin that are about the key and not about the line, see api/key.ts and api/auth-brake.ts. */
const KEY_REASON = /^key-/

const keyTypeOf: Readonly<Record<StatusView['environment'], KeyRecord['keyType']>> = {
  training: 'SANDBOX',
  sandbox: 'SANDBOX',
  production: 'PRODUCTION',
}

/** Whether a refusal by any endpoint speaks of the key or the address rather than of the request. */
export const isAboutKey = (code: ServiceErrorCode): boolean => refusals[code] !== undefined

export function judgeKey(outcome: CallOutcome<KeyRecord>, environment: StatusView['environment']): Verdict {
  if (outcome.kind === 'accepted') return judgeRecord(outcome.value, environment)
  if (outcome.kind === 'refused') {
    const { refusal } = outcome
    const { code, message } = refusal
    const address = refusal.code === 'IP_NOT_ALLOWED' ? refusal.address : null
    return { kind: 'closed', ...(refusals[code] ?? lineDown), detail: `${code}: ${message}`, address }
  }
  return { kind: 'closed', ...closingWithout(outcome), detail: outcome.reason }
}

/** What closes selling where the service refused nothing in so many words. */
function closingWithout(outcome: Exclude<CallOutcome<KeyRecord>, { kind: 'accepted' | 'refused' }>): Closing {
  if (outcome.reason === blockedReason) return addressBlocked
  if (outcome.reason === profileUnusable) return profileClosed
  return isUnauthorized(outcome) || KEY_REASON.test(outcome.reason) ? keyRefused : lineDown
}

function judgeRecord(key: KeyRecord, environment: StatusView['environment']): Verdict {
  const refuse = (detail: string): Verdict => ({ kind: 'closed', ...keyRefused, detail })
  // Environments never mix: a key of the other kind would move real money in training, or none at the counter.
  if (key.keyType !== keyTypeOf[environment]) return refuse(`a ${key.keyType} key in ${environment}`)
  if (!key.isEnabled) return refuse('the key is switched off')
  return { kind: 'online', username: key.username, canSell: key.scope === 'READ-WRITE' }
}
