/**
 * The check of the projections: each sale is replayed from its entries and compared with what the tables hold of it. All of
 * them, or those that an opening cannot do without. Reads only, step by step.
 */
import { isDeepStrictEqual } from 'node:util'
import { openSaleStates } from '#shared/states/sale.ts'
import type { CarnetLine } from '#shared/till/carnet.ts'
import { countedPartOf, type RefundView } from '#shared/till/refunds.ts'
import { compareTerms, createHistoryTally, type HistoryTally } from '../history/project-history.ts'
import { termsOf } from '../history/terms.ts'
import { countAttempts, readAttempts, type StoredAttempt } from './attempts.ts'
import { countLines, lineOfMoney, nextLines, readLine, readLinesOfSale } from './carnet.ts'
import type { Db } from './connection.ts'
import { countCustomers, nextCustomer, readCustomer, type StoredCustomer } from './customers.ts'
import { createTotalsTally, type TotalsTally } from './day-totals.ts'
import {
  parseEntry,
  readEntries,
  readEntriesOfJob,
  walkEntriesByJob,
  walkEntriesBySale,
  walkRows,
} from './entries.ts'
import { type Entry, isSaleEntry, type SaleEntryBody } from './entry.ts'
import { JournalFault } from './faults.ts'
import type { StoredSale } from './journal.ts'
import { nextAttempt, nextSale } from './next-sale.ts'
import { isPrintEntry } from './print-entry.ts'
import {
  countPrintJobs,
  listPrintJobsNotDone,
  nextPrintJob,
  readPrintJob,
  readPrintJobSpan,
  type StoredPrintJob,
} from './print-jobs.ts'
import { countRefunds, nextRefund, readRefund } from './refunds.ts'
import { countSales, listRefs, readPlacedSale, readSaleSpan } from './sales.ts'
import { countShifts, nextShift, readLastShift, readShift, type StoredShift } from './shifts.ts'
import type { Steps } from './steps.ts'
import {
  isCarnetEntry,
  isCustomerEntry,
  isRefundEntry,
  isShiftEntry,
  type RefundEntryBody,
} from './till-entry.ts'
import { listCustomersOfEntries, listEntriesOfCustomer, tillRecordsIn } from './till-records.ts'

type SaleCounts = Pick<ProjectionCounts, 'sales' | 'attempts'> & {
  readonly refunds: number
  readonly lines: number
}

/** How many rows the projections have. */
export interface ProjectionCounts {
  readonly sales: number
  readonly attempts: number
  readonly printJobs: number
}

/** Open sales that an opening compares, the newest; with more of them open than this, the full check sees to the rest. */
const MAX_OPEN_COMPARED = 1_000

/** Compares every sale, its attempts and its place. Throws JournalFault('damaged'). */
export function* verifyProjections(db: Db): Steps<ProjectionCounts> {
  const [tally, totals] = [createHistoryTally(), createTotalsTally()]
  const { refunds, lines, ...sales } = yield* verifySales(db, walkEntriesBySale(db), { tally, totals })
  const counts = { ...sales, printJobs: yield* verifyPrintJobs(db) }
  checkCounts(db, counts)
  if (countRefunds(db) !== refunds) differs(`there are not as many refunds as became due, ${refunds}`)
  yield* verifyCarnets(db, lines)
  yield* tally.check(db)
  yield* verifyShifts(db)
  for (const entry of tillRecordsIn(db).listActs(0)) {
    const { body } = entry
    if (isShiftEntry(body) || isRefundEntry(body)) totals.addAct({ ...entry, body })
    yield
  }
  yield* totals.check(db)
  return counts
}

/**
 * Compares the sales that have entries behind `sequence`, and those that are open, whatever their age: what the counter will
 * act on is never taken on trust. Of the others there must be as many as `before` says, where it says so. Throws
 * JournalFault('damaged').
 */
export function* verifyProjectionsSince(db: Db, sequence: number, before?: ProjectionCounts): Steps<void> {
  const { refs, jobIds, customers, made } = yield* readSince(db, sequence)
  for (const ref of refs) yield* verifySales(db, readEntries(db, ref))
  yield* verifySomePrintJobs(db, jobIds)
  yield* verifyLastShift(db)
  for (const customer of customers) yield* verifyCustomer(db, listEntriesOfCustomer(db, customer))
  if (!before) return
  checkCounts(db, {
    sales: before.sales + made.sales,
    attempts: before.attempts + made.attempts,
    printJobs: before.printJobs + made.printJobs,
  })
}

