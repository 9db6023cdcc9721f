/** One counter of a session with its lines and its cashier, and what befalls them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SaleView } from '#shared/views.ts'
import type { Ledger } from '#training/ledger.ts'
import type { TrainingService } from '#training/service.ts'
import { type Dice, inTurns } from '../simulation/dice.ts'
import { createCashier } from './cashier.ts'
import { fates, isTwin } from './fates.ts'
import { type Exchange, startLine } from './line.ts'
import type { SessionObserver } from './report.ts'
import type { ShopTime } from './shop-time.ts'
import { createTill } from './till.ts'
import { freeOrders, isOtherEnd, isShownWrongly, ordersOf, type Side, type UnnamedOrder } from './truth.ts'

/** The key that all counters of a session share, and the one that the service takes by now. */
export interface SharedKey {
  readonly current: () => string
  /** What the service knows it as; one that was replaced stays as it is. */
  readonly keyFor: (key: string) => string
}

export interface StationOptions extends SessionObserver {
  readonly name: string
  readonly folder: string
  readonly service: TrainingService
  readonly time: ShopTime
  readonly dice: Dice
  readonly key: SharedKey
  readonly mutation: string | undefined
  /** Whether requests without a ref may arrive twice. */
  readonly hasTwinOrders: boolean
  readLedger(): Promise<Ledger>
  readSides(): Promise<readonly Side[]>
}

export type Station = Awaited<ReturnType<typeof openStation>>

const RESTART_MS = 45_000
/** Four hours: counters that ask too much together are let in once they have left the service alone for long enough. */
const OPEN_TRIES = 240
const LOOKS_PER_TRY = 12
const LOOK_EVERY_MS = 5_000
/** A quarter of an hour, as the counter shows, and a minute: each try extends the block. */
const BLOCKED_FOR_MS = 16 * 60_000

