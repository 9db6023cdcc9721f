/**
 * Any days of shifts, sales and refunds: every report is what another hand counts from the bare entries. That hand knows
 * nothing of projections, nor of how the report is made.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry, EntryBody } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { isRefundEntry, type RefundEntryBody } from '#core/journal/till-entry.ts'
import { anybody } from '#core/till/actor.ts'
import { centimes } from '#shared/money.ts'
import { nextSaleState, type SaleEvent } from '#shared/states/sale.ts'
import { differenceOfMeans, expectedOfMeans, type KeptReport } from '#shared/till/report.ts'
import { RUNS } from '../../support/effort.ts'
import { openWhole } from '../../support/journal.ts'
import { entryFor, orderOf, saleRecorded, startMs } from '../../support/journal-entries.ts'
import { tillOn } from '../../support/live-till.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { newActId, piecesOf } from '../../support/till.ts'

const SALES = 5
/** What may happen to a sale. */
const events: readonly SaleEvent[] = [
  ...(['accepted', 'refused', 'doubted', 'not-found', 'cancelled', 'attempt-started'] as const),
  ...(['found-open', 'found-fulfilled', 'found-partly', 'found-refunded'] as const),
]

const sale = fc.nat(SALES - 1)
/** What the slips of a means come to, where somebody counts them. */
const slips = fc.option(fc.nat(400))
const happen = fc.record({ do: fc.constant('happen'), sale, way: fc.nat(99) })
const step = fc.oneof(
  fc.record({
    ...{ do: fc.constant('sell'), sale, means: fc.constantFrom('cash', 'card', 'transfer') },
    ...{ cards: fc.boolean(), dinars: fc.integer({ min: 1, max: 200 }) },
  }),
  ...[happen, happen, happen],
  fc.record({
    do: fc.constantFrom('give-back', 'take-back'),
    sale,
    dinars: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ do: fc.constant('open'), dinars: fc.nat(400) }),
  fc.record({
    ...{ do: fc.constant('move'), movement: fc.constantFrom('paid-in', 'drop') },
    dinars: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ do: fc.constant('count'), dinars: fc.nat(400), card: slips, transfer: slips }),
  fc.record({ do: fc.constant('close') }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type StepOf<Do extends string> = Extract<Step, { readonly do: Do }>

type LiveTill = ReturnType<typeof tillOn>

function stampOf(till: LiveTill, { means, dinars }: StepOf<'sell'>) {
  const stamp = till.stampSale({ means: means as 'cash', priceCentimes: centimes(dinars * 500) }, anybody)
  return stamp.ok ? stamp.value : expect.fail()
}

function sell(journal: Journal, till: LiveTill, one: StepOf<'sell'>): void {
  const ref = refNumber(one.sale)
  if (journal.readSale(ref)) return
  const order = orderOf(ref)[one.cards ? 'gift-card' : 'mobile']
  const stamped = {
    ...saleRecorded(ref, { order, value: one.dinars * 5 }),
    till: stampOf(till, one),
  }
  journal.record([stamped, { kind: 'attempt-started', ref, attempt: 1 }], startMs)
}

/** The service says of a part neither how many came nor what it debited. */
const nobodyCounts = { deliveredCount: null, debitCentimes: null }

/** One of the things that its table allows to happen to the sale. */
function happenTo(journal: Journal, one: StepOf<'happen'>): void {
  const sale = journal.readSale(refNumber(one.sale))
  if (!sale) return
  const possible = events.filter(
    (event) =>
      nextSaleState(sale.state, event) !== undefined &&
      (event !== 'found-partly' || sale.order.kind === 'gift-card') &&
      (event !== 'refused' || !sale.everDoubted),
  )
  const event = possible[one.way % possible.length]
  if (!event) return
  const body = entryFor(event, sale.ref, sale.attempts)
  // A gift card order belongs to one sale, so each has an id of its own.
  const own = 'serviceId' in body ? { ...body, serviceId: `order-${sale.ref}` } : body
  const isUncounted = event === 'found-partly' && one.way >= 50
  journal.record([isUncounted ? { ...own, ...nobodyCounts } : own], startMs)
}

function giveOrTake(journal: Journal, till: LiveTill, one: StepOf<'give-back' | 'take-back'>): void {
  const refund = journal.till.readRefund(refNumber(one.sale))
  // Of a part that nobody else counts a person says how much it is.
  const amountCentimes = centimes(Math.abs(refund?.balanceCentimes ?? one.dinars * 100))
  if (!refund || amountCentimes === 0) return
  const asked = { actId: newActId(), who: 'Amina', ref: refund.ref, amountCentimes }
  if (refund.state === 'due') till.giveBack(asked, anybody)
  else till.takeBack(asked, anybody)
}

function moved(till: LiveTill, one: StepOf<'move'>): void {
  const amountCentimes = centimes(one.dinars * 100)
  const how = {
    paidIn: { movement: 'paid-in', amountCentimes, note: 'x' },
    drop: { movement: 'drop', amountCentimes },
  }
  const body = one.movement === 'drop' ? how.drop : how.paidIn
  till.moveCash({ actId: newActId(), who: 'Amina', moved: body as never }, anybody)
}

function count(till: LiveTill, { dinars, card, transfer }: StepOf<'count'>): void {
  const otherMeans = {
    ...(card !== null && { card: centimes(card * 500) }),
    ...(transfer !== null && { transfer: centimes(transfer * 500) }),
  }
  till.count({ actId: newActId(), who: 'Amina', counted: piecesOf(dinars * 5), otherMeans }, anybody)
}

/** Does it where the till allows it; what is not allowed changes nothing. */
function live(journal: Journal, till: LiveTill, one: Step): void {
  const signed = { actId: newActId(), who: 'Amina' }
  if (one.do === 'sell') sell(journal, till, one as StepOf<'sell'>)
  else if (one.do === 'happen') happenTo(journal, one as StepOf<'happen'>)
  else if (one.do === 'move') moved(till, one as StepOf<'move'>)
  else if (one.do === 'close') till.closeShift({ ...signed, reason: 'as counted' }, anybody)
  else if (one.do === 'open') till.openShift({ ...signed, float: piecesOf(one.dinars * 5) }, anybody)
  else if (one.do === 'count') count(till, one as StepOf<'count'>)
  else giveOrTake(journal, till, one as StepOf<'give-back'>)
}

/** A sale as the other hand has it: its price, its means, and the word on how it stands. */
interface BookedSale {
  price: number
  cards: number
  given: number
  /** Whether the service says how much of a part came. */
  isCounted: boolean
  /** What a person counted as due of a part that the service does not count; null: nobody did. */
  counted: number | null
  standing: 'held' | 'delivered' | 'part' | 'owed'
}

const standings: Readonly<Record<string, BookedSale['standing']>> = {
  'attempt-started': 'held',
  accepted: 'held',
  doubted: 'held',
  'not-found': 'held',
  refused: 'owed',
  cancelled: 'owed',
  QUEUED: 'held',
  FULFILLED: 'delivered',
  PARTIALLY_FILLED: 'part',
  REFUNDED: 'owed',
}

/** What a sale owes; of cards one of three comes, see entryFor. Null: a part, and nobody has counted it. */
const owedBy = ({ standing, price, cards, isCounted, counted }: BookedSale): number | null => {
  if (standing === 'owed') return price
  if (standing !== 'part') return 0
  return isCounted ? Math.ceil((price * (cards - 1)) / cards) : counted
}

/** What is due of a sale; below zero: what its customer owes. Null: one of both, and nobody says how much. */
function balanceOf(sale: BookedSale): number | null {
  const owed = sale.standing === 'held' ? sale.given : owedBy(sale)
  return owed === null ? null : owed - sale.given
}

interface Books {
  readonly sales: Map<string, BookedSale>
  readonly sums: { earned: number; owed: number; held: number; taken: number }
  begun: Books['sums'] | undefined
  drawer: number
  /** What the slips of the other means come to, and what was counted of each. */
  slips: Readonly<Record<'card' | 'transfer', { expected: number; difference: number | null }>>
  grand: number
  count: { readonly counted: number; readonly expected: number }
  readonly closes: object[]
}

function enter({ sums }: Books, sale: BookedSale, sign: 1 | -1): void {
  const owed = owedBy(sale) ?? 0
  sums.owed += sign * owed
  if (sale.standing === 'held') sums.held += sign * sale.price
  else sums.earned += sign * (sale.price - owed)
}

function noteSold(books: Books, body: Extract<EntryBody, { kind: 'sale-recorded' }>): void {
  const { priceCentimes: price, order, till } = body
  const cards = order.kind === 'gift-card' ? order.quantity : 1
  const sold = { price, cards, standing: 'held' as const, given: 0, isCounted: false, counted: null }
  books.sales.set(body.ref, sold)
  books.sums.taken += price
  enter(books, sold, 1)
  if (books.begun) books.grand += price
  if (till?.shift !== undefined) bringIn(books, till.means, price)
}

function bringIn(books: Books, means: string, amount: number): void {
  if (means === 'card' || means === 'transfer') books.slips[means].expected += amount
  else books.drawer += amount
}

function noteStep(books: Books, body: EntryBody, sale: BookedSale): void {
  const standing = standings[body.kind === 'observed' ? body.status : body.kind]
  if (!standing) return
  enter(books, sale, -1)
  sale.standing = standing
  if (body.kind === 'observed') sale.isCounted ||= body.deliveredCount !== null
  enter(books, sale, 1)
}

function noteRefund(books: Books, body: RefundEntryBody, sale: BookedSale): void {
  const amount = (body.kind === 'refund-given' ? 1 : -1) * body.amountCentimes
  enter(books, sale, -1)
  sale.given += amount
  // Whoever gives back or takes back while nobody says how much came has counted it.
  if (sale.standing === 'part' && !sale.isCounted) sale.counted = sale.given
  enter(books, sale, 1)
  bringIn(books, body.means, -amount)
}

/** What the other hand writes of a close. */
function noteClose(books: Books, shift: number): void {
  const { sums, begun = sums, drawer, slips, count, grand } = books
  const all = [...books.sales.values()]
  const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
  const balances = all.map((sale) => balanceOf(sale) ?? 0)
  const uncounted = all.filter((sale) => balanceOf(sale) === null)
  books.closes.push({
    ...{ shift, earned: sums.earned - begun.earned, owed: sums.owed - begun.owed },
    ...{ held: sums.held - begun.held, taken: sums.taken - begun.taken, expected: drawer, grand },
    slips: structuredClone(slips),
    ...{ difference: count.counted - count.expected, left: count.counted + drawer - count.expected },
    due: sum(balances.filter((one) => one > 0)),
    debts: sum(balances.filter((one) => one < 0).map((one) => -one)),
    open: {
      due: uncounted.filter(({ given }) => given === 0).length + balances.filter((one) => one > 0).length,
      debts: uncounted.filter(({ given }) => given > 0).length + balances.filter((one) => one < 0).length,
    },
    heldNow: sum(all.filter(({ standing }) => standing === 'held').map(({ price, given }) => price - given)),
  })
  books.begun = { ...sums }
}

const noSlips = (): Books['slips'] => ({
  card: { expected: 0, difference: null },
  transfer: { expected: 0, difference: null },
})

/** What moves behind a count is no difference of it. A means that it leaves out stays as it was counted before. */
function noteCount(books: Books, body: Extract<EntryBody, { kind: 'shift-counted' }>): void {
  books.count = { counted: body.countedCentimes, expected: books.drawer }
  for (const means of ['card', 'transfer'] as const) {
    const counted = body.otherMeans[means]
    const slip = books.slips[means]
    if (counted !== undefined) slip.difference = counted - slip.expected
  }
}

function noteShift(books: Books, body: EntryBody): void {
  if (body.kind === 'shift-opened') {
    Object.assign(books, { drawer: body.floatCentimes, slips: noSlips() })
    books.begun ??= { ...books.sums }
  }
  if (body.kind === 'cash-moved' && body.moved.movement !== 'no-sale')
    books.drawer += (body.moved.movement === 'paid-in' ? 1 : -1) * body.moved.amountCentimes
  if (body.kind === 'shift-counted') noteCount(books, body)
  if (body.kind === 'shift-closed') noteClose(books, body.shift)
}

/** Goes through all entries once, from the first, as a person would with paper. */
function recount(entries: readonly Entry[]): readonly object[] {
  const books: Books = {
    ...{ sales: new Map(), sums: { earned: 0, owed: 0, held: 0, taken: 0 }, begun: undefined },
    ...{ drawer: 0, slips: noSlips(), grand: 0, count: { counted: 0, expected: 0 }, closes: [] },
  }
  for (const { body } of entries) {
    if (body.kind === 'sale-recorded') noteSold(books, body)
    const sale = 'ref' in body && body.ref !== null ? books.sales.get(body.ref) : undefined
    if (!sale) noteShift(books, body)
    else if (isRefundEntry(body)) noteRefund(books, body, sale)
    else noteStep(books, body, sale)
  }
  return books.closes
}

const slipsOf = (one: KeptReport['otherMeans'][number]) => ({
  expected: expectedOfMeans(one),
  difference: differenceOfMeans(one),
})

/** The same of a Z, as the till made it. */
function sumsOfZ(entry: Entry): object {
  if (entry.body.kind !== 'shift-closed') return expect.fail()
  const { shift, total, cash, otherMeans, grandTotalCentimes, refunds, held } = entry.body.report
  return {
    shift,
    ...{ earned: total.earnedCentimes, owed: total.owedCentimes, held: total.heldCentimes },
    taken: total.takenCentimes,
    ...{ difference: cash.counted?.differenceCentimes, left: cash.leftCentimes },
    ...{ expected: cash.expectedCentimes, grand: grandTotalCentimes },
    slips: { ...noSlips(), ...Object.fromEntries(otherMeans.map((one) => [one.means, slipsOf(one)])) },
    open: { due: refunds.due.count, debts: refunds.debts.count },
    ...{ due: refunds.due.sumCentimes, debts: refunds.debts.sumCentimes, heldNow: held.sumCentimes },
  }
}

/** Each way to cut the sales up comes to the whole again. */
function checkParts({ body }: Entry): void {
  if (body.kind !== 'shift-closed') return
  const { total, byService, byOperator, byMeans, byCashier } = body.report
  expect(total.takenCentimes).toBe(total.earnedCentimes + total.owedCentimes + total.heldCentimes)
  for (const group of [byService, byOperator, byMeans, byCashier]) {
    for (const part of ['takenCentimes', 'earnedCentimes', 'profitCentimes', 'sales'] as const)
      expect(group.reduce((sum, line) => sum + line[part], 0)).toBe(total[part])
  }
}

/** Refused, paid back, and delivered after all in the next shift. */
const paidBackThenDelivered: readonly Step[] = [
  { do: 'open', dinars: 100 },
  { do: 'sell', sale: 0, means: 'cash', cards: false, dinars: 100 },
  { do: 'happen', sale: 0, way: 1 },
  { do: 'give-back', sale: 0, dinars: 1 },
  { do: 'count', dinars: 100, card: null, transfer: null },
  { do: 'close' },
  { do: 'happen', sale: 0, way: 1 },
]

/** Cards that were refused and paid back, of which a part came after all that nobody counts: the customer pays for it. */
const paidBackThenInPart: readonly Step[] = [
  { do: 'open', dinars: 100 },
  { do: 'sell', sale: 0, means: 'cash', cards: true, dinars: 100 },
  { do: 'happen', sale: 0, way: 1 },
  { do: 'give-back', sale: 0, dinars: 1 },
  { do: 'happen', sale: 0, way: 50 },
  { do: 'count', dinars: 100, card: null, transfer: null },
  { do: 'close' },
  { do: 'open', dinars: 100 },
  { do: 'take-back', sale: 0, dinars: 30 },
  { do: 'count', dinars: 100, card: null, transfer: null },
  { do: 'close' },
]

test('every Z equals an independent count of the entries, and its parts add up', () => {
  const met = { debts: 0, debtsToCount: 0, given: 0, late: 0, slips: 0, parts: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 90 }), (steps) => {
      const folder = temporaryFolder()
      const journal = openWhole(folder)
      const till = tillOn(journal)
      const end = [
        { do: 'open', dinars: 100 },
        { do: 'count', dinars: 100, card: null, transfer: null },
        { do: 'close' },
      ]
      for (const one of [...steps, ...end]) {
        live(journal, till, one as Step)
        // What an X has read is not read again for the Z.
        till.xReport(anybody)
      }
      const entries = journal.readEntries()
      const zs = entries.filter(({ body }) => body.kind === 'shift-closed')
      expect(zs.map(sumsOfZ)).toEqual(recount(entries))
      zs.forEach(checkParts)
      const standing = () => ({ refunds: till.refunds(), till: till.read() })
      const before = standing()
      journal.rebuildProjections()
      expect(standing()).toEqual(before)
      journal.close()
      // Opening replays every entry and compares all tables with it.
      openWhole(folder).close()
      for (const { body } of zs) {
        if (body.kind !== 'shift-closed') continue
        const { refunds, late, otherMeans, uncounted } = body.report
        met.debts += refunds.debts.count
        met.debtsToCount += refunds.debts.count > 0 && refunds.debts.sumCentimes === 0 ? 1 : 0
        met.given += refunds.paid.count
        met.late += Math.abs(late.earnedCentimes)
        met.slips += otherMeans.filter((one) => Math.abs(differenceOfMeans(one) ?? 0) > 0).length
        met.parts += uncounted
      }
    }),
    { numRuns: Math.ceil(RUNS / 2), examples: [[[...paidBackThenDelivered]], [[...paidBackThenInPart]]] },
  )
  // The histories went where it matters.
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0)
})
