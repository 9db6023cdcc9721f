/**
 * The evening of a simulated day: the line is good, the service hides nothing, nobody crashes. Owns how long everything may
 * take to come right, and that it is looked over once more after a last start.
 */
import type { SaleView } from '#shared/views.ts'
import type { SimulatedAccount } from './account.ts'
import type { Customers } from './cashier/customers.ts'
import { decideOpenChoices, hasLongRefusalNotice } from './cashier/decisions.ts'
import { isSettled } from './cashier/doubted-journal.ts'
import { callSupport } from './cashier/support.ts'
import type { Counter } from './counter/counter.ts'
import type { Life } from './counter/life.ts'
import type { Dice } from './dice.ts'
import type { Inspector } from './inspector.ts'
import type { Looks } from './invariants/looks.ts'
import type { Report } from './invariants/report.ts'
import { kinds } from './kinds/kinds.ts'
import type { Line } from './line/line.ts'
import type { Weather } from './line/weather.ts'
import type { Machine } from './machine.ts'
import type { SimulatedService } from './service/service.ts'
import type { SimulatedTill } from './till/till.ts'
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

export interface EveningOptions {
  readonly dice: Dice
  readonly counter: Counter
  readonly customers: Customers
  readonly inspector: Inspector
  readonly line: Pick<Line, 'underWay'>
  readonly service: Pick<SimulatedService, 'becomePlain'>
  readonly timeline: Timeline
  readonly trace: Trace
  readonly weather: Pick<Weather, 'clearUp'>
  readonly report: Report
  readonly looks: Looks
  readonly otherTill: { close(): void }
  readonly machine: Pick<Machine, 'setClockRight'>
  readonly account: SimulatedAccount
  readonly till: Pick<SimulatedTill, 'beginEvening' | 'closeDay'>
  onFault(name: string): void
  /** The counter is closed and opened again and again for a while. */
  readonly isRestless: boolean
  /** The shop closes for the night; else the counter stays on. */
  readonly closesAtNight: boolean
}

const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 5 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const NIGHT_MS = 10 * HOUR_MS
const SENT_LATER_PERCENT = 50
/** Of the next morning, and of days later. */
const sentAfterMs = [NIGHT_MS, 24 * HOUR_MS, 70 * HOUR_MS] as const
/** Two days in a queue, a late refund, and the latest request: no service of this world works longer. */
const MAX_SERVICE_HOURS = 96
const DAY_MS = 24 * HOUR_MS
/** Once the service has ended, the slowest cadence has its turn twice. */
const MAX_SETTLE_MS = 130 * MINUTE_MS
const RESTARTS = 10
/** The customers of the evening, apart from those of the day. */
const FIRST_EVENING_CUSTOMER = 1_000

