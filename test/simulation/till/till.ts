/**
 * The till on the days that use one: shifts, cash that moves, money that goes back, people with PINs. Acts as a person does:
 * asks again under the same id where the answer was lost, presses twice, and has the owner approve. Owns the memory of what
 * was answered, which no crash takes away.
 */
import type { Entry } from '#core/journal/entry.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import { type Movement, type PaymentMeans, pieceNames } from '#shared/till/cash.ts'
import type { PeopleView } from '#shared/till/people.ts'
import type { RefundView } from '#shared/till/refunds.ts'
import { showsCosts } from '#shared/till/report.ts'
import type { TillView } from '#shared/till/till.ts'
import type { Answer, Life } from '../counter/life.ts'
import type { Dice } from '../dice.ts'
import {
  act,
  askWithOwner,
  idOf,
  pins,
  problemOf,
  type Role,
  type Row,
  SECOND_MS,
  type Shop,
  signed,
  type TillOptions,
} from './acts.ts'
import { addCustomers, buyerFor, carnetRows, creditFor } from './carnet.ts'
import { checkTill } from './check.ts'

export interface SimulatedTill {
  /** The shop works in shifts from now on, and where it has people they are there. */
  setUp(): Promise<void>
  /** Somebody signs in at a counter that has just started. */
  greet: ((life: Life) => Promise<void>) | undefined
  /** Asks for what may take the owner's approval, which is given for most. */
  ask<Name extends CommandName>(
    life: Life,
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Answer<CommandOutput<Name>>>
  /** What the customer of this review pays with. */
  meansFor(reviewId: string): { readonly means?: PaymentMeans; readonly customerId?: string }
  /** What is due for an earlier sale now and then pays this one: the same whenever this review is asked about again. */
  dueFor(reviewId: string): Promise<Pick<CommandInput<'sale.confirm'>, 'due'>>
  /** What is done at the till behind this customer. */
  work(customer: number): Promise<void>
  /** The owner stays until the end of the day. */
  beginEvening(): Promise<void>
  /** The last shift of the day is counted and closed. */
  closeDay(): Promise<void>
  /** An old copy of the folder is in its place. */
  forget(): void
  check(entries: readonly Entry[]): void
}

const TILL_PERCENT = 33
const PEOPLE_PERCENT = 60
const CARNET_PERCENT = 60
const CASHIER_PERCENT = 60
const PAID_BY_DUE_PERCENT = 25
const MOST_ACTS = 6
const SIGN_IN_TRIES = 60
const SET_UP_TRIES = 60

/** Days without a till sell as ever: nothing is asked and nothing is drawn. */
const noTill: SimulatedTill = {
  setUp: async () => undefined,
  greet: undefined,
  ask: (life, name, input) => life.ask(name, input),
  meansFor: () => ({}),
  dueFor: async () => ({}),
  work: async () => undefined,
  beginEvening: async () => undefined,
  closeDay: async () => undefined,
  forget: () => undefined,
  check: () => undefined,
}

export const createTill = (options: TillOptions): SimulatedTill =>
  options.dice.apart('today').hasToday('till', TILL_PERCENT) ? tillOf(options) : noTill

function tillOf(options: TillOptions): SimulatedTill {
  const { dice } = options
  const drawn = dice.apart('shop')
  const limitOf = (dinars: number) => drawn.pick([null, dinars * 100])
  const shop: Shop = {
    ...options,
    answered: { acts: new Set(), xs: [], zs: [] },
    hasPeople: drawn.hasToday('people', PEOPLE_PERCENT),
    limits: {
      ...{ saleCentimes: limitOf(1_000), refundCentimes: limitOf(500), differenceCentimes: limitOf(50) },
      carnet: { limitCentimes: drawn.pick([0, 2_000, 20_000]) * 100, saleLimitCentimes: limitOf(1_000) },
    },
    customers: [],
    ...{ ids: {}, current: 'owner', approvals: 0 },
  }
  const today = dice.apart('rows').reweigh(rows)
  const dues = new Map<string, Pick<CommandInput<'sale.confirm'>, 'due'>>()
  return {
    setUp: () => setUp(shop),
    greet: (life) => signIn(shop, life),
    ask: (life, name, input) => askWithOwner(shop, life, name, input),
    meansFor(reviewId) {
      const own = dice.apart('means', reviewId)
      return buyerFor(shop, own.apart('buyer')) ?? { means: own.pickByWeight(meansRows).means }
    },
    async dueFor(reviewId) {
      const known = dues.get(reviewId) ?? (await drawDue(shop, dice.apart('due', reviewId)))
      dues.set(reviewId, known)
      return known
    },
    async work(customer) {
      const own = dice.apart('work', customer)
      const count = own.between(0, MOST_ACTS)
      for (let done = 0; done < count; done += 1) {
        const row = own.pickByWeight(today)
        options.trace.write('till', () => row.name)
        await row.work(shop, own.apart(done))
      }
    },
    async beginEvening() {
      shop.current = 'owner'
      await signIn(shop, await options.counter().up())
    },
    async closeDay() {
      const own = dice.apart('close of the day')
      await openShift(shop, own.apart('open'))
      await countAndClose(shop, own)
      await checkStanding(shop)
    },
    forget() {
      shop.answered.acts.clear()
      shop.answered.xs.length = 0
      shop.answered.zs.length = 0
    },
    check: (entries) => checkTill(entries, shop.answered, shop.limits, options.report),
  }
}

const meansRows = [
  { weight: 7, means: 'cash' },
  { weight: 2, means: 'card' },
  { weight: 1, means: 'transfer' },
] as const

// People.

async function setUp(shop: Shop): Promise<void> {
  const { counter, hasPeople, dice } = shop
  const limits = {
    saleCentimes: centimesOrNone(shop.limits.saleCentimes),
    hourCentimes: null,
    refundCentimes: centimesOrNone(shop.limits.refundCentimes),
    differenceCentimes: centimesOrNone(shop.limits.differenceCentimes),
  }
  const off = { printZ: false, lockAfterMinutes: null, strip: false }
  const till = { ...off, shifts: true, blindClose: dice.apart('blind').happens(50), limits }
  const { limitCentimes, saleLimitCentimes } = shop.limits.carnet
  const carnet = {
    ...{ isOn: true, limitCentimes: centimes(limitCentimes) },
    saleLimitCentimes: centimesOrNone(saleLimitCentimes),
  }
  await untilDone(
    shop,
    async () => (await (await counter().up()).ask('settings.update', { till, carnet })).ok,
  )
  if (hasPeople) await setUpPeople(shop)
  if (dice.apart('carnet').hasToday('carnet', CARNET_PERCENT))
    await addCustomers(shop, (work) => untilDone(shop, work))
}

async function setUpPeople(shop: Shop): Promise<void> {
  const { counter, dice } = shop
  const start = { actId: idOf(dice.apart('owner')), name: 'Karim', pin: pins.owner }
  const add = {
    actId: idOf(dice.apart('cashier')),
    name: 'Amina',
    role: 'cashier',
    pin: pins.cashier,
  } as const
  await untilDone(shop, async () =>
    knows(shop, 'owner', await (await counter().up()).ask('people.start', start)),
  )
  await untilDone(shop, async () => {
    const life = await counter().up()
    await signIn(shop, life)
    return knows(shop, 'cashier', await life.ask('people.add', add))
  })
}

const centimesOrNone = (limit: number | null) => (limit === null ? null : centimes(limit))

async function untilDone({ timeline }: Shop, work: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < SET_UP_TRIES; tries += 1) {
    if (await work()) return
    await timeline.pause(SECOND_MS)
  }
  throw new Error('the simulated shop cannot be set up')
}

