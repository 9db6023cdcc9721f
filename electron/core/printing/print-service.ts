/**
 * Printing as the commands use it. Owns what a slip is as paper: which copy it is, and whether codes are on it. A
 * sale is never held up or undone by it: nothing here writes an entry of a sale's.
 */
import type { AppError } from '#shared/app-error.ts'
import { formatDate } from '#shared/dates.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import { receiptSheetPath } from '#shared/official-receipt.ts'
import {
  areAllCodes,
  type PrinterSettings,
  type PrinterStatus,
  type PrintJobView,
  pdfFile,
} from '#shared/printing.ts'
import type { ReceiptMessage } from '#shared/receipt-sending.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { isOfItsMoment, type TillPaper } from '#shared/till/papers.ts'
import type { RevealedCard, SaleView, Settings, StatusView } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { StoredPrintJob } from '../journal/print-jobs.ts'
import type { Clock, Log, Printer, Random } from '../ports.ts'
import { dueShownBy, isSlipStateOf, slipStateOf } from '../receipt/compose.ts'
import { composeTillPaper, type TillContent } from '../receipt/compose-till.ts'
import { renderHtml } from '../receipt/html.ts'
import { composeMessage } from '../receipt/message.ts'
import type { Prover } from '../receipt/proof.ts'
import { codesNeedOwner } from '../sale/card-seal.ts'
import type { PageAnswer } from '../slip-pages.ts'
import { type Actor, anybody, signedBy } from '../till/actor.ts'
import type { PrintLimits } from './link.ts'
import { makeSlip, makeTestPage, makeTillPaper, type PaperContext, type WhichSlip } from './make-paper.ts'
import { openLink, readPrinterStatus, type ToPrint } from './open-link.ts'
import { createJobPlacer, type JobPlacer, refusePrint } from './place-job.ts'
import { createPrintRepository, type PrintRepository, viewOfJob } from './print-repository.ts'
import { createPrintQueue, type PrintQueue } from './queue.ts'

type Printed = Result<PrintJobView, AppError>

export interface PrintService extends Pick<JobPlacer, 'readPage'> {
  readStatus(): Promise<PrinterStatus>
  /** Prints a test page on any printer. */
  test(printer: PrinterSettings, actor: Actor): Printed
  /** Prints the slip of a sale; see `print.slip` of the contract. */
  printSlip(ref: Ref, asked: Omit<SlipAsked, 'replaces'>): Promise<Printed>
  /** Prints the kept receipt of a bill by the system's driver. */
  printOfficial(ref: Ref, actor: Actor): Printed
  /** Prints a paper of the till; see `till.print` of the contract. */
  printTill(paper: TillPaper, actor: Actor): Printed
  /** Saves a paper of the till as a PDF; see `till.save-pdf` of the contract. */
  saveTill(paper: TillPaper, actor: Actor): Promise<Result<CommandOutput<'till.save-pdf'>, AppError>>
  /** Saves the slip of a sale as PDF where the person says, numbered with those on paper; see `receipt.save-pdf` of the contract. */
  saveSlip(ref: Ref, actor: Actor): Promise<Result<{ readonly path: string | null }, AppError>>
  /** What a message says with which the slip of a sale is sent. */
  readMessage(ref: Ref): Result<ReceiptMessage, AppError>
  again(jobId: string, actor: Actor): Promise<Printed>
  settle(jobId: string, seen: { readonly printed: boolean; readonly who: string | null }): Printed
  listOf(ref: Ref): Result<readonly PrintJobView[], AppError>
  /**
   * What a window with these sales knows of from the start, oldest first: what is not done, and the slips of cards, whose codes
   * may be on paper.
   */
  listFor(sales: readonly Pick<SaleView, 'ref' | 'cards'>[]): readonly PrintJobView[]
  stop(): Promise<void>
}

interface SlipAsked extends Omit<CommandInput<'print.slip'>, 'ref'> {
  readonly replaces?: string
  /** Who asks; missing where nobody did. */
  readonly actor?: Actor
  /** Nobody has asked: where a slip already shows what the sale is now, there is no other. */
  readonly byItself?: true
}

export interface PrintParts {
  readonly environment: StatusView['environment']
  readonly events: Events
  readonly random: Random
  settings(): Settings
}

