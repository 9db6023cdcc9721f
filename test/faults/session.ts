/**
 * One session: a service, one or two counters as processes on one key, lines that fail, and a cashier at each; then a good
 * line, a last start, and everything held against the service's ledger. Its seed draws what happens; when it happens to the
 * millisecond is the machine's doing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { trainingKeys } from '#training/keys.ts'
import type { Ledger } from '#training/ledger.ts'
import { startTrainingService, type TrainingService } from '#training/service.ts'
import { createDice, type Dice } from '../simulation/dice.ts'
import { showsEnough } from '../simulation/invariants/reconciled.ts'
import { findMutation } from '../simulation/mutations.ts'
import { type Deviations, deviationTexts, drawBehaviour } from '../support/drawn-behaviour.ts'
import { temporaryPlace } from '../support/temporary-place.ts'
import { verifyShop } from './last-look.ts'
import { createCounts, type SessionObserver, type SessionReport } from './report.ts'
import { createShopTime, type ShopTime } from './shop-time.ts'
import { openStation, type Station } from './station.ts'
import { problemOf, type Side, unexplained } from './truth.ts'

export interface Shop extends SessionObserver {
  readonly service: TrainingService
  readonly stations: readonly Station[]
  readonly time: ShopTime
  /** The comparison of the books can go by what the service shows. */
  readonly showsEnough: boolean
  readLedger(): Promise<Ledger>
  readSides(): Promise<readonly Side[]>
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How fast the shop's time goes while requests fail, while all comes right, and while nothing is left but to wait. */
const paces = { work: 60, settle: 120, wait: 600 } as const
const SECOND_COUNTER_PERCENT = 25
const TWIN_ORDERS_PERCENT = 25
const OLD_JOURNAL_PERCENT = 50
/** Two hours: far more than a person has to wait for a way out. Counted, because a busy machine is slow. */
const SETTLE_ROUNDS = 480

export interface SessionOptions {
  readonly onStep?: ((line: string) => void) | undefined
  readonly mutation?: string | undefined
  /** The service behaves as it does in training, wherever the document leaves it open. */
  readonly isPlain?: boolean | undefined
}

