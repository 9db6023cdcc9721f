/**
 * How long a journal takes to open, without a checkpoint and from one, and to be looked over whole.
 * `npx node test/bench/journal-open.ts [entries]` makes a journal of valid entries in a temporary folder and prints what it
 * measured, in milliseconds.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, inOneCommit, openForWriting } from '#core/journal/connection.ts'
import { canonicalJson, hashEntry, readChainEnd, refOf } from '#core/journal/entries.ts'
import type { Journal } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import { rebuildProjections } from '#core/journal/project.ts'
import { orderKinds } from '#shared/orders.ts'
import {
  confirmed,
  entryFor,
  journalOptions,
  orderOf,
  shopName,
  startMs,
} from '../support/journal-entries.ts'
import { refNumber } from '../support/refs.ts'

const wanted = Number(process.argv[2] ?? 200_000)
const folder = mkdtempSync(join(tmpdir(), 'comptoir-bench-'))
/** What a busy counter sells in a day, and so what follows a checkpoint that is a day old. */
const DAY_OF_SALES = 1_000
const path = join(folder, `${shopName}.journal`)

const print = (line: string) => void process.stdout.write(`${line}\n`)

const told = (what: string, tookMs: number) => print(`${what.padEnd(36)}${tookMs.toFixed(0).padStart(8)} ms`)

function timed<T>(what: string, work: () => T): T {
  const startedAt = performance.now()
  const done = work()
  told(what, performance.now() - startedAt)
  return done
}

function open(): Journal {
  const opened = openJournal(journalOptions(folder))
  if (!opened.ok) throw new Error(`${opened.error.problem}: ${opened.error.detail}`)
  return opened.value
}

/** Appends sales of every kind, four entries each, without reading any of them back. Answers the number of the next sale. */
function fill(db: Db, first: number, entries: number): number {
  const insert = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)')
  let { sequence, hash } = readChainEnd(db)
  const last = sequence + entries
  let sale = first
  for (; sequence < last; sale += 1) {
    const ref = refNumber(sale)
    const kind = orderKinds[sale % orderKinds.length] ?? 'internet'
    const end = kind === 'gift-card' ? 'found-partly' : 'found-refunded'
    const order = orderOf(ref)[kind]
    for (const body of [...confirmed(ref, { order }), entryFor('doubted', ref), entryFor(end, ref)]) {
      const bodyText = canonicalJson(body)
      const atMs = startMs + sale
      sequence += 1
      hash = hashEntry(hash, { sequence, atMs, bodyText })
      insert.run(sequence, atMs, body.kind, refOf(body), bodyText, hash)
    }
  }
  return sale
}

/** The longest time that something else had to wait while `work` was under way. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let longestMs = 0
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  return longestMs
}

try {
  open().close()
  const db = openForWriting(path, { create: false })
  const next = timed('entries made', () => inOneCommit(db, () => fill(db, 0, wanted)))
  timed('projections made', () => rebuildProjections(db))
  db.connection.pragma('wal_checkpoint(TRUNCATE)')
  print(`${wanted} entries, ${Math.round(statSync(path).size / 1e6)} MB`)
  timed("SQLite's check of every page", () => db.connection.pragma('integrity_check'))
  db.connection.close()

  const first = timed('opened without a checkpoint', open)
  await first.verifyWhole()
  first.close()
  const journal = timed('opened from its checkpoint', open)
  for (let sale = next; sale < next + DAY_OF_SALES; sale += 1) {
    journal.record([...confirmed(refNumber(sale))], startMs + sale)
    journal.record([entryFor('accepted', refNumber(sale))], startMs + sale)
    journal.record([entryFor('found-fulfilled', refNumber(sale))], startMs + sale)
  }
  journal.close()
  const dayLater = timed(`the same, ${DAY_OF_SALES} sales later`, open)
  const startedAt = performance.now()
  const waitedMs = await longestWait(dayLater.verifyWhole())
  told('checked in full while open', performance.now() - startedAt)
  told('  longest wait of the others', waitedMs)
  dayLater.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
