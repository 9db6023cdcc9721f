/**
 * One seed, one day at the counter: customers, chores, bad weather and crashes, then an evening on a good line in which
 * everything has to come right. Owns the composition and nothing of what the parts do.
 */
import { type Deviations, drawBehaviour } from '../support/drawn-behaviour.ts'
import { drawAccount } from './account.ts'
import { createChores } from './cashier/chores.ts'
import { createCustomers } from './cashier/customers.ts'
import { answerDoubt } from './cashier/doubted-journal.ts'
import { createCounter } from './counter/counter.ts'
import { createDice, type Dice } from './dice.ts'
import { spendEvening } from './evening.ts'
import { createInspector } from './inspector.ts'
import { createLooks } from './invariants/looks.ts'
import { createReports, invariants, type Violation } from './invariants/report.ts'
import { readSales, readSending } from './journal-file.ts'
import { createLine } from './line/line.ts'
import { createOtherTill } from './line/other-till.ts'
import { createPostings } from './line/postings.ts'
import { createWeather } from './line/weather.ts'
import { createMachine } from './machine.ts'
import { createService } from './service/service.ts'
import { createTill } from './till/till.ts'
import { createTimeline } from './timeline.ts'
import { createTrace } from './trace.ts'

export interface DayReport {
  readonly seed: number
  readonly sales: number
  /** Everything that the journal has seen happen, once. */
  readonly happened: readonly string[]
  readonly crashes: number
  /** How often each trouble came. */
  readonly faults: Readonly<Record<string, number>>
  /** Where the service behaved otherwise than usual. */
  readonly behaviour: Deviations
  readonly violations: readonly Violation[]
  /** Why the day could not be played to its end, where it could not: a fault as well, of the engine or of the simulation. */
  readonly failure: string | undefined
  /** Empty unless it was asked for. */
  readonly trace: readonly string[]
}

const FEWEST_CUSTOMERS = 10
const MOST_CUSTOMERS = 20
const MOST_CHORES = 4
const RESTLESS_PERCENT = 10
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Closed for days between two lives, more than once: longer than that no day can be. */
const MAX_DAY_MS = 180 * DAY_MS
const openingMs = Date.UTC(2026, 0, 5, 7)
const MAX_CLOCK_ERROR_MS = 10 * 60_000
const PUT_BACK_PERCENT = 5
const CLOSED_AT_NIGHT_PERCENT = 75
const OLD_JOURNAL_PERCENT = 50

export interface DayOptions {
  readonly keepsTrace?: boolean
  /** What there is plenty of on that day, by the names of kinds of sale, troubles and chores. */
  readonly plenty?: readonly string[] | undefined
  /** The rest of the day is not played once a promise is broken. */
  readonly stopsAtFault?: boolean | undefined
  /** How the service behaves, whatever is drawn; `isUsual`: nothing is drawn beside it. */
  readonly behaviour?: Deviations | undefined
  readonly isUsual?: boolean | undefined
}