export async function spendEvening(options: EveningOptions): Promise<void> {
  const { counter, customers, inspector, line, service, timeline, trace, weather, report } = options
  const { looks, otherTill, account, isRestless, closesAtNight, machine, till, dice, onFault } = options
  trace.write('evening', () => 'the line is good from now on')
  weather.clearUp()
  service.becomePlain()
  counter.spare()
  otherTill.close()
  await till.beginEvening()
  await callSupport(counter)
  if (!(await isSettled(counter, options, MAX_SETTLE_MS)))
    report(4, 'selling waits for the comparison of a journal that was accepted')
  for (const [place, { kind, plainWish }] of kinds.entries()) {
    if (plainWish === undefined) continue
    const sold = await customers.servePlainly(plainWish, FIRST_EVENING_CUSTOMER * (place + 1))
    if (sold === undefined) report(4, `no ${kind} can be sold although the line is good`)
  }
  await waitForService()
  // A refusal that was on its way when the line came right closes the key once more.
  await callSupport(counter)
  await waitForSales()
  await sendAgainLater()
  await till.closeDay()
  await counter.reopen()
  await waitAfterPause()
  await inspector.verifyEnd(await listAsked())
  if (account.comparesBooks) await compareBooks()
  const { core } = await counter.up()
  await core.stop()

  /** Nothing is under way, and the service will change nothing more. */
  async function waitForService(): Promise<void> {
    const nightMs = timeline.nowMs() + HOUR_MS
    const endMs = timeline.nowMs() + MAX_SERVICE_HOURS * HOUR_MS
    while (timeline.nowMs() < endMs) {
      if (line.underWay() === 0 && (await inspector.isServiceDone())) return
      if (timeline.nowMs() < nightMs) await timeline.pause(LOOK_EVERY_MS)
      else await passTime(NIGHT_MS)
    }
    throw new Error('the service does not end its work')
  }

  /** A night or a day in which nobody is at the counter. */
  async function passTime(ms: number): Promise<void> {
    if (closesAtNight) await counter.closeFor(ms)
    else await timeline.pause(ms)
  }

  /** A question is an end as well, once looking has had its time. */
  async function waitForSales(): Promise<void> {
    const goodSinceMs = timeline.nowMs()
    const isDue = (sale: SaleView) => looks.haveHadTheirTime(sale, goodSinceMs)
    let openSinceMs = goodSinceMs
    for (let rounds = 1; timeline.nowMs() < openSinceMs + DAY_MS; rounds += 1) {
      const isLate = timeline.nowMs() > openSinceMs + MAX_SETTLE_MS
      if (await inspector.isSettled(isLate ? await listAsked() : [])) break
      looks.check(await listSales(), goodSinceMs, report)
      await decideOpenChoices(await counter.up(), inspector.readTruth, isDue)
      if (isRestless && rounds <= RESTARTS) {
        const closedAtMs = timeline.nowMs()
        await counter.reopen()
        openSinceMs = timeline.nowMs()
        looks.reopened(openSinceMs - closedAtMs)
      }
      await timeline.pause(LOOK_EVERY_MS)
    }
    await checkHeard()
  }

  /** Customers come back on another day for what did not go through. */
  async function sendAgainLater(): Promise<void> {
    const unsent = (await listSales()).filter(({ phase }) => phase === 'unsent')
    const again = unsent.filter(({ ref }) => dice.apart(ref).happens(SENT_LATER_PERCENT))
    if (again.length === 0) return
    await passTime(dice.pick(sentAfterMs))
    const life = await counter.up()
    // A counter that was just opened asks about its key first.
    await timeline.pause(MINUTE_MS)
    for (const { ref } of again) {
      const sent = await life.ask('sale.resend', { ref })
      if (sent.ok) onFault('sent-later')
    }
    // By then the requests have arrived.
    await timeline.pause(LOOK_EVERY_MS)
    await waitForService()
    await callSupport(counter)
    await waitForSales()
  }

  /** The shop may have been shut for days, in which the service gave money back: the counter has the time to ask. */
  async function waitAfterPause(): Promise<void> {
    const endMs = timeline.nowMs() + MAX_SETTLE_MS
    while (timeline.nowMs() < endMs && !(await inspector.isSettled(await listAsked())))
      await timeline.pause(LOOK_EVERY_MS)
  }

  /** Nobody is asked any more who could truly say what became of a sale: whoever has not said it yet says it now. */
  async function checkHeard(): Promise<void> {
    const endMs = timeline.nowMs() + HOUR_MS
    // Whoever is asked to send no request for a while is heard after it.
    while ((await showsLongRefusalNotice()) && timeline.nowMs() < endMs) await timeline.pause(LOOK_EVERY_MS)
    await decideOpenChoices(await counter.up(), inspector.readTruth, () => true)
    for (const { ref } of (await listSales()).filter(({ decidable }) => decidable)) {
      const { held, end } = await inspector.readTruth(ref)
      // That a part was delivered cannot be said.
      if (held.length === 0 || end !== null) report(14, `what a person truly says of ${ref} is not taken`)
    }
  }

  async function showsLongRefusalNotice(): Promise<boolean> {
    const snapshot = await (await counter.up()).ask('app.snapshot', {})
    return snapshot.ok && hasLongRefusalNotice(snapshot.value)
  }

  async function listSales(): Promise<readonly SaleView[]> {
    const snapshot = await (await counter.up()).ask('app.snapshot', {})
    return snapshot.ok ? snapshot.value.sales : []
  }

  async function listAsked(): Promise<readonly string[]> {
    return (await listSales()).filter(({ decidable }) => decidable).map(({ ref }) => ref)
  }

  /** Whoever is shown that the clock is wrong sets it, and an answer proves it to the counter. */
  async function beginToCompare(life: Life): Promise<void> {
    const begun = await life.ask('reconcile.start', {})
    if (begun.ok || begun.error.kind !== 'clock-wrong') return
    machine.setClockRight()
    await life.ask('connection.check', {})
    await life.ask('reconcile.start', {})
  }

  /** On the next day, when all of this one can be compared. */
  async function compareBooks(): Promise<void> {
    await passTime(DAY_MS)
    const life = await counter.up()
    // A counter that was just opened asks about its key first.
    await timeline.pause(MINUTE_MS)
    await beginToCompare(life)
    const endMs = timeline.nowMs() + DAY_MS
    while (timeline.nowMs() < endMs) {
      await timeline.pause(MINUTE_MS)
      const state = await life.ask('reconcile.state', {})
      if (!state.ok || state.value.run.state === 'failed') break
      if (state.value.run.state !== 'idle') continue
      const found = await life.ask('reconcile.findings', { open: true })
      const snapshot = await life.ask('app.snapshot', {})
      // What the counter finds out by itself is reported all the same: only a person's word makes it the others' own business.
      const knowsOfOthers = snapshot.ok && snapshot.value.settings.sharedKey
      if (found.ok) await inspector.verifyFindings(found.value.findings, knowsOfOthers)
      return
    }
    report(11, 'the comparison does not come to its end')
  }
}