interface RoomOptions extends PrintParts {
  readonly journal: Journal
  readonly clock: Clock
  readonly log: Log
  readonly printer: Printer
  readonly prover: Pick<Prover, 'ready' | 'current'>
  /** How long a printer is waited for; missing: as long as printers need. */
  readonly limits?: PrintLimits
  /** Opens the codes of a sale's cards, as far as they open. */
  revealCards(sale: StoredSale): Promise<readonly RevealedCard[]>
  /** What stands on a paper of the till, for this person. */
  readTillPaper(paper: TillPaper, actor: Actor): Result<TillContent, AppError>
}

export function createPrintService(options: RoomOptions): PrintService {
  const { journal, clock, printer: port, environment, settings, prover, limits } = options
  const repository = createPrintRepository(options)
  const open = (job: ToPrint) => openLink(job, port, limits)
  const queue = createPrintQueue({ ...options, repository, open })
  const jobs = createJobPlacer({ ...options, repository, queue })
  const readStatusOf = createStatusReader(queue, port)
  endInterrupted(repository)

  const context = (): PaperContext => {
    const { shop, slip } = settings()
    const prove = prover.current()
    const chosen = { shop, language: slip.language, choices: slip, ...(prove && { prove }) }
    return { ...chosen, environment, nowMs: clock.nowMs() }
  }
  const files = createFilePages(options)
  const printSlip = createSlipPrinter({ ...options, repository, jobs, context })

  function printOfficial(ref: Ref, actor: Actor, replaces?: string): Printed {
    const receipt = journal.readSale(ref)?.officialReceipt
    if (!receipt) return err({ kind: 'receipt-file', problem: 'not-kept', ref })
    const content = { kind: 'kept-page', path: receiptSheetPath(ref) } as const
    const printer = driverFor(settings().printer)
    const made = ok({ documentSha256: receipt.sha256, content })
    return jobs.place({ ref, what: 'official', copyNumber: 0, codes: 0, printer, actor, replaces }, made)
  }

  function test(printer: PrinterSettings, actor: Actor, replaces?: string): Printed {
    const order = { ref: null, what: 'test', copyNumber: 0, codes: 0, printer, actor, replaces } as const
    return jobs.place(order, makeTestPage(context(), printer))
  }

  function printTill(till: TillPaper, actor: Actor, replaces?: string): Printed {
    const { printer } = settings()
    if (!printer) return refusePrint('no-printer', null)
    const content = options.readTillPaper(till, actor)
    if (!content.ok) return content
    const copyNumber = isOfItsMoment(till) ? 0 : nextCopyNumber(repository.listOfPaper(till))
    const order = { ref: null, what: 'till', till, copyNumber, codes: 0, printer, actor, replaces } as const
    return jobs.place(order, makeTillPaper(content.value, copyNumber, context(), printer))
  }

  return {
    readStatus: async () => readStatusOf(settings().printer),
    test: (printer, actor) => test(printer, actor),
    printSlip,
    saveSlip: createSlipSaver({ ...options, repository, context, files }),
    readMessage: createMessageReader(journal, context),
    printOfficial: (ref, actor) => printOfficial(ref, actor),
    printTill: (till, actor) => printTill(till, actor),
    saveTill: createTillSaver({ ...options, files }, context),
    async again(jobId, actor) {
      const found = jobs.readUndecided(jobId, 'print-again')
      if (!found.ok) return found
      const { ref, what, codes, till } = found.value
      if (till) return printTill(till, actor, jobId)
      if (ref !== null && what === 'sale')
        return printSlip(ref, { withCodes: codes > 0 || undefined, replaces: jobId, actor })
      if (ref !== null && what === 'official') return printOfficial(ref, actor, jobId)
      const { printer } = settings()
      return printer ? test(printer, actor, jobId) : refusePrint('no-printer', null)
    },
    settle(jobId, { printed, who }) {
      const found = jobs.readUndecided(jobId, 'print-settle')
      if (!found.ok) return found
      const { ref, state } = found.value
      const isInDoubt = state === 'may-have-printed'
      if (isInDoubt && who === null) return noName
      // What is known to have failed cannot have printed, whatever somebody saw.
      const as = printed && isInDoubt ? 'printed' : 'not-printed'
      repository.record([{ kind: 'print-settled', jobId, ref, as, who }])
      return jobs.readView(jobId)
    },
    listOf: (ref) => ok(repository.listOf(ref).map(viewOfJob)),
    listFor: (sales) => listFor(sales, repository),
    readPage: (path) => jobs.readPage(path) ?? files.readPage(path),
    stop: queue.stop,
  }
}