export async function playDay(
  seed: number,
  { keepsTrace = false, plenty, stopsAtFault = false, ...asked }: DayOptions = {},
): Promise<DayReport> {
  const dice = createDice(seed, plenty)
  const timeline = createTimeline()
  const trace = createTrace(keepsTrace, timeline.nowMs)
  const faults: Record<string, number> = {}
  let crashes = 0
  const behaviour = behaviourOf(dice, asked)
  const account = drawAccount(dice.apart('account'), behaviour)
  const reports = createReports(({ invariant, what }) =>
    trace.write('BROKEN', () => `${invariant} (${invariants[invariant]}): ${what}`),
  )
  const { report } = reports
  const failures: unknown[] = []
  const inBackground = (work: Promise<unknown>) => void work.catch((fault) => failures.push(fault))
  const onFault = (name: string) => {
    faults[name] = (faults[name] ?? 0) + 1
  }

  const opening = dice.apart('opening')
  const beganMs = openingMs + opening.between(0, DAY_MS)
  const clockErrorMs = opening.between(-MAX_CLOCK_ERROR_MS, MAX_CLOCK_ERROR_MS)
  const machine = createMachine({ timeline, trace, beganMs, clockErrorMs })
  const { wallMs } = machine
  const service = createService({
    dice: dice.apart('service'),
    ...{ behaviour, keys: account.keys },
    nowMs: () => beganMs + timeline.nowMs(),
    seed,
  })
  const weather = createWeather(dice.apart('weather'), timeline)
  const postings = createPostings({
    report,
    readSending: () => readSending(counter.folder()),
    readSales: () => readSales(counter.folder()),
    listOrders: async () => (await service.ledger()).orders,
    showsRefsLate: behaviour.refLookUpLag === 'three-minutes',
    showsPaymentsLate: (behaviour.paymentLag ?? 'none') !== 'none',
    showsPaymentsVeryLate: behaviour.paymentLag === 'minute',
  })
  const looks = createLooks(timeline.nowMs, behaviour)
  const line = createLine({
    ...{ timeline, weather, service, postings, trace, onFault },
    ...{ onAsked: looks.asked, onRateRefused: looks.rateRefused },
  })
  const confirmed = new Set<string>()
  const till = createTill({
    ...{ dice: dice.apart('till'), timeline, trace, report, onFault },
    counter: () => counter,
  })
  const inspector = createInspector({
    ...{ service, postings, report, wallMs, confirmed, behaviour, till },
    files: () => counter,
  })
  const otherTill = createOtherTill({
    ...{ dice: dice.apart('other till'), timeline, service, postings, onFault, inBackground },
    account,
  })
  const counter = createCounter({
    ...{ dice: dice.apart('counter'), timeline, trace, machine, line, onFault, inBackground },
    account,
    onCrash: () => {
      crashes += 1
    },
    onShown(sale) {
      trace.write('shown', () => `${sale.ref} ${sale.phase} ${sale.serverStatus} ${sale.reason}`)
      inspector.noteShown(sale)
    },
    verify: inspector.verifyStart,
    greet: till.greet,
    attend: (life) => answerDoubt(life, timeline, till.ask),
    onPutBack() {
      postings.forget(readSales(counter.folder()))
      till.forget()
    },
    onDenied: postings.neverLeaves,
  })
  const customers = createCustomers({
    ...{ dice: dice.apart('customers'), timeline, machine, counter, report, onFault, confirmed, till },
  })
  const doSomeChore = createChores({
    ...{ dice: dice.apart('chores'), timeline, counter, trace, machine, onFault, keys: account.keys },
    readTruth: inspector.readTruth,
  })

  async function work(): Promise<void> {
    await counter.open()
    if (otherTill.isDeclared) await declareOtherTill()
    await till.setUp()
    await spendDaysBefore()
    otherTill.open('today')
    const count = opening.between(FEWEST_CUSTOMERS, MOST_CUSTOMERS)
    const copy = drawCopy(dice.apart('copy of the folder'), count)
    for (let number = 1; number <= count; number += 1) {
      await customers.serve(number)
      await till.work(number)
      if (number === copy?.keptAfter) await counter.keepCopy()
      if (number === copy?.putBackAfter) await counter.putCopyBack()
      const between = dice.apart('between customers', number)
      const chores = between.between(0, MOST_CHORES)
      for (let done = 0; done < chores; done += 1) {
        await doSomeChore(between.apart(done))
      }
    }
    await spendEvening({
      ...{ counter, customers, inspector, line, service, timeline, trace, weather, report },
      ...{ looks, otherTill, account, machine, till, onFault },
      dice: dice.apart('days after'),
      closesAtNight: dice.apart('night').happens(CLOSED_AT_NIGHT_PERCENT),
      // A clock that was set hurries no doubt: after a restart its time may begin again.
      isRestless:
        dice.apart('evening').hasToday('evening-restarts', RESTLESS_PERCENT) &&
        faults['clock-set'] === undefined &&
        faults['clock-misset'] === undefined,
    })
  }

  /**
   * On some days the journal is older than a day: the counter then believes what its books show of other counters. One that is
   * there has ordered before.
   */
  async function spendDaysBefore(): Promise<void> {
    const before = opening.apart('before')
    if (!before.hasToday('old-journal', OLD_JOURNAL_PERCENT)) return
    onFault('old-journal')
    otherTill.open('before')
    await counter.closeFor(before.between(26, 60) * HOUR_MS)
  }

  async function declareOtherTill(): Promise<void> {
    const updated = await (await counter.up()).ask('settings.update', { sharedKey: true })
    if (updated.ok) return
    await timeline.pause(SECOND_MS)
    await declareOtherTill()
  }

  let isOver = false
  const isGivenUp = () => inspector.isHopeless() || (stopsAtFault && reports.list().length > 0)
  inBackground(
    work().then(() => {
      isOver = true
    }),
  )
  try {
    await timeline.run({
      endMs: MAX_DAY_MS,
      isOver: () => isOver || failures.length > 0 || isGivenUp(),
      afterEach: inspector.checkShown,
    })
    if (!isOver && !isGivenUp()) failures.push('the day does not come to its end')
  } catch (fault) {
    failures.push(fault)
  }
  try {
    const failure = failures.length === 0 ? undefined : describeFault(failures[0])
    const happened = { ...inspector.sumUp(), crashes, faults, behaviour }
    return { seed, ...happened, violations: reports.list(), failure, trace: trace.lines() }
  } finally {
    counter.close()
    service.close()
  }
}

/** The customers after whom somebody copies the whole folder and puts the copy back, where today that happens. */
function drawCopy(dice: Dice, customers: number) {
  if (!dice.hasToday('folder-put-back', PUT_BACK_PERCENT)) return undefined
  const keptAfter = dice.between(1, customers - 1)
  return { keptAfter, putBackAfter: dice.between(keptAfter + 1, customers) }
}

const behaviourOf = (dice: Dice, { behaviour, isUsual }: DayOptions): Deviations => ({
  ...(isUsual ? {} : drawBehaviour((point) => dice.apart('behaviour', point))),
  ...behaviour,
})

const describeFault = (fault: unknown): string =>
  fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
