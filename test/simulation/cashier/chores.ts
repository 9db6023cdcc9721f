/** What else a cashier does between two customers, one thing at a time and by chance: as data, a row a chore. */
import type { SaleView } from '#shared/views.ts'
import type { Keys } from '../account.ts'
import type { Counter } from '../counter/counter.ts'
import type { Life } from '../counter/life.ts'
import type { Dice } from '../dice.ts'
import type { Machine } from '../machine.ts'
import type { Timeline } from '../timeline.ts'
import type { Trace } from '../trace.ts'
import { decideByTruth, type ReadTruth } from './decisions.ts'
import { callSupport } from './support.ts'

export interface ChoresOptions {
  readonly dice: Dice
  readonly timeline: Timeline
  readonly counter: Counter
  readonly trace: Trace
  readonly readTruth: ReadTruth
  readonly machine: Pick<Machine, 'setClockBy' | 'sleepFor' | 'freezeFor'>
  readonly keys: Keys
  /** Something goes wrong. */
  readonly onFault: (name: string) => void
}

interface Chore {
  readonly name: string
  readonly weight: number
  readonly work: (options: ChoresOptions, life: Life) => Promise<unknown>
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const AGAIN_PERCENT = 25

async function listSales(life: Life): Promise<readonly SaleView[]> {
  const snapshot = await life.ask('app.snapshot', {})
  return snapshot.ok ? snapshot.value.sales : []
}

/** One sale of those that fit, if there is any. */
async function pickSale(
  { dice }: ChoresOptions,
  life: Life,
  fits: (sale: SaleView) => boolean,
): Promise<SaleView | undefined> {
  const fitting = (await listSales(life)).filter(fits)
  return fitting.length === 0 ? undefined : dice.pick(fitting)
}

const isInDoubt = ({ phase }: SaleView) => phase === 'in-doubt'
const isUnsent = ({ phase }: SaleView) => phase === 'unsent'

const clockJumps = [
  { name: 'by minutes', weight: 6, maxMs: 5 * MINUTE_MS },
  { name: 'by hours', weight: 3, maxMs: 24 * HOUR_MS },
  { name: 'by days', weight: 1, maxMs: 72 * HOUR_MS },
] as const

const pauseFor =
  (minMs: number, maxMs: number): Chore['work'] =>
  ({ dice, timeline }) =>
    timeline.pause(dice.between(minMs, maxMs))

/** On one unsent sale, sometimes pressed twice. */
const onUnsent =
  (name: 'sale.resend' | 'sale.cancel'): Chore['work'] =>
  async (options, life) => {
    const sale = await pickSale(options, life, isUnsent)
    if (sale === undefined) return
    const press = () => life.ask(name, { ref: sale.ref })
    await Promise.all(options.dice.happens(AGAIN_PERCENT) ? [press(), press()] : [press()])
  }

const chores: readonly Chore[] = [
  { name: 'wait', weight: 8, work: pauseFor(2 * SECOND_MS, 90 * SECOND_MS) },
  { name: 'rest', weight: 1, work: pauseFor(5 * MINUTE_MS, 40 * MINUTE_MS) },
  { name: 'resend', weight: 8, work: onUnsent('sale.resend') },
  { name: 'cancel', weight: 3, work: onUnsent('sale.cancel') },
  {
    name: 'look up',
    weight: 4,
    async work(options, life) {
      const sale = await pickSale(options, life, () => true)
      if (sale !== undefined) await life.ask('sale.look-up', { ref: sale.ref })
    },
  },
  {
    name: 'decide',
    weight: 4,
    async work(options, life) {
      const sale =
        (await pickSale(options, life, ({ candidates }) => candidates.length > 0)) ??
        (await pickSale(options, life, isInDoubt))
      if (sale !== undefined) await decideByTruth(life, sale, options.readTruth)
    },
  },
  { name: 'call support', weight: 3, work: ({ counter }) => callSupport(counter) },
  { name: 'check', weight: 3, work: (_options, life) => life.ask('connection.check', {}) },
  {
    name: 'sleep',
    weight: 1,
    async work({ dice, machine, onFault }, life) {
      onFault('sleep')
      life.core.setPower('suspend')
      await machine.sleepFor(dice.between(MINUTE_MS, 30 * MINUTE_MS))
      if (life.isAlive()) life.core.setPower('resume')
    },
  },
  {
    name: 'key is made anew',
    weight: 1,
    async work({ dice, counter, keys, timeline, onFault }) {
      onFault('key-rotated')
      keys.rotate()
      await timeline.pause(dice.between(SECOND_MS, 20 * MINUTE_MS))
      keys.enter()
      await counter.reopen()
    },
  },
  {
    name: 'freeze',
    weight: 1,
    async work({ dice, machine, onFault }) {
      onFault('frozen')
      await machine.freezeFor(dice.between(SECOND_MS, 10 * MINUTE_MS))
    },
  },
  {
    name: 'set clock',
    weight: 2,
    async work({ dice, machine, onFault }) {
      onFault('clock-set')
      const { maxMs } = dice.pickByWeight(dice.favoured(clockJumps, ({ name }) => name))
      machine.setClockBy(dice.between(-maxMs, maxMs))
    },
  },
]

/** Answers how this day's cashier does one thing or another, with dice for that one. */
export function createChores(options: ChoresOptions): (dice: Dice) => Promise<void> {
  const { trace, counter } = options
  const today = options.dice.reweigh(chores)
  return async (dice) => {
    const chore = dice.pickByWeight(today)
    trace.write('cashier', () => chore.name)
    await chore.work({ ...options, dice }, await counter.up())
  }
}
