/** The till over a journal alone, of a shop that works in shifts and has no people. */
import { expect } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { systemRandom } from '#core/ports.ts'
import { createTill, type Till } from '#core/till/till.ts'
import { startMs } from './journal-entries.ts'
import { inShifts } from './till.ts'

export function tillOn(journal: Journal): Till {
  const nothing = () => undefined
  const settings = () => ({ till: inShifts }) as never
  const events = { publish: nothing, onEvent: () => nothing, sequence: () => 0 }
  const clock = { nowMs: () => startMs, elapsedMs: () => 0, after: () => nothing }
  const keyVault = { readJournalKey: () => expect.fail() } as never
  return createTill({
    random: systemRandom,
    keyVault,
    journal,
    settings,
    environment: 'production',
    balance: () => null,
    events,
    clock,
    log: { write: nothing },
    onDebts: nothing,
    onClosed: nothing,
  })
}
