/**
 * A process whose disk fails at one operation after the other, while a journal is made, opened, written to and closed.
 * `<trouble> <lasting> <first> <step>`: prints one line of JSON a case, until a case in which nothing failed.
 */
import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { JournalFault, JournalRefusal } from '#core/journal/faults.ts'
import type { Journal } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import type { SaleState } from '#shared/states/sale.ts'
import {
  confirmed,
  entryFor,
  journalOptions,
  kindFor,
  orderOf,
  shopName,
  startMs,
  waysTo,
} from '../support/journal-entries.ts'
import { refNumber } from '../support/refs.ts'
import { type Case, MAX_CASES, readWay } from './cases.ts'
import { openFailingDisk } from './shim.ts'

const [, , trouble, lasting, first = '1', step = '1'] = process.argv
const way = readWay(trouble, lasting)
const disk = openFailingDisk()

/** What became of one call of record(). */
interface RecordCall {
  readonly bodies: readonly SaleEntryBody[]
  readonly taken: boolean
}

/** What a shop records: a sale of each kind of ending. */
const endings: readonly SaleState[] = ['fulfilled', 'partly-fulfilled', 'refused', 'cancelled']
const wanted = endings.flatMap((state, number) => {
  const ref = refNumber(number)
  const beginning = confirmed(ref, { order: orderOf(ref)[kindFor(state)] })
  return [beginning, ...waysTo[state].map((event) => [entryFor(event, ref)] as const)]
})

function use(journal: Journal, wrong: string[]): readonly RecordCall[] {
  return wanted.map((bodies) => {
    try {
      journal.record([...bodies], startMs)
      return { bodies, taken: true }
    } catch (fault) {
      // What comes after a commit that was denied may not fit any more; nothing but a fault or a refusal may be thrown.
      if (!(fault instanceof JournalFault || fault instanceof JournalRefusal))
        wrong.push(`record threw ${fault}`)
      return { bodies, taken: false }
    }
  })
}

function tryCase(n: number): Case {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-io-'))
  const wrong: string[] = []
  disk.watch(folder)
  disk.fail(n, way)
  const opened = openJournal(journalOptions(folder))
  const calls = opened.ok ? use(opened.value, wrong) : []
  const journalId = opened.ok ? opened.value.journalId : undefined
  try {
    if (opened.ok) opened.value.close()
  } catch (fault) {
    wrong.push(`close threw ${fault}`)
  }
  const struck = disk.mend()
  // First as it was left, then without the checkpoint, so that everything is looked at.
  wrong.push(...holdAgainst(folder, calls, journalId))
  rmSync(join(folder, `${shopName}.checkpoint`), { force: true })
  wrong.push(...holdAgainst(folder, calls, journalId))
  rmSync(folder, { recursive: true })
  return { n, struck: struck.count, at: struck.first, refused: opened.ok ? '' : opened.error.problem, wrong }
}

/** What is wrong with the journal on a disk that is whole again. */
function holdAgainst(
  folder: string,
  calls: readonly RecordCall[],
  journalId: string | undefined,
): readonly string[] {
  const again = openJournal(journalOptions(folder))
  if (!again.ok) return [`does not open again: ${again.error.problem}: ${again.error.detail}`]
  const journal = again.value
  const wrong: string[] = []
  if (journalId !== undefined && journal.journalId !== journalId) wrong.push('it is another journal')
  wrong.push(...unlike(journal, calls))
  journal.close()
  return wrong
}

/** Every entry that was taken is there, in order, and none that nobody gave. */
function unlike(journal: Journal, calls: readonly RecordCall[]): readonly string[] {
  const wrong: string[] = []
  const held = journal
    .readEntries()
    .slice(1)
    .map(({ body }) => JSON.stringify(sorted(body)))
  let at = 0
  for (const { bodies, taken } of calls) {
    const given = bodies.map((body) => JSON.stringify(sorted(body)))
    const isThere = given.every((text, place) => held[at + place] === text)
    if (isThere) at += given.length
    else if (taken) wrong.push(`lost: ${given[0]}`)
  }
  if (at !== held.length) wrong.push(`entries that nobody gave: ${held.slice(at)}`)
  return wrong
}

const sorted = (body: object) => Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))

for (let n = Number(first); n < MAX_CASES; n += Number(step)) {
  const done = tryCase(n)
  writeSync(1, `${JSON.stringify(done)}\n`)
  if (done.struck === 0) break
}
