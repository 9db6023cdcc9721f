/**
 * One run of the counter: the real core on the machine's files, until it is closed or its process is gone. Invariant: after
 * its end it hears nothing, its timers never run and its calls never come back, however far its code may still go.
 */
import type { Transport } from '#core/api/transport.ts'
import { type Core, createCore } from '#core/create-core.ts'
import { SEAL_KEY_BYTES } from '#core/journal/seal.ts'
import type { Clock } from '#core/ports.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { makeRef } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import { noPrinter } from '../../support/no-printer.ts'
import type { SimulatedAccount } from '../account.ts'
import type { Dice } from '../dice.ts'
import type { Machine } from '../machine.ts'
import { baseUrl, billUrl } from '../service/addresses.ts'
import type { Timeline } from '../timeline.ts'

/** The answer of a command, or that there is nobody left to answer it. */
export type Answer<Value> = Result<Value, AppError | { readonly kind: 'gone' }>

export type Ask = <Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<Answer<CommandOutput<Name>>>

export interface Life {
  readonly number: number
  readonly ask: Ask
  readonly core: Core
  isAlive(): boolean
  /** The process is gone, at this very point. */
  end(): void
  /** Resolves when it is. */
  readonly ended: Promise<void>
}

export interface LifeOptions {
  readonly number: number
  readonly account: SimulatedAccount
  readonly dataDir: string
  readonly timeline: Timeline
  /** The dice of this life. */
  readonly fate: Dice
  readonly machine: Pick<Machine, 'wallMs' | 'elapsedMs' | 'whenGoingOn'>
  readonly transport: Transport
  /** What the keychain holds of the journal's end: it stays where it is when the folder is put back. */
  readonly anchor: { read(): string | null; save(text: string): void }
  readonly onShown: (sale: SaleView) => void
  readonly onLog: (level: string, what: string, facts: object | undefined) => void
}

const gone = { kind: 'gone' } as const
/** What seals the journal's secrets: the same in every life, as a keychain keeps it. */
const journalKey = new Uint8Array(SEAL_KEY_BYTES)

/** The window of a process that has ended answers nothing; `isAlive` is what its world asks of it. */
export function createMortality() {
  let isAlive = true
  let resolveEnd = () => {}
  const ended = new Promise<void>((resolve) => {
    resolveEnd = resolve
  })
  return {
    isAlive: () => isAlive,
    ended,
    end() {
      isAlive = false
      resolveEnd()
    },
  }
}
export type Mortality = ReturnType<typeof createMortality>

/** Starts the program: its journal is opened and looked over, and nothing is called yet. */
export function startLife(options: LifeOptions, mortality: Mortality): Life {
  const { number, dataDir, fate, anchor, onShown, onLog } = options
  const { environment, account, keys } = options.account
  const { isAlive, ended } = mortality
  const clock = clockOf(options, isAlive)
  const [random, ids, refs] = [fate.apart('chance'), fate.apart('ids'), fate.apart('refs')]
  const core = createCore(
    {
      ...{ dataDir, environment, account, baseUrl, billUrl },
      transport: heardBy(options),
      random: { draw: random.draw, newId: () => Buffer.from(ids.bytes(12)).toString('hex') },
    },
    {
      clock,
      keyVault: {
        readKey: async () => ok(keys.held()),
        readJournalKey: async () => ok(journalKey),
        restoreJournalKey: async () => err({ problem: 'denied' }),
        readAnchor: async () => ok(anchor.read()),
        saveAnchor: async (text) => ok(isAlive() ? anchor.save(text) : undefined),
      },
      confirm: async () => true,
      refs: { newRef: () => makeRef(Math.max(0, clock.nowMs()), refs.bytes(10)) },
      files: {
        saveText: async () => ok({ path: null }),
        saveBytes: async () => ok({ path: null }),
        openPicture: async () => ok({ path: null, bytes: new Uint8Array() }),
        openCertificate: async () => ok({ path: null, bytes: new Uint8Array() }),
        openText: async () => ok({ path: null, text: '' }),
        askPath: async () => ok({ path: null }),
        askFolder: async () => ok({ path: null }),
      },
      printer: noPrinter,
      log: { write: (level, what, facts) => isAlive() && onLog(level, what, facts) },
    },
  )
  core.onEvent(({ event }) => {
    if (isAlive() && event.kind === 'sale-changed') onShown(event.sale)
  })
  const ask: Ask = async (name, input) => {
    const reply = await Promise.race([core.dispatch(name, input), ended])
    if (reply === undefined || !isAlive()) return err(gone)
    // The core has just parsed its answer with this command's own schema.
    return reply.ok ? ok(reply.value as CommandOutput<typeof name>) : err(reply.error)
  }
  return { number, ask, core, isAlive, ended, end: mortality.end }
}

/** What comes back to a process that stands still is heard when it goes on. */
const heardBy = ({ transport, machine }: LifeOptions): Transport => ({
  ...transport,
  async send(request, withinMs) {
    const result = await transport.send(request, withinMs)
    await new Promise<void>((resolve) => machine.whenGoingOn(resolve))
    return result
  },
})

function clockOf({ timeline, machine }: LifeOptions, isAlive: () => boolean): Clock {
  return {
    nowMs: machine.wallMs,
    elapsedMs: machine.elapsedMs,
    after: (delayMs, work) =>
      isAlive()
        ? timeline.after(delayMs, () => machine.whenGoingOn(() => isAlive() && work()))
        : () => undefined,
  }
}
