/**
 * What a commit of the journal costs, beside its limit in the same run: the same bytes appended to a bare table, with the
 * same durability (WAL, FULL). `npx node test/bench/commit.ts [sales]`; a sale is three commits of four entries. The two take
 * turns, some sales each, so that a busy machine slows both.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openForWriting } from '#core/journal/connection.ts'
import { canonicalJson } from '#core/journal/entries.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { openJournal } from '#core/journal/open.ts'
import { centimes } from '#shared/money.ts'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import {
  confirmed,
  entryFor,
  journalOptions,
  orderOf,
  shopName,
  startMs,
} from '../support/journal-entries.ts'
import { refNumber } from '../support/refs.ts'

const sales = Number(process.argv[2] ?? 3_000)
/** Sales before the first that is measured: a journal that has some history. */
const EARLIER_SALES = 3_000
/** Sales of one turn. */
const TURN = 50

interface Commit {
  readonly bodies: readonly [SaleEntryBody, ...SaleEntryBody[]]
  /** The same as the bare table takes it. */
  readonly rows: readonly (readonly [kind: string, ref: string, body: string])[]
  readonly atMs: number
}

/** Subjects differ from sale to sale, as they do at a counter: what is found by them lies apart. */
function commitsOf(place: number, ref: Ref): readonly Commit[] {
  const kind: OrderKind = orderKinds[place % orderKinds.length] ?? 'internet'
  const number = String((place * 7_919) % 10_000_000).padStart(7, '0')
  const orders = orderOf(ref)
  const order = {
    ...orders,
    internet: { ...orders.internet, number: `02${number}` },
    mobile: { ...orders.mobile, number: `077${number}` },
  }[kind]
  const found = entryFor(kind === 'gift-card' ? 'found-partly' : 'found-fulfilled', ref)
  const facts = { serviceId: `order-${ref}`, requestId: `look-${number}`, debitCentimes: centimes(100) }
  const commits: readonly Commit['bodies'][] = [
    confirmed(ref, { order }),
    [{ kind: 'accepted', ref, attempt: 1, serviceId: `order-${ref}`, requestId: `send-${number}` }],
    [{ ...found, ...facts } as SaleEntryBody],
  ]
  return commits.map((bodies) => ({
    bodies,
    rows: bodies.map((body) => [body.kind, body.ref, canonicalJson(body)]),
    atMs: startMs + place * 1_000,
  }))
}

/** Times in µs of each commit, and what all of them used. */
function meter() {
  const took: number[] = []
  let cpu = 0
  let bytes = 0
  return {
    run(commits: readonly Commit[], record: (commit: Commit) => void) {
      const written = writtenBytes()
      const used = process.cpuUsage()
      for (const commit of commits) {
        const begun = performance.now()
        record(commit)
        took.push(1_000 * (performance.now() - begun))
      }
      const { user, system } = process.cpuUsage(used)
      cpu += user + system
      bytes += writtenBytes() - written
    },
    get result() {
      const sorted = took.toSorted((a, b) => a - b)
      const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
      const each = (sum: number) => sum / took.length
      const mean = each(took.reduce((sum, time) => sum + time, 0))
      return { median: at(0.5), mean, high: at(0.99), cpu: each(cpu), bytes: each(bytes) }
    },
  }
}

/** What this process has written so far; 0 where the system does not say. */
function writtenBytes(): number {
  try {
    return Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
  } catch {
    return 0
  }
}

const folder = mkdtempSync(join(tmpdir(), 'comptoir-bench-'))
try {
  const opened = openJournal(journalOptions(folder))
  if (!opened.ok) throw new Error(opened.error.detail)
  const journal = opened.value
  const bare = openForWriting(join(folder, 'bare'), { create: true })
  bare.connection.exec(`CREATE TABLE entries (sequence INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
    ref TEXT, body TEXT NOT NULL, hash TEXT NOT NULL) STRICT`)
  const insert = bare.prepare('INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?)')
  const append = bare.connection.transaction(({ rows, atMs }: Commit) => {
    for (const row of rows) insert.run(atMs, ...row, '0'.repeat(64))
  })
  const meters = { journal: meter(), bare: meter() }
  for (let first = 0; first < EARLIER_SALES + sales; first += TURN) {
    const turn = Array.from({ length: TURN }, (_, place) =>
      commitsOf(first + place, refNumber(first + place)),
    )
    const [ofJournal, ofBare] = first < EARLIER_SALES ? [meter(), meter()] : [meters.journal, meters.bare]
    ofJournal.run(turn.flat(), ({ bodies, atMs }) => void journal.record(bodies, atMs))
    ofBare.run(turn.flat(), (commit) => append.immediate(commit))
  }
  const { journal: ours, bare: limit } = { journal: meters.journal.result, bare: meters.bare.result }
  const line = (what: string, key: keyof typeof ours, unit: string) => {
    const [value, beside] = [ours[key], limit[key]]
    const share = (beside / value).toFixed(2)
    process.stdout.write(
      `${what.padEnd(24)}${value.toFixed(0).padStart(8)} ${unit}, bare insert ${beside.toFixed(0).padStart(6)}: ${share}x\n`,
    )
  }
  line('a commit, median', 'median', 'µs')
  line('a commit, mean', 'mean', 'µs')
  line('one of a hundred', 'high', 'µs')
  line('processor time', 'cpu', 'µs')
  line('written', 'bytes', 'bytes')
  journal.close()
  const size = statSync(join(folder, `${shopName}.journal`)).size
  process.stdout.write(`a sale on disk ${(size / (EARLIER_SALES + sales)).toFixed(0)} bytes\n`)
  bare.connection.close()
} finally {
  rmSync(folder, { recursive: true })
}
