/**
 * Reconciliation as the commands use it: joins run, days, findings and what people do about them over one journal.
 * Owns the workbook, which is opened when it is first needed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import {
  type Finding,
  type FindingKind,
  type ReconciliationRun,
  reconciledDays,
  shopDayAfter,
  shopDayOf,
} from '#shared/reconciliation.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { BooksState } from '#shared/till/span-report.ts'
import type { StatusView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import { type CallFailure, callError } from '../call-error.ts'
import type { Events } from '../events.ts'
import type { Journal } from '../journal/journal.ts'
import { inSlices } from '../journal/steps.ts'
import type { Clock, Log, Ports, Random } from '../ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { Signature } from '../till/actor.ts'
import { type Acts, createActs } from './acts.ts'
import { askSale } from './ask-sale.ts'
import { attribute } from './attribution.ts'
import { caseOfSale } from './cases.ts'
import type { ClaimParts } from './claims.ts'
import { findingsBy, knownFrom } from './compare-day.ts'
import { lookDaily } from './daily.ts'
import { type DayParts, viewDay, viewFindings } from './day-view.ts'
import { judge } from './judge.ts'
import { createRequestGate, type RequestGate } from './request-gate.ts'
import { birthDay, createRun, isClockWrong, type Run } from './run.ts'
import { settleFindings, signOff } from './settle.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

type Asked<Name extends 'state' | 'findings' | 'settle' | 'look-again' | 'sign-off'> =
  CommandInput<`reconcile.${Name}`>
type Answered<Name extends 'state' | 'start' | 'stop' | 'findings' | 'settle' | 'look-again' | 'sign-off'> =
  Result<CommandOutput<`reconcile.${Name}`>, AppError>

/** As many open sales keep the day's own comparison from beginning. */
const MANY_OPEN = 200

/** By the owner, where it took one. */
type Approved = Pick<Signature, 'approvedBy'>

export interface Reconciliation {
  state(): Answered<'state'>
  /** How the books stand up to yesterday; null on the journal's first day. Makes no workbook. */
  books(): BooksState | null
  start(fromDay: string | undefined): Promise<Answered<'start'>>
  /** The same where a person's word waits for it; answers from which day on it goes, undefined where it was not begun. */
  compareFrom(day: string): Promise<string | undefined>
  stopRun(): Answered<'stop'>
  findings(asked: Asked<'findings'>): Answered<'findings'>
  settle(asked: Asked<'settle'> & Approved): Answered<'settle'>
  lookAgain(asked: Asked<'look-again'>): Promise<Answered<'look-again'>>
  signOff(asked: Asked<'sign-off'> & Approved): Answered<'sign-off'>
  /** Whether what was compared shows orders or payments that may be another counter's, see `mayHaveOthers`. */
  showsOthers(): boolean
  /** Whether the service may be asked. */
  setLine(open: boolean): void
  /** Puts down what is under way; resolves when nothing of it goes on. */
  stop(): Promise<void>
}

interface ReconciliationOptions extends Pick<Ports, 'clock' | 'log'> {
  readonly journal: Journal
  readonly client: ServiceClient
  readonly events: Events
  readonly random: Random
  readonly saleService: Pick<SaleService, 'lookUp'>
  /** The folder in which workbooks lie, and the journal's name. */
  readonly folder: string
  readonly name: string
  selling(): StatusView['selling']
  /** A person said that other counters use the key. What the counter only supposes stays shown, until a person has said so. */
  sharedKey(): boolean
  onFailure(failure: CallFailure): void
}

