/**
 * Asks the service whose a key is, on both hosts, before anything is kept of it. The environment is the service's word
 * alone. Owns what was learned of refused keys meanwhile, by address: five failed attempts block the shop's address, and
 * a person who presses again and again must not be the one who spends them.
 */
import type { AccountProblem, AddressesInput, KeyFinding } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { readAddress } from '../api/addresses.ts'
import type { KeyStanding } from '../api/auth-lockout.ts'
import type { CallOptions } from '../api/call.ts'
import { createServiceClient, type ServiceClient } from '../api/client.ts'
import { isUnauthorized } from '../api/key.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { KeyRecord } from '../api/platform-records.ts'
import { noMemory, type RefusedKey, type RefusedKeyMemory } from '../api/refused-key-file.ts'
import { makeSecret, type Secret } from '../api/secret.ts'
import { type CallFailure, callError } from '../call-error.ts'
import type { Clock, CounterPorts, Log, Random } from '../ports.ts'
import { within } from '../within.ts'
import { accountError, type ListedAccount } from './account-list.ts'

/** What the service said of a key, and nothing of the key itself. */
interface KeyAnswer extends Omit<KeyFinding, 'findingId' | 'known' | 'environment'> {
  readonly environment: ListedAccount['environment']
}

/** What every call to the service takes beside its addresses and its key. */
export type CheckOptions = Omit<CallOptions, 'baseUrl' | 'billUrl' | 'readKey' | 'refusedKeys' | 'profile'>

const CLOSE_WAIT_MS = 1_000
/** Addresses of which something is remembered; the oldest is forgotten first. */
const MAX_ADDRESSES = 20

const environmentOf = { SANDBOX: 'sandbox', PRODUCTION: 'production' } as const

/** Why these addresses cannot be used; undefined where they can. */
export function judgeAddresses({ baseUrl, billUrl }: AddressesInput): AccountProblem | undefined {
  const bad = [baseUrl, billUrl].map(readAddress).find(({ ok: isGood }) => !isGood)
  return bad && !bad.ok ? bad.reason : undefined
}

/** Makes the asking. The addresses have been judged, the text can be a key. */
export function createKeyCheck(options: CheckOptions, readProfile: () => CallOptions['profile']) {
  const memories = new Map<string, RefusedKeyMemory>()

  function memoryOf(baseUrl: string): RefusedKeyMemory {
    const address = readAddress(baseUrl)
    if (!address.ok) return noMemory
    const memory = memories.get(address.origin) ?? memoryInProcess()
    memories.set(address.origin, memory)
    const [oldest] = memories.keys()
    if (memories.size > MAX_ADDRESSES && oldest !== undefined) memories.delete(oldest)
    return memory
  }

  return async (addresses: AddressesInput, key: string): Promise<Result<KeyAnswer, AppError>> => {
    const refusedKeys = memoryOf(addresses.baseUrl)
    const client = createServiceClient({
      ...{ ...options, ...addresses, refusedKeys, profile: readProfile() },
      readKey: async () => ok(key),
    })
    try {
      return await askBothHosts(client)
    } finally {
      await within(options.clock, CLOSE_WAIT_MS, client.close())
    }
  }
}

async function askBothHosts(client: ServiceClient): Promise<Result<KeyAnswer, AppError>> {
  const asked = await client.validateKey()
  if (asked.kind !== 'accepted') return err(refusalOf(asked, client.keyStanding()))
  const record = asked.value
  if (!record.isEnabled) return accountError('key-disabled')
  const balanceCentimes = await readBalance(client)
  const bills = await askBillHost(client, record)
  if (!bills.ok) return bills
  const { username, scope, allowedAddresses, keyType } = record
  const environment = environmentOf[keyType]
  return ok({
    ...{ environment, username, scope, balanceCentimes, bills: bills.value },
    allowedAddresses: [...allowedAddresses],
  })
}

async function readBalance(client: ServiceClient): Promise<Centimes | null> {
  const balance = await client.readBalance()
  return balance.kind === 'accepted' ? balance.value.amountCentimes : null
}

/** Bills may be missing; what may not be is a bill host that takes the key for another environment's. */
async function askBillHost(
  client: ServiceClient,
  { keyType }: KeyRecord,
): Promise<Result<KeyAnswer['bills'], AppError>> {
  const asked = await client.validateBillKey()
  if (asked.kind !== 'accepted') return ok({ kind: 'unavailable', reason: reasonOf(asked) })
  if (asked.value.keyType !== keyType) return accountError('environments-differ')
  return ok(asked.value.isActive ? { kind: 'ready' } : { kind: 'unavailable', reason: 'account-inactive' })
}

