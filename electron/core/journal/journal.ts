/**
 * The journal as the rest of the core knows it: one file per environment and account, append-only, chained.
 * Every method is synchronous: better-sqlite3 is, and no transaction may span an await. Those that read throw JournalUnread
 * where the disk or the file does not let them.
 */
import type { HistoryAsked } from '#shared/history.ts'
import type { Centimes } from '#shared/money.ts'
import type { OrderKind, SaleRequest } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { Result } from '#shared/result.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import type { Pricing } from '#shared/till/prices.ts'
import type { SaleView } from '#shared/views.ts'
import type { HistoryFound } from '../history/page.ts'
import type { CustomerName } from './customers.ts'
import type { EntryRow, RecordedRestore } from './entries.ts'
import type { AccountChange, ChangeKind, Entry, KeptCard, ReconciliationAct } from './entry.ts'
import type { JournalTrouble } from './faults.ts'
import type { Loss } from './losses.ts'
import type { BesideEntryBody } from './print-entry.ts'
import type { StoredPrintJob } from './print-jobs.ts'
import type { Reconciled } from './reconciled.ts'
import type { SaleEntries } from './record.ts'
import type { CustomerEntryBody, TillEntryBody } from './till-entry.ts'
import type { TillRecords } from './till-records.ts'
import type { WholeFinding } from './whole-check.ts'

/** A sale as the projection holds it. `phase`, `decidable` and `incomplete` are derived when it is shown. */
export interface StoredSale
  extends Omit<SaleView, 'phase' | 'decidable' | 'incomplete' | 'cards' | 'costCentimes' | 'pricing'> {
  readonly costCentimes: Centimes
  readonly pricing?: Pricing | undefined
  readonly cards: readonly KeptCard[]
  /** What the order is for and what it is worth, as sales are found by: see shared/products/orders.ts. */
  readonly subject: string
  readonly valueCentimes: Centimes
  readonly reviewId: string
  /** An attempt of this ref ended in doubt once: its request may land at any time, whatever became of the others. */
  readonly everDoubted: boolean
  /** The exact body that every attempt sends. */
  readonly request: SaleRequest
}

export interface RepeatsFilter {
  readonly subject: string
  /** Null: whatever the value. */
  readonly valueCentimes: Centimes | null
  readonly sinceMs: number
  readonly alsoRefs: readonly Ref[]
}

