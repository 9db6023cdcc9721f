/**
 * What it costs to export a journal of a million sales: `npx node test/bench/exports.ts [sales]`. Prints for each kind of file
 * how long it took, how large it is, the most memory that the process held, and the longest time for which nothing else had
 * its turn: so long a key press waits.
 */
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { journalParts } from '#core/exports/exports.ts'
import { historyPagesOf, tableChunks } from '#core/exports/table.ts'
import { openUnfinished, writeTarget } from '#core/exports/target-file.ts'
import { findPage } from '#core/history/page.ts'
import { type Db, openForReading } from '#core/journal/connection.ts'
import { readLastEntry, readRowsAfter } from '#core/journal/entries.ts'
import { noFilters } from '#shared/history.ts'
import { verifyExport } from '../../resources/verify-journal.mjs'
import { largeJournal } from './large-journal.ts'

const MEGABYTE = 1_000_000
const MEMORY_EVERY_MS = 50

const print = (line: string) => void process.stdout.write(`${line}\n`)
const sales = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'comptoir-bench-'))
const signal = new AbortController().signal
const unfinished = openUnfinished(folder, { write: () => undefined })

async function measure(what: string, path: string, work: () => Promise<unknown>): Promise<void> {
  const waits = monitorEventLoopDelay({ resolution: 1 })
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, MEMORY_EVERY_MS)
  const before = process.memoryUsage.rss()
  const startedAt = performance.now()
  waits.enable()
  await work()
  waits.disable()
  clearInterval(look)
  const facts = [
    `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(9),
    `${(statSync(path).size / MEGABYTE).toFixed(1)} MB`.padStart(11),
    `memory ${(before / MEGABYTE).toFixed(0)} → ${(most / MEGABYTE).toFixed(0)} MB`.padStart(22),
    `waits ${(waits.percentile(99) / MEGABYTE).toFixed(1)} ms (99 %), ${(waits.max / MEGABYTE).toFixed(1)} ms (longest)`,
  ]
  print(`${what.padEnd(10)}${facts.join('  ')}`)
}

const save = (path: string, chunks: AsyncIterable<Uint8Array | string>) =>
  writeTarget(path, chunks, { unfinished, signal })

async function* linesOf(db: Db): AsyncGenerator<string> {
  const source = {
    journalId: 'bench',
    readLastEntry: () => readLastEntry(db),
    readRows: (sequence: number, limit: number) => readRowsAfter(db, sequence, limit),
  }
  for await (const { text } of journalParts(source)) yield text
}

const db = openForReading(largeJournal(sales, print))
try {
  print(`${sales} sales`)
  for (const format of ['csv', 'xlsx'] as const) {
    const path = join(folder, `sales.${format}`)
    const pages = historyPagesOf({ findPage: (asked) => findPage(db, asked) })({
      query: '',
      filters: noFilters,
    })
    const source = {
      format,
      locale: 'fr',
      environment: 'training',
      showsCosts: true,
      atMs: 0,
      advance: () => undefined,
    } as const
    await measure(format, path, () => save(path, tableChunks(pages, source)))
    rmSync(path)
  }
  const path = join(folder, 'journal.jsonl')
  await measure('journal', path, () => save(path, linesOf(db)))
  await measure('verified', path, () => verifyExport(createReadStream(path, { highWaterMark: MEGABYTE })))
} finally {
  db.connection.close()
  rmSync(folder, { recursive: true })
}
