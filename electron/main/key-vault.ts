/**
 * The KeyVault port. For training: the built-in service's own key and a key for its journal, both part of the product. For
 * a shop's own accounts: the system's keychain and nothing else; where it cannot be used, no key is kept anywhere.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SEAL_KEY_BYTES } from '#core/journal/seal.ts'
import type { AccountName, AccountVault, CounterVault, Log, VaultRefusal } from '#core/ports.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { createKeychain, type Keychain, type KeychainOptions } from './keychain.ts'

/** Protects nothing of worth: training cards open nothing. It is there so that training seals as the counter does. */
const TRAINING_JOURNAL_KEY = 'TRAINING-JOURNAL-KEY-NO-SECRET-1'

const fixed = async () => err({ problem: 'denied' } as const)

/** Its keys are what they are: none is taken or given back. */
export const createTrainingVault = (): AccountVault => ({
  readKey: async () => ok(trainingKeys.sandbox),
  readJournalKey: async () => ok(new TextEncoder().encode(TRAINING_JOURNAL_KEY)),
  ...{ saveKey: fixed, forgetKey: fixed, restoreJournalKey: fixed },
})

/** The vaults of a counter and of its accounts, which take their turns at the one keychain. */
export function createVaults(log: Log): {
  vaultOf(name: AccountName): AccountVault
  readonly counterVault: CounterVault
} {
  const keychain = createKeychain({ log })
  return {
    vaultOf: (name) =>
      name.environment === 'training'
        ? createTrainingVault()
        : createAccountVault({ ...name, log, keychain }),
    counterVault: createCounterVault(keychain),
  }
}

const authorities = 'authorities'

export const createCounterVault = (keychain: Keychain): CounterVault => ({
  readAuthorities: () => keychain.use((entries) => entries.read(authorities)),
  saveAuthorities: (digest) => keychain.use((entries) => entries.write(authorities, digest)),
})

interface AccountVaultOptions extends KeychainOptions, AccountName {
  /** Where it is shared; one of its own otherwise. */
  readonly keychain?: Keychain
  /** How long a journal key that may be new is left lying before it is read back. */
  readonly settleMs?: number
}

/** Longer than another process takes from finding no journal key to writing one. Waited until the journal has sealed a card. */
const SETTLE_MS = 1_000

export function createAccountVault(options: AccountVaultOptions): AccountVault {
  const { environment, account, log, settleMs = SETTLE_MS, keychain = createKeychain(options) } = options
  const apiKey = `api-key:${environment}:${account}`
  const anchor = `anchor:${environment}:${account}`
  return {
    async readKey() {
      const read = await keychain.use((entries) => entries.read(apiKey))
      if (!read.ok) return read
      return read.value === null ? err({ problem: 'none' }) : ok(read.value)
    },
    saveKey: (key) => keychain.use((entries) => entries.write(apiKey, key)),
    forgetKey: () => keychain.use((entries) => entries.remove(apiKey)),
    readAnchor: () => keychain.use((entries) => entries.read(anchor)),
    saveAnchor: (text) => keychain.use((entries) => entries.write(anchor, text)),
    async readJournalKey(journalId, mayMake) {
      const name = `journal:${journalId}`
      const first = await keychain.use(async (entries) => {
        const before = await entries.read(name)
        if (before === null && mayMake)
          await entries.write(name, randomBytes(SEAL_KEY_BYTES).toString('base64'))
        return before
      })
      if (!first.ok) return first
      if (!mayMake) return first.value === null ? err({ problem: 'none' }) : decode(first.value, log)
      // Another process may have made one at this very moment, before ours or over it: the last one counts, for all.
      await wait(settleMs)
      const settled = await keychain.use((entries) => entries.read(name))
      return settled.ok ? decode(settled.value, log) : settled
    },
    restoreJournalKey: (journalId, key) =>
      keychain.use(async (entries) => {
        const name = `journal:${journalId}`
        const text = Buffer.from(key).toString('base64')
        const before = await entries.read(name)
        if (before === text) return
        if (before !== null) await entries.write(`${name}:before:${digestOf(before)}`, before)
        await entries.write(name, text)
      }),
  }
}

/** A name for what was replaced: the same each time, and it reveals nothing of it. */
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A text that is no key is left where it is: whoever changed it may know what it was. */
function decode(text: string | null, log: Log): Result<Uint8Array, VaultRefusal> {
  const key = Buffer.from(text ?? '', 'base64')
  if (key.length === SEAL_KEY_BYTES) return ok(new Uint8Array(key))
  log.write('error', 'what the keychain holds is no journal key', { bytes: key.length })
  return err({ problem: 'unavailable' })
}