/** What may be on paper is somebody's word. */
const noName = err<AppError>({ kind: 'invalid-input', field: 'who', problem: 'missing' })

const createMessageReader =
  (journal: Pick<Journal, 'readSale'>, context: () => PaperContext): PrintService['readMessage'] =>
  (ref) => {
    const sale = journal.readSale(ref)
    const { language, ...other } = context()
    return sale ? ok(composeMessage(sale, language, other)) : err({ kind: 'sale-not-found', ref })
  }

/** Pages that are saved as files. Each is there while it is being saved, as it was composed, and under a name that nobody guesses. */
function createFilePages({ printer, random }: Pick<RoomOptions, 'printer' | 'random'>) {
  const pages = new Map<string, string>()
  return {
    /** Never throws. */
    async save(html: string, name: string, widthMm?: number): ReturnType<Printer['savePdf']> {
      const path = `/paper/${random.newId()}`
      pages.set(path, html)
      try {
        return await printer.savePdf(path, name, widthMm)
      } catch (fault) {
        return err(String(fault))
      } finally {
        pages.delete(path)
      }
    },
    readPage(path: string): PageAnswer | undefined {
      const body = pages.get(path)
      return body === undefined ? undefined : { status: 200, contentType: 'text/html; charset=utf-8', body }
    },
  }
}

type FilePages = ReturnType<typeof createFilePages>

const createTillSaver =
  (
    { readTillPaper, files }: Pick<RoomOptions, 'readTillPaper'> & { readonly files: FilePages },
    context: () => PaperContext,
  ): PrintService['saveTill'] =>
  async (till, actor) => {
    const content = readTillPaper(till, actor)
    if (!content.ok) return content
    try {
      const { language, ...other } = context()
      const paper = composeTillPaper(content.value, language, { ...other, copyNumber: 0 })
      const day = new Date(other.nowMs).toISOString().slice(0, 10)
      const number = till.paper === 'z' ? `-${till.number}` : ''
      const name = `comptoir-${till.paper}${number}-${day}.pdf`
      const saved = await files.save(renderHtml(paper, FILE_WIDTH_MM), name)
      return saved.ok ? saved : err({ kind: 'printing', problem: saved.error })
    } catch (fault) {
      return err({ kind: 'printing', problem: String(fault) })
    }
  }

/** A5. */
const FILE_WIDTH_MM = 148

/** What a dead process left: what it had begun may have printed, what it had not is nowhere any more. */
function endInterrupted(repository: PrintRepository): void {
  const problem = 'interrupted'
  for (const { jobId, ref, state } of repository.listNotDone()) {
    if (state === 'sending') repository.note({ kind: 'print-doubted', jobId, ref, problem })
    if (state === 'queued') repository.note({ kind: 'print-failed', jobId, ref, problem })
  }
}

function createStatusReader(queue: PrintQueue, port: Printer) {
  /** A printer that is asked already is not asked once more: its answer is for all who wait. One for each place asked. */
  const asking = new Map<string, Promise<PrinterStatus>>()

  async function ask(printer: PrinterSettings): Promise<PrinterStatus> {
    const status = await queue.whileIdle(printer.transport, () => readPrinterStatus(printer, port))
    // While it prints, its jobs say how it is.
    return status ?? { kind: 'ready', isSure: false, paperLow: false }
  }

  return async (printer: PrinterSettings | null): Promise<PrinterStatus> => {
    if (!printer) return { kind: 'none' }
    const key = JSON.stringify(printer.transport)
    const answer = asking.get(key) ?? ask(printer).finally(() => asking.delete(key))
    asking.set(key, answer)
    return answer
  }
}

