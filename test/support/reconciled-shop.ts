/** A counter and a service that share a history: a journal and a service's data file, written before either starts. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '#core/journal/open.ts'
import { journalName } from '#core/journal/paths.ts'
import type { Clock } from '#core/ports.ts'
import type { Finding, ReconciledDay } from '#shared/reconciliation.ts'
import type { Fault } from '#training/faults.ts'
import { trainingKeys } from '#training/keys.ts'
import type { TrainingOptions } from '#training/options.ts'
import { systemClock } from './api-client.ts'
import { type Counter, startCore, until } from './core.ts'
import { journalOptions } from './journal-entries.ts'
import { type Rewrite, rewritten } from './rewriter.ts'
import { writeServiceBook } from './service-books.ts'
import { newDataFile, startServiceForTest } from './service-hooks.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { type LineService, startLineService } from './training.ts'
import { reconciledAccount, type ServiceBook, type SoldItem, writeSales } from './two-books.ts'
import { virtualClock } from './virtual-clock.ts'

export interface History {
  /** When the journal was begun. */
  readonly sinceMs: number
  readonly items: readonly SoldItem[]
  readonly book: ServiceBook
}

/** A data folder whose journal holds the sales of this history. */
export function writeCounter({ sinceMs, items }: Pick<History, 'sinceMs' | 'items'>): string {
  const dataDir = temporaryFolder()
  const folder = join(dataDir, 'journal')
  mkdirSync(folder, { recursive: true })
  const name = journalName(reconciledAccount)
  const opened = openJournal(journalOptions(folder, { ...reconciledAccount, name, nowMs: () => sinceMs }))
  if (!opened.ok) throw new Error(opened.error.detail)
  opened.value.close()
  writeSales(join(folder, `${name}.journal`), items)
  return dataDir
}

interface ShopOptions {
  readonly rateLimit?: number
  /** How far the service's clock is ahead of the counter's. */
  readonly aheadMs?: number
  /** Rewrites the service's answers. */
  readonly rewrite?: Rewrite
  /** Rewrites the paths that it is asked for. */
  readonly ask?: (path: string) => string
}

/** Starts the service of a history, and a counter that opens its journal, on a virtual clock that begins this morning. */
export function startReconciledShop(history: History, options: ShopOptions = {}) {
  const clock = virtualClock()
  return openShop(history, clock, options, async (behaviour) => startLineService(clock, behaviour))
}

/** The same over HTTP and in real time: for a counter that is a process of its own. */
export const startRealReconciledShop = (history: History) =>
  openShop(history, systemClock, {}, startServiceForTest)

async function openShop<OwnClock extends Clock>(
  history: History,
  clock: OwnClock,
  { aheadMs = 0, rewrite, ask, ...options }: ShopOptions,
  start: (behaviour: TrainingOptions) => Promise<LineService>,
) {
  const dataFile = newDataFile()
  writeServiceBook(dataFile, history.book)
  const dataDir = writeCounter(history)
  const service = await start({ dataFile, nowMs: () => clock.nowMs() + aheadMs, ...options })
  const addresses = rewrite || ask ? rewritten(service, rewrite, ask) : service
  const key = trainingKeys.production
  const open = (folder = dataDir) =>
    startCore({ service: addresses, clock, dataDir: folder, key, config: reconciledAccount })
  return { service, dataFile, dataDir, clock, open, counter: await open() }
}

interface RunShop {
  readonly counter: Counter
  readonly service: LineService
}

/** Runs until it has come to its end; throws where it fails. */
export async function reconcile(counter: Counter, fromDay?: string): Promise<void> {
  await counter.command('reconcile.start', fromDay === undefined ? {} : { fromDay })
  await runEnded(counter)
}

/** Begins a run and stops it at the first call that these faults hold. */
export async function stopAtHeld({ counter, service }: RunShop, ...faults: readonly Fault[]): Promise<void> {
  await service.addFaults(...faults)
  await counter.command('reconcile.start', {})
  await until('a call is held', async () => (await service.heldCount()) > 0)
  await counter.command('reconcile.stop', {})
  await service.release()
  await until('the run has stopped', async () => {
    const { run } = await counter.command('reconcile.state', {})
    return run.state === 'stopped'
  })
}

/** Begins a run and stops it when all its lists are read, while it reads the account's movements once more. */
export async function stopAtTheEnd(shop: RunShop): Promise<void> {
  const { days } = await shop.counter.command('reconcile.state', {})
  const history = { method: 'GET', path: '/v3/account/transactions' } as const
  const read = { ...history, action: { do: 'delay', take: true, ms: 0 }, times: days.length } as const
  await stopAtHeld(shop, read, { ...history, action: { do: 'hold', take: true } })
}

/** Waits for the event of the run's end. */
export async function runEnded({ events }: Pick<Counter, 'events'>): Promise<void> {
  const last = () => events.findLast(({ event }) => event.kind === 'reconciliation-changed')?.event
  await until('the run has ended', () => {
    const event = last()
    if (event?.kind !== 'reconciliation-changed') return false
    if (event.run.state === 'failed') throw new Error('the run failed')
    return event.run.state === 'idle'
  })
}

/** What is open, each as its kind and the name of what it is about. */
export async function openFindings(counter: Counter): Promise<readonly string[]> {
  const { findings } = await counter.command('reconcile.findings', { open: true })
  return findings.map(nameOf).toSorted()
}

export const nameOf = ({ kind, sale, orders, movements }: Finding): string =>
  `${kind} ${kind === 'duplicate' ? orders[0]?.orderId : (sale?.ref ?? orders[0]?.orderId ?? movements[0]?.objectId)}`

/** What the counter says of this day. */
export async function dayOf(counter: Counter, day: string): Promise<ReconciledDay> {
  const { days } = await counter.command('reconcile.state', {})
  const found = days.find((one) => one.day === day)
  if (!found) throw new Error(`no day ${day}`)
  return found
}
