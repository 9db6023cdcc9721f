/**
 * Looks a journal's file over before anything may write to it. Invariant: a file that is refused is left as it was
 * found (SQLite's own index file, `-shm`, may appear beside it; it holds no data).
 */

import type { Db } from './connection.ts'
import { inOneView, openForReading } from './connection.ts'
import { JournalFault } from './faults.ts'
import { applicationId, describeSchema, expectedSchema, readApplicationId, readVersion } from './migrate.ts'
import { migrations } from './migrations/migrations.ts'
import { type VerifiedChain, verifyChain, verifyProjections } from './verify.ts'
import type { WitnessRecord } from './witness.ts'

const MAX_FINDINGS_TOLD = 5

/** Throws JournalFault, or SQLite's own error, for any file that must not be used as it is. */
export function inspectJournal(path: string, witnessed: WitnessRecord | undefined): VerifiedChain {
  const db = openForReading(path)
  try {
    return inOneView(db, () => {
      checkHeader(db)
      checkPages(db)
      const chain = verifyChain(db, witnessed)
      checkReferences(db)
      // An older version's projections are rebuilt by its migration; this program does not know their shape.
      if (readVersion(db) === migrations.length) verifyProjections(db)
      return chain
    })
  } finally {
    db.connection.close()
  }
}

function checkHeader(db: Db): void {
  const found = readApplicationId(db)
  if (found !== applicationId) {
    throw new JournalFault('not-ours', `the file is a database of another program (application_id ${found})`)
  }
  const version = readVersion(db)
  if (version > migrations.length) {
    const detail = `the file has version ${version}, this program knows ${migrations.length}: install the newer program`
    throw new JournalFault('newer', detail)
  }
  if (version < 1) throw new JournalFault('damaged', `the file has version ${version}`)
  const mode = db.connection.pragma('journal_mode', { simple: true })
  if (mode !== 'wal')
    throw new JournalFault('damaged', `the file's header tells journal mode ${String(mode)}`)
  if (describeSchema(db) !== expectedSchema(version)) {
    throw new JournalFault('damaged', 'the tables are not as this program makes them')
  }
}

/** integrity_check and not quick_check: an index that lost a row hides a sale just as well. */
function checkPages(db: Db): void {
  const findings = db.connection.prepare(`PRAGMA integrity_check(${MAX_FINDINGS_TOLD})`).pluck().all()
  if (findings.length !== 1 || findings[0] !== 'ok') throw new JournalFault('damaged', findings.join('; '))
}

/** After the chain: a missing entry also leaves rows that refer to none, and the chain says it better. */
function checkReferences(db: Db): void {
  const orphans = db.connection.prepare('PRAGMA foreign_key_check').all()
  if (orphans.length > 0) throw new JournalFault('damaged', `${orphans.length} rows refer to none`)
}