interface SlipPrinterOptions
  extends Pick<RoomOptions, 'journal' | 'settings' | 'revealCards' | 'clock' | 'prover'> {
  readonly repository: PrintRepository
  readonly jobs: Pick<JobPlacer, 'place'>
  context(): PaperContext
}

function createSlipPrinter(options: SlipPrinterOptions) {
  const { journal, settings, revealCards, repository, jobs, context, clock, prover } = options
  const slipsOf = (ref: Ref) => slipsIn(repository, ref)

  /** The slip that makes another one needless: one that whoever asks does not know of, or that shows the same already. */
  function foundSlip(sale: StoredSale, asked: SlipAsked): StoredPrintJob | undefined {
    const slips = slipsOf(sale.ref)
    if (asked.byItself) return slips.findLast((slip) => showsTheSame(slip, sale))
    return slips.length > (asked.known ?? Number.POSITIVE_INFINITY) ? slips.at(-1) : undefined
  }

  /** What is printed, and where; or why nothing is. Codes that take the owner's PIN are on no slip that is not asked to have them. */
  function admit(ref: Ref, { withCodes, actor = anybody }: SlipAsked) {
    const { printer } = settings()
    if (!printer) return refusePrint('no-printer', ref)
    const sale = journal.readSale(ref)
    if (!sale) return err<AppError>({ kind: 'sale-not-found', ref })
    const needsOwner = withCodes !== false && codesNeedOwner(sale, actor, { journal, clock })
    if (needsOwner && withCodes) return err<AppError>({ kind: 'till', problem: 'needs-owner' })
    return ok({ printer, sale, withCodes: needsOwner ? false : withCodes })
  }

  return async function print(ref: Ref, asked: SlipAsked): Promise<Printed> {
    const { replaces, actor = anybody } = asked
    const admitted = admit(ref, asked)
    if (!admitted.ok) return admitted
    const { printer, sale, withCodes } = admitted.value
    const mayShow = () => withCodes ?? !slipsOf(ref).some((slip) => hasGivenCodes(slip, sale))
    const revealed = !foundSlip(sale, asked) && mayShow() ? await revealCards(sale) : []
    await prover.ready()
    // Both waited for a keychain: a sale that has changed meanwhile is printed as it now stands, each time once.
    if (journal.readSale(ref)?.changedAtMs !== sale.changedAtMs) return print(ref, asked)
    // From here to the commit nothing comes between: no two slips are the same copy, or give the codes as the first one, and
    // two that were asked for in the same moment are one.
    const found = foundSlip(sale, asked)
    if (found) return ok(viewOfJob(found))
    const cards = mayShow() ? revealed : []
    const codes = cards.filter(({ kind }) => kind === 'open').length
    if (withCodes && codes < sale.cards.length) return refusePrint('codes-closed', ref)
    const which = whichSlip(sale, slipsOf(ref))
    const made = makeSlip(sale, context(), { ...which, cards }, printer)
    const order = {
      ref,
      what: 'sale',
      copyNumber: which.copyNumber,
      codes,
      shows: slipStateOf(sale),
    } as const
    return jobs.place({ ...order, printer, actor, replaces }, made)
  }
}

const slipsIn = ({ listOf }: Pick<PrintRepository, 'listOf'>, ref: Ref) =>
  listOf(ref).filter(({ what }) => what === 'sale')

/**
 * A copy like any other: on disk before the person is asked where to, and taken back where no file came of it. The file holds
 * what was recorded, however the sale goes on while the person chooses.
 */
