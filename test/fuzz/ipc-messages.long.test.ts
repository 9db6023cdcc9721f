/**
 * A hundred thousand messages to the IPC host of a counter that is open and sells: the shell's own host, a whole core, a real
 * journal, a real service. Whatever comes in, a typed reply goes out, no fault of ours is met, and what the service and the
 * journal hold in the end is what reviews that were made and confirmed explain.
 */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { numberedEventSchema, replySchema } from '#shared/ipc/wire.ts'
import { effort } from '../support/effort.ts'
import { salesIn } from './counter.ts'
import { commandNames, createHearing } from './inputs.ts'
import { type IpcCounter, openIpcCounter } from './ipc-counter.ts'
import { anyDraft, handlerFor, messageOf } from './messages.ts'

vi.mock('electron', () => import('./electron-end.ts'))

/** A message may be a megabyte long. */
const SHORT = { depth: 4, maxStringLength: 200, maxArrayLength: 10 } as const
/** A window does not wait for one answer before it asks again. */
const AT_ONCE = 50
const RUNS_OF_MESSAGES = Math.ceil(2_000 * effort)
/** Past this a command has been tried on the real thing often enough, and goes out misspelt. */
const MOST_HANDLED = 150
const mostHandled: Partial<Record<CommandName, number>> = {
  'app.snapshot': 60,
  'bills.discover': 60,
  'accounts.check-key': 20,
  'accounts.switch': 30,
  'sale.review': 400,
  'journal.back-up': 3,
  'journal.rehearse': 10,
  'journal.restore': 10,
  'journal.verify': 5,
}

/** From the first owner on most is refused to whoever is there: people come last. */
const PEOPLE_FROM = 0.9 * RUNS_OF_MESSAGES * AT_ONCE

/** What is wrong with a reply, or undefined. */
function faultIn(name: CommandName | undefined, reply: unknown): string | undefined {
  const read = replySchema.safeParse(reply)
  if (!read.success) return 'not a reply'
  if (!read.data.ok) return read.data.error.kind === 'internal' ? 'a fault of ours' : undefined
  if (name === undefined) return 'an answer to what is no command'
  return commands[name].output.safeParse(read.data.value).success ? undefined : 'an answer of another shape'
}

test(`${RUNS_OF_MESSAGES * AT_ONCE} messages are answered, and no money moves that no review explains`, async () => {
  const counter = await openIpcCounter()
  const { service, published, send } = counter
  const hearing = createHearing({ baseUrl: service.baseUrl, billUrl: service.billUrl })
  const handled = new Map<CommandName, number>()
  const reviewed = new Set<string>()
  const confirmed = new Set<string>()
  const links = new Set<string>()
  let linksMaybeMade = 0
  let sentCount = 0

  /** Notes what was reviewed and what was confirmed of it. */
  function note(name: CommandName | undefined, message: unknown, reply: unknown): void {
    const read = replySchema.parse(reply)
    // Where the line is set to be a bad one, the answer to a link is lost like any other.
    if (!read.ok && read.error.kind === 'link-maybe-made') linksMaybeMade += 1
    if (!read.ok) return
    if (name === 'sale.review') reviewed.add(commands[name].output.parse(read.value).reviewId)
    // Every second review is kept from whoever confirms: what is sold of it nobody has asked for.
    if (name !== 'sale.review' || reviewed.size % 2 === 0) hearing.learn(read.value)
    if (name === 'links.create') links.add(commands[name].output.parse(read.value).paymentRef)
    if (name === 'sale.confirm') confirmed.add(commands[name].input.parse(Object(message).input).reviewId)
  }

  async function say(message: unknown): Promise<void> {
    const reached = handlerFor(message)
    const times = reached === undefined ? 0 : (handled.get(reached) ?? 0)
    const isEarly = reached === 'people.start' && sentCount < PEOPLE_FROM
    const isOften = reached !== undefined && times >= (mostHandled[reached] ?? MOST_HANDLED) * effort
    const isSpent = isEarly || isOften
    const name = isSpent ? undefined : reached
    if (name !== undefined) handled.set(name, times + 1)
    const sent = isSpent ? { ...Object(message), name: `${reached}.` } : message
    const reply = await send(sent)
    sentCount += 1
    const fault = faultIn(name, reply)
    if (fault !== undefined)
      throw new Error(`${fault}: ${inspect(sent, SHORT)} was answered ${inspect(reply, SHORT)}`)
    note(name, sent, reply)
  }

  await fc.assert(
    fc.asyncProperty(fc.array(anyDraft, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (drafts) => {
      const messages = drafts.flatMap((draft) => messageOf(draft, hearing) ?? [])
      await Promise.all(messages.map(({ sent }) => say(sent)))
    }),
    // What was said before cannot be unsaid: a run does not happen twice, and there is nothing to shrink.
    { numRuns: RUNS_OF_MESSAGES, endOnFailure: true },
  )

  expect(sentCount).toBeGreaterThan(0.95 * RUNS_OF_MESSAGES * AT_ONCE)
  expect(commandNames.filter((name) => !handled.has(name))).toEqual([])
  expect(published.filter((event) => !numberedEventSchema.safeParse(event).success)).toEqual([])
  await counter.stop()
  await expectExplained(counter, { reviewed, confirmed, links, linksMaybeMade })
})

/**
 * Every order at the service is one sale of a journal, and every sale one review that was made and confirmed. Beside them
 * money comes in alone, by links that were made and that somebody has paid.
 */
async function expectExplained(
  { dataDir, service }: IpcCounter,
  asked: Readonly<Record<'reviewed' | 'confirmed' | 'links', Set<string>>> & {
    readonly linksMaybeMade: number
  },
): Promise<void> {
  const { reviewed, confirmed, links } = asked
  const sales = salesIn(dataDir)
  expect(sales.length).toBeGreaterThan(0)
  expect(new Set(sales.map(({ reviewId }) => reviewId))).toEqual(confirmed)
  expect(sales).toHaveLength(confirmed.size)
  expect(reviewed.size).toBeGreaterThan(confirmed.size)
  expect([...confirmed].filter((reviewId) => !reviewed.has(reviewId))).toEqual([])

  const { orders, movements } = await service.ledger()
  const known = new Set<string | null>(sales.flatMap(({ serviceId, ref }) => [serviceId, ref]))
  const unclaimed = orders.filter(({ id, ref }) => !known.has(id) && !known.has(ref))
  expect(unclaimed.filter(({ kind }) => kind !== 'gift-card')).toEqual([])
  // An order of cards carries no ref: where its answer was lost, a look-up or a person has to say whose it is.
  const maybeOrdered = sales.filter(
    ({ order, serviceId, everDoubted, state }) =>
      order.kind === 'gift-card' && serviceId === null && (everDoubted || state === 'sending'),
  )
  expect(unclaimed.length).toBeLessThanOrEqual(maybeOrdered.length)
  expect(orders.length).toBeLessThanOrEqual(sales.length)
  const ids = new Set(orders.map(({ id }) => id))
  const isPaidLink = ({ type, ref }: (typeof movements)[number]) =>
    type === 'CREDIT' && ref !== null && links.has(ref)
  const alone = movements.filter((one) => !ids.has(one.orderId) && !isPaidLink(one))
  // A link of which nobody knows whether it was made may be paid as well.
  expect(alone.filter(({ type }) => type !== 'CREDIT')).toEqual([])
  expect(alone.length).toBeLessThanOrEqual(asked.linksMaybeMade)
}