/** What the entries behind `sequence` are about, with every open sale, and how many rows they made. */
function* readSince(db: Db, sequence: number) {
  const refs = new Set(listRefs(db, { states: openSaleStates, limit: MAX_OPEN_COMPARED }))
  const jobIds = new Set<string>()
  const customers = new Set<string>()
  const made = { sales: 0, attempts: 0, printJobs: 0 }
  const counted: Readonly<Record<string, keyof typeof made>> = {
    ...{ 'sale-recorded': 'sales', 'attempt-started': 'attempts', 'print-queued': 'printJobs' },
  }
  for (const row of walkRows(db, sequence)) {
    const { body } = parseEntry(row)
    const count = counted[body.kind]
    if (count) made[count] += 1
    if (isSaleEntry(body) || isRefundEntry(body)) refs.add(body.ref)
    if (isPrintEntry(body)) jobIds.add(body.jobId)
    if (isCustomerEntry(body) || isCarnetEntry(body)) customers.add(body.customer)
    yield
  }
  return { refs, jobIds, customers, made }
}

interface Replay {
  readonly sale: StoredSale
  readonly attempts: readonly StoredAttempt[]
  readonly firstSequence: number
  readonly lastSequence: number
  readonly terms: ReadonlySet<string>
  readonly refund: RefundView | undefined
  readonly lines: readonly CarnetLine[]
}

/** Replays `entries`, which come sale by sale, and counts what they make. */
function* verifySales(
  db: Db,
  entries: Iterable<Entry>,
  { tally, totals }: { readonly tally?: HistoryTally; readonly totals?: TotalsTally } = {},
): Steps<SaleCounts> {
  let current: Replay | undefined
  let counts: SaleCounts = { sales: 0, attempts: 0, refunds: 0, lines: 0 }
  const settle = () => {
    if (!current) return
    compare(db, current)
    compareHistory(db, current, tally)
    counts = {
      sales: counts.sales + 1,
      attempts: counts.attempts + current.attempts.length,
      refunds: counts.refunds + (current.refund ? 1 : 0),
      lines: counts.lines + current.lines.length,
    }
    current = undefined
  }
  for (const entry of entries) {
    const { body } = entry
    if (!isSaleEntry(body) && !isRefundEntry(body)) continue
    if (isSaleEntry(body) && current?.sale.ref !== body.ref) settle()
    const before = current
    current = isRefundEntry(body)
      ? givenBack(before, { ...entry, body })
      : replayed(before, { ...entry, body })
    const counted = { before: countedPartOf(before?.refund), after: countedPartOf(current.refund) }
    totals?.addSale(before?.sale, current.sale, entry.atMs, counted)
    yield
  }
  settle()
  return counts
}

function replayed(before: Replay | undefined, entry: Entry & { readonly body: SaleEntryBody }): Replay {
  const attempt = nextAttempt(before?.attempts.at(-1), entry)
  const earlier = (before?.attempts ?? []).filter((one) => one.attempt !== attempt?.attempt)
  const sale = nextSale(before?.sale, entry)
  const refund = nextRefund(before?.refund, sale, entry)
  return {
    ...{ sale, refund, lines: nextLines(before?.lines ?? [], sale, refund, entry) },
    attempts: attempt ? [...earlier, attempt] : earlier,
    firstSequence: before?.firstSequence ?? entry.sequence,
    lastSequence: entry.sequence,
    terms: new Set([...(before?.terms ?? []), ...termsOf(entry.body)]),
  }
}

/** Throws JournalRefusal where what was given back was not due. */
function givenBack(before: Replay | undefined, entry: Entry & { readonly body: RefundEntryBody }): Replay {
  if (before?.sale.ref !== entry.body.ref) differs(`${entry.body.kind} of no sale ${entry.body.ref}`)
  const refund = nextRefund(before.refund, before.sale, entry)
  return { ...before, refund, lines: nextLines(before.lines, before.sale, refund, entry) }
}

/** Replays the shifts behind `known`, which must be the table's own; from the first one where it is undefined. */
function* verifyShifts(db: Db, known?: StoredShift): Steps<void> {
  let last = known
  const compareShift = (shift: StoredShift | undefined) => {
    if (shift && !isDeepStrictEqual(readShift(db, shift.shift), shift)) differs(`shift ${shift.shift}`)
  }
  for (const entry of tillRecordsIn(db).listActs(known?.closedSequence ?? 0)) {
    const { body } = entry
    if (!isShiftEntry(body)) continue
    const next = nextShift(last, { ...entry, body })
    if (next.shift !== last?.shift) compareShift(last)
    last = next
    yield
  }
  compareShift(last)
  if (countShifts(db) !== (last?.shift ?? 0)) differs(`there are not ${last?.shift ?? 0} shifts`)
}

/** The last shift is compared, and what came behind the one before it. */
function verifyLastShift(db: Db): Steps<void> {
  const last = readLastShift(db)
  return verifyShifts(db, last && readShift(db, last.shift - 1))
}