export async function openStation(options: StationOptions) {
  const {
    name,
    service,
    time,
    dice,
    key,
    hasTwinOrders,
    readLedger,
    readSides,
    onFault,
    onStep,
    onViolation,
  } = options
  const folder = join(options.folder, name)
  mkdirSync(folder)
  const unnamed: UnnamedOrder[] = []
  const shown = new Map<string, SaleView>()
  const weather = dice.apart('weather')
  const percents = { money: weather.pick([20, 45, 70]), other: weather.pick([0, 4, 12]) }
  const today = weather.reweigh(fates)
  const turns = inTurns(weather)
  let isFine = true

  async function befall(exchange: Exchange): Promise<void> {
    const { kind, method, path } = exchange
    const own = turns(kind?.kind ?? `${method} ${path.split(/[/?]/).slice(0, 4).join('/')}`)
    const isHit = !isFine && own.happens(kind ? percents.money : percents.other)
    const isKnownAgain = kind?.isKnownAgain !== false || hasTwinOrders
    const fitting = today.filter((fate) => (fate.fits?.(exchange) ?? true) && (isKnownAgain || !isTwin(fate)))
    if (!isHit) return exchange.answer(await exchange.deliver())
    const fate = own.pickByWeight(fitting)
    onFault(fate.name, `${name} ${method} ${path}`)
    await fate.befall(exchange, own)
  }

  const kill = () => void till.kill(dice.pick([0, RESTART_MS]))
  const onUnnamedOrder = (orderId: string, request: object) => {
    unnamed.push({ orderId, request })
    onStep(`${name}: order ${orderId} is made`)
  }
  const lineTo = (host: string) => startLine({ host, time, befall, onUnnamedOrder, kill, keyFor: key.keyFor })
  const lines = [await lineTo(service.baseUrl), await lineTo(service.billUrl)] as const
  const addresses = { baseUrl: lines[0].baseUrl, billUrl: lines[1].baseUrl }
  const till = createTill({
    ...{ folder, addresses, time, mutation: options.mutation, onTrouble: onViolation },
    onLog: options.onLog,
    onShown(sale) {
      if (isOtherEnd(shown.get(sale.ref), sale))
        onViolation(`${sale.ref} was ${shown.get(sale.ref)?.state} and is ${sale.state}`)
      shown.set(sale.ref, sale)
      const { ref, state, reason, serviceId, candidates } = sale
      onStep(
        `${name}: ${sale.order.kind} ${ref} is ${state} ${reason} ${serviceId} ${candidates.map((one) => one.serviceId)}`,
      )
      const judge = (ledger: Ledger) =>
        isShownWrongly(ledger, sale, till.mostAheadMs()) &&
        onViolation(`${sale.ref} is shown as ${sale.state} and was taken`)
      // The service may have closed by then.
      readLedger().then(judge, () => undefined)
    },
  })
  const isPaying = () => lines.some((line) => line.paymentsUnderWay() > 0)

  async function readTruth(sale: SaleView) {
    // What landed before is in the ledger that is read after.
    const isOver = !isPaying()
    const [ledger, sides] = [await readLedger(), await readSides()]
    const free =
      sale.order.kind === 'gift-card' ? freeOrders(ledger, sale, { sales: [], unnamed }, sides) : []
    const own = ordersOf(ledger, sale)
    return { held: own.length > 0 ? own : free, isOver, ledger }
  }

  /** What keeps selling closed; null where it is open. */
  async function whyClosed(): Promise<string | null> {
    const snapshot = await till.ask('app.snapshot', {})
    if (!snapshot.ok) return snapshot.error.kind
    const { environment, selling } = snapshot.value.status
    if (environment !== 'production') return environment ?? 'no account'
    return selling.open ? null : selling.why
  }
  const isOpen = async () => (await whyClosed()) === null

  async function opensSoon(): Promise<boolean> {
    for (let looks = 0; looks < LOOKS_PER_TRY; looks += 1) {
      if (await isOpen()) return true
      await time.wait(LOOK_EVERY_MS)
    }
    return false
  }

  /** The key that the service takes by now, from the clipboard into the keychain. */
  async function takeKey(): Promise<string | undefined> {
    till.copy(key.current())
    const found = await till.ask('accounts.check-key', addresses)
    if (!found.ok) return undefined
    const added = await till.ask('accounts.add', { findingId: found.value.findingId, label: 'Shop' })
    return added.ok ? added.value.id : undefined
  }

  return {
    ...{ name, till, unnamed, isPaying, takeKey, isOpen, whyClosed },
    cashier: createCashier({ till, time, readTruth, onStep, onViolation, dice: dice.apart('cashier') }),
    /** From now on requests meet what they are to meet. */
    break: () => {
      isFine = false
    },
    heal() {
      isFine = true
      for (const line of lines) line.setCut(false)
    },
    async cut(forMs: number) {
      for (const line of lines) line.setCut(true)
      await time.wait(forMs)
      for (const line of lines) line.setCut(false)
    },
    /** Selling is open, with the key of now. */
    async open(): Promise<boolean> {
      for (let tries = 0; tries < OPEN_TRIES; tries += 1) {
        if (await opensSoon()) return true
        // Each request may extend the service's window: whoever tries again and again while the service answers busy keeps it shut.
        if (['busy', 'blocked'].includes((await whyClosed()) ?? '')) continue
        const accountId = await takeKey()
        // The address of all counters may be blocked by then.
        if (accountId === undefined) await time.wait(BLOCKED_FOR_MS)
        else await till.ask('accounts.switch', { accountId, who: 'Amel' })
      }
      return false
    },
    /** Every sale that was ever shown, as it was last. */
    known: (): readonly SaleView[] => [...shown.values()],
    async side(): Promise<Side> {
      for (const sale of await till.sales()) shown.set(sale.ref, sale)
      return { sales: [...shown.values()], unnamed }
    },
    async close() {
      await till.close()
      await Promise.all(lines.map((line) => line.close()))
    },
  }
}