/** Whether somebody has this role by now. */
function knows({ ids, report }: Shop, role: Role, answer: Answer<PeopleView>): boolean {
  if (!answer.ok) return false
  const personId = answer.value.people.find((one) => one.role === role)?.personId
  if (personId !== undefined) ids[role] = personId
  else report(19, `the ${role} was set, and is not there`)
  return personId !== undefined
}

/** Whoever is to be there; their PIN may have to wait. */
async function signIn(shop: Shop, life: Life): Promise<void> {
  for (let tries = 0; tries < SIGN_IN_TRIES && life.isAlive(); tries += 1) {
    const personId = shop.ids[shop.current]
    if (personId === undefined) return
    const answer = await life.ask('people.sign-in', { personId, pin: pins[shop.current] })
    if (answer.ok) return
    const isWait = problemOf(answer.error) === 'pin-wait'
    await shop.timeline.pause(isWait ? 30 * SECOND_MS : SECOND_MS)
  }
}

async function changeShift(shop: Shop, dice: Dice): Promise<void> {
  if (!shop.hasPeople) return
  shop.current = dice.happens(CASHIER_PERCENT) ? 'cashier' : 'owner'
  await signIn(shop, await shop.counter().up())
}

/** Somebody guesses; after five wrong ones in a row the right one has to wait as well. */
async function guessPins({ ids, report, counter, onFault }: Shop, dice: Dice): Promise<void> {
  const role = dice.pick(['owner', 'cashier'] as const)
  const personId = ids[role]
  if (personId === undefined) return
  onFault('wrong-pin')
  const life = await counter().up()
  let wrong = 0
  for (let tries = dice.between(1, 6); tries > 0; tries -= 1) {
    const answer = await life.ask('people.sign-in', { personId, pin: '0000' })
    if (answer.ok) report(18, 'a wrong PIN signs somebody in')
    else if (problemOf(answer.error) === 'pin-wrong') wrong += 1
    else if (problemOf(answer.error) !== 'pin-wait') return
  }
  if (wrong < 5) return
  const right = await life.ask('people.sign-in', { personId, pin: pins[role] })
  if (right.ok) report(18, `the PIN behind ${wrong} wrong ones has not to wait`)
}