export async function playSession(
  seed: number,
  { onStep = () => undefined, mutation, isPlain = false }: SessionOptions = {},
): Promise<SessionReport> {
  const startedAt = performance.now()
  const dice = createDice(seed, mutation === undefined ? [] : findMutation(mutation)?.plenty)
  const folder = mkdtempSync(join(temporaryPlace(), 'comptoir-faults-'))
  const time = createShopTime(paces.work)
  const [faults, violations, logged] = [createCounts(), new Set<string>(), new Set<string>()]
  const observer: SessionObserver = {
    onStep: (what) => onStep(`${new Date(time.nowMs()).toISOString().slice(11, 19)} ${what}`),
    onFault(name, of) {
      faults.add(name)
      observer.onStep(`${of}: ${name}`)
    },
    onViolation(what) {
      violations.add(what)
      observer.onStep(`BROKEN: ${what}`)
    },
    onLog(what) {
      logged.add(what)
      observer.onStep(what)
    },
  }
  const behaviour = isPlain ? {} : behaviourOf(mutation, dice)
  observer.onStep(`the service's own ways: ${deviationTexts(behaviour).join(', ')}`)
  const service = await startTrainingService({
    ...{ control: true, nowMs: time.nowMs, seed, behaviour, dataFile: join(folder, 'service.db') },
  })
  const readLedger = async (): Promise<Ledger> =>
    (await (await fetch(`${service.baseUrl}/training/ledger`)).json()) as Ledger
  const stations: Station[] = []
  const readSides = () => Promise.all(stations.map((station) => station.side()))
  const key = createSharedKey()
  const count = dice.happens(SECOND_COUNTER_PERCENT) ? 2 : 1
  const hasTwinOrders = dice.happens(TWIN_ORDERS_PERCENT)
  const shop: Shop = {
    ...{ service, stations, time, readLedger, readSides, ...observer },
    showsEnough: showsEnough(behaviour),
  }
  try {
    for (let number = 1; number <= count; number += 1) {
      const own = { name: `counter-${number}`, dice: dice.apart('counter', number), hasTwinOrders }
      stations.push(await openStation({ ...own, ...shop, folder, key, mutation }))
    }
    await Promise.all(
      stations.map((station) => open(station, count > 1 && dice.apart('declared').happens(50))),
    )
    await spendDaysBefore(shop, dice.apart('before'))
    await Promise.all(stations.map((station, place) => work(station, dice.apart('work', place), shop, key)))
    observer.onStep('the line is good')
    await settle(shop, dice.apart('settle'))
    observer.onStep('everything has its end')
    await verifyShop(shop, paces.wait)
  } catch (fault) {
    observer.onViolation(
      `the session cannot be played to its end: ${fault instanceof Error ? fault.stack : fault}`,
    )
  } finally {
    await Promise.all(stations.map((station) => station.close()))
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const sales = stations.flatMap((station) => station.known())
  const ends = createCounts()
  for (const { order, state } of sales) ends.add(`${order.kind} ${state}`)
  return {
    ...{
      seed,
      behaviour: deviationTexts(behaviour),
      sales: sales.length,
      faults: faults.all(),
      violations: [...violations],
      logged: [...logged],
    },
    kills: stations.reduce((sum, { till }) => sum + till.kills(), 0),
    ...{ ends: ends.all(), seconds: Math.round((performance.now() - startedAt) / 1_000) },
  }
}

/** As a mutation has it on its days, or as it is drawn. */
const behaviourOf = (mutation: string | undefined, dice: Dice): Deviations =>
  (mutation === undefined ? undefined : findMutation(mutation)?.behaviour) ??
  drawBehaviour((point) => dice.apart('behaviour', point))

/** One key for all counters; the service knows it by its own name for as long as it is the current one. */
type OneKey = ReturnType<typeof createSharedKey>

function createSharedKey() {
  let version = 1
  const current = () => `KEY-OF-THE-SHOP-${version}`
  return {
    current,
    keyFor: (given: string) => (given === current() ? trainingKeys.production : given),
    rotate: () => {
      version += 1
    },
  }
}

async function open(station: Station, sharedKey: boolean): Promise<void> {
  await station.till.start()
  if (!(await station.open())) throw new Error('selling does not open on a good line')
  if (sharedKey) await station.till.ask('settings.update', { sharedKey })
}

/** On some days the journals are older than a day: the counters then believe what their books show of each other. */
async function spendDaysBefore({ stations, time, onFault }: Shop, dice: Dice): Promise<void> {
  if (!dice.happens(OLD_JOURNAL_PERCENT)) return
  await Promise.all(stations.map(({ till }) => till.stop()))
  time.skip(dice.between(26, 60) * HOUR_MS)
  for (const { name, till } of stations) {
    onFault('old-journal', name)
    await till.start()
  }
}

/** Minutes, hours, and the wrong day. */
const clockErrorsMs = [7 * MINUTE_MS, 100 * MINUTE_MS, 26 * 60 * MINUTE_MS] as const

/** What else happens to a counter, beside what its requests meet. Each goes on while the next customer is served. */
const events: readonly {
  readonly name: string
  readonly weight: number
  happen(station: Station, dice: Dice, shop: Shop, key: OneKey): Promise<unknown>
}[] = [
  { name: 'nothing', weight: 10, happen: async () => undefined },
  {
    name: 'killed at any moment',
    weight: 5,
    async happen({ till }, dice, { time }) {
      await time.wait(dice.between(0, 40 * SECOND_MS))
      await till.kill(dice.pick([0, 20 * SECOND_MS, 3 * MINUTE_MS]))
    },
  },
  {
    name: 'frozen',
    weight: 2,
    async happen({ till }, dice, { time }) {
      await time.wait(dice.between(0, 20 * SECOND_MS))
      await till.freeze(dice.between(5 * SECOND_MS, 4 * MINUTE_MS))
    },
  },
  {
    name: 'line cut',
    weight: 2,
    happen: ({ cut }, dice) => cut(dice.between(10 * SECOND_MS, 3 * MINUTE_MS)),
  },
  {
    name: 'key replaced',
    weight: 1,
    async happen({ takeKey }, dice, { time }, key) {
      key.rotate()
      await time.wait(dice.between(SECOND_MS, 90 * SECOND_MS))
      await takeKey()
    },
  },
  {
    name: 'clock set',
    weight: 1,
    happen: async ({ till }, dice) => till.setClock(dice.between(-1, 1) * dice.pick(clockErrorsMs)),
  },
  {
    name: 'stopped and started',
    weight: 1,
    async happen({ till }, dice, { time }) {
      await time.wait(dice.between(0, 20 * SECOND_MS))
      await till.stop()
      await till.start()
    },
  },
]

async function work(station: Station, dice: Dice, shop: Shop, key: OneKey): Promise<void> {
  const { cashier, till } = station
  const { time } = shop
  const under: Promise<unknown>[] = []
  station.break()
  const customers = dice.between(4, 10)
  for (let number = 1; number <= customers; number += 1) {
    const own = dice.apart(number)
    const event = own.pickByWeight(events)
    if (event.name !== 'nothing') shop.onFault(event.name, station.name)
    under.push(event.happen(station, own.apart('event'), shop, key))
    await cashier.serve(number)
    await time.wait(own.pick([1, 20, 90]) * SECOND_MS)
    await cashier.attend(own, await till.sales())
  }
  await Promise.all(under)
}

/** The line is good from here on: everything has to come to an end, with a person's answers where they are asked. */
async function settle(shop: Shop, dice: Dice): Promise<void> {
  const { stations, time, readLedger, readSides, onViolation } = shop
  for (const { heal, till } of stations) {
    heal()
    till.setClock(0)
    await till.stop()
  }
  time.pace = paces.settle
  await Promise.all(stations.map(({ till }) => till.start(true)))
  for (const station of stations)
    if (!(await station.open()))
      onViolation(
        `${station.name}: selling does not open although the line is good (${await station.whyClosed()})`,
      )
  let problems: readonly string[] = ['not looked at']
  for (let rounds = 0; rounds < SETTLE_ROUNDS && problems.length > 0; rounds += 1) {
    if (!stations.some(({ isPaying }) => isPaying()))
      for (const { cashier, till } of stations) await cashier.attend(dice, await till.sales())
    await time.wait(15 * SECOND_MS)
    const [ledger, sides] = [await readLedger(), await readSides()]
    problems = [
      ...sides.flatMap(({ sales }) => sales.flatMap((sale) => problemOf(ledger, sale) ?? [])),
      ...unexplained(ledger, sides)
        .filter(({ isBroken }) => isBroken)
        .map(({ order, claimants }) => `${order.kind} ${order.id} is explained by ${claimants.length} sales`),
    ]
  }
  for (const problem of problems) onViolation(problem)
}
