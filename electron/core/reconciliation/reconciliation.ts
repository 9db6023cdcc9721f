/**
 * Reconciliation as the commands use it: joins run, days, findings and what people do about them over one journal.
 * Owns the workbook, which is opened when it is first needed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import { type ReconciliationRun, reconciledDays, shopDayAfter, shopDayOf } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { StatusView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import { type CallFailure, callError } from '../call-error.ts'
import type { Events } from '../events.ts'
import type { JournalTrouble } from '../journal/faults.ts'
import type { Journal } from '../journal/journal.ts'
import { atOnce } from '../journal/steps.ts'
import type { Clock, Ports, Random } from '../ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { createActs } from './acts.ts'
import { askSale } from './ask-sale.ts'
import { attribute } from './attribution.ts'
import { caseOfSale } from './cases.ts'
import type { ClaimParts } from './claims.ts'
import { findingsBy, knownFrom } from './compare-day.ts'
import { lookDaily } from './daily.ts'
import { viewDay, viewFindings } from './day-view.ts'
import { judge } from './judge.ts'
import { createRequestGate } from './request-gate.ts'
import { birthDay, createRun, type Run } from './run.ts'
import { settleFindings, signOff } from './settle.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

type Asked<Name extends 'state' | 'findings' | 'settle' | 'look-again' | 'sign-off'> =
  CommandInput<`reconcile.${Name}`>
type Told<Name extends 'state' | 'start' | 'stop' | 'findings' | 'settle' | 'look-again' | 'sign-off'> =
  Result<CommandOutput<`reconcile.${Name}`>, AppError>

/** As many open sales keep the day's own comparison from beginning. */
const MANY_OPEN = 200

export interface Reconciliation {
  state(): Told<'state'>
  start(fromDay: string | undefined): Promise<Told<'start'>>
  stopRun(): Told<'stop'>
  findings(asked: Asked<'findings'>): Told<'findings'>
  settle(asked: Asked<'settle'>): Told<'settle'>
  lookAgain(asked: Asked<'look-again'>): Promise<Told<'look-again'>>
  signOff(asked: Asked<'sign-off'>): Told<'sign-off'>
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
  status(): StatusView
  /** A person said that other counters use the key. What the counter only supposes stays told, until a person has said so. */
  sharedKey(): boolean
  onFailure(failure: CallFailure): void
}