function createSlipSaver({
  journal,
  settings,
  repository,
  context,
  random,
  prover,
  files,
}: Pick<RoomOptions, 'journal' | 'settings' | 'random' | 'prover'> &
  Pick<SlipPrinterOptions, 'repository' | 'context'> & {
    readonly files: FilePages
  }): PrintService['saveSlip'] {
  return async (ref, actor) => {
    await prover.ready()
    const sale = journal.readSale(ref)
    if (!sale) return err({ kind: 'sale-not-found', ref })
    const which = whichSlip(sale, slipsIn(repository, ref))
    const { widthMm } = settings().slip
    const made = makeSlip(sale, context(), { ...which, cards: [] }, { ...driverFor(null), paper: widthMm })
    if (!made.ok || made.value.content.kind !== 'page') return refusePrint('not-composed', ref)
    const { documentSha256, content } = made.value
    const job = { jobId: random.newId(), ref }
    const { copyNumber } = which
    const slip = { what: 'sale', copyNumber, printer: pdfFile, codes: 0, shows: slipStateOf(sale) } as const
    repository.record([
      { kind: 'print-queued', ...job, ...slip, documentSha256, ...signedBy(actor, undefined) },
      { kind: 'print-begun', ...job },
    ])
    const day = formatDate(sale.recordedAtMs, 'en').split('/').reverse().join('-')
    const saved = await files.save(content.html, `${day}-${ref}.pdf`, widthMm)
    if (saved.ok && saved.value.path !== null) repository.note({ kind: 'print-sent', ...job })
    else {
      repository.note({ kind: 'print-failed', ...job, problem: saved.ok ? 'cancelled' : 'unknown' })
      // Whoever asked learns of it at once.
      repository.note({ kind: 'print-settled', ...job, as: 'not-printed', who: null })
    }
    return saved.ok ? saved : err({ kind: 'printing', problem: saved.error, ref })
  }
}

function listFor(
  sales: readonly Pick<SaleView, 'ref' | 'cards'>[],
  repository: PrintRepository,
): readonly PrintJobView[] {
  const ofCards = sales.flatMap(({ ref, cards }) => (cards.length > 0 ? slipsIn(repository, ref) : []))
  const jobs = [...repository.listNotDone().filter(waitsForSomebody), ...ofCards]
  const views = new Map(jobs.map((job) => [job.jobId, viewOfJob(job)]))
  return [...views.values()].sort((a, b) => a.queuedAtMs - b.queuedAtMs)
}

/** Nobody waits for a test page that failed: whoever asked for it was shown that. */
const waitsForSomebody = ({ what, state }: StoredPrintJob): boolean =>
  what !== 'test' || state === 'queued' || state === 'sending'

/** An old entry does not say what its slip shows: it is taken for the same, so that none passes for the first. */
const showsTheSame = ({ shows }: StoredPrintJob, sale: StoredSale): boolean =>
  shows === null || isSlipStateOf(shows, sale)

/** The next slip of a sale after these. */
function whichSlip(sale: StoredSale, slips: readonly StoredPrintJob[]): Omit<WhichSlip, 'cards'> {
  const copyNumber = nextCopyNumber(slips.filter((slip) => showsTheSame(slip, sale)))
  const other = slips.findLast((slip) => slip.mayBeOnPaper && !showsTheSame(slip, sale))
  const which = { copyNumber, isFirstOfDue: isFirstOfDue(sale, slips) }
  return copyNumber === 0 && other ? { ...which, replacesAtMs: other.queuedAtMs } : which
}

function isFirstOfDue(sale: StoredSale, slips: readonly StoredPrintJob[]): boolean {
  const due = dueShownBy(slipStateOf(sale), sale)
  const said = slips.filter(isCopy).map(({ shows }) => shows && dueShownBy(shows, sale))
  return due !== null && !said.includes(due)
}

/** No number comes twice, also where an earlier slip is known by now to have failed. */
const nextCopyNumber = (jobs: readonly StoredPrintJob[]): number =>
  Math.max(-1, ...jobs.filter(isCopy).map(({ copyNumber }) => copyNumber)) + 1

const isCopy = ({ what, mayBeOnPaper }: StoredPrintJob): boolean =>
  (what === 'sale' || what === 'till') && mayBeOnPaper

/** A slip with some of them gave none that arrived later: the next one has them all. */
const hasGivenCodes = (slip: StoredPrintJob, { cards }: StoredSale): boolean =>
  isCopy(slip) && areAllCodes(slip.codes, cards.length)

/** An official receipt is a sheet: it goes to the driver that is set, else to the system's default printer. */
function driverFor(printer: PrinterSettings | null): PrinterSettings {
  if (printer?.transport.kind === 'driver') return printer
  const bytes = { dots: 576, codePage: 'cp858', text: 'raster', drawsCodes: false } as const
  const plain = { ...bytes, asks: false, cuts: false, drawer: false } as const
  return { ...plain, name: 'A4', transport: { kind: 'driver', deviceName: null }, paper: 'A4' }
}
