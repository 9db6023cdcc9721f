/**
 * A shop whose process dies: its data folder, its training service on a file, and one time for both. The service outlives
 * the process, and goes with a copy of the day's beginning, so that no point sees what another left.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SaleView } from '#shared/views.ts'
import type { Deviations } from '../support/drawn-behaviour.ts'
import { startService } from '../support/training.ts'
import type { Work } from './child.ts'
import type { Child, Died } from './child-process.ts'
import { type CrashCounter, openCounter } from './counter.ts'
import type { Good } from './goods.ts'

/** A Monday at nine, in the shop. */
const OPENING_MS = Date.UTC(2026, 0, 5, 8)
/** Between the death of a process and the next start. */
const RESTART_MS = 5_000
/** Between the morning's sale and the one that dies: the lists show both. */
const LATER_MS = 60_000

/** How a shop stands before something goes wrong. Every death begins with a copy of it. */
export interface Beginning {
  readonly folder: string
  readonly nowMs: number
  /** From when on a sale is the one that dies. */
  readonly saleFromMs: number
  /** Orders of the service's that are not this sale's: those of the morning, and those that somebody else placed. */
  readonly otherOrders: ReadonlySet<string>
  /** How the service behaves where the document leaves it open. */
  readonly behaviour: Deviations
  /** Requests of the sale's that an earlier life of the service has seen. */
  readonly sendsBefore: number
}

export interface Workshop {
  readonly folder: string
  /** A process that is ready, and another that gets ready in its place. */
  nextChild(): Child
  close(): void
}

let shops = 0

export async function openShop(
  workshop: Workshop,
  beginning?: Beginning,
  behaviour: Deviations = beginning?.behaviour ?? {},
) {
  shops += 1
  const folder = join(workshop.folder, `shop-${shops}`)
  if (beginning) cpSync(beginning.folder, folder, { recursive: true })
  else mkdirSync(folder)
  const dataDir = join(folder, 'counter')
  let nowMs = beginning?.nowMs ?? OPENING_MS
  const onLeap = (toMs: number) => {
    nowMs = toMs
  }
  const service = await startService({ dataFile: join(folder, 'service.db'), nowMs: () => nowMs, behaviour })
  const { baseUrl, billUrl } = service
  const placeNow = () => ({ dataDir, baseUrl, billUrl, nowMs })
  return {
    service,
    folder,
    nowMs: () => nowMs,
    /** Another process works at the counter, until it dies or is done. */
    async work(work: Work, fatal: string | null): Promise<Died> {
      const died = await workshop.nextChild().run({ ...placeNow(), work, fatal }, onLeap)
      nowMs += RESTART_MS
      return died
    },
    /** Opens the counter in this process. */
    open: (): Promise<CrashCounter> => openCounter(placeNow(), onLeap),
    async close() {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
    /** Leaves everything as it stands, for others to begin with; answers where. */
    async leave() {
      await service.close()
      return folder
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

/** Sells one thing of the kind to the end, so that the looks by ref have an order to prove themselves with. */
export async function seedJournal(
  workshop: Workshop,
  good: Good,
  behaviour: Deviations = {},
): Promise<Beginning> {
  const shop = await openShop(workshop, undefined, behaviour)
  const counter = await shop.open()
  await counter.settled((await good.sell(counter, 0)).ref, true)
  await counter.command('journal.back-up', {})
  await counter.stop()
  const { orders } = await shop.service.ledger()
  const nowMs = shop.nowMs() + LATER_MS
  const otherOrders = new Set(orders.map(({ id }) => id))
  return { folder: await shop.leave(), nowMs, saleFromMs: nowMs, otherOrders, behaviour, sendsBefore: 0 }
}

/** The sale that is to die; undefined where there is none. */
export async function newSale(counter: CrashCounter, beginning: Beginning): Promise<SaleView | undefined> {
  return (await counter.sales()).find((sale) => sale.recordedAtMs >= beginning.saleFromMs)
}
