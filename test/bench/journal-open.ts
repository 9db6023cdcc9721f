/**
 * How long a journal of a million sales takes to open, and how long until selling opens, whatever its checkpoint says:
 * `npm run bench:open -- [SALES]`. Each opening is in a process of its own; a raw opening of the same file is measured in the
 * same run. Ends with 1 where an opening from a fresh checkpoint takes longer than 0.4 s, or where selling opens after more than
 * 3 s. The file is in the system's cache: what a cold disk adds is not in these figures.
 */
import { execFile } from 'node:child_process'
import { constants, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openForReading } from '#core/journal/connection.ts'
import type { Journal } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import { journalName, journalPathsOf } from '#core/journal/paths.ts'
import { startTrainingService } from '#training/service.ts'
import { confirmed, entryFor, journalOptions } from '../support/journal-entries.ts'
import { firstSaleMs, SALE_EVERY_MS } from '../support/past-journal.ts'
import { refNumber } from '../support/refs.ts'
import { largeJournal } from './large-journal.ts'

const sales = Number(process.argv[2] ?? 1_000_000)
/** What a busy counter sells in a day, and so what follows a checkpoint that is a day old. */
const DAY_OF_SALES = 1_000
const ROUNDS = 5
const MAX_OPEN_MS = 400
const MAX_SELLING_MS = 3_000
const PATIENCE_MS = 1_800_000
const child = join(import.meta.dirname, 'journal-open-child.ts')
const runFile = promisify(execFile)

const dataDir = mkdtempSync(join(tmpdir(), 'comptoir-open-'))
const name = journalName({ environment: 'training', account: 'training' })
const options = journalOptions(join(dataDir, 'journal'), { name, account: 'training', nowMs: Date.now })
const paths = journalPathsOf(options)
let isWithin = true

const print = (line: string) => void process.stdout.write(`${line}\n`)
const printTime = (what: string, ms: number) => print(`${what.padEnd(48)}${ms.toFixed(0).padStart(9)} ms`)

function open(): Journal {
  const opened = openJournal(options)
  if (!opened.ok) throw new Error(`${opened.error.problem}: ${opened.error.detail}`)
  return opened.value
}

/** A copy of the kept journal, since an opening writes to it. */
function placeJournal(): void {
  mkdirSync(paths.folder, { recursive: true })
  copyFileSync(largeJournal(sales, print), paths.journal, constants.COPYFILE_FICLONE)
  // Another version's first opening keeps a copy of the whole file, which is not what is measured.
  writeFileSync(paths.openedBy, 'bench\n')
  print(`${sales} sales, ${Math.round(statSync(paths.journal).size / 1e6)} MB`)
  open().close()
}

interface Measured {
  readonly what: string
  readonly limitMs?: number
  /** Of the child: what it opens, and what it needs for that. */
  readonly args: readonly string[]
  /** Before each opening. */
  prepare?(): void
}

/** Prints the median and the longest of several openings; the limit holds for the median. */
async function measure({ what, limitMs = Number.POSITIVE_INFINITY, args, prepare }: Measured): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    prepare?.()
    const { stdout } = await runFile(process.execPath, [child, ...args], { timeout: PATIENCE_MS })
    times.push(Number(stdout))
  }
  times.sort((a, b) => a - b)
  const medianMs = times[Math.floor(ROUNDS / 2)] ?? Number.NaN
  const isSlow = !(medianMs <= limitMs)
  if (isSlow) isWithin = false
  const shown = [medianMs, times.at(-1) ?? Number.NaN].map((ms) => `${ms.toFixed(1).padStart(9)} ms`).join('')
  print(`${what.padEnd(48)}${shown}${isSlow ? `  TOO SLOW, limit ${limitMs} ms` : ''}`)
}

interface Service {
  readonly baseUrl: string
  readonly billUrl: string
}

/** The journal's opening, and the whole core's until selling is open, from one state of the checkpoint. */
async function measureOpening(
  from: string,
  { baseUrl, billUrl }: Service,
  { openLimitMs, prepare }: { readonly openLimitMs?: number; prepare?(): void } = {},
): Promise<void> {
  const before = prepare && { prepare }
  const openLimit = openLimitMs !== undefined && { limitMs: openLimitMs }
  await measure({ what: `opened ${from}`, args: ['open', dataDir], ...before, ...openLimit })
  const args = ['selling', dataDir, baseUrl, billUrl]
  await measure({ what: `selling open ${from}`, args, limitMs: MAX_SELLING_MS, ...before })
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

/** The full check of the open journal, which leaves a fresh checkpoint. */
async function checkInFull(): Promise<void> {
  const journal = open()
  const startedAt = performance.now()
  const checking = journal.verifyWhole()
  const waitedMs = await longestWait(checking)
  const found = await checking
  if (!found.ok) throw new Error(`${found.error.problem}: ${found.error.detail}`)
  printTime('checked in full while open', performance.now() - startedAt)
  printTime('  longest wait of the others', waitedMs)
  journal.close()
}

/** Sells for a day. The checkpoint stays at the entry where it was: only a full check moves it. */
function sellForADay(): void {
  const journal = open()
  for (let sale = sales; sale < sales + DAY_OF_SALES; sale += 1) {
    const [ref, atMs] = [refNumber(sale), firstSaleMs + sale * SALE_EVERY_MS]
    journal.record(confirmed(ref), atMs)
    journal.record([entryFor('accepted', ref)], atMs)
    journal.record([entryFor('found-fulfilled', ref)], atMs)
  }
  journal.close()
}

/** SQLite's own check of every page: the limit of any check of the whole file. */
function checkPages(): void {
  const { connection } = openForReading(paths.journal)
  const startedAt = performance.now()
  connection.pragma('integrity_check')
  printTime("SQLite's check of every page", performance.now() - startedAt)
  connection.close()
}

try {
  placeJournal()
  const service = await startTrainingService({})
  print(`${''.padEnd(48)}${'median'.padStart(12)}${'longest'.padStart(12)}`)
  await measure({ what: 'opened raw, the last row read', args: ['raw', dataDir] })
  const prepare = () => rmSync(paths.checkpoint, { force: true })
  await measureOpening('without a checkpoint', service, { prepare })
  checkPages()
  await checkInFull()
  await measureOpening('from a fresh checkpoint', service, { openLimitMs: MAX_OPEN_MS })
  sellForADay()
  await measureOpening(`from a checkpoint ${DAY_OF_SALES} sales old`, service)
  await service.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = isWithin ? 0 : 1
