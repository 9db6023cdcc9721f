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

/** Protects nothing of worth: training cards open nothing. It is there so that training seals as the counter does. */
const TRAINING_JOURNAL_KEY = 'TRAINING-JOURNAL-KEY-NO-SECRET-1'

const fixed = async () => err({ problem: 'denied' } as const)

/** Its keys are what they are: none is taken or given back. */
export const createTrainingVault = (): AccountVault => ({
  readKey: async () => ok(trainingKeys.sandbox),
  readJournalKey: async () => ok(new TextEncoder().encode(TRAINING_JOURNAL_KEY)),
  saveKey: fixed,
  forgetKey: fixed,
  restoreJournalKey: fixed,
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

// The system's keychain (Keychain, Credential Manager, Secret Service) through keytar, as texts by account name. Owns what
// keytar leaves open: a bound on every call, one call at a time, and what a failure means. Invariant: "there is none" is said
// only of a keychain that is known to be unlocked, since whoever believes it may write over what a locked one still holds.
// Nothing is ever kept anywhere else.

/** Under which name everything of ours is kept. */
const SERVICE = 'comptoir'
/** For a person to find the system's window and to type; shorter than the API's own patience with a key. */
const KEYCHAIN_TIMEOUT_MS = 15_000

/** The entries of an open keychain. They throw, and `use` says what it means. Nothing is changed once the turn is late. */
export interface KeychainEntries {
  /** Null where there is none. */
  read(account: string): Promise<string | null>
  write(account: string, text: string): Promise<void>
  /** Does nothing where there is none. */
  remove(account: string): Promise<void>
}

export interface Keychain {
  /**
   * Does `work` when all that was asked before is done, as one turn that nothing of this process comes between. Never
   * rejects. Work that is late begins no further change: what was refused does not happen when the person unlocks the
   * keychain at last. A change that the system had been handed by then cannot be called back; the refusal says `mayLand`.
   */
  use<Value>(work: (entries: KeychainEntries) => Promise<Value>): Promise<Result<Value, VaultRefusal>>
}

export interface KeychainOptions {
  readonly log: Log
  readonly timeoutMs?: number
}

export function createKeychain({ log, timeoutMs = KEYCHAIN_TIMEOUT_MS }: KeychainOptions): Keychain {
  let lastTurn: Promise<unknown> = Promise.resolve()

  const refuse = (problem: VaultRefusal['problem'], words: string, mayLand: boolean) => {
    log.write('warn', 'the keychain gave nothing', { problem, words, mayLand })
    return err(mayLand ? { problem, mayLand } : { problem })
  }

  return {
    use<Value>(work: (entries: KeychainEntries) => Promise<Value>) {
      const expired = new AbortController()
      const changes = watchChanges(expired.signal, log)
      const turn = lastTurn.then(() => {
        expired.signal.throwIfAborted()
        return withoutHoldingTheExit(async () => work(entriesOf(await loadKeytar(), changes.make)))
      })
      lastTurn = turn.catch(() => undefined)
      return new Promise<Result<Value, VaultRefusal>>((resolve) => {
        const timer = setTimeout(() => {
          expired.abort()
          // What keeps a keychain from answering is nearly always its own question to the person.
          resolve(refuse('locked', `no answer in ${timeoutMs} ms`, changes.isUnderWay()))
        }, timeoutMs)
        const end = (answer: () => Result<Value, VaultRefusal>) => {
          clearTimeout(timer)
          if (!expired.signal.aborted) resolve(answer())
        }
        turn.then(
          (value) => end(() => ok(value)),
          (fault: unknown) => end(() => refuse(problemOf(fault), String(fault), false)),
        )
      })
    },
  }
}

type Keytar = typeof import('keytar')

/** Loaded when first needed: a machine without the system's library can still be trained on. */
const loadKeytar = async (): Promise<Keytar> => (await import('keytar')).default

type MakeChange = <Value>(account: string, change: () => Promise<Value>) => Promise<Value>

/** The changes of one turn: none begins after its time, and one that ends after it is logged, by the entry's name. */
function watchChanges(expired: AbortSignal, log: Log) {
  let underWay = 0
  const make: MakeChange = async (account, change) => {
    expired.throwIfAborted()
    underWay += 1
    try {
      const value = await change()
      if (expired.aborted) log.write('warn', 'the keychain did late what had been given up', { account })
      return value
    } finally {
      underWay -= 1
    }
  }
  return { make, isUnderWay: () => underWay > 0 }
}

function entriesOf(keytar: Keytar, make: MakeChange): KeychainEntries {
  const read = (account: string) => keytar.getPassword(SERVICE, account)
  const write = (account: string, text: string) =>
    make(account, () => keytar.setPassword(SERVICE, account, text))
  const remove = (account: string) => make(account, () => keytar.deletePassword(SERVICE, account))
  /**
   * Throws where the keychain is locked. The Secret Service says "none" of what lies in a locked keyring once its question
   * to the person is dismissed or cannot be shown; only writing shows the difference.
   */
  const proveUnlocked = () =>
    write('probe', 'Comptoir writes this to learn whether the keychain is unlocked.')

  return {
    async read(account) {
      const text = await read(account)
      if (text !== null) return text
      await proveUnlocked()
      // The person may have unlocked it just now.
      return read(account)
    },
    write,
    async remove(account) {
      if (await remove(account)) return
      await proveUnlocked()
      await remove(account)
    },
  }
}

/**
 * A call that waits in the system holds a thread which no exit can take back: the process would stay, without a window,
 * until somebody answers the system's question. Whoever ends the process has put its affairs in order before.
 */
async function withoutHoldingTheExit<Value>(work: () => Promise<Value>): Promise<Value> {
  const endNow = () => process.kill(process.pid, 'SIGKILL')
  process.on('exit', endNow)
  try {
    return await work()
  } finally {
    process.off('exit', endNow)
  }
}

/** keytar hands on the system's words and no code. Words that are not known here make it unavailable, never "none". */
const meanings: readonly (readonly [words: RegExp, problem: VaultRefusal['problem']])[] = [
  [/locked|interaction is not allowed/i, 'locked'],
  [/denied|cancell?ed|dismissed|not permitted|passphrase you entered/i, 'denied'],
]

const problemOf = (fault: unknown): VaultRefusal['problem'] =>
  meanings.find(([words]) => words.test(String(fault)))?.[1] ?? 'unavailable'