// Acts.

async function readTill({ counter }: Shop): Promise<TillView | undefined> {
  const read = await (await counter().up()).ask('till.read', {})
  return read.ok ? read.value : undefined
}

const pieces = (dice: Dice) => ({
  [dice.pick(pieceNames)]: dice.between(0, 30),
  'coin-5': dice.between(0, 9),
})
const amount = (dice: Dice) => centimes(dice.between(1, 4_000) * 100)

async function openShift(shop: Shop, dice: Dice): Promise<void> {
  const till = await readTill(shop)
  if (till?.shift !== null) return
  await act(shop, dice, 'till.open-shift', { ...signed(dice), float: pieces(dice) })
}

function drawMovement(dice: Dice): Movement {
  const amountCentimes = amount(dice)
  return dice.pick<Movement>([
    { movement: 'paid-in', amountCentimes, note: 'change' },
    { movement: 'paid-out', amountCentimes, reason: 'expense' },
    { movement: 'drop', amountCentimes },
    { movement: 'no-sale', note: 'a note was changed' },
  ])
}

const moveCash = (shop: Shop, dice: Dice) =>
  act(shop, dice, 'till.move-cash', { ...signed(dice), moved: drawMovement(dice) })

async function count(shop: Shop, dice: Dice): Promise<void> {
  const card = dice.happens(30) ? { otherMeans: { card: amount(dice) } } : {}
  await act(shop, dice, 'till.count', { ...signed(dice), counted: pieces(dice), ...card })
}

async function countAndClose(shop: Shop, dice: Dice): Promise<void> {
  const isCounted = (await readTill(shop))?.shift?.state === 'counted'
  // Now and then on an earlier count: cash may have moved behind it.
  if (!isCounted || dice.apart('old count').happens(50)) await count(shop, dice.apart('count'))
  const asked = { ...signed(dice), reason: 'nobody knows' }
  const closed = await act(shop, dice, 'till.close-shift', asked)
  if (!closed?.ok) return
  const { report, ...z } = closed.value
  if (
    shop.hasPeople &&
    shop.current === 'cashier' &&
    ['costCentimes', 'profitCentimes'].some((name) => name in report.total)
  )
    shop.report(18, `the Z ${z.number} shows a cashier what sales cost`)
  if (showsCosts(report)) shop.answered.zs.push({ ...z, report })
}

async function readX(shop: Shop): Promise<void> {
  const x = await askWithOwner(shop, await shop.counter().up(), 'till.x-report', {})
  if (x.ok && showsCosts(x.value)) shop.answered.xs.push(x.value)
}

async function readRefunds(shop: Shop) {
  const read = await (await shop.counter().up()).ask('till.refunds', {})
  return read.ok ? read.value : { due: [], debts: [] }
}

