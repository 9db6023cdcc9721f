/** What the journal of a training counter that has stopped records of changes at the counter. */
import { join } from 'node:path'
import { journalName } from '#core/journal/paths.ts'
import { openWhole } from './journal.ts'

const account = { environment: 'training', account: 'training' } as const
export const trainingJournal = { name: journalName(account), ...account }

export function changesIn(dataDir: string) {
  const journal = openWhole(join(dataDir, 'journal'), trainingJournal)
  const entries = journal.readEntries()
  journal.close()
  return entries.flatMap(({ body }) => (body.kind === 'changed' ? [body] : []))
}
