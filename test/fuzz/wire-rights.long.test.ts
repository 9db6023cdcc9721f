/**
 * Messages at the wire of each window, from everybody who could be there: a locked counter, a cashier, an owner, the customer's
 * display, a frame, a foreign page, a window that is nobody's. Whatever is said, a typed reply comes; nothing is done that the
 * table of rights does not give to who says it; and every sale of the journal has somebody's name. `COMPTOIR_MESSAGES` says how
 * many go to each window.
 */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import type { Reply } from '#core/dispatch.ts'
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { replySchema } from '#shared/ipc/wire.ts'
import { permissionOf, type RightsRole, rightOf } from '#shared/till/rights.ts'
import { until } from '../support/core.ts'
import { newActId } from '../support/till.ts'
import { salesIn } from './counter.ts'
import { commandNames, createHearing, type Hearing } from './inputs.ts'
import { type FromWhere, type IpcCounter, openIpcCounter } from './ipc-counter.ts'
import { anyDraft, handlerFor, inFormOf, messageOf } from './messages.ts'

vi.mock('electron', () => import('./electron-end.ts'))

const MESSAGES = Number(process.env['COMPTOIR_MESSAGES'] ?? 30_000)
const AT_ONCE = 200
/** What is let do its work goes out misspelt after so many times: what is tried is who may, and work takes longer than a word. */
const MOST_DONE = 25
const pins = { owner: '271828', cashier: '31415' }
/** These would leave the journal whose people these are, or the person who is to ask. */
const elsewhere: readonly string[] = [
  ...['people.sign-out', 'people.change', 'people.change-own-pin'],
  ...['accounts.switch', 'journal.restore'],
]
const SHORT = { depth: 4, maxStringLength: 200, maxArrayLength: 10 } as const

/** Of one window, the shares of its messages. */
const windows = {
  counter: { nobody: 0.4, cashier: 0.4, owner: 0.2 },
  display: { display: 0.7, frame: 0.1, foreign: 0.1, stranger: 0.1 },
} as const

interface Tally {
  sent: number
  answered: number
  denied: number
  readonly done: Map<string, number>
}
const tallies = new Map<string, Tally>()
afterAll(() => {
  for (const [who, { sent, answered, denied }] of tallies)
    process.stdout.write(
      `  ${who}: ${sent} messages, ${answered} answered, ${denied} refused for the right\n`,
    )
})

const isRole = (who: string): who is RightsRole => who === 'nobody' || who === 'cashier' || who === 'owner'

/** Whether who says it may have it done. An owner's approval is nobody's here: no PIN that is tried is right. */
function may(who: string, { name, input }: { readonly name: CommandName; readonly input: unknown }): boolean {
  if (who === 'display') return name === 'display.read'
  return isRole(who) && rightOf(who, permissionOf(name, input)) === 'allowed'
}

async function addPeople({ send }: Pick<IpcCounter, 'send'>) {
  const command = async (name: CommandName, input: unknown) => {
    const reply = replySchema.parse(await send({ name, input }))
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
    return Object(reply.value)
  }
  const started = await command('people.start', { actId: newActId(), name: 'Karim', pin: pins.owner })
  const added = await command('people.add', {
    ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: pins.cashier },
  })
  const owner = String(started.signedIn)
  const cashier: unknown = added.people.find(({ role }: { role: string }) => role === 'cashier').personId
  const ids: Readonly<Record<'owner' | 'cashier', string>> = { owner, cashier: String(cashier) }

  /** Whoever is wanted is there when it answers; where PINs were tried, once the wait for that is over. */
  return async (who: string): Promise<void> => {
    if (who === 'nobody') await command('people.sign-out', {})
    if (who !== 'owner' && who !== 'cashier') return
    const now = await command('people.read', {})
    if (now.signedIn === ids[who]) return
    await until(`${who} is signed in`, async () => {
      const input = { personId: ids[who], pin: pins[who] }
      return replySchema.parse(await send({ name: 'people.sign-in', input })).ok
    })
  }
}

