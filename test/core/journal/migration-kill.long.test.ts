/**
 * Journals of every earlier version, kept as text, brought to this one by a process that is killed on the way: each time the
 * file is of the old version or of the new one, whole, and the next opening has every sale. The texts are kept and never made
 * anew: a migration that was changed after its release no longer fits them.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { migrations } from '#core/journal/migrations.ts'
import { contentOf, journalPath, openWhole } from '../../support/journal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Not every statement of each version: the next version takes those between. */
const STRIDE = 2

const child = fileURLToPath(new URL('../../support/journal-child.ts', import.meta.url))
const killer = new URL('../../support/kill-statement-child.ts', import.meta.url).href
const texts = fileURLToPath(new URL('./earlier', import.meta.url))
const versions = readdirSync(texts).map((name) => Number(/^version-(\d+)\.sql$/.exec(name)?.[1]))

function readVersion(folder: string): number {
  const database = new Database(journalPath(folder))
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return Number(database.pragma('user_version', { simple: true }))
  } finally {
    database.close()
  }
}

function makeEarlier(version: number): string {
  const folder = temporaryFolder()
  const database = new Database(journalPath(folder))
  database.pragma('journal_mode = WAL')
  database.exec(readFileSync(join(texts, `version-${version}.sql`), 'utf8'))
  database.close()
  return folder
}

function openKilled(folder: string, statement: number) {
  const options = {
    encoding: 'utf8' as const,
    env: { ...process.env, COMPTOIR_KILL_AT_STATEMENT: String(statement) },
  }
  return spawnSync(process.execPath, ['--import', killer, child, 'open', folder], options)
}

test('every version but this one is kept', () => {
  expect(versions.sort((a, b) => a - b)).toEqual(migrations.slice(1).map((_, at) => at + 1))
})

describe.each(versions)('a journal of version %i', (version) => {
  test('is the old one or the new one, whole, wherever its migration was killed', () => {
    const kept = makeEarlier(version)
    const whole = temporaryFolder()
    cpSync(kept, whole, { recursive: true })
    const migrated = contentOf(openWhole(whole))
    expect(migrated.sales.length).toBeGreaterThan(1)
    const found = new Set<number>()
    for (let statement = 1 + (version % STRIDE); ; statement += STRIDE) {
      const folder = temporaryFolder()
      cpSync(kept, folder, { recursive: true })
      const { signal, stdout } = openKilled(folder, statement)
      if (signal === null) {
        expect(stdout).toBe('none\n')
        break
      }
      found.add(readVersion(folder))
      expect(contentOf(openWhole(folder))).toEqual(migrated)
    }
    expect([...found].filter((one) => one !== version && one !== migrations.length)).toEqual([])
    expect(found.has(version)).toBe(true)
  })
})