/** The customer comes for their money; at two tills at once, where there are two windows. */
async function giveBack(shop: Shop, dice: Dice): Promise<void> {
  const { due } = await readRefunds(shop)
  if (due.length === 0) return
  const refund = dice.pick(due)
  const most = refund.balanceCentimes ?? refund.priceCentimes
  const amountCentimes = refund.balanceCentimes ?? centimes(dice.between(1, refund.priceCentimes))
  if (most <= 0) return
  const other = dice.happens(15) ? due.find(({ ref }) => ref !== refund.ref) : undefined
  const asked = {
    ...{ ref: refund.ref, amountCentimes },
    ...(creditFor(shop, dice.apart('credit'), refund) ?? (other && { forRef: other.ref })),
  }
  const atWindow = (window: string) => {
    const own = dice.apart(window)
    return act(shop, own, 'till.give-back', { ...signed(own), ...asked })
  }
  const answers = await Promise.all(dice.happens(35) ? ['a', 'b'].map(atWindow) : [atWindow('a')])
  if (answers.filter((one) => one?.ok).length > 1)
    shop.report(16, `what is due of ${refund.ref} is given back at two windows`)
  if (dice.happens(20)) await giveTwice(shop, dice.apart('again'), refund, amountCentimes)
}

/** What is due for a sale, to pay the one that is being confirmed. */
async function drawDue(shop: Shop, dice: Dice): Promise<Pick<CommandInput<'sale.confirm'>, 'due'>> {
  if (!dice.happens(PAID_BY_DUE_PERCENT)) return {}
  const known = (await readRefunds(shop)).due.filter(({ balanceCentimes }) => balanceCentimes !== null)
  const [refund] = known
  if (!refund || refund.balanceCentimes === null) return {}
  return { due: { ref: refund.ref, amountCentimes: refund.balanceCentimes, who: 'Amel' } }
}

/** With the same slip once more. */
async function giveTwice(
  shop: Shop,
  dice: Dice,
  { ref, balanceCentimes }: RefundView,
  amountCentimes: RefundView['priceCentimes'],
): Promise<void> {
  const now = (await readRefunds(shop)).due.some((one) => one.ref === ref)
  const again = await act(shop, dice, 'till.give-back', { ...signed(dice), ref, amountCentimes })
  if (again?.ok && !now && balanceCentimes !== null) shop.report(16, `${ref} is paid back by its old slip`)
}

async function takeBack(shop: Shop, dice: Dice): Promise<void> {
  const { debts } = await readRefunds(shop)
  if (debts.length === 0) return
  const { ref, balanceCentimes, priceCentimes } = dice.pick(debts)
  // Of a part that nobody else counts a person says how much it is; more than was given back is refused.
  const amountCentimes = centimes(-(balanceCentimes ?? -dice.between(1, priceCentimes)))
  const read = await (await shop.counter().up()).ask('history.sale', { ref })
  const buyer = read.ok ? read.value.sale?.till?.customer : undefined
  // Most often the sale's own customer; another one has to be refused.
  const [other] = dice.happens(30) ? shop.customers : []
  const customerId = dice.apart('carnet').happens(50) ? (buyer ?? other) : other
  await act(shop, dice, 'till.take-back', {
    ...{ ...signed(dice), ref, amountCentimes },
    ...(customerId === undefined ? {} : { customerId }),
  })
}

/** At the end of the day: what the counter shows as due is what its last Z says. */
async function checkStanding(shop: Shop): Promise<void> {
  const till = await readTill(shop)
  const last = shop.answered.zs.at(-1)
  if (till?.shift !== null || last === undefined) return
  const { due, debts } = last.report.refunds
  if (till.due.sumCentimes !== due.sumCentimes || till.debts.sumCentimes !== debts.sumCentimes)
    shop.report(15, `the counter shows ${till.due.sumCentimes} due, the last Z ${due.sumCentimes}`)
}

const rows: readonly Row[] = [
  ...carnetRows,
  { name: 'open shift', weight: 8, work: openShift },
  { name: 'move cash', weight: 6, work: moveCash },
  { name: 'count', weight: 2, work: count },
  { name: 'close shift', weight: 4, work: countAndClose },
  { name: 'x report', weight: 3, work: readX },
  { name: 'give back', weight: 8, work: giveBack },
  { name: 'take back', weight: 4, work: takeBack },
  { name: 'change of people', weight: 4, work: changeShift },
  { name: 'wrong pin', weight: 2, work: guessPins },
]
