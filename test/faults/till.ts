/**
 * A counter as its parent holds it: one process after the other on the same files. Owns each process's life (killed at any
 * moment, frozen, started again) and what its windows would have seen.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { callLimits } from '#core/api/limits.ts'
import type { AddressesInput } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'
import { err, type Result } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import type { ShopTime } from './shop-time.ts'
import type { FromChild, FromParent } from './wire.ts'

const program = fileURLToPath(new URL('counter-child.ts', import.meta.url))
const compiled = fileURLToPath(new URL('../../out/test/compiled', import.meta.url))

/** The answer of a command, or that the process died over it. */
export type Answer<Value> = Result<Value, AppError | { readonly kind: 'gone' }>

export interface TillOptions {
  /** A fault that is put into its core on purpose. */
  readonly mutation: string | undefined
  readonly folder: string
  readonly addresses: AddressesInput
  readonly time: ShopTime
  onShown(sale: SaleView): void
  /** What should not happen to a process: it died by itself, or says that something of its own failed. */
  onTrouble(what: string): void
  onLog(what: string): void
}

export type Till = ReturnType<typeof createTill>

/** Calls are bounded in the machine's time. On a good line, whatever the pace, by the product's own bounds: a busy machine is slow. */
const bounded = [
  'connectMs',
  'headersMs',
  'bodyMs',
  'totalMs',
  'fileTotalMs',
  'keepAliveMs',
  'maxKeepAliveMs',
] as const
const limitsAt = (pace: number) =>
  Object.fromEntries(bounded.map((name) => [name, Math.ceil(callLimits[name] / pace)]))

export function createTill({ folder, addresses, time, mutation, onShown, onTrouble, onLog }: TillOptions) {
  let kills = 0
  let isClosed = false
  let [clockErrorMs, mostAheadMs, wasSet] = [0, 0, false]
  let life: ReturnType<typeof begin> | undefined
  let ready: Promise<unknown> = Promise.resolve()

  const hear = ({ event }: NumberedEvent) => {
    if (event.kind === 'sale-changed') onShown(event.sale)
  }

  function begin(isPatient: boolean) {
    const child = fork(program, mutation === undefined ? [] : [mutation], {
      ...{ execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' },
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    })
    const waiting = new Map<number, (reply: unknown) => void>()
    const closed = once(child, 'close')
    const own = { child, waiting, closed, isWanted: false, asked: 0, complaint: '' }
    child.stderr?.on('data', (bytes) => {
      own.complaint += bytes
    })
    const { promise: opened, resolve: beOpen } = Promise.withResolvers<void>()
    child.on('message', (message: FromChild) => {
      if (message.kind === 'ready') beOpen()
      else if (message.kind === 'reply') waiting.get(message.id)?.(message.reply)
      else if (message.kind === 'log') onLog(`${message.what} ${JSON.stringify(message.facts)}`)
      else hear(message.event)
    })
    void closed.then(([code, signal]) => {
      for (const answer of waiting.values()) answer(err({ kind: 'gone' }))
      waiting.clear()
      if (!own.isWanted)
        onTrouble(`the process ended by itself: ${signal ?? code} ${own.complaint.slice(-2_000)}`)
      own.isWanted = true
    })
    const { pace } = time
    const now = { nowMs: time.nowMs(), atRealMs: Date.now() }
    say(child, {
      kind: 'open',
      place: { folder, addresses, ...now, clockErrorMs, pace, limits: isPatient ? {} : limitsAt(pace) },
    })
    return { ...own, own, opened: Promise.race([opened, closed]) }
  }

  async function end(signal?: 'SIGKILL'): Promise<void> {
    const dying = life
    if (!dying || dying.own.isWanted) return void (await dying?.closed)
    dying.own.isWanted = true
    if (signal) dying.child.kill(signal)
    else say(dying.child, { kind: 'command', id: 0, name: 'stop', input: {} })
    await dying.closed
  }

  function start(isPatient = false): Promise<unknown> {
    if (life && !life.own.isWanted) return ready
    life = begin(isPatient)
    ready = life.opened
    return ready
  }

  async function ask<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Answer<CommandOutput<Name>>> {
    await ready
    const present = life
    if (!present || present.own.isWanted) return err({ kind: 'gone' })
    present.own.asked += 1
    const id = present.own.asked
    // The core has just parsed its answer with this command's own schema.
    return new Promise((resolve) => {
      const answer = (reply: unknown) => {
        present.waiting.delete(id)
        resolve(reply as Answer<CommandOutput<Name>>)
      }
      present.waiting.set(id, answer)
      say(present.child, { kind: 'command', id, name, input })
    })
  }

  return {
    ...{ ask, start, folder, addresses },
    kills: () => kills,
    copy: (text: string) => life && say(life.child, { kind: 'copy', text }),
    /** A person sets the time of day of its machine wrong by so much, and right by 0. */
    setClock(errorMs: number) {
      wasSet ||= errorMs !== 0
      clockErrorMs = errorMs
      mostAheadMs = Math.max(mostAheadMs, errorMs)
      if (life) say(life.child, { kind: 'clock', errorMs })
    },
    /** What it has dated may be of so much earlier. */
    mostAheadMs: () => mostAheadMs,
    hadWrongClock: () => wasSet,
    /** Ends in order, once a process that was killed is back. */
    stop: () => ready.then(() => end()),
    /** Dies now; comes back after this long. */
    async kill(backAfterMs: number): Promise<void> {
      const dying = life
      if (!dying || dying.own.isWanted) return
      kills += 1
      ready = end('SIGKILL')
        .then(() => time.wait(backAfterMs))
        .then(() => (isClosed ? undefined : start()))
      await ready
    },
    /** Stands still for so long, as a machine that swaps does. */
    async freeze(forMs: number): Promise<void> {
      const frozen = life?.child
      frozen?.kill('SIGSTOP')
      await time.wait(forMs)
      frozen?.kill('SIGCONT')
    },
    sales: async (): Promise<readonly SaleView[]> => {
      const snapshot = await ask('app.snapshot', {})
      return snapshot.ok ? snapshot.value.sales : []
    },
    /** For good, whatever it does. */
    close() {
      isClosed = true
      return end('SIGKILL')
    },
  }
}

const say = (child: ChildProcess, message: FromParent) => void child.send(message, () => undefined)
