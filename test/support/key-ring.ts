/** The vaults of accounts for tests, in memory: what a keychain holds that is open and answers at once. Free of the test runner. */
import type { AccountName, AccountVault } from '#core/ports.ts'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'

const SEAL_KEY_BYTES = 32

/** Each account has a vault of its own that knows the keys it was given; training knows its own from the start. */
export function createKeyRing(): (name: AccountName) => AccountVault {
  const keys = new Map<string, string>([['training:training', trainingKeys.sandbox]])
  const journalKeys = new Map<string, Uint8Array>()
  return ({ environment, account }) => {
    const id = `${environment}:${account}`
    return {
      async readKey() {
        const key = keys.get(id)
        return key === undefined ? err({ problem: 'none' }) : ok(key)
      },
      async readJournalKey(journalId) {
        const key = journalKeys.get(journalId) ?? crypto.getRandomValues(new Uint8Array(SEAL_KEY_BYTES))
        journalKeys.set(journalId, key)
        return ok(key)
      },
      async restoreJournalKey(journalId, key) {
        journalKeys.set(journalId, key)
        return ok(undefined)
      },
      async saveKey(key) {
        keys.set(id, key)
        return ok(undefined)
      },
      async forgetKey() {
        keys.delete(id)
        return ok(undefined)
      },
    }
  }
}
