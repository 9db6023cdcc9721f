/**
 * The services of one opening of the journal: the sales, the seal of its cards, the upkeep of its file; of a closed one what
 * puts it right, and nothing else. They are made anew by each opening. Owns the order in which they end: nothing comes to a
 * journal that is closed.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ZReport } from '#shared/till/report.ts'
import { createRecovery, type Recovery } from './accounts/recovery.ts'
import { type Archives, createArchives } from './archive/archives.ts'
import { type Changes, createChanges, unwritten } from './changes.ts'
import type { Events } from './events.ts'
import { createExports, type Exports } from './exports/exports.ts'
import { createSupport, type Support } from './exports/support.ts'
import { createHistory, type History } from './history/history.ts'
import { type Anchor, createAnchor } from './journal/anchor.ts'
import { createBackupKeeper } from './journal/backup-keeper.ts'
import { type JournalTrouble, journalError, problemOf } from './journal/faults.ts'
import type { Journal } from './journal/journal.ts'
import { type JournalOptions, openJournal } from './journal/open.ts'
import { journalName } from './journal/paths.ts'
import { sealedCards } from './journal/seal.ts'
import { createClosedUpkeep, createOpenUpkeep, type JournalUpkeep } from './journal/upkeep.ts'
import { createReceiptService, type ReceiptService } from './official-receipts/receipt-service.ts'
import { createReceiptStore } from './official-receipts/store.ts'
import type { AccountName, Clock, Log, Ports, Random } from './ports.ts'
import { startAutoPrint } from './printing/auto-print.ts'
import { createPrintService, type PrintParts, type PrintService } from './printing/print-service.ts'
import { warmPen } from './printing/warm-pen.ts'
import { createProver, type Prover } from './receipt/proof.ts'
import { createReconciliation, type Reconciliation } from './reconciliation/reconciliation.ts'
import { type CardSeal, createCardSeal, revealCards } from './sale/card-seal.ts'
import { createSaleRepository } from './sale/sale-repository.ts'
import { createSaleService, type SaleService, type SaleServiceOptions } from './sale/sale-service.ts'
import type { NoticeFacts } from './status/status.ts'
import type { Actor } from './till/actor.ts'
import { createReports, type Reports } from './till/reports.ts'
import { createTill, type Till } from './till/till.ts'
import { within } from './within.ts'

/** From or to which other account the counter goes, and who chose it. */
export interface AccountMove {
  readonly other: AccountName
  readonly who: string
}

/** What there is whether the journal is open or closed. */
interface AnyServices {
  readonly support: Support
  readonly upkeep: JournalUpkeep
  readonly changes: Changes
  /**
   * No new run; calls in flight are recorded, for STOP_WAIT_MS at the most; then the journal is closed, where the counter
   * leaves for another account with that as its last entry. Answers what kept the journal from taking it.
   */
  stop(leaving?: AccountMove): Promise<JournalTrouble | undefined>
  /** Closes the journal at once. What is under way is not waited for, and is in doubt at the next start. */
  closeNow(): void
}

/** Of a journal that is closed by `trouble`: what puts it right. */
export interface ClosedServices extends AnyServices {
  readonly trouble: JournalTrouble
}

export type JournalServices = OpenServices | ClosedServices

/** Undefined where the journal is closed. */
export const openIn = (services: JournalServices): OpenServices | undefined =>
  services.trouble === undefined ? services : undefined

export interface OpenServices extends AnyServices {
  readonly trouble: undefined
  readonly saleService: SaleService
  readonly history: History
  readonly exports: Exports
  readonly recovery: Recovery
  readonly receipts: ReceiptService
  readonly printing: PrintService
  readonly reconciliation: Reconciliation
  readonly till: Till
  readonly reports: Reports
  readonly archives: Archives
  readonly prover: Prover
  readonly anchor: Pick<Anchor, 'doubt' | 'accept'>
  /** What should be put right and keeps nobody from selling. */
  known(): Omit<NoticeFacts, 'serverOffsetMs'>
  /** Lets looks go out while the line can be read, and none before the key of the seal was asked for. */
  setLine(canRead: () => boolean): void
  /** An attempt is on its way, or its end is not on disk yet. */
  isSending(): boolean
}

