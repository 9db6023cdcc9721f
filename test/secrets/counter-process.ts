/** The counter's process as its parent holds it: the page's commands, the keychain, the clipboard, and everything that was shown. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AccountName, AccountVault } from '#core/ports.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { replySchema } from '#shared/ipc/wire.ts'
import type { Ref } from '#shared/ref.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { until } from '../support/core.ts'
import { processPlaces, type Searched } from './search.ts'
import type { FromChild, FromParent, Place } from './wire.ts'

const program = fileURLToPath(new URL('./counter-child.ts', import.meta.url))

/** What outlives the process: the system's keychain and clipboard. */
export interface Surroundings {
  vaultOf(name: AccountName): AccountVault
  clipboard: string
  /** Every command that was asked, of whichever process. */
  readonly asked: Set<CommandName>
}

/** What the page is given of this one are the codes themselves: that they are nowhere else is what is searched for. */
const givesCodes: CommandName = 'sale.reveal-cards'

export type CounterProcess = Awaited<ReturnType<typeof startCounter>>

/** Starts a counter; it has opened its journal when this answers. What it shows is added to `shown`. */
export async function startCounter(place: Place, around: Surroundings, shown: Searched[]) {
  const child = fork(program, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], serialization: 'advanced' })
  const closed = once(child, 'close')
  const waiting = new Map<number, (reply: unknown) => void>()
  const withCodes = new Set<number>()
  const show = (where: string, bytes: Buffer) => void shown.push({ place: where, bytes })
  child.stdout?.on('data', (bytes) => show('standard output', bytes))
  child.stderr?.on('data', (bytes) => show('standard error', bytes))
  const say = (message: FromParent) => void child.send(message, () => undefined)

  async function answer({ id, what, details }: Extract<FromChild, { kind: 'ask' }>): Promise<void> {
    say({ kind: 'answer', id, answer: await askSystem(around, what, details) })
  }
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: FromChild) => {
      if (message.kind === 'ready') resolve()
      if (message.kind === 'ask') void answer(message)
      if (message.kind === 'event') show('an event', Buffer.from(JSON.stringify(message.event)))
      if (message.kind !== 'reply') return
      if (!withCodes.has(message.id)) show('a reply', Buffer.from(JSON.stringify(message.reply)))
      waiting.get(message.id)?.(message.reply)
    })
  })
  say({ kind: 'open', place })
  await Promise.race([ready, closed.then(() => Promise.reject(new Error('the counter did not open')))])

  async function ask<Name extends CommandName>(name: Name, input: CommandInput<Name>) {
    const id = waiting.size
    const reply = new Promise<unknown>((resolve) => waiting.set(id, resolve))
    around.asked.add(name)
    if (name === givesCodes) withCodes.add(id)
    say({ kind: 'command', id, message: { name, input } })
    return replySchema.parse(await reply)
  }
  async function command<Name extends CommandName>(name: Name, input: CommandInput<Name>) {
    const reply = await ask(name, input)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.kind} ${JSON.stringify(reply.error)}`)
    // The core has just parsed its answer with this command's own schema.
    return reply.value as CommandOutput<Name>
  }
  const readStatus = async () => (await command('app.snapshot', {})).status
  const end = async () => {
    await closed
    return child.signalCode
  }

  return {
    ...{ ask, command, readStatus },
    opened: () => until('selling is open', async () => (await readStatus()).selling.open),
    async sellOrder(input: CommandInput<'sale.review'>) {
      const { reviewId } = await command('sale.review', input)
      return (await command('sale.confirm', { reviewId })).ref
    },
    async reached(ref: Ref, ...phases: readonly SalePhase[]) {
      const find = async () => (await command('app.snapshot', {})).sales.find((sale) => sale.ref === ref)
      const isThere = async () => phases.includes((await find())?.phase ?? 'sending')
      await until(`${ref} is ${phases}`, isThere)
    },
    /** What the system shows of it to everybody. */
    seenFromOutside: () => processPlaces(child.pid ?? 0),
    kill() {
      child.kill('SIGKILL')
      return end()
    },
    stop() {
      say({ kind: 'stop' })
      return end()
    },
  }
}

/** The keychain's and the clipboard's own answers. */
function askSystem(around: Surroundings, what: string, details: readonly unknown[]): Promise<unknown> {
  // The child asks by the names of its ports, with what they are given.
  const [name, ...given] = details as readonly [AccountName, ...never[]]
  if (what === 'clipboard') return Promise.resolve(around.clipboard)
  const vault = around.vaultOf(name)
  const endpoints: Readonly<Record<string, (...some: never[]) => Promise<unknown>>> = { ...vault }
  const endpoint = endpoints[what]
  if (!endpoint) throw new Error(`nothing is called ${what}`)
  return endpoint(...given)
}