export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { journal, client, events, clock, log, sharedKey, onFailure } = options
  const acts = createActs(journal)
  const requestGate = createRequestGate(client, clock, () => canCompare(options.selling()))
  const ending = new AbortController()
  const isStopped = () => ending.signal.aborted

  const publish = () => {
    if (!isStopped()) events.publish({ kind: 'reconciliation-changed', run: runView() })
  }
  const books = createBooks(options, { acts, requestGate, onChange: publish })
  const parts = () => ({
    ...{ journal, sharedKey, acts: acts() },
    workbook: books.workbook(),
    nowMs: () => clock.nowMs(),
  })
  const offsetMs = () => books.workbook().readRun()?.offsetMs ?? 0
  const asking = { client, clock, signal: ending.signal, lookUp: options.saleService.lookUp, onFailure }
  const runView = (): ReconciliationRun => ({ ...books.run().view(), openFindings: openIds(parts()).length })
  const endDaily = lookDaily({
    ...{ clock, log, readRun: () => (books.isThere() ? books.workbook().readRun() : undefined) },
    isBusy: () => journal.listRefs({ states: openSaleStates, limit: MANY_OPEN }).length === MANY_OPEN,
    start: () => {
      if (!isClockWrong(client)) books.run().start(undefined)
    },
  })

  return {
    state() {
      const days = daysBack(shopDayOf(clock.nowMs()), birthDay(journal, offsetMs()))
      return ok({ run: runView(), days: days.map((day) => viewDay(day, parts())) })
    },
    books: () => (books.isThere() ? booksUpToYesterday(parts()) : booksUnread(journal, clock)),
    async start(fromDay) {
      const selling = options.selling()
      if (!selling.open && !canCompare(selling)) return err({ kind: 'selling-closed', why: selling.why })
      if (isClockWrong(client)) return err({ kind: 'clock-wrong' })
      // One that is being put down ends first: what it was about to keep is kept.
      if (requestGate.isStopped()) await books.run().untilIdle()
      if (!isStopped()) books.run().start(fromDay)
      return ok(runView())
    },
    async compareFrom(day) {
      const { state } = runView()
      if (state === 'running' || state === 'waiting' || isClockWrong(client) || isStopped()) return undefined
      if (requestGate.isStopped()) await books.run().untilIdle()
      books.run().start(day)
      return runView().fromDay ?? undefined
    },
    stopRun() {
      books.run().stop()
      return ok(runView())
    },
    findings: (asked) => ok(findingsFor(asked, parts())),
    settle({ findingIds, settlement, ...signed }) {
      const done = settleFindings(findingIds, settlement, signed, parts())
      if (!done.ok) return done
      publish()
      return ok({ run: runView() })
    },
    async lookAgain({ findingId }) {
      const sale = books.workbook().readFinding(findingId)?.finding.sale
      if (!sale) return err({ kind: 'choice-changed' })
      const asked = await lookAgain(sale, { ...parts(), ...asking, offsetMs: offsetMs() })
      if (!asked.ok) return asked
      publish()
      return ok({ stillFound: books.workbook().readFinding(findingId) !== undefined })
    },
    signOff({ day, digest, ...signature }) {
      const signed = signOff(day, digest, signature, parts())
      if (!signed.ok) return signed
      publish()
      return ok(viewDay(day, parts()))
    },
    showsOthers: () => isStopped() || (books.isThere() && mayHaveOthers(parts, log)),
    setLine: requestGate.setLine,
    async stop() {
      ending.abort()
      endDaily()
      requestGate.stop()
      await books.close()
    },
  }
}

/** A journal that is in doubt is compared before it is sold upon. */
const canCompare = (selling: StatusView['selling']): boolean =>
  selling.open || selling.why === 'journal-doubted'

/** The workbook and the run that keeps it, which are opened when either is first needed. */
function createBooks(
  options: ReconciliationOptions,
  { acts, requestGate, onChange }: { acts(): Acts; requestGate: RequestGate; onChange(): void },
) {
  const { journal, client, random, clock, log, sharedKey, onFailure } = options
  const path = join(options.folder, `${options.name}.workbook`)
  let opened: { readonly workbook: Workbook; readonly run: Run } | undefined

  function open() {
    opened ??= openFirst()
    return opened
  }

  function openFirst() {
    const workbook = openWorkbook(path, log, (id) => acts().settlementOf(id) !== null)
    const comparedAt = workbook.readRun()?.journalEnd
    // A restore took away what was compared: a day that agreed then may lack sales by now.
    if (comparedAt && !journal.reconciled.holds(comparedAt)) workbook.forgetComparisons()
    const own = { sharedKey, newId: random.newId, onChange, nowMs: () => clock.nowMs() }
    const asked = { client, requestGate, onFailure, lookUp: options.saleService.lookUp }
    const run = createRun({ ...own, ...asked, journal, clock, log, workbook })
    return { workbook, run }
  }

  return {
    /** Whether there is a workbook to read without making one. */
    isThere: () => opened !== undefined || existsSync(path),
    workbook: () => open().workbook,
    run: () => open().run,
    async close(): Promise<void> {
      await opened?.run.untilIdle()
      opened?.workbook.close()
    },
  }
}

/** The days that are shown, the newest first: those since the journal's beginning, and today. */
function daysBack(today: string, firstDay: string): readonly string[] {
  const all = Array.from({ length: reconciledDays.max }, (_, back) => shopDayAfter(today, -back))
  return all.filter((day) => day >= firstDay || day === today)
}

type FindingParts = DayParts & { readonly workbook: Workbook }

/** The findings with which nobody has dealt, those of the newest day first. */
const openIds = ({ workbook, acts }: FindingParts): readonly string[] =>
  workbook.listFindingIds().filter((id) => acts.settlementOf(id) === null)

/** What others who use the key leave in the books. One of ours that was taken twice looks the same. */
const kindsOfOthers: readonly FindingKind[] = ['unknown-to-journal', 'debited-without-sale', 'duplicate']
/** For so many days others are remembered of whom a person has dealt with what was found. */
const REMEMBERED_DAYS = 7

/** Findings that are open, or of the last days: but for those that a person has explained by a sale of ours. No look ends by them. */
function mayHaveOthers(parts: () => FindingParts, log: Log): boolean {
  try {
    return haveOthers(parts())
  } catch (fault) {
    log.write('warn', 'the findings cannot be read', { fault: String(fault) })
    return true
  }
}