export interface Journal {
  readonly journalId: string
  /** It was used before and had no witness that could be read as it was opened: its end may have been cut off. */
  readonly isUnwitnessed: boolean
  /** It was made as it was opened, or nothing was written to it since: it need not have an anchor yet. */
  readonly isNew: boolean
  /**
   * Appends entries and brings the projections along, in one transaction and one fsync. All of them or none.
   * Throws JournalRefusal where the sale's table refuses the step (a bug of the caller), and JournalFault where the disk
   * refuses the write.
   */
  record(bodies: SaleEntries, atMs: number): readonly Entry[]
  /** Appends what a person did with the account: left it, came to it, moved it. One commit. Throws as record() does. */
  recordChange(body: AccountChange, atMs: number): void
  /** Appends what was printed or shown of sales. One commit. Throws as record() does. */
  recordBeside(bodies: readonly [BesideEntryBody, ...BesideEntryBody[]], atMs: number): void
  readPrintJob(jobId: string): StoredPrintJob | undefined
  /** The jobs of one paper of the till, oldest first. */
  listPrintJobsOfPaper(paper: TillPaper): readonly StoredPrintJob[]
  /** The print jobs of one sale, and those that are under way or wait for a person: oldest first, 1,000 at the most. */
  listPrintJobsOf(ref: Ref): readonly StoredPrintJob[]
  listPrintJobsNotDone(): readonly StoredPrintJob[]
  /** Appends what a person did about findings and days, in one commit. Throws as record() does. */
  recordActs(bodies: readonly [ReconciliationAct, ...ReconciliationAct[]], atMs: number): void
  /** Appends what people did at the till, in one commit. Throws as record() does, and for an act that is there already. */
  recordTill(bodies: readonly [TillEntryBody, ...TillEntryBody[]], atMs: number): readonly Entry[]
  /** Appends what was done with a customer, with their name where it brings one. One commit. Throws as recordTill() does. */
  recordCustomer(body: CustomerEntryBody, named: CustomerName | undefined, atMs: number): void
  /** What the till asks. Its methods throw as those that read. */
  readonly till: TillRecords
  /** What is held against the service's books. Its methods throw as those that read. */
  readonly reconciled: Reconciled
  readLastEntry(): Entry | undefined
  readSale(ref: Ref): StoredSale | undefined
  findSaleByReview(reviewId: string): StoredSale | undefined
  /** Newest first. `limit` is bounded by the journal at 10,000. */
  listSales(filter: {
    readonly states?: readonly SaleState[]
    /** Of sales in `states` alone. */
    readonly kinds?: readonly OrderKind[]
    readonly changedSinceMs?: number
    readonly limit: number
  }): readonly StoredSale[]
  /** The refs alone of the sales in these states, newest first. `limit` is bounded by the journal at 100,000. */
  listRefs(filter: {
    readonly states: readonly SaleState[]
    readonly changedSinceMs?: number
    readonly limit: number
  }): readonly Ref[]
  /** The sales that hold a sealed card, newest first unless asked otherwise. `limit` is bounded by the journal at 10,000. */
  listSealed(limit: number, first?: 'newest' | 'oldest'): readonly StoredSale[]
  /** Paid bills without their official receipt that changed since a time, newest first; 100,000 at the most. */
  listWithoutReceipt(changedSinceMs: number, limit: number): readonly Ref[]
  /** The sale that pays this bill transaction, whatever became of it. */
  findSaleByTransaction(transactionId: string): StoredSale | undefined
  /** The sales that stand by a person's word alone and changed since a time, newest first; 10,000 at the most. */
  listDecided(changedSinceMs: number): readonly StoredSale[]
  /** The gift card sales that hold one of these orders of the service's. */
  listClaims(serviceIds: readonly string[]): readonly StoredSale[]
  /** The newest sale of the kind that the service has given an id: an order that a look-up must find. */
  findNewestKnown(kind: OrderKind): StoredSale | undefined
  /**
   * Sales of the same subject and value, newest first: the open ones, those recorded since a time, and those named. The
   * refused, cancelled and refunded ones are left out: the customer was given nothing.
   */
  listRepeats(filter: RepeatsFilter): readonly StoredSale[]
  /** One page of the history. */
  findPage(asked: HistoryAsked): HistoryFound
  /** Every entry of one sale, or of the whole journal, in order. */
  readEntries(ref?: Ref): readonly Entry[]
  /** Whether an entry behind `sequence` is of a later time than `atMs`. Reads up to the first. */
  wroteAfter(sequence: number, atMs: number): boolean
  /** The next rows of the entries behind `sequence`, as they stand on disk, `limit` at the most. */
  readRows(sequence: number, limit: number): readonly EntryRow[]
  /** `listener` is given the sequence of each commit's last entry. */
  onCommit(listener: (sequence: number) => void): void
  /** How many restores are recorded behind the entry `sequence`. */
  countRestores(sequence: number): number
  /** Each recorded restore, in order. */
  listRestores(): readonly RecordedRestore[]
  /** The newest change of these kinds, from or to this text where one is given. */
  findChange(whats: readonly ChangeKind[], text?: string): Entry | undefined
  /** The newest entry by which a person accepted this journal against the anchor of that hash. */
  findAccepted(anchorHash: string): Entry | undefined
  /** The times behind the entry `sequence`, and shortly before it, of which entries were lost. */
  listLosses(sequence: number): readonly Loss[]
  /**
   * Checks the whole file, the chain and every projection, as they stand now, while the journal stays in use; a second call
   * joins the first. Never rejects. A finding goes to `onTrouble` of the options as well.
   */
  verifyWhole(): Promise<Result<WholeFinding, JournalTrouble>>
  /**
   * By how many milliseconds the machine's clock is behind the last entry, or behind what it said since this journal was
   * opened: somebody set it back. 0 where it is less than a minute.
   */
  clockBehindMs(): number
  /** Copies all that is committed to a new file, page by page, while the journal stays in use. Rejects when aborted. */
  copyTo(path: string, signal: AbortSignal): Promise<void>
  /** Rebuilds the projections from the entries, in one transaction. */
  rebuildProjections(): void
  /** Until `close`. What is asked of it later throws. */
  isOpen(): boolean
  close(): void
}
