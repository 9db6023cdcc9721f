/**
 * The API key's way through this room: read from the vault for one call, put into its header, and taken out of whatever
 * the other side may have echoed. It is never kept, logged or put into an outcome.
 */
import { err, ok, type Result } from '#shared/result.ts'
import type { KeyVault } from '../ports.ts'
import type { CallOutcome } from './outcome.ts'

export type KeyProblem = 'key-none' | 'key-locked' | 'key-denied' | 'key-unavailable' | 'key-malformed'

/** What can stand in a header unchanged. */
const headerSafe = /^[\x21-\x7e]{1,512}$/

/** Asks the vault, for `keyMs` at the most: a keychain that waits for a person must not hold a call for ever. */
export async function takeKey(
  readKey: KeyVault['readKey'],
  keyMs: number,
): Promise<Result<string, KeyProblem>> {
  const answer = await withinTime(readKey, keyMs)
  if (answer === undefined) return err('key-unavailable')
  if (!answer.ok) return err<KeyProblem>(`key-${answer.error.problem}`)
  if (answer.value === '') return err('key-none')
  return headerSafe.test(answer.value) ? ok(answer.value) : err('key-malformed')
}

/** Undefined where the work is late or fails. */
function withinTime<T>(work: () => Promise<T>, timeoutMs: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs)
    const finish = (value: T | undefined) => {
      clearTimeout(timer)
      resolve(value)
    }
    work().then(finish, () => finish(undefined))
  })
}

const MASK = '***'

/** Takes the key out of an outcome's free text: a service's message or a proxy's id may repeat it. */
export function concealKey<Value>(outcome: CallOutcome<Value>, key: string): CallOutcome<Value> {
  const conceal = (text: string) => text.replaceAll(key, MASK)
  const { requestId } = outcome.evidence
  const evidence = { ...outcome.evidence, requestId: requestId === null ? null : conceal(requestId) }
  if (outcome.kind !== 'refused') return { ...outcome, evidence }
  const { code, message, details } = outcome.error
  const error = { code: conceal(code), message: conceal(message), details: concealIn(details, conceal) }
  return { ...outcome, error, evidence }
}

/** Details are as flat as the error shape lets them be, so this ends after a few levels. */
function concealIn(value: unknown, conceal: (text: string) => string): unknown {
  if (typeof value === 'string') return conceal(value)
  if (Array.isArray(value)) return value.map((item) => concealIn(item, conceal))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [conceal(name), concealIn(item, conceal)]),
  )
}
