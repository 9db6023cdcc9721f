/** That an account was left and opened is recorded by the journal itself, and is as safe there as any sale. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AccountSwitch } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { backUpIn, expectRestored, restoreIn, sellSome, spoilEntry } from '../../support/backups.ts'
import { contentOf, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import { startMs } from '../../support/journal-entries.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const other = { environment: 'production', account: '0550000000' } as const
const left: AccountSwitch = { kind: 'account-switched', direction: 'left', other, who: 'Amina' }
const opened: AccountSwitch = { ...left, direction: 'opened', who: 'Badis' }

/** Sales, a switch away and back, and sales again. */
function recordDay(journal: Journal): void {
  sellSome(journal, 0, 6)
  journal.recordChange(left, startMs)
  journal.recordChange(opened, startMs)
  sellSome(journal, 6, 6)
}

const switchesOf = (journal: Journal) =>
  journal.readEntries().flatMap(({ body }) => (body.kind === 'account-switched' ? [body] : []))

describe('a journal with a switch of accounts', () => {
  test('is reopened, checked and rebuilt, and keeps the entry unchanged', async () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    recordDay(journal)
    const before = contentOf(journal)
    expect((await journal.verifyWhole()).ok).toBe(true)
    journal.rebuildProjections()
    expect(contentOf(journal)).toEqual(before)
    journal.close()
    const again = openWhole(folder)
    expect(contentOf(again)).toEqual(before)
    expect(switchesOf(again)).toEqual([left, opened])
  })

  test('that ends with a switch has it in its witness', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    sellSome(journal, 0, 2)
    journal.recordChange(left, startMs)
    expect(journal.readLastEntry()?.body).toEqual(left)
    journal.close()
    expect(openWhole(folder).readLastEntry()?.body).toEqual(left)
  })

  test('does not open if the switch was changed on disk', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    recordDay(journal)
    const entry = journal.readEntries().find(({ body }) => body.kind === 'account-switched')
    journal.close()
    spoilEntry(journalPath(folder), entry)
    writeFileSync(`${journalPath(folder).replace(/journal$/, 'checkpoint')}`, 'none')
    expect(problemIn(folder)).toBe('chain-broken')
  })

  test('is restored with the switch, from a backup and from the rest of the file', async () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    sellSome(journal, 20, 3)
    journal.recordChange(left, startMs)
    const backup = await backUpIn(folder, journal)
    journal.recordChange(opened, startMs)
    sellSome(journal, 30, 3)
    const last = journal.readEntries().at(-1)
    const before = contentOf(journal)
    journal.close()
    spoilEntry(journalPath(folder), last)
    const restored = expectRestored(folder, before, await restoreIn(folder, backup, 'chain-broken'))
    expect(switchesOf(restored)).toEqual([left, opened])
  })
})

test('a switch without a person’s name is refused, and nothing is written', () => {
  const journal = openWhole(temporaryFolder())
  const before = contentOf(journal)
  expect(() => journal.recordChange({ ...left, who: '' }, startMs)).toThrow('invalid-entry')
  expect(() => journal.recordChange(left, -1)).toThrow('invalid-entry')
  expect(contentOf(journal)).toEqual(before)
})
