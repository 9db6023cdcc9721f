/** What an answer to "is this key good" means for selling. Pure, a table: the account and the outcome in, a verdict out. */
import type { ServiceErrorCode } from '#shared/service-errors.ts'
import type { StatusView } from '#shared/views.ts'
import type { HeldReason } from '../api/auth-lockout.ts'
import { isUnauthorized, type KeyProblem } from '../api/key.ts'
import type { CallEvidence, CallOutcome } from '../api/outcome.ts'
import type { KeyRecord, KeyWord } from '../api/platform-records.ts'
import { profileUnusable } from '../api/profile.ts'
import { isMaintenance } from '../api/service-words.ts'
import type { AccountName } from '../ports.ts'

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
/** A good key, and another account's: its sales would be in the wrong journal, and absence proved in the wrong account. */
const otherAccount: Closing = { why: 'other-account', retry: 'when-asked' }
/** What the keychain holds was checked at other addresses: it is sent to none but those. */
const addressesChanged: Closing = { why: 'addresses-changed', retry: 'when-asked' }
const lineDown: Closing = { why: 'offline', retry: 'soon' }
/** The line is good, and the service says that it cannot serve now. */
const inMaintenance: Closing = { why: 'maintenance', retry: 'soon' }
/** The line is good, and the service wants to be asked less: of the key nothing is said. */
const tooMuchAsked: Closing = { why: 'busy', retry: 'soon' }
/** The service answered, and with nothing that says whether the key is good. */
const serviceFails: Closing = { why: 'service-fails', retry: 'soon' }
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

/** Its error code is not in the document, and its answer need not be in the service's shape: the status says it. */
const TOO_MANY_REQUESTS = 429

/** Held back by the auth lockout until the block is over. */
const blockedReason: HeldReason = 'address-blocked'

/** How the client's reasons begin that are about the key and not about the line, see api/key.ts and api/auth-lockout.ts. */
const KEY_REASON = /^key-/
const movedReason: KeyProblem = 'key-moved'

const keyTypeOf: Readonly<Record<StatusView['environment'], KeyRecord['keyType']>> = {
  training: 'SANDBOX',
  sandbox: 'SANDBOX',
  production: 'PRODUCTION',
}

/** Whether a refusal by any endpoint speaks of the key or the address rather than of the request. */
export const isAboutKey = (code: ServiceErrorCode): boolean => refusals[code] !== undefined

export function judgeKey(outcome: CallOutcome<KeyRecord>, name: AccountName): Verdict {
  if (outcome.kind === 'accepted') return judgeRecord(outcome.value, name)
  if (outcome.kind === 'refused') {
    const { refusal } = outcome
    const { code, message } = refusal
    const address = refusal.code === 'IP_NOT_ALLOWED' ? refusal.address : null
    return {
      kind: 'closed',
      ...(refusals[code] ?? closingBy(outcome.evidence)),
      detail: `${code}: ${message}`,
      address,
    }
  }
  return { kind: 'closed', ...closingWithout(outcome), detail: outcome.reason }
}

/** What closes selling where the service refused nothing in so many words. */
function closingWithout(outcome: Exclude<CallOutcome<KeyRecord>, { kind: 'accepted' | 'refused' }>): Closing {
  if (isMaintenance(outcome)) return inMaintenance
  if (outcome.reason === blockedReason) return addressBlocked
  if (outcome.reason === profileUnusable) return profileClosed
  if (outcome.reason === movedReason) return addressesChanged
  return isUnauthorized(outcome) || KEY_REASON.test(outcome.reason) ? keyRefused : closingBy(outcome.evidence)
}

/** What nobody put into words: whoever answered can be reached, so that only silence is a line that is down. */
function closingBy({ httpStatus }: Pick<CallEvidence, 'httpStatus'>): Closing {
  if (httpStatus === null) return lineDown
  return httpStatus === TOO_MANY_REQUESTS ? tooMuchAsked : serviceFails
}

/** The check itself was one too many: what was known of the key before it still stands. */
export const saysNothingOfKey = (verdict: Verdict): boolean =>
  verdict.kind === 'closed' && verdict.why === 'busy'

/** The service answers, and what it answers is no word against the key: the line is not what keeps selling closed. */
export const provesLine = (verdict: Verdict): boolean =>
  verdict.kind === 'online' || verdict.why === 'busy' || verdict.why === 'service-fails'

/**
 * Environments never mix: a key of the other kind would move real money in training, or none at the counter. Nor do
 * accounts, where the word names one; training's has its name from us alone.
 */
function differenceFrom({ environment, account }: AccountName, word: KeyWord): Verdict | undefined {
  const { keyType, username } = word
  if (keyType !== keyTypeOf[environment]) {
    return { kind: 'closed', ...keyRefused, detail: `a ${keyType} key in ${environment}` }
  }
  if (environment === 'training' || username === null || username === account) return undefined
  return { kind: 'closed', ...otherAccount, detail: `a key of ${username} in the account ${account}` }
}

/** Whether what a host says of a key fits the account. */
export const isOwnKey = (word: KeyWord, name: AccountName): boolean =>
  differenceFrom(name, word) === undefined

function judgeRecord(key: KeyRecord, name: AccountName): Verdict {
  const difference = differenceFrom(name, key)
  if (difference) return difference
  if (!key.isEnabled) return { kind: 'closed', ...keyRefused, detail: 'the key is switched off' }
  return { kind: 'online', username: key.username, canSell: key.scope === 'READ-WRITE' }
}