const STOP_WAIT_MS = 5_000

export interface JournalServicesOptions extends Ports {
  readonly opening: JournalOptions
  readonly dataDir: string
  /** The product's own. */
  readonly version: string
  /** What the sale service needs and no journal gives. */
  readonly saleParts: Omit<
    SaleServiceOptions,
    'journal' | 'cardSeal' | 'lossToAnswer' | 'showsOthers' | keyof Ports
  > & {
    /** A person said that other counters use the key. */
    sharedKey(): boolean
  }
  readonly printParts: Pick<PrintParts, 'settings'>
  /** Where the counter comes from another account: asked for once the journal is open, and only once given. */
  takeArrival(): AccountMove | undefined
  /** Makes the services anew after a restore; what keeps the journal closed all the same. */
  reopen(): JournalTrouble | undefined
  /** What is known has changed. */
  onKnown(): void
}

/** Opens the journal, or makes the services of a closed one. */
export function openServices(options: JournalServicesOptions): JournalServices {
  const journal = openJournal(options.opening)
  const trouble = journal.ok ? arrive(journal.value, options) : journal.error
  if (journal.ok && trouble === undefined) return servicesOf(journal.value, options)
  const why = trouble ?? { problem: 'unreadable', detail: 'the journal is not open' }
  options.log.write('error', 'the journal cannot be opened', { ...why })
  return closedServices(why, Promise.resolve(), options)
}

/**
 * Who comes back to a journal is recorded in it before anything else. One that ends with a leaving was left by a switch
 * that did not come to its end: the counter is back, by the same hand. A journal that does not take the entry is closed.
 */
function arrive(
  journal: Journal,
  { clock, takeArrival }: JournalServicesOptions,
): JournalTrouble | undefined {
  const last = journal.readLastEntry()?.body
  const back = last?.kind === 'account-switched' && last.direction === 'left' ? last : undefined
  const move = takeArrival() ?? back
  if (move === undefined) return undefined
  return record(journal, 'opened', move, clock)
}

function record(
  journal: Journal,
  direction: 'left' | 'opened',
  { other, who }: AccountMove,
  clock: Ports['clock'],
): JournalTrouble | undefined {
  try {
    const { environment, account } = other
    const body = { kind: 'account-switched', direction, other: { environment, account }, who } as const
    journal.recordChange(body, clock.nowMs())
    return undefined
  } catch (fault) {
    if (direction === 'opened') journal.close()
    return problemOf(fault)
  }
}

/** The services of a journal that is closed by `trouble`; `letGo` resolves when nothing holds its files any more. */
export function closedServices(
  trouble: JournalTrouble,
  letGo: Promise<unknown>,
  options: JournalServicesOptions,
): ClosedServices {
  const { opening, clock, reopen } = options
  const upkeep = createClosedUpkeep({ opening, trouble, letGo, reopen })
  return {
    trouble,
    upkeep,
    support: createSupport({ ...options, journal: undefined, environment: opening.environment }),
    changes: unwritten(journalError(trouble)),
    async stop() {
      await within(clock, STOP_WAIT_MS, upkeep.stop())
      return undefined
    },
    closeNow: () => void upkeep.stop(),
  }
}