const reasonOf = (failure: CallFailure): string =>
  failure.kind === 'refused' ? failure.refusal.code : failure.reason

/** Every 401 is a refused key, and so is what the lockout held back on its account. */
function refusalOf(failure: CallFailure, standing: KeyStanding | undefined): AppError {
  const attemptsLeft = standing?.attemptsLeft ?? null
  const left = attemptsLeft === null ? {} : { attemptsLeft }
  const code = failure.kind === 'refused' ? undefined : codeOfHeld(failure, standing)
  const error = code ? ({ kind: 'refused', code, message: '' } as const) : callError(failure)
  return error.kind === 'refused' ? { ...error, ...left } : error
}

/** A key that nobody was asked about is not said to be refused where it is the address that has no attempt left. */
function codeOfHeld(
  failure: Exclude<CallOutcome<unknown>, { kind: 'accepted' | 'refused' }>,
  standing: KeyStanding | undefined,
): 'INVALID_ACCESS_TOKEN' | 'IP_BLOCKED' | undefined {
  if (isUnauthorized(failure)) return 'INVALID_ACCESS_TOKEN'
  if (failure.reason === 'address-blocked') return 'IP_BLOCKED'
  if (failure.reason !== 'key-refused') return undefined
  return standing?.next.kind === 'later' ? 'IP_BLOCKED' : 'INVALID_ACCESS_TOKEN'
}

function memoryInProcess(): RefusedKeyMemory {
  let kept: RefusedKey | undefined
  return {
    recall: () => kept,
    keep(refused) {
      kept = refused
    },
    forget() {
      kept = undefined
    },
  }
}

// What was found of a key, until its account is added. Owns the one place of ours where a key lies: in memory, one at a
// time, for FINDING_MS; gone with the process, with the next check, and as soon as the keychain has it.

const FINDING_MS = 10 * 60_000

export interface Finding {
  readonly findingId: string
  readonly key: Secret
  readonly addresses: AddressesInput
  readonly answer: KeyAnswer
  /** Where the account is asked so far; null where it is on no list. */
  readonly known: AddressesInput | null
}

export interface Findings {
  keep(key: string, found: Omit<Finding, 'findingId' | 'key'>): Finding
  find(findingId: string): Finding | undefined
  drop(): void
}

export function createFindings(clock: Clock, random: Random): Findings {
  let current: Finding | undefined
  let cancel = () => {}

  function drop(): void {
    cancel()
    current = undefined
  }

  return {
    keep(key, found) {
      drop()
      const finding = { findingId: random.newId(), key: makeSecret(key), ...found }
      current = finding
      cancel = clock.after(FINDING_MS, drop)
      return finding
    },
    find: (findingId) => (current?.findingId === findingId ? current : undefined),
    drop,
  }
}

// To which hosts what was copied may go. Keeps that a page alone sends nothing away: a host that no account is at is agreed
// to by a person, before the clipboard is touched, in a window that no page can press.

/** Hosts that were agreed to and may be asked again: whoever mistyped a key is not questioned twice. */
const MAX_AGREED = 20

interface ConsentOptions extends Pick<CounterPorts, 'confirm'> {
  readonly log: Log
  /** Where there is an account already. */
  known(): readonly AddressesInput[]
}

/** Answers whether the person lets a key go to these addresses, which have been judged. Never rejects. */
export function createConsent({ confirm, known, log }: ConsentOptions) {
  const agreed = new Set<string>()

  return async (addresses: AddressesInput): Promise<boolean> => {
    const familiar = new Set([...known().flatMap(originsOf), ...agreed])
    const hosts = [...new Set(originsOf(addresses))].filter((origin) => !familiar.has(origin))
    if (hosts.length === 0) return true
    const isAgreed = await confirm({ kind: 'send-key', hosts }).catch((fault: unknown) => {
      log.write('warn', 'the person could not be asked', { fault: String(fault) })
      return false
    })
    if (isAgreed && agreed.size < MAX_AGREED) for (const origin of hosts) agreed.add(origin)
    return isAgreed
  }
}

const originsOf = ({ baseUrl, billUrl }: AddressesInput): readonly string[] =>
  [baseUrl, billUrl].flatMap((text) => {
    const address = readAddress(text)
    return address.ok ? [address.origin] : []
  })