/** Replays every customer with what they paid; `saleLines`: how many lines the sales have made. */
function* verifyCarnets(db: Db, saleLines: number): Steps<void> {
  let [customers, lines] = [0, saleLines]
  for (const customer of listCustomersOfEntries(db)) {
    const entries = listEntriesOfCustomer(db, customer)
    yield* verifyCustomer(db, entries)
    customers += 1
    lines += entries.filter(({ body }) => isCarnetEntry(body)).length
  }
  if (countCustomers(db) !== customers) differs(`there are not ${customers} customers`)
  if (countLines(db) !== lines) differs(`there are not ${lines} lines in the carnets`)
}

/** Replays one customer from all of their entries. */
function* verifyCustomer(db: Db, entries: readonly Entry[]): Steps<void> {
  let customer: StoredCustomer | undefined
  for (const { body, ...entry } of entries) {
    if (isCustomerEntry(body)) customer = nextCustomer(customer, { ...entry, body })
    if (
      isCarnetEntry(body) &&
      !isDeepStrictEqual(readLine(db, entry.sequence), lineOfMoney({ ...entry, body }))
    )
      differs(`line ${entry.sequence} of a carnet`)
    yield
  }
  if (!customer || !isDeepStrictEqual(readCustomer(db, customer.customerId), customer))
    differs(`customer ${customer?.customerId ?? 'of no entry'}`)
}

function compareHistory(db: Db, { sale, firstSequence, terms }: Replay, tally?: HistoryTally): void {
  const { recordedAtMs, order } = sale
  const replayed = { place: firstSequence, kind: order.kind, recordedAtMs, terms }
  compareTerms(db, replayed)
  tally?.add(replayed)
}

function compare(db: Db, replay: Replay): void {
  const { ref } = replay.sale
  if (replay.sale.attempts === 0) differs(`sale ${ref} has no attempt`)
  if (!isDeepStrictEqual(readPlacedSale(db, ref)?.sale, replay.sale)) differs(`sale ${ref}`)
  if (!isDeepStrictEqual(readAttempts(db, ref), replay.attempts)) differs(`the attempts of sale ${ref}`)
  if (!isDeepStrictEqual(readRefund(db, ref), replay.refund)) differs(`the refund of sale ${ref}`)
  if (!isDeepStrictEqual(readLinesOfSale(db, ref), replay.lines)) differs(`the carnet lines of sale ${ref}`)
  const span = [replay.firstSequence, replay.lastSequence]
  if (!isDeepStrictEqual(readSaleSpan(db, ref), span)) differs(`the place of sale ${ref}`)
}

function checkCounts(db: Db, { sales, attempts, printJobs }: ProjectionCounts): void {
  checkPrintJobCount(db, printJobs)
  if (countSales(db) !== sales || countAttempts(db) !== attempts) {
    differs(`there are not as many as were recorded, ${sales} with ${attempts} attempts`)
  }
}

function differs(what: string): never {
  throw new JournalFault('damaged', `the sales do not agree with the entries: ${what}`)
}

// The check of the print jobs: each is replayed from its entries and compared with what the table holds of it. Reads only.

/** Compares every job, and answers how many there are. Throws JournalFault('damaged'). */
const verifyPrintJobs = (db: Db): Steps<number> => verifyJobs(db, walkEntriesByJob(db))

/** Compares these jobs, and those that are not done with: the counter acts on them. Throws as above. */
function* verifySomePrintJobs(db: Db, jobIds: ReadonlySet<string>): Steps<void> {
  const notDone = listPrintJobsNotDone(db).map(({ jobId }) => jobId)
  for (const jobId of new Set([...jobIds, ...notDone])) yield* verifyJobs(db, readEntriesOfJob(db, jobId))
}

function checkPrintJobCount(db: Db, count: number): void {
  if (countPrintJobs(db) !== count) jobsDiffer(`there are not as many as were queued, ${count}`)
}

interface JobReplay {
  readonly job: StoredPrintJob
  readonly span: readonly [number, number]
}

/** Replays entries that come job by job. */
function* verifyJobs(db: Db, entries: Iterable<Entry>): Steps<number> {
  let current: JobReplay | undefined
  let jobs = 0
  for (const { body, atMs, sequence } of entries) {
    if (!isPrintEntry(body)) continue
    if (current && current.job.jobId !== body.jobId) {
      compareJob(db, current)
      current = undefined
    }
    if (!current) jobs += 1
    const job = nextPrintJob(current?.job, { body, atMs })
    current = { job, span: [current?.span[0] ?? sequence, sequence] }
    yield
  }
  if (current) compareJob(db, current)
  return jobs
}

function compareJob(db: Db, { job, span }: JobReplay): void {
  if (!isDeepStrictEqual(readPrintJob(db, job.jobId), job)) jobsDiffer(`job ${job.jobId}`)
  if (!isDeepStrictEqual(readPrintJobSpan(db, job.jobId), span)) jobsDiffer(`the place of job ${job.jobId}`)
}

function jobsDiffer(what: string): never {
  throw new JournalFault('damaged', `the print jobs do not agree with the entries: ${what}`)
}
