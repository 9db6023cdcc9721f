/** A restore that dies at any step: the next start finds the old state or the new one, and nothing is ever lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openJournal } from '#core/journal/open.ts'
import { everyFile, journalWithBackup, restoreIn } from '../../support/backups.ts'
import { copyOf, flipBit, journalPath, openWhole } from '../../support/journal.ts'
import { journalOptions } from '../../support/journal-entries.ts'

const child = fileURLToPath(new URL('../../support/restore-child.ts', import.meta.url))
/** More steps than a restore has. */
const MAX_STEPS = 100
const AT_ONCE = 2

async function restoreUntil(folder: string, backup: string, step: number): Promise<'killed' | 'restored'> {
  const args = [child, folder, backup, String(step)]
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  running.stdout.on('data', (bytes) => {
    printed += bytes
  })
  const [, signal] = await once(running, 'close')
  expect(signal === 'SIGKILL' || printed === 'restored\n').toBe(true)
  return signal === 'SIGKILL' ? 'killed' : 'restored'
}

test('killed at each of its steps', async () => {
  const { folder, backup, content } = await journalWithBackup({ left: 'killed' })
  flipBit(`${journalPath(folder)}-wal`, 8 * 5_000)
  const before = everyFile(folder)
  const found = { old: 0, new: 0 }

  async function dieAt(step: number): Promise<boolean> {
    const copy = copyOf(folder)
    if ((await restoreUntil(copy, backup, step)) === 'restored') return true
    const opened = openJournal(journalOptions(copy))
    if (opened.ok) {
      found.new += 1
      opened.value.close()
    } else {
      found.old += 1
      expect(opened.error.problem).toBe('older-copy')
      expect(everyFile(copy)).toMatchObject(before)
      await restoreIn(copy, backup)
    }
    const journal = openWhole(copy)
    const entries = journal.readEntries()
    expect(entries.slice(0, content.entries.length)).toEqual(content.entries)
    const restored = entries.filter(({ body }) => body.kind === 'journal-restored')
    expect(restored).toMatchObject([{ sequence: content.entries.length + 1, body: { lostEntries: null } }])
    journal.close()
    const [aside = ''] = readdirSync(join(copy, 'set-aside'))
    const kept = Object.values(everyFile(join(copy, 'set-aside', aside)))
    expect(filesBeside(before).filter((bytes) => !kept.includes(bytes))).toEqual([])
    return false
  }

  for (let step = 1; step < MAX_STEPS; step += AT_ONCE) {
    const ended = await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => dieAt(step + more)))
    if (ended.every((one) => one)) break
  }
  expect(found.old).toBeGreaterThan(5)
  expect(found.new).toBeGreaterThan(5)
})

/** The bytes of the journal and its witness as they were. */
const filesBeside = (before: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(before)
    .filter(([file]) => /^[^/]+\.(journal|witness)$/.test(file))
    .map(([, bytes]) => bytes)
