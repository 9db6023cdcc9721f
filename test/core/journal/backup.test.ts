/** Backups of a journal in use: whole or not there, made one at a time, kept by the rule, and never of what is not ours. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listBackups } from '#core/journal/backup-files.ts'
import { createBackupKeeper } from '#core/journal/backup-keeper.ts'
import type { JournalTrouble } from '#core/journal/faults.ts'
import type { Journal } from '#core/journal/journal.ts'
import { keepLog } from '../../support/api-client.ts'
import { backUpIn, backupsIn, locationIn, openCopy, sellSome } from '../../support/backups.ts'
import { until } from '../../support/core.ts'
import { bringTo, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import { entryFor, shopName, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A keeper over a journal of two sales, on a clock that stands still. */
function keeperOf(folder: string, journal: Journal) {
  const clock = virtualClock(startMs)
  const log = keepLog()
  const reported: (JournalTrouble | undefined)[] = []
  const onDaily = (trouble: JournalTrouble | undefined) => void reported.push(trouble)
  const keeper = createBackupKeeper({ journal, location: locationIn(folder), clock, log, onDaily })
  onTestFinished(() => keeper.stop())
  return { clock, log, reported, keeper }
}

function journalOfTwoSales() {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  for (const sale of [1, 2]) bringTo(journal, refNumber(sale), 'fulfilled')
  return { folder, journal }
}

