/**
 * A whole core for tests: real journal, a training service on the in-memory line, virtual time that both share. Time goes
 * by while a test waits for one of these calls, and not otherwise. What it opens is closed when the test is over.
 */
import { cpSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { CallLimits } from '#core/api/limits.ts'
import { type Core, type CoreConfig, createCore } from '#core/create-core.ts'
import type { Clock, Ports } from '#core/ports.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import { centimes } from '#shared/money.ts'
import type { InternetType } from '#shared/phone.ts'
import { makeRef, type Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import type { TrainingOptions } from '#training/options.ts'
import { keepLog } from './api-client.ts'
import { isOnLine, lineTransport } from './line.ts'
import { noFiles } from './no-files.ts'
import { noPrinter } from './no-printer.ts'
import { type Rewrite, rewritten } from './rewriter.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { type LineService, startLineService } from './training.ts'
import { inVirtualTime, timeOfTest, virtualClock } from './virtual-clock.ts'

export type Service = LineService

export interface CoreOptions {
  readonly service: Pick<Service, 'baseUrl' | 'billUrl'>
  readonly clock: Clock
  readonly dataDir?: string
  readonly key?: string
  readonly ports?: Partial<Ports>
  readonly config?: Partial<CoreConfig>
  /** false: the core is made and not started. */
  readonly started?: boolean
}

export interface Counter {
  readonly core: Core
  readonly dataDir: string
  readonly events: readonly NumberedEvent[]
  readonly log: ReturnType<typeof keepLog>
  /** The command's answer, typed; an error is an answer too. */
  ask<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Result<CommandOutput<Name>, AppError>>
  /** The command's value; throws where it is refused. */
  command<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>
  /** Resolves when selling is open. */
  opened(): Promise<void>
  /** Reviews and confirms, as a cashier does; answers the sale as it was confirmed. */
  sell(number: string, dinars?: number, type?: InternetType): Promise<SaleView>
  /** The same for a sale of any kind. */
  sellOrder(input: CommandInput<'sale.review'>): Promise<SaleView>
  /** Asks what an account owes and pays all of it, or its first bills. */
  payBills(account: CommandInput<'bills.discover'>, billCount?: number): Promise<SaleView>
  readSale(ref: Ref): Promise<SaleView>
  /** The sale once it is in one of these phases. */
  reached(ref: Ref, ...phases: readonly SalePhase[]): Promise<SaleView>
}

/** A training service, and a clock for the cores of this test. Setting that clock leaves the service's own as it is. */
export async function startShop(options: TrainingOptions = {}) {
  return { clock: virtualClock(), service: startLineService(virtualClock(), options) }
}

export async function startCore(options: CoreOptions): Promise<Counter> {
  const { service, clock, dataDir = temporaryFolder(), key = trainingKeys.sandbox } = options
  const log = keepLog()
  const events: NumberedEvent[] = []
  const addresses = { baseUrl: service.baseUrl, billUrl: service.billUrl }
  const made = createCore(
    {
      ...{ dataDir, environment: 'training', account: 'training', ...addresses },
      ...transportFor(options, options.config?.limits),
      ...options.config,
    },
    {
      clock,
      log,
      keyVault: {
        readKey: async () => ok(key),
        readJournalKey: async () => ok(new Uint8Array(32).fill(7)),
        restoreJournalKey: async () => err({ problem: 'denied' }),
      },
      files: noFiles,
      refs: { newRef: () => makeRef(clock.nowMs(), crypto.getRandomValues(new Uint8Array(10))) },
      printer: noPrinter,
      confirm: async () => true,
      ...options.ports,
    },
  )
  const core = drivenInTime(made)
  core.onEvent((event) => events.push(event))
  onTestFinished(() => core.stop())
  const counter = { core, dataDir, events, log, ...callsOf(core) }
  if (options.started !== false) {
    core.start()
    await counter.opened()
  }
  return counter
}

/** The in-memory line, for a core whose service is on it. */
export const transportFor = (
  { service, clock }: Pick<CoreOptions, 'service' | 'clock'>,
  limits?: Partial<CallLimits>,
): Pick<CoreConfig, 'transport'> =>
  isOnLine(service.baseUrl) ? { transport: lineTransport(clock, limits) } : {}

/** Time goes by while its answers are waited for. */
export const drivenInTime = <Driven extends Pick<Core, 'dispatch' | 'stop'>>(core: Driven): Driven => ({
  ...core,
  dispatch: (name, input) => inVirtualTime(core.dispatch(name, input)),
  stop: () => inVirtualTime(core.stop()),
})

/** A core that has sold a card of 500 DA before, so that its look-ups by ref have proved themselves. */
export async function startProvenCore(options: CoreOptions): Promise<Counter> {
  const counter = await startCore(options)
  const { ref } = await counter.sell('024000001', 500)
  await counter.reached(ref, 'fulfilled')
  return counter
}

interface CounterOptions extends Omit<Partial<CoreOptions>, 'clock' | 'service'> {
  /** Rewrites the service's answers, and the paths that it is asked for. */
  readonly rewrite?: Rewrite
  readonly ask?: (path: string) => string
}

/** A training service, and a core that sells at it. */
export const startCounter = (options?: CounterOptions, shop?: TrainingOptions) =>
  openCounter(startCore, options, shop)

/** The same, with look-ups by ref that have proved themselves. */
export const startProvenCounter = (options?: CounterOptions) => openCounter(startProvenCore, options)

async function openCounter(
  start: typeof startCore,
  { rewrite, ask, ...options }: CounterOptions = {},
  shop?: TrainingOptions,
) {
  const { clock, service } = await startShop(shop)
  const own = { clock, service: rewrite || ask ? rewritten(service, rewrite, ask) : service, ...options }
  const counter = await start(own)
  const restart = async (dataDir = counter.dataDir) => {
    await counter.core.stop()
    return startCore({ ...own, dataDir })
  }
  return {
    ...{ clock, service, counter },
    /** Stops the counter and starts another on its files. */
    restart: () => restart(),
    /** Starts another counter on the files as a power cut leaves them now. */
    restartAfterCut: () => restart(cutPower(counter)),
  }
}

/** A core whose selling need not open. */
export async function startClosed(options: CoreOptions): Promise<Counter> {
  const counter = await startCore({ ...options, started: false })
  counter.core.start()
  return counter
}

/** The data folder as it is now, as a power cut leaves it. Nothing of ours runs while it is copied. */
export function cutPower({ dataDir }: Pick<Counter, 'dataDir'>): string {
  const image = temporaryFolder()
  cpSync(dataDir, image, { recursive: true })
  return image
}

/** What the service has for one sale: how many orders, and its movements of money. */
export async function booksOf(service: Service, ref: Ref) {
  const { orders, movements } = await service.ledger()
  return {
    orders: orders.filter((order) => order.ref === ref).length,
    movements: movements.filter((movement) => movement.ref === ref).map(({ type }) => type),
  }
}

/** How many times a sale was looked up by its ref. */
export async function looksAt(service: Service, ref: string): Promise<number> {
  const seen = await service.requests()
  return seen.filter(({ method, path }) => method === 'GET' && path.endsWith(ref)).length
}

/** The phases of one sale as they were published, each once in a row. */
export function phasesOf(counter: Counter, ref: Ref): readonly SalePhase[] {
  const published = counter.events.flatMap(({ event }) =>
    event.kind === 'sale-changed' && event.sale.ref === ref ? event.sale.phase : [],
  )
  return published.filter((phase, place) => phase !== published[place - 1])
}

/** Typed calls of a core, or of a counter over several. */
export function callsOf(core: Pick<Core, 'dispatch' | 'onEvent'>) {
  let news = 0
  core.onEvent(() => {
    news += 1
  })

  async function ask<Name extends CommandName>(name: Name, input: CommandInput<Name>) {
    const reply = await core.dispatch(name, input)
    // The core has just parsed its answer with this command's own schema.
    return reply.ok ? ok(reply.value as CommandOutput<Name>) : err(reply.error)
  }
  async function command<Name extends CommandName>(name: Name, input: CommandInput<Name>) {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return reply.value
  }
  async function readSale(ref: Ref) {
    const sale = (await command('app.snapshot', {})).sales.find((one) => one.ref === ref)
    if (!sale) throw new Error(`no sale ${ref}`)
    return sale
  }
  /** Asks again only once the core has published something: thousands of open sales make a snapshot slow. */
  async function untilNews(what: string, isSo: () => Promise<boolean>) {
    let heard = -1
    await until(what, async () => {
      if (heard === news) return false
      heard = news
      return isSo()
    })
  }
  async function sellOrder(input: CommandInput<'sale.review'>) {
    const { reviewId } = await command('sale.review', input)
    return command('sale.confirm', { reviewId })
  }
  return {
    ask,
    command,
    readSale,
    sellOrder,
    async opened() {
      await untilNews('selling is open', async () => (await command('app.snapshot', {})).status.selling.open)
    },
    async sell(number: string, dinars = 1_000, type: InternetType = 'ADSL') {
      return sellOrder({ kind: 'internet', type, number, valueCentimes: centimes(dinars * 100) })
    },
    async payBills(account: CommandInput<'bills.discover'>, billCount?: number) {
      const { discoveryRef, bills } = await command('bills.discover', account)
      const billIds = bills.slice(0, billCount).map(({ billId }) => billId)
      return sellOrder({ kind: 'bill', discoveryRef, billIds })
    },
    async reached(ref: Ref, ...phases: readonly SalePhase[]) {
      await untilNews(`${ref} is ${phases}`, async () => phases.includes((await readSale(ref)).phase))
      return readSale(ref)
    },
  }
}

/** Longer than anything is waited for at a counter. */
const VIRTUAL_PATIENCE_MS = 48 * 3_600_000
/** A backstop, where a test waits for what is real: a process, a printer, a disk. */
const REAL_PATIENCE_MS = 180_000
/** What waits in real time beside a virtual clock, such as for the next try of a connection, takes no longer than this. */
const REAL_WAITS_MS = 10_000
const LOOK_EVERY_MS = 5

/**
 * Lets time go by until it is so: virtual time where the running test has a clock of it, real time otherwise. Virtual hours
 * may go by while something waits in real time: the clock stands still then. Throws, with what was waited for, where it does
 * not come.
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const time = timeOfTest()
  const endMs = (time?.timeline.nowMs() ?? 0) + VIRTUAL_PATIENCE_MS
  const realEndMs = performance.now() + (time ? REAL_WAITS_MS : REAL_PATIENCE_MS)
  while (!(await isSo())) {
    const goesOn = time !== undefined && time.timeline.nowMs() <= endMs
    if (!goesOn && performance.now() > realEndMs) throw new Error(`waited in vain until ${what}`)
    if (goesOn) await time.turn()
    else await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
