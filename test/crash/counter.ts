/** A whole core on a leaping clock, driven by its commands: the same in the process that dies and in the one that looks after it. */
import { type Core, createCore } from '#core/create-core.ts'
import type { Reply } from '#core/dispatch.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { makeRef, type Ref } from '#shared/ref.ts'
import { finalSaleStates } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import { childPorts } from '../support/child-ports.ts'
import { createLeapingClock, type LeapingClock } from './leaping-clock.ts'

export interface CounterPlace {
  readonly dataDir: string
  readonly baseUrl: string
  readonly billUrl: string
  readonly nowMs: number
}

export interface CrashCounter {
  readonly core: Core
  readonly clock: LeapingClock
  /** The command's value; throws where it is refused. Time passes meanwhile where the command waits. */
  command<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>
  /** The command's reply. */
  ask<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<Reply>
  sales(): Promise<readonly SaleView[]>
  /** Lets time pass until nothing more happens to this sale without a person; `orAsked`: or one is asked, whatever looks go on. */
  settled(ref: Ref, orAsked?: boolean): Promise<SaleView>
  stop(): Promise<void>
}

/** Opens the counter at this place; selling is open when it answers. */
export async function openCounter(
  { dataDir, baseUrl, billUrl, nowMs }: CounterPlace,
  onLeap: (toMs: number) => Promise<void> | void,
): Promise<CrashCounter> {
  const clock = createLeapingClock({ startMs: nowMs, origins: [baseUrl, billUrl], onLeap })
  let refs = 0
  const newRef = () => {
    refs += 1
    return makeRef(clock.nowMs(), new Uint8Array(10).fill(refs))
  }
  const core = createCore(
    { dataDir, environment: 'training', account: 'training', baseUrl, billUrl },
    { ...childPorts(clock, trainingKeys.sandbox), refs: { newRef } },
  )
  const over = async <T>(what: string, work: Promise<T>): Promise<T> => {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    await clock.passUntil(`${what} is over`, () => isOver)
    return ended
  }
  const ask: CrashCounter['ask'] = (name, input) => {
    const work = core.dispatch(name, input)
    // What the journal does on a thread of its own is waited for as it is: no time passes in the shop.
    return name.startsWith('journal.') ? work : over(name, work)
  }
  const command: CrashCounter['command'] = async (name, input) => {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    // The core has just parsed its answer with this command's own schema.
    return reply.value as CommandOutput<typeof name>
  }
  const look = async () => {
    const reply = await core.dispatch('app.snapshot', {})
    if (!reply.ok) throw new Error(`app.snapshot: ${JSON.stringify(reply.error)}`)
    return reply.value as CommandOutput<'app.snapshot'>
  }
  const find = async (ref: Ref) => (await look()).sales.find((sale) => sale.ref === ref)
  core.start()
  await clock.passUntil('selling is open', async () => (await look()).status.selling.open)
  return {
    ...{ core, clock, ask, command },
    sales: async () => (await look()).sales,
    async settled(ref, orAsked = false) {
      await clock.passUntil(`${ref} is settled`, async () => {
        const sale = await find(ref)
        return isSettled(sale) || (orAsked && sale?.decidable === true)
      })
      const sale = await find(ref)
      if (!sale) throw new Error(`no sale ${ref}`)
      return sale
    },
    stop: () => over('stopping', core.stop()),
  }
}

const isSettled = (sale: SaleView | undefined): boolean =>
  sale !== undefined &&
  (finalSaleStates.includes(sale.state) ||
    ['unsent', 'cancelled', 'refused'].includes(sale.state) ||
    sale.candidates.length > 0)
