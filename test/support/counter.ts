/**
 * A whole counter over its accounts for tests: real journals and lists in a folder, real HTTP to a training service, and
 * in memory what is the system's: the clipboard, and a keychain that a test can lock. Closed when the test is over.
 */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { keptText } from '#core/accounts/kept-key.ts'
import { type CounterConfig, createCounter } from '#core/counter.ts'
import type { AccountName, AccountVault, CounterPorts, CounterVault, VaultRefusal } from '#core/ports.ts'
import type { AddressesInput, KeyFinding } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import { makeRef } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { keepLog } from './api-client.ts'
import { type CoreOptions, type Counter, callsOf, drivenInTime, transportFor } from './core.ts'
import { openWhole } from './journal.ts'
import { noFiles } from './no-files.ts'
import { noPrinter } from './no-printer.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A keychain in memory: what is in it, by the names that the real one uses. */
export interface TestKeychain {
  readonly entries: Map<string, string>
  /** Why it gives nothing now. */
  refusal: VaultRefusal['problem'] | undefined
  /** What is put there is there, and nobody says so in time. */
  isLate: boolean
}

export const createTestKeychain = (): TestKeychain => ({
  entries: new Map(),
  refusal: undefined,
  isLate: false,
})

/** Training has its own key; the others have what was put there. */
const vaultsOf =
  (keychain: TestKeychain) =>
  ({ environment, account }: AccountName): AccountVault => {
    const { entries } = keychain
    const apiKey = `api-key:${environment}:${account}`
    const open = <T>(work: () => T) =>
      keychain.refusal === undefined ? ok(work()) : err({ problem: keychain.refusal })
    const put = (name: string, text: string): Result<void, VaultRefusal> => {
      const done = open(() => void entries.set(name, text))
      return done.ok && keychain.isLate ? err({ problem: 'locked', mayLand: true }) : done
    }
    if (environment === 'training') entries.set(apiKey, trainingKeys.sandbox)
    return {
      async readKey() {
        const key = open(() => entries.get(apiKey))
        if (!key.ok) return key
        return key.value === undefined ? err({ problem: 'none' }) : ok(key.value)
      },
      saveKey: async (key) => put(apiKey, key),
      forgetKey: async () => open(() => void entries.delete(apiKey)),
      async readJournalKey(journalId, mayMake) {
        const name = `journal:${journalId}`
        const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
        if (mayMake && !entries.has(name)) put(name, made)
        const key = open(() => entries.get(name))
        if (!key.ok) return key
        if (key.value === undefined) return err({ problem: 'none' })
        return ok(new Uint8Array(Buffer.from(key.value, 'base64')))
      },
      async restoreJournalKey(journalId, key) {
        const name = `journal:${journalId}`
        const before = entries.get(name)
        const text = Buffer.from(key).toString('base64')
        if (before !== undefined && before !== text) put(`${name}:before`, before)
        return put(name, text)
      },
    }
  }

/** What is kept for all accounts. */
const counterVaultOf = (keychain: TestKeychain): CounterVault => ({
  async readAuthorities() {
    const { entries, refusal } = keychain
    return refusal === undefined ? ok(entries.get('authorities') ?? null) : err({ problem: refusal })
  },
  async saveAuthorities(digest) {
    const { entries, refusal } = keychain
    return refusal === undefined ? ok(void entries.set('authorities', digest)) : err({ problem: refusal })
  },
})

export interface WholeCounterOptions extends Pick<CoreOptions, 'service' | 'clock' | 'dataDir' | 'started'> {
  readonly keychain?: TestKeychain
  readonly ports?: Partial<CounterPorts>
  readonly config?: Partial<CounterConfig>
}

export interface WholeCounter extends Omit<Counter, 'core'> {
  readonly core: ReturnType<typeof createCounter>
  readonly keychain: TestKeychain
  readonly addresses: AddressesInput
  /** What lies on the clipboard. */
  readonly copied: { text: string }
  /** Copies a key and has it checked, at the service's addresses unless others are given. */
  check(key: string, at?: AddressesInput): Promise<Result<KeyFinding, AppError>>
  /** The same; answers what adds its account. */
  find(key: string, label?: string): Promise<{ readonly findingId: string; readonly label: string }>
  /** The same, and adds its account; answers its id. */
  add(key: string, label?: string): Promise<string>
  switchTo(accountId: string, who?: string): Promise<void>
}

/** Puts a key into the keychain behind the counter's back, as one that was checked at the service's addresses. */
export function putKey(
  { keychain, addresses }: Pick<WholeCounter, 'keychain' | 'addresses'>,
  accountId: string,
  key: string,
): void {
  keychain.entries.set(`api-key:${accountId}`, keptText(key, addresses))
}

/** The accounts of a counter share it: the end of one of them does not close it. */
function sharedTransportFor(options: WholeCounterOptions) {
  const { transport } = transportFor(options, options.config?.limits)
  return transport === undefined ? {} : { transport: { ...transport, close: async () => undefined } }
}

/** Opens a counter; started, and with selling open, unless it is to wait. */
export async function startWholeCounter(options: WholeCounterOptions): Promise<WholeCounter> {
  const { service, clock, dataDir = temporaryFolder(), keychain = createTestKeychain() } = options
  const { baseUrl, billUrl } = service
  const addresses = { baseUrl, billUrl }
  const log = keepLog()
  const events: NumberedEvent[] = []
  const copied = { text: '' }
  const made = createCounter(
    { dataDir, training: addresses, ...sharedTransportFor(options), ...options.config },
    {
      ...{ clock, log, files: noFiles, vaultOf: vaultsOf(keychain), counterVault: counterVaultOf(keychain) },
      refs: { newRef: () => makeRef(clock.nowMs(), crypto.getRandomValues(new Uint8Array(10))) },
      printer: noPrinter,
      confirm: async () => true,
      clipboard: {
        async take(isWanted) {
          const { text } = copied
          if (isWanted(text)) copied.text = ''
          return text
        },
      },
      ...options.ports,
    },
  )
  const core = drivenInTime(made)
  core.onEvent((event) => events.push(event))
  onTestFinished(() => core.stop())
  const calls = callsOf(core)
  const find = async (key: string, label = 'Shop') => {
    copied.text = key
    const { findingId } = await calls.command('accounts.check-key', addresses)
    return { findingId, label }
  }
  if (options.started !== false) {
    core.start()
    await calls.opened()
  }
  return {
    ...{ core, dataDir, events, log, keychain, addresses, copied, ...calls },
    check(key, at = addresses) {
      copied.text = key
      return calls.ask('accounts.check-key', at)
    },
    find,
    add: async (key, label) => (await calls.command('accounts.add', await find(key, label))).id,
    async switchTo(accountId, who = 'Amina') {
      await calls.command('accounts.switch', { accountId, who })
    },
  }
}

/** What a journal that nobody has open records of switches, and its last entry. */
export function switchesIn(dataDir: string, { environment, account }: AccountName): readonly string[] {
  const name = `${environment}-${account}`
  const journal = openWhole(join(dataDir, 'journal'), { name, environment, account })
  const entries = journal.readEntries()
  journal.close()
  return entries.flatMap(({ body }) =>
    body.kind === 'account-switched' ? [`${body.direction} ${body.other.environment} ${body.who}`] : [],
  )
}
