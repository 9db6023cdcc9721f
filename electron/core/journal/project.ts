/** Brings the projections along with the entries. Invariant: replaying all entries gives exactly the tables on disk. */
import { isDeepStrictEqual } from 'node:util'
import type { Ref } from '#shared/ref.ts'
import type { CarnetLine } from '#shared/till/carnet.ts'
import { countedPartOf } from '#shared/till/refunds.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import { deleteHistory, projectHistory } from '../history/project-history.ts'
import { indexTerms } from '../history/term-rows.ts'
import { deleteAttempts, readLastAttempt, type StoredAttempt, writeAttempt } from './attempts.ts'
import {
  checkCarnetMoney,
  checkCustomer,
  checkCustomerOfSale,
  deleteLines,
  lineOfMoney,
  nextLines,
  readLinesOfSale,
  writeLine,
} from './carnet.ts'
import { type Db, inOneCommit } from './connection.ts'
import { deleteCustomers, nextCustomer, readCustomer, writeCustomer } from './customers.ts'
import { addAct, addSaleChange, deleteTotals } from './day-totals.ts'
import { readEntriesAfter } from './entries.ts'
import { type Entry, isSaleEntry, type SaleEntryBody } from './entry.ts'
import { JournalRefusal } from './faults.ts'
import { endsAttempt, nextAttempt, nextSale } from './next-sale.ts'
import { isPrintEntry } from './print-entry.ts'
import { deletePrintJobs, nextPrintJob, readPrintJob, writePrintJob } from './print-jobs.ts'
import { deleteRefunds, nextRefund, readRefund, writeRefund } from './refunds.ts'
import { deleteSales, insertSale, readPlacedSale, readSale, updateSale } from './sales.ts'
import { deleteShifts, nextShift, readLastShift, writeShift } from './shifts.ts'
import {
  isCarnetEntry,
  isCustomerEntry,
  isRefundEntry,
  isShiftEntry,
  type RefundEntryBody,
} from './till-entry.ts'

const REBUILD_BATCH = 1_000

/** Entries of one sale that follow each other. */
interface SaleStory {
  readonly ref: Ref
  readonly steps: (Entry & { readonly body: SaleEntryBody })[]
}

/**
 * Applies entries in order, inside the caller's transaction. What a story makes of its sale is written once. Throws
 * JournalRefusal for a step the sale's table refuses.
 */
export function projectEntries(db: Db, entries: readonly Entry[]): void {
  let story: SaleStory | undefined
  for (const entry of entries) {
    const { body } = entry
    const ref = isSaleEntry(body) ? body.ref : undefined
    if (story && story.ref !== ref) {
      projectSale(db, story)
      story = undefined
    }
    if (isSaleEntry(body)) {
      story ??= { ref: body.ref, steps: [] }
      story.steps.push({ ...entry, body })
    } else projectOther(db, entry)
  }
  if (story) projectSale(db, story)
}

function projectOther(db: Db, entry: Entry): void {
  const { body } = entry
  if (isPrintEntry(body)) {
    const { atMs, sequence } = entry
    writePrintJob(db, nextPrintJob(readPrintJob(db, body.jobId), { body, atMs }), sequence)
  }
  if (isShiftEntry(body)) writeShift(db, nextShift(readLastShift(db), { ...entry, body }))
  if (isShiftEntry(body) || isRefundEntry(body)) addAct(db, { ...entry, body })
  if (isRefundEntry(body)) projectRefund(db, { ...entry, body })
  if (isCustomerEntry(body))
    writeCustomer(db, nextCustomer(readCustomer(db, body.customer), { ...entry, body }))
  if (isCarnetEntry(body)) {
    checkCarnetMoney(db, body)
    writeLine(db, lineOfMoney({ ...entry, body }))
  }
}

function projectRefund(db: Db, entry: Entry & { readonly body: RefundEntryBody }): void {
  const { body } = entry
  const sale = readSale(db, body.ref)
  if (!sale) throw new JournalRefusal('unknown-sale', `${body.kind} of ${body.ref}`)
  // What is credited of a sale on account is its customer's, though they are forgotten: their carnet has the sale.
  if (body.customer !== undefined && !isOnAccount(sale)) checkCustomer(db, body.customer)
  const before = readRefund(db, body.ref)
  const refund = nextRefund(before, sale, entry)
  if (refund && refund !== before) writeRefund(db, refund)
  const counted = { before: countedPartOf(before), after: countedPartOf(refund) }
  addSaleChange(db, sale, sale, entry.atMs, counted)
  const lines = readLinesOfSale(db, body.ref)
  writeLines(db, lines, nextLines(lines, sale, refund, entry))
}

function writeLines(db: Db, before: readonly CarnetLine[], after: readonly CarnetLine[]): void {
  for (const [place, line] of after.entries())
    if (!isDeepStrictEqual(line, before[place])) writeLine(db, line)
}

function projectSale(db: Db, { ref, steps }: SaleStory): void {
  const stored = readPlacedSale(db, ref)
  const refundBefore = stored && readRefund(db, ref)
  const linesBefore = stored?.sale.till ? readLinesOfSale(db, ref) : []
  let [sale, refund, lines] = [stored?.sale, refundBefore, linesBefore]
  for (const step of steps) {
    const before = sale
    const counted = countedPartOf(refund)
    sale = nextSale(before, step)
    refund = nextRefund(refund, sale, step)
    lines = nextLines(lines, sale, refund, step)
    addSaleChange(db, before, sale, step.atMs, { before: counted, after: counted })
  }
  const [first, last] = [steps[0], steps.at(-1)]
  if (!sale || !first || !last) return
  const place = stored?.place ?? first.sequence
  if (!stored) checkCustomerOfSale(db, sale)
  if (stored) updateSale(db, stored.sale, sale, last.sequence)
  else insertSale(db, sale, place, last.sequence)
  projectAttempts(db, ref, steps)
  if (refund && refund !== refundBefore) writeRefund(db, refund)
  writeLines(db, linesBefore, lines)
  projectHistory(db, place, steps)
}

function projectAttempts(db: Db, ref: Ref, steps: SaleStory['steps']): void {
  let last: StoredAttempt | undefined
  for (const step of steps) {
    const before = last ?? (endsAttempt(step.body) ? readLastAttempt(db, ref) : undefined)
    last = nextAttempt(before, step) ?? before
    if (last && last !== before) writeAttempt(db, last)
  }
}

/** Empties the projections and replays every entry, in one transaction: all of it or none. */
export function rebuildProjections(db: Db): void {
  inOneCommit(db, () => {
    deletePrintJobs(db)
    deleteShifts(db)
    deleteLines(db)
    deleteCustomers(db)
    deleteRefunds(db)
    deleteAttempts(db)
    deleteSales(db)
    deleteHistory(db)
    deleteTotals(db)
    let last = 0
    // Each turn moves `last` on, so the number of entries bounds the loop.
    for (;;) {
      const batch = readEntriesAfter(db, last, REBUILD_BATCH)
      const end = batch.at(-1)
      if (!end) break
      projectEntries(db, batch)
      last = end.sequence
    }
    indexTerms(db)
  })
}