function haveOthers({ workbook, acts, nowMs }: FindingParts): boolean {
  const rememberedFrom = shopDayAfter(shopDayOf(nowMs()), -REMEMBERED_DAYS)
  return workbook.listFindingIds().some((id) => {
    const settled = acts.settlementOf(id)?.settlement.kind
    if (settled === 'link') return false
    const finding = workbook.readFinding(id)?.finding
    if (!finding || !kindsOfOthers.includes(finding.kind)) return false
    return settled === undefined || finding.day >= rememberedFrom
  })
}

const yesterdayOf = (nowMs: number): string => shopDayAfter(shopDayOf(nowMs), -1)

/** Nothing was ever compared. */
const booksUnread = (journal: Journal, clock: Clock): BooksState | null =>
  yesterdayOf(clock.nowMs()) < birthDay(journal, 0) ? null : 'unchecked'

/** A day that was signed for agrees, and so does a level one; what changed since, or is unproven, is yet to be checked. */
function booksUpToYesterday(parts: FindingParts & Pick<ClaimParts, 'journal'>): BooksState | null {
  const { journal, workbook, nowMs } = parts
  const day = yesterdayOf(nowMs())
  if (openIds(parts).length > 0) return 'differ'
  if (day < birthDay(journal, workbook.readRun()?.offsetMs ?? 0)) return null
  const { state } = viewDay(day, parts)
  return state === 'level' || state === 'signed-off' ? 'agree' : 'unchecked'
}

/** A list is shown up to this length; how many there are is shown with it. */
const MAX_SHOWN = 500

/** All findings of one day, or those of every day with which nobody has dealt. */
function findingsFor(asked: Asked<'findings'>, parts: FindingParts): CommandOutput<'reconcile.findings'> {
  if ('day' in asked) {
    const found = viewFindings(asked.day, parts)
    return { findings: found.slice(0, MAX_SHOWN), count: found.length }
  }
  const ids = openIds(parts)
  const shown = ids.slice(0, MAX_SHOWN).flatMap((id) => parts.workbook.readFinding(id)?.finding ?? [])
  return { findings: shown.map((finding) => ({ ...finding, settled: null })), count: ids.length }
}

// Asks the service once more about the sale of one finding, and compares that sale anew. What is found now takes the place of
// what was found before, which stays where nothing can be said; the sale itself is left to its own look-ups.

interface LookAgainParts {
  readonly journal: ClaimParts['journal']
  readonly offsetMs: number
  readonly nowMs: () => number
  readonly workbook: Workbook
  readonly client: ServiceClient
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly lookUp: SaleService['lookUp']
  onFailure(failure: CallFailure): void
}

/** An open sale is looked up by those who look after it, unless that is not allowed as it stands. */
async function lookIfOpen(
  { ref, state }: NonNullable<Finding['sale']>,
  { lookUp }: Pick<LookAgainParts, 'lookUp'>,
): Promise<Result<unknown, AppError>> {
  if (!openSaleStates.includes(state)) return ok(undefined)
  const looked = await lookUp(ref)
  return looked.ok || looked.error.kind !== 'not-allowed-now' ? looked : ok(undefined)
}

/** `reconcile.look-again`: by a person, so that it does not wait behind what runs by itself. */
async function lookAgain(
  found: NonNullable<Finding['sale']>,
  parts: LookAgainParts,
): Promise<Result<void, AppError>> {
  const { ref } = found
  const { journal, workbook, client, clock, signal, onFailure } = parts
  const looked = await lookIfOpen(found, parts)
  if (!looked.ok) return looked
  const asked = journal.readSale(ref)
  if (!asked) return err({ kind: 'sale-not-found', ref })
  const readAtMs = clock.nowMs()
  const answer = await askSale(client, asked)
  if (answer.kind === 'failed') {
    onFailure(answer.failure)
    return err({ ...callError(answer.failure), ref })
  }
  const day = shopDayOf(asked.recordedAtMs)
  if (answer.kind === 'found') workbook.keepLook(ref, day, { kind: 'found', order: answer.order, readAtMs })
  // It may have been sent, or given back, on a later day.
  const { toDay: lastRead = day } = workbook.readRun() ?? {}
  const toDay = lastRead > day ? lastRead : day
  const attribution = await inSlices(attribute({ fromDay: day, toDay }, parts), signal, clock)
  const sale = journal.readSale(ref)
  if (!sale) return err({ kind: 'sale-not-found', ref })
  const one = caseOfSale(sale, { workbook, attribution, journal })
  // A list that is to be read anew is still there as it was read before.
  const readings = workbook.readingsOf(day).filter(({ state }) => state !== 'wanted')
  const judgement = judge(one, knownFrom(readings, { workbook, attribution, nowMs: clock.nowMs }))
  // Only a run counts what is unproven: until then what was found stands.
  if (judgement.kind === 'unproven') return ok(undefined)
  // What changed this very moment is compared by the next run: until then nothing is known against it.
  const findings = judgement.kind === 'later' ? [] : findingsBy(judgement, one)
  if (findings) workbook.keepFindings(one.names, findings)
  return ok(undefined)
}
