/**
 * What a call needs before anything leaves: the request and the key. Keeps that no key goes out that
 * the lockout or the binding to its account holds back.
 */
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock, KeyVault } from '../ports.ts'
import type { Redactor } from '../redaction.ts'
import type { Addresses } from './addresses.ts'
import type { Attempt, AuthLockout } from './auth-lockout.ts'
import { buildRequest, type Endpoint, type WireRequest } from './endpoint.ts'
import { takeKey } from './key.ts'
import type { KeyAccountBinding } from './key-account-binding.ts'
import { type ApiProfile, profileUnusable } from './profile.ts'
import type { AnswerKind, TransportRequest } from './transport.ts'

/** A key that the lockout lets out. */
interface Keyed {
  readonly key: string
  readonly attempt: Attempt
}

/** What one call knows before anything leaves. */
export interface Ready {
  readonly request: TransportRequest
  readonly keyed: Keyed
}

interface PreparationOptions extends KeyAdmissionOptions {
  readonly addresses: Addresses
  readonly profile: ApiProfile | 'unusable'
}

/** Answers what makes the request, or says why there is none. */
export function createPreparation(options: PreparationOptions) {
  const { addresses, profile } = options
  const admitKey = createKeyAdmission(options)

  return async <Input, Value>(
    endpoint: Endpoint<Input, Value>,
    input: Input,
    byItself: boolean,
  ): Promise<Result<Ready, string>> => {
    if (profile === 'unusable') return err(profileUnusable)
    const address = addresses[endpoint.host]
    if (!address.ok) return err(address.reason)
    const wire = buildRequest(endpoint, input, profile)
    if (wire === undefined) return err('invalid-request')
    const keyed = await admitKey(endpoint, byItself)
    if (!keyed.ok) return keyed
    const { origin, prefix } = address
    const answerKind = endpoint.answerKind ?? 'message'
    const headers = headersFor(wire, keyed.value.key, answerKind)
    const path = prefix + wire.path
    return ok({ request: { ...wire, origin, path, headers, answerKind, byItself }, keyed: keyed.value })
  }
}

interface KeyAdmissionOptions {
  readonly readKey: KeyVault['readKey']
  /** How long the keychain may take. */
  readonly keyMs: number
  readonly clock: Clock
  /** The key is made known to it. */
  readonly log: Pick<Redactor, 'note'>
  readonly lockout: Pick<AuthLockout, 'admit'>
  readonly binding: Pick<KeyAccountBinding, 'holds'>
}

const createKeyAdmission =
  ({ readKey, keyMs, clock, log, lockout, binding }: KeyAdmissionOptions) =>
  async (
    endpoint: Pick<Endpoint<never, never>, 'provesKey' | 'host' | 'class'>,
    byItself: boolean,
  ): Promise<Result<Keyed, string>> => {
    const provesKey = endpoint.provesKey !== undefined
    const key = await takeKey(readKey, keyMs, clock)
    if (!key.ok) return key
    log.note('key', key.value)
    const call = { key: key.value, provesKey, byItself }
    const attempt = lockout.admit(call, clock.nowMs())
    if (!attempt.ok) return attempt
    // The lockout holds nothing for a call that proves no key: it needs no end where the binding keeps it here.
    const held = provesKey ? undefined : binding.holds(endpoint, key.value)
    return held === undefined ? ok({ key: key.value, attempt: attempt.value }) : err(held)
  }

const headersFor = (
  wire: WireRequest,
  key: string,
  answerKind: AnswerKind,
): Readonly<Record<string, string>> => ({
  accept: answerKind === 'file' ? '*/*' : 'application/json',
  'user-agent': 'comptoir',
  'x-access-token': key,
  ...(wire.body === null ? {} : { 'content-type': 'application/json' }),
})
