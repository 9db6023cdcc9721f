/** What a machine can do to a journal that is whole: another process has it, the disk is full, nothing can be written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { JournalFault } from '#core/journal/faults.ts'
import type { Journal } from '#core/journal/journal.ts'
import { bringTo, fingerprint, openWhole, problemIn } from '../../support/journal.ts'
import { confirmed, entryFor, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { hasSmallDisks, smallDisk } from '../../support/small-disk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const child = fileURLToPath(new URL('../../support/journal-child.ts', import.meta.url))
const ref = refNumber(1)

describe('a journal in use', () => {
  test('is refused to a second counter until it is closed', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    expect(problemIn(folder)).toBe('in-use')
    journal.record(confirmed(ref), startMs)
    expect(problemIn(folder)).toBe('in-use')
    journal.close()
    expect(problemIn(folder)).toBe('none')
  })

  test('by another process is refused, and free as soon as that process is killed', async () => {
    const folder = temporaryFolder()
    const other = spawn(process.execPath, [child, 'hold', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other.stdout, 'data')
    const before = fingerprint(folder)
    expect(problemIn(folder)).toBe('in-use')
    expect(fingerprint(folder)).toEqual(before)
    other.kill('SIGKILL')
    await once(other, 'close')
    expect(openWhole(folder).readSale(refNumber(0))?.state).toBe('sending')
  })

  test('that does not open is released', () => {
    const folder = temporaryFolder()
    openWhole(folder).close()
    expect(problemIn(folder, { account: 'another' })).toBe('not-ours')
    expect(problemIn(folder)).toBe('none')
  })

  test.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a text', (path: string) => writeFileSync(path, 'somebody put this here. '.repeat(50))],
  ])('is recognised by its lock: %s in its place is set aside and kept', (_what, make) => {
    const folder = temporaryFolder()
    make(join(folder, `${shopName}.lock`))
    const journal = openWhole(folder)
    expect(readdirSync(folder)).toContain(`${shopName}.lock.set-aside-1`)
    expect(problemIn(folder)).toBe('in-use')
    journal.close()
    expect(problemIn(folder)).toBe('none')
  })
})

/** The problem that the disk made of it, or 'none'. Any other error is thrown on. */
function problemOfRecording(journal: Journal, sale: number): string {
  try {
    journal.record(confirmed(refNumber(sale)), startMs)
    return 'none'
  } catch (error) {
    if (error instanceof JournalFault) return error.problem
    throw error
  }
}

/** Records sales until the disk refuses; answers how many it took. */
function recordUntilFull(journal: Journal): number {
  for (let sale = 0; sale < 2_000; sale += 1) {
    const problem = problemOfRecording(journal, sale)
    if (problem === 'none') continue
    expect(problem).toBe('disk-full')
    return sale
  }
  throw new Error('the disk took everything')
}

describe.skipIf(!hasSmallDisks)('on a disk of its own (which takes Linux and root)', () => {
  test('that fills up, a sale is refused as such; with room again it goes on, and nothing is lost', () => {
    const disk = smallDisk(4)
    const journal = openWhole(disk.folder)
    bringTo(journal, refNumber(5_000), 'fulfilled')
    disk.fill()
    const taken = recordUntilFull(journal)
    expect(journal.listSales({ limit: 10_000 })).toHaveLength(taken + 1)
    expect(problemOfRecording(journal, taken)).toBe('disk-full')
    disk.free()
    expect(problemOfRecording(journal, taken)).toBe('none')
    journal.record([entryFor('doubted', refNumber(taken))], startMs)
    journal.close()
    const again = openWhole(disk.folder)
    expect(again.listSales({ limit: 10_000 })).toHaveLength(taken + 2)
    expect(again.readSale(refNumber(taken))?.state).toBe('in-doubt')
  })

  test('that is full, a journal does not open, and says why; with room again it does', () => {
    const disk = smallDisk(4)
    const journal = openWhole(disk.folder)
    bringTo(journal, ref, 'fulfilled')
    journal.close()
    disk.fill()
    const before = fingerprint(disk.folder)
    expect(problemIn(disk.folder)).toBe('disk-full')
    expect(fingerprint(disk.folder)).toEqual(before)
    disk.free()
    expect(openWhole(disk.folder).readSale(ref)?.state).toBe('fulfilled')
  })

  test('that is full, no journal is made, nor anything that looks like one', () => {
    const disk = smallDisk(1)
    disk.fill()
    expect(problemIn(disk.folder)).toBe('disk-full')
    disk.free()
    expect(openWhole(disk.folder).readEntries()).toHaveLength(1)
  })

  test('that can only be read, a journal does not open, and nothing is made', () => {
    const disk = smallDisk(4)
    const journal = openWhole(disk.folder)
    bringTo(journal, ref, 'fulfilled')
    journal.close()
    const before = fingerprint(disk.folder)
    disk.setReadOnly()
    expect(problemIn(disk.folder)).toBe('read-only')
    expect(problemIn(disk.folder, { name: 'other' })).toBe('read-only')
    expect(fingerprint(disk.folder)).toEqual(before)
  })
})
