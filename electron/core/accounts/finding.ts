/**
 * What was found of a key, until its account is added. Owns the one place of ours where a key lies: in memory, one at a
 * time, for FINDING_MS; gone with the process, with the next check, and as soon as the keychain has it.
 */
import type { AddressesInput } from '#shared/accounts.ts'
import { makeSecret, type Secret } from '../api/secret.ts'
import type { Clock, Random } from '../ports.ts'
import type { KeyAnswer } from './key-check.ts'

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