test('a copy made during sales is whole, and has the journal’s beginning', async () => {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  sellSome(journal, 0, 200)
  const committed = journal.readEntries().length
  let next = 200
  let copying = true
  const made = backUpIn(folder, journal).finally(() => {
    copying = false
  })
  while (copying) {
    sellSome(journal, next, 1)
    next += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  const name = await made
  expect(next).toBeGreaterThan(202)
  const copied = openCopy(folder, name).readEntries()
  expect(copied.length).toBeGreaterThanOrEqual(committed)
  expect(journal.readEntries().slice(0, copied.length)).toEqual(copied)
  expect(backupsIn(folder)).toEqual([name])
  expect(name).toBe(`${shopName}.20260105T090000000Z.on-demand.journal`)
})

test('a copy of damaged pages is not kept, and is reported', async () => {
  const folder = temporaryFolder()
  const first = openWhole(folder)
  sellSome(first, 0, 120)
  first.close()
  const journal = openWhole(folder)
  const { keeper, log } = keeperOf(folder, journal)
  // Pages that no check at opening had to look at: the journal is open, and nothing was noticed.
  const bytes = readFileSync(journalPath(folder))
  const words = '"kind":"doubted","reason":"time-out"'
  bytes.write(words.replace('time', 'lime'), bytes.indexOf(words, bytes.length / 2))
  writeFileSync(journalPath(folder), bytes)
  const made = await keeper.backUpNow()
  expect(made).toMatchObject({ ok: false, error: { problem: 'chain-broken' } })
  expect(backupsIn(folder)).toEqual([])
  expect(log.lines).toMatchObject([{ level: 'error', what: 'journal.not-backed-up' }])
})

test('one is made a day, while the counter is open and no sale is on its way', async () => {
  const { folder, journal } = journalOfTwoSales()
  const { clock, reported } = keeperOf(folder, journal)
  const made = () =>
    listBackups(locationIn(folder)).map(({ why, atMs }) => [why, Math.round((atMs - startMs) / minuteMs)])
  await clock.pass(minuteMs - 1)
  expect(made()).toEqual([])
  bringTo(journal, refNumber(3), 'sending')
  await clock.pass(5 * minuteMs)
  expect(made()).toEqual([])
  journal.record([entryFor('accepted', refNumber(3))], startMs)
  await clock.pass(minuteMs)
  // The check of everything comes after it, and then the next look is planned.
  await until('the first is made', () => reported.length === 1 && clock.waits() === 1)
  expect(made()).toEqual([['daily', 6]])
  for (let hour = 0; hour < 24; hour += 1) await clock.pass(hourMs)
  await until('the second is made', () => reported.length === 2)
  expect(made()).toEqual([
    ['daily', 24 * 60 + 7],
    ['daily', 6],
  ])
  expect(reported).toEqual([undefined, undefined])
})

test('a failed daily backup is reported, and tried again within the hour', async () => {
  const { folder, journal } = journalOfTwoSales()
  const { clock, reported } = keeperOf(folder, journal)
  writeFileSync(join(folder, 'backups'), 'a file in the place of the folder')
  await clock.pass(minuteMs)
  await until('it is reported', () => reported.length > 0)
  expect(reported[0]).toMatchObject({ problem: 'unreadable', detail: expect.stringContaining('EEXIST') })
  rmSync(join(folder, 'backups'))
  const mendedMs = clock.nowMs()
  await until('it is made', () => reported.at(-1) === undefined)
  expect(clock.nowMs() - mendedMs).toBeLessThanOrEqual(hourMs + minuteMs)
  expect(backupsIn(folder)).toHaveLength(1)
})

test('many requests make one after the other and keep the last five', async () => {
  const { folder, journal } = journalOfTwoSales()
  const { keeper, clock } = keeperOf(folder, journal)
  const names: string[] = []
  const make = async () => {
    const made = await keeper.backUpNow()
    expect(made).toMatchObject({ value: { entries: 9, why: 'on-demand', trouble: null } })
    if (made.ok) names.push(made.value.name)
  }
  await Promise.all([make(), make()])
  for (let turn = 0; turn < 5; turn += 1) {
    clock.setBy(1_000)
    await make()
  }
  expect(backupsIn(folder)).toEqual(names.slice(2))
  // Made by a clock that was set back, the newest is older than the others by its name, and stays all the same.
  clock.setBy(-hourMs)
  await make()
  expect(backupsIn(folder)).toContain(names.at(-1))
})

test('a counter that closes cancels a backup under way, and leaves no part of it', async () => {
  const { folder, journal } = journalOfTwoSales()
  sellSome(journal, 10, 150)
  const { keeper, clock } = keeperOf(folder, journal)
  const made = keeper.backUpNow()
  await new Promise((resolve) => setImmediate(resolve))
  await keeper.stop()
  journal.close()
  expect(await made).toMatchObject({ ok: false, error: { problem: 'unreadable' } })
  expect(backupsIn(folder)).toEqual([])
  expect(clock.waits()).toBe(0)
})

test('an unfinished backup of a killed process is ignored', async () => {
  const { folder, journal } = journalOfTwoSales()
  mkdirSync(join(folder, 'backups'))
  for (const end of ['', '-wal', '-journal']) {
    writeFileSync(join(folder, 'backups', `${shopName}.unfinished${end}`), 'half a copy')
  }
  expect(listBackups(locationIn(folder))).toEqual([])
  const name = await backUpIn(folder, journal)
  expect(backupsIn(folder)).toEqual([name])
})

test('foreign files are neither listed nor removed', async () => {
  const { folder, journal } = journalOfTwoSales()
  const stamp = '20260105T090000000Z'
  const others = [
    'notes.txt',
    `${shopName}.${stamp}.daily.journal.txt`,
    `${shopName}.${stamp}.weekly.journal`,
    `${shopName}.20261305T090000000Z.daily.journal`,
    `${shopName}.copy.${stamp}.daily.journal`,
    `other.${stamp}.daily.journal`,
  ]
  mkdirSync(join(folder, 'backups', `${shopName}.${stamp}.daily.journal`), { recursive: true })
  for (const file of others) writeFileSync(join(folder, 'backups', file), 'somebody put this here')
  const { keeper } = keeperOf(folder, journal)
  for (let turn = 0; turn < 6; turn += 1) await keeper.backUpNow()
  expect(listBackups(locationIn(folder))).toHaveLength(5)
  expect(readdirSync(join(folder, 'backups'))).toEqual(expect.arrayContaining(others))
})

test('a backup that cannot be read is listed with its problem, and stays', async () => {
  const { folder, journal } = journalOfTwoSales()
  const { keeper } = keeperOf(folder, journal)
  const made = await keeper.backUpNow()
  if (!made.ok) throw new Error(made.error.detail)
  writeFileSync(
    join(folder, 'backups', made.value.name),
    'no database at all, and longer than nothing'.repeat(30),
  )
  for (let turn = 0; turn < 6; turn += 1) await keeper.backUpNow()
  const listed = listBackups(locationIn(folder))
  expect(listed.filter(({ entries }) => entries === null)).toMatchObject([
    { name: made.value.name, trouble: { problem: 'damaged' } },
  ])
  expect(listed).toHaveLength(6)
})

test('a missing journal is reported if only a backup of it is left', async () => {
  const { folder, journal } = journalOfTwoSales()
  await backUpIn(folder, journal)
  journal.close()
  for (const file of readdirSync(folder).filter((name) => name !== 'backups')) rmSync(join(folder, file))
  expect(problemIn(folder)).toBe('vanished')
  expect(problemIn(folder, { name: 'other' })).toBe('none')
})