export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { journal, client, events, random, clock, log, status, sharedKey, onFailure } = options
  const acts = createActs(journal)
  const requestGate = createRequestGate(client, clock, () => status().selling.open)
  let opened: { readonly workbook: Workbook; readonly run: Run } | undefined
  let isStopped = false

  const path = join(options.folder, `${options.name}.workbook`)
  const hasWorkbook = () => opened !== undefined || existsSync(path)

  function open() {
    opened ??= (() => {
      const workbook = openWorkbook(path, log, (id) => acts().settlementOf(id) !== null)
      const comparedAt = workbook.readRun()?.journalEnd
      // A restore took away what was compared: a day that agreed then may lack sales by now.
      if (comparedAt && !journal.reconciled.holds(comparedAt)) workbook.forgetComparisons()
      const own = { sharedKey, newId: random.newId, onChange: publish, nowMs: () => clock.nowMs() }
      const asked = { client, requestGate, onFailure, lookUp: options.saleService.lookUp }
      const run = createRun({ ...own, ...asked, journal, clock, log, workbook })
      return { workbook, run }
    })()
    return opened
  }

  const parts = () => ({ journal, acts: acts(), workbook: open().workbook, nowMs: () => clock.nowMs() })
  const offsetMs = () => open().workbook.readRun()?.offsetMs ?? 0
  const openIds = () => {
    const { settlementOf } = acts()
    return open()
      .workbook.listFindingIds()
      .filter((id) => settlementOf(id) === null)
  }
  const runView = (): ReconciliationRun => ({ ...open().run.view(), openFindings: openIds().length })
  const publish = () => {
    if (!isStopped) events.publish({ kind: 'reconciliation-changed', run: runView() })
  }
  const endDaily = lookDaily({
    ...{ clock, log, readRun: () => (hasWorkbook() ? open().workbook.readRun() : undefined) },
    isBusy: () => journal.listRefs({ states: openSaleStates, limit: MANY_OPEN }).length === MANY_OPEN,
    start: () => open().run.start(undefined),
  })

  function days(): readonly string[] {
    const last = shopDayOf(clock.nowMs())
    const first = birthDay(journal, offsetMs())
    const all = Array.from({ length: reconciledDays.max }, (_, back) => shopDayAfter(last, -back))
    return all.filter((day) => day >= first || day === last)
  }

  return {
    state: () => ok({ run: runView(), days: days().map((day) => viewDay(day, parts())) }),
    async start(fromDay) {
      const { selling } = status()
      if (!selling.open) return err({ kind: 'selling-closed', why: selling.why })
      // One that is being put down ends first: what it was about to keep is kept.
      if (requestGate.isStopped()) await open().run.untilIdle()
      if (!isStopped) open().run.start(fromDay)
      return ok(runView())
    },
    stopRun() {
      open().run.stop()
      return ok(runView())
    },
    findings: (asked) => {
      if ('day' in asked) {
        const found = viewFindings(asked.day, parts())
        return ok({ findings: found.slice(0, MAX_TOLD), count: found.length })
      }
      const ids = openIds()
      const { workbook } = open()
      const told = ids.slice(0, MAX_TOLD).flatMap((id) => workbook.readFinding(id)?.finding ?? [])
      return ok({ findings: told.map((finding) => ({ ...finding, settled: null })), count: ids.length })
    },
    settle({ findingIds, settlement, who, why }) {
      const done = settleFindings(findingIds, settlement, { who, why }, parts())
      if (!done.ok) return done
      publish()
      return ok({ run: runView() })
    },
    async lookAgain({ findingId }) {
      const found = open().workbook.readFinding(findingId)
      if (!found?.finding.sale) return err({ kind: 'choice-changed' })
      const { ref, state } = found.finding.sale
      if (openSaleStates.includes(state)) {
        const looked = await options.saleService.lookUp(ref)
        if (!looked.ok && looked.error.kind !== 'not-allowed-now') return looked
      }
      const looked = await lookAgain(ref, { ...parts(), offsetMs: offsetMs(), client, clock, onFailure })
      if (!looked.ok) return looked
      publish()
      return ok({ stillFound: open().workbook.readFinding(findingId) !== undefined })
    },
    signOff({ day, digest, who }) {
      const signed = signOff(day, digest, who, parts())
      if (!signed.ok) return signed
      publish()
      return ok(viewDay(day, parts()))
    },
    setLine: requestGate.setLine,
    async stop() {
      isStopped = true
      endDaily()
      requestGate.stop()
      await opened?.run.untilIdle()
      opened?.workbook.close()
    },
  }
}

/** A list is told up to this length; how many there are is told with it. */
const MAX_TOLD = 500

/** Where the journal is closed there is nothing to compare. */
export function closedReconciliation({ problem, detail }: JournalTrouble): Reconciliation {
  const closed = err<AppError>({ kind: 'journal', problem, detail })
  return {
    state: () => closed,
    start: async () => closed,
    stopRun: () => closed,
    findings: () => closed,
    settle: () => closed,
    lookAgain: async () => closed,
    signOff: () => closed,
    setLine: () => undefined,
    stop: async () => undefined,
  }
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
  onFailure(failure: CallFailure): void
}

/** `reconcile.look-again`: by a person, so that it does not wait behind what runs by itself. */
async function lookAgain(ref: Ref, parts: LookAgainParts): Promise<Result<void, AppError>> {
  const { journal, workbook, client, clock, onFailure } = parts
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
  const sale = journal.readSale(ref)
  if (!sale) return err({ kind: 'sale-not-found', ref })
  const attribution = atOnce(attribute({ fromDay: day, toDay: day }, parts))
  const one = caseOfSale(sale, { workbook, attribution })
  // A list that is to be read anew is still there as it was read before.
  const readings = workbook.readingsOf(day).filter(({ state }) => state !== 'wanted')
  const judgement = judge(one, knownFrom(readings, { workbook, attribution, nowMs: clock.nowMs }))
  // What changed this very moment is compared by the next run: until then nothing is known against it.
  const findings = judgement.kind === 'later' ? [] : findingsBy(judgement, one)
  if (findings) workbook.keepFindings(one.names, findings)
  return ok(undefined)
}