function servicesOf(journal: Journal, options: JournalServicesOptions): OpenServices {
  const {
    opening,
    saleParts: { events: windows, ...otherParts },
    printParts: { settings },
    reopen: _reopen,
    takeArrival: _arrival,
    onKnown,
    ...ports
  } = options
  const { clock, log, keyVault, printer } = ports
  const till = createTill({
    ...{ journal, clock, log, keyVault, random: otherParts.random, events: windows },
    ...{ settings, onDebts: onKnown, balance: otherParts.balance, environment: opening.environment },
    onClosed: (z, actor) => afterClose(z, actor, { archives, printing, settings }),
  })
  const anchor = createAnchor({
    ...{ ...ports, journal, folder: resolve(opening.folder), onChange: onKnown },
    compareFrom: (day) => reconciliation.compareFrom(day),
    doubtUnsent: () => saleService.doubtUnsent(),
  })
  const saleParts = { ...otherParts, events: heard(windows, { till, anchor }), lossToAnswer: anchor.loss }
  const cardSeal = createCardSeal({
    ...{ clock, keyVault, log, journalId: journal.journalId },
    ...{ sealedCards: () => sealedCards(journal), onLost: () => onKnown() },
  })
  const showsOthers = () => reconciliation.showsOthers()
  const saleService = createSaleService({ ...ports, ...saleParts, journal, cardSeal, showsOthers })
  const { reports, archives, changes } = createOwnerParts(journal, till, options, () => reconciliation)
  const prover = createProver({ journal, clock, settings, readSigningKey: archives.readSigningKey })
  void prover.ready()
  const paperParts = { ...options, saleParts, till, prover }
  const { receipts, printing, endByItself } = createPaper(journal, cardSeal, paperParts)
  let backupFails = false
  const onDaily = (failed: JournalTrouble | undefined) => {
    backupFails = failed !== undefined
    onKnown()
  }
  const keeper = createBackupKeeper({ journal, location: opening, clock, log, onDaily })
  const upkeep = createOpenUpkeep({ journal, opening, keeper })
  const reconciliation = createReconciliation({
    ...{ ...saleParts, journal, saleService, clock, log, name: opening.name },
    folder: workbookFolderOf(opening),
  })
  const { environment, account } = opening
  const exports = createExports({ ...options, journal, environment, events: saleParts.events })
  const endAll = () => {
    endByItself()
    return Promise.all(
      [saleService, upkeep, receipts, printing, reconciliation, exports, archives].map((part) => part.stop()),
    )
  }
  return {
    trouble: undefined,
    ...{ saleService, exports, upkeep, receipts, printing, reconciliation },
    support: createSupport({ ...options, journal, environment }),
    ...{ till, reports, archives, anchor, prover },
    ...{ history: createHistory(journal), changes },
    recovery: createRecovery({ journal, cardSeal, keyVault, printer, clock, name: { environment, account } }),
    known: () => ({
      ...{ behindJournalMs: journal.clockBehindMs(), backupFails, cardKeyLost: cardSeal.isLost() },
      ...{ refundDebts: till.hasDebts(), archiveFails: archives.fails() },
    }),
    setLine(canRead) {
      reconciliation.setLine(canRead())
      anchor.setLine(canRead())
      // A card is kept sealed or not at all: nothing is looked at before the key was asked for.
      void cardSeal.ready().then(() => saleService.setLine(canRead()))
      receipts.setLine(canRead())
    },
    isSending: () => journal.listRefs({ states: ['sending'], limit: 1 }).length > 0,
    async stop(leaving) {
      await within(clock, STOP_WAIT_MS, endAll())
      const trouble = leaving && record(journal, 'left', leaving, clock)
      await anchor.conclude()
      journal.close()
      return trouble
    },
    closeNow() {
      endAll().catch((fault: unknown) => log.write('warn', 'a part did not end', { fault: String(fault) }))
      journal.close()
    },
  }
}

/** What the settings have from elsewhere that findings may be settled by is an entry, too; no opening ends by its not being taken. */
function openedChanges(
  journal: Journal,
  { clock, log, saleParts: { sharedKey } }: JournalServicesOptions,
): Changes {
  const changes = createChanges(journal, clock)
  try {
    if (sharedKey()) changes.noteShared()
  } catch (fault) {
    log.write('error', 'the journal is not told that the key is shared', { fault: String(fault) })
  }
  return changes
}