interface Said {
  readonly counter: IpcCounter
  readonly hearing: Hearing
  readonly who: string
  readonly from: FromWhere
  readonly tally: Tally
}

/** One message of theirs. Throws where something was done, or answered, that should not have been. */
async function say({ counter, hearing, who, from, tally }: Said, message: unknown): Promise<void> {
  const name = handlerFor(message)
  const asked = name && { name, input: Object(message).input as unknown }
  const isTheirs = asked !== undefined && may(who, asked)
  const times = (name && tally.done.get(name)) ?? 0
  const isSpent = isTheirs && (times >= MOST_DONE || elsewhere.includes(name ?? ''))
  if (isTheirs && name) tally.done.set(name, times + 1)
  const sent = isSpent ? { ...Object(message), name: `${name}.` } : message
  const reply = await counter.send(sent, from)
  tally.sent += 1
  const read = replySchema.safeParse(reply)
  const fault = read.success ? faultIn(read.data, isTheirs && !isSpent ? name : undefined, from) : 'no reply'
  if (fault) throw new Error(`${who}: ${fault}: ${inspect(sent, SHORT)} → ${inspect(reply, SHORT)}`)
  note(read.data, who, { hearing, tally })
}

/** `theirs`: the command that they may have done. What is left out of an answer for them leaves it one that a window reads. */
function faultIn(reply: Reply, theirs: CommandName | undefined, from: FromWhere): string | undefined {
  if (reply.ok) {
    if (theirs === undefined) return 'done without the right'
    return commands[theirs].output.safeParse(reply.value).success ? undefined : 'an answer of another shape'
  }
  const isOurs = from === 'counter' || from === 'display'
  // Whoever is nobody's page gets no other answer.
  return reply.error.kind === 'internal' && isOurs ? 'a fault of ours' : undefined
}

function note(
  reply: Reply | undefined,
  who: string,
  { hearing, tally }: Pick<Said, 'hearing' | 'tally'>,
): void {
  if (reply?.ok) tally.answered += 1
  if (reply?.ok === false && reply.error.kind === 'till') tally.denied += 1
  if (reply?.ok && (who === 'owner' || who === 'cashier')) hearing.learn(reply.value)
}

test.each(Object.keys(windows) as (keyof typeof windows)[])('of the window of the %s', async (window) => {
  const counter = await openIpcCounter()
  const become = await addPeople(counter)
  const { baseUrl, billUrl } = counter.service
  const hearing = createHearing({ baseUrl, billUrl })
  let seed = fc.readConfigureGlobal().seed ?? Math.trunc(performance.now())
  process.stdout.write(`  ${window}: seed ${seed}\n`)
  for (const [who, share] of Object.entries(windows[window])) {
    const from: FromWhere = isRole(who) ? 'counter' : (who as FromWhere)
    const tally: Tally = { sent: 0, answered: 0, denied: 0, done: new Map() }
    tallies.set(`${window}, ${who}`, tally)
    // Each command once in form: of those that a random message seldom reaches, all is tried all the same.
    for (const name of commandNames) {
      await become(who)
      seed += 1
      const message = inFormOf(name, hearing, seed) ?? expect.fail(`${name} is never asked in form`)
      await say({ counter, hearing, who, from, tally }, message)
    }
    while (tally.sent < MESSAGES * share) {
      await become(who)
      seed += 1
      const drafts = fc.sample(anyDraft, { numRuns: AT_ONCE, seed })
      const messages = drafts.flatMap((draft) => messageOf(draft, hearing) ?? [])
      await Promise.all(messages.map(({ sent }) => say({ counter, hearing, who, from, tally }, sent)))
    }
  }
  await counter.stop()
  const sales = salesIn(counter.dataDir)
  // Nothing is sold by anybody whose name the journal does not know.
  expect(sales.filter(({ till }) => till?.cashier === undefined)).toEqual([])
  const { orders } = await counter.service.ledger()
  expect(orders.length).toBeLessThanOrEqual(sales.length)
  if (window === 'display') expect(sales).toEqual([])
})
