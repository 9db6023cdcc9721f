/** Where the journal of an account is, and how it is opened. Makes its folder. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { journalName } from './journal/journal-name.ts'
import type { JournalOptions } from './journal/open.ts'
import type { AccountName, Clock, Log, Random } from './ports.ts'

export interface OpeningParts extends AccountName {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  /** The product's own. */
  readonly version?: string
  readonly onTrouble: NonNullable<JournalOptions['onTrouble']>
}

export function openingOf(parts: OpeningParts): JournalOptions {
  const { dataDir, environment, account, clock, log, random, version, onTrouble } = parts
  const folder = join(dataDir, 'journal')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (fault) {
    log.write('error', 'the data folder cannot be made', { fault: String(fault) })
  }
  return {
    ...{ folder, name: journalName({ environment, account }), environment, account },
    ...{ nowMs: () => clock.nowMs(), newId: random.newId, log, onTrouble },
    ...(version !== undefined && { version }),
  }
}