/** Neither keeps a shift from being closed: what becomes of them is reported by itself. */
function afterClose(
  { number }: Pick<ZReport, 'number'>,
  actor: Actor,
  { archives, printing, settings }: Pick<OpenServices, 'archives' | 'printing'> & PrintSettings,
): void {
  void archives.noteClosed({ number }, actor)
  if (settings().till.printZ) printing.printTill({ paper: 'z', number }, actor)
}
type PrintSettings = Pick<PrintParts, 'settings'>

/** What the owner sees, what proves it to others, and what is written of changes. */
function createOwnerParts(
  journal: Journal,
  till: Pick<Till, 'owedByCustomers'>,
  options: JournalServicesOptions,
  reconciliation: () => Pick<Reconciliation, 'books'>,
) {
  const { saleParts, onKnown, opening } = options
  const name = { environment: opening.environment, account: opening.account }
  const reports = createReports({
    ...{ ...options, journal, owedByCustomers: till.owedByCustomers },
    books: () => reconciliation().books(),
    balanceCentimes: () => saleParts.balance()?.amountCentimes ?? null,
  })
  const changes = openedChanges(journal, options)
  const archives = createArchives({
    ...{ ...options, journal, name, changes, events: saleParts.events, onFails: () => onKnown() },
  })
  void archives.makeMissing()
  return { reports, archives, changes }
}
/** Not among the journals: it may be lost, and a restore leaves it alone. */
const workbookFolderOf = ({ folder }: JournalOptions) => join(folder, '..', 'reconciliation')

/** The windows hear first: what follows from an event has the number behind it. */
const heard = (
  events: Events,
  { till, anchor }: { readonly till: Pick<Till, 'noteSale'>; readonly anchor: Pick<Anchor, 'noteRun'> },
): Events => ({
  ...events,
  publish(event) {
    events.publish(event)
    if (event.kind === 'sale-changed') till.noteSale()
    if (event.kind === 'reconciliation-changed') anchor.noteRun(event.run)
  },
})

/** What ends on paper: official receipts, slips, and those that are printed by themselves. */
function createPaper(
  journal: Journal,
  cardSeal: CardSeal,
  {
    opening,
    saleParts,
    printParts,
    reopen: _reopen,
    takeArrival: _arrival,
    till,
    prover,
    ...ports
  }: JournalServicesOptions & { readonly till: Pick<Till, 'readPaper'>; readonly prover: Prover },
) {
  const repository = createSaleRepository(journal, saleParts.events)
  const receipts = createReceiptService({
    ...{ ...ports, ...saleParts, journal, repository, store: createReceiptStore(opening) },
  })
  const printing = createPrintService({
    ...{ ...ports, ...saleParts, ...printParts, journal, environment: opening.environment },
    prover,
    revealCards: (sale) => revealCards(sale, cardSeal),
    readTillPaper: till.readPaper,
  })
  const endAutoPrint = startAutoPrint({ ...ports, ...saleParts, ...printParts, printing })
  const endWarming = warmPen({ ...ports, ...printParts })
  const endByItself = () => {
    endAutoPrint()
    endWarming()
  }
  return { receipts, printing, endByItself }
}

// Where the journal of an account is, and how it is opened. Makes its folder.

export interface OpeningParts extends AccountName {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  /** The product's own. */
  readonly version?: string
  readonly onTrouble: NonNullable<JournalOptions['onTrouble']>
}

export function openingOf(parts: OpeningParts): JournalOptions {
  const { dataDir, environment, account, clock, log, random, version, onTrouble } = parts
  const folder = join(dataDir, 'journal')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (fault) {
    log.write('error', 'the data folder cannot be made', { fault: String(fault) })
  }
  return {
    ...{ folder, name: journalName({ environment, account }), environment, account },
    ...{ nowMs: () => clock.nowMs(), newId: random.newId, log, onTrouble },
    ...(version !== undefined && { version }),
  }
}
