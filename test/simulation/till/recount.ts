/**
 * The till's sums counted from the journal's bare entries, from the first to the last, as a person would with paper. Knows
 * nothing of the report, of its projections, or of what the till says a sale is worth; how a sale stands after an entry it
 * takes from the sales' own table. Amounts are whole centimes.
 */
import { type Entry, type EntryBody, isSaleEntry } from '#core/journal/entry.ts'
import type { StoredSale } from '#core/journal/journal.ts'
import { nextSale } from '#core/journal/next-sale.ts'
import { isCarnetEntry, isRefundEntry, type RefundEntryBody } from '#core/journal/till-entry.ts'
import { faceValueOf, productOf } from '#shared/products/orders.ts'
import { noPrices, type PriceRule, type Prices } from '#shared/till/prices.ts'

/** What all sales together are worth. */
const parts = ['taken', 'earned', 'owed', 'held', 'cost', 'face'] as const
type Worth = Record<(typeof parts)[number], number>

const drawerParts = [
  ...(['float', 'sales', 'paidIn', 'paidOut', 'drops', 'refunds', 'repaid', 'noSales'] as const),
  ...(['debtsRepaid', 'creditsPaid'] as const),
] as const
type Drawer = Record<(typeof drawerParts)[number], number>

const slipMeans = ['card', 'transfer'] as const
type Slips = Record<(typeof slipMeans)[number], number>

/** What a report should say that is made behind an entry. */
export interface Recounted {
  readonly shift: number
  readonly sales: number
  readonly worth: Worth
  readonly profit: number
  readonly drawer: Drawer
  readonly expected: number
  /** By other means than cash, of this shift: what their slips should come to. */
  readonly slips: Slips
  /** Of each that was counted: counted − what they came to then. */
  readonly slipDifferences: Readonly<Record<(typeof slipMeans)[number], number | null>>
  readonly difference: number | null
  readonly left: number
  readonly grandTotal: number
  /** Given back and repaid in the report's time. */
  readonly given: number
  readonly repaid: number
  /** As they stand at its end. */
  readonly due: number
  readonly debts: number
  readonly heldNow: number
  readonly carnet: {
    /** By how much sales on account changed what is owed, what was repaid and paid out, in the report's time. */
    readonly sold: number
    readonly repaid: number
    readonly paidOut: number
    /** At its end: how many customers owe and have a credit, and what. */
    readonly owed: readonly [number, number]
    readonly credits: readonly [number, number]
  }
}

interface BookedSale {
  sale: StoredSale
  given: number
  /** To whose carnet it went, the last time that it did. */
  creditedTo?: string | undefined
  /** What a person counted as due of a part that nobody else counts; null: nobody did. */
  counted: number | null
}

interface Books {
  readonly sales: Map<string, BookedSale>
  /** Of all sales, and how much of it the last report had. */
  readonly worth: Worth
  begun: Worth
  sold: { all: number; begun: number }
  given: number
  repaid: number
  drawer: Drawer
  slips: Slips
  count:
    | {
        readonly counted: number
        readonly expected: number
        /** By slips: what was counted, and what they came to then. */
        readonly slips: { readonly [Means in keyof Slips]?: number | undefined }
        readonly expectedSlips: Slips
      }
    | undefined
  shift: number
  grandTotal: number
  hasBegun: boolean
  /** Refs of which more was given back, or taken back, than was due in that moment. */
  readonly overpaid: string[]
  /** By customer: what stands beside the sales on account, and their own limit, as last set. */
  readonly beside: Map<string, { sum: number; limit: number | null }>
  /** Ids of owners, who allow what they do themselves. */
  readonly owners: Set<string>
  repaidDebts: number
  paidOut: number
  lentBegun: number
  prices: Prices
  /** What was lent, repaid or paid out although nobody allowed it. */
  readonly overlent: string[]
  readonly mispriced: string[]
  readonly terms: CarnetTerms
}

/** What the shop lends to whom nobody set a limit, and for one sale. */
export interface CarnetTerms {
  readonly limitCentimes: number
  readonly saleLimitCentimes: number | null
}

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>

const heldStates: readonly string[] = ['sending', 'in-doubt', 'unsent', 'following']

/** How many of several cards came, as the service counts them, else as a person did; null where nobody says. */
function cardsDelivered({ byDecision, deliveredCount }: StoredSale): number | null {
  if (deliveredCount !== null) return deliveredCount
  return byDecision && !byDecision.isOverruled ? (byDecision.count ?? null) : null
}

/** What goes back to the customer of a sale that has ended; null: a part, and nobody says how much. */
function owedOf(sale: StoredSale): number | null {
  const { state, order, priceCentimes } = sale
  if (state === 'fulfilled') return 0
  if (state !== 'partly-fulfilled') return priceCentimes
  const came = cardsDelivered(sale)
  const ordered = 'quantity' in order ? order.quantity : 1
  return came === null || came <= 0 || came >= ordered
    ? null
    : Math.ceil((priceCentimes * (ordered - came)) / ordered)
}

/** A part that nobody counts owes nothing yet. */
function worthOf(sale: StoredSale, counted: number | null): Worth {
  const { state, priceCentimes: taken, costCentimes, debitCentimes } = sale
  if (heldStates.includes(state)) return { ...zeros(parts), taken, held: taken }
  const owed = owedOf(sale) ?? counted ?? 0
  const earned = taken - owed
  // What did not come of a sale on account was never taken.
  if (isLent(sale))
    return { ...worthOf({ ...sale, till: { means: 'cash' } }, counted), taken: earned, owed: 0 }
  if (state !== 'fulfilled' && state !== 'partly-fulfilled') return { ...zeros(parts), taken, earned, owed }
  const shareOf = (whole: number) => (taken === 0 ? whole : Math.floor((whole * earned) / taken))
  const cost = debitCentimes ?? shareOf(costCentimes)
  return { ...zeros(parts), taken, earned, owed, cost, face: earned === 0 ? 0 : shareOf(faceOf(sale)) }
}

/** What the sale is worth at the service's own prices, its fees among them. */
const faceOf = ({ order }: StoredSale): number => faceValueOf(order) + (productOf(order).feeOf(order) ?? 0)

const isLent = ({ till }: StoredSale): boolean => till?.means === 'on-account'

const expectedOf = (drawer: Drawer): number =>
  drawer.float +
  (drawer.sales + drawer.paidIn + drawer.repaid + drawer.debtsRepaid) -
  (drawer.paidOut + drawer.drops + drawer.refunds + drawer.creditsPaid)

function add(books: Books, { sale, counted }: BookedSale, sign: 1 | -1): void {
  const worth = worthOf(sale, counted)
  for (const part of parts) books.worth[part] += sign * worth[part]
}

function noteSale(books: Books, { body, atMs }: Entry): void {
  if (!isSaleEntry(body)) return
  const known = books.sales.get(body.ref)
  const sale = nextSale(known?.sale, { body, atMs })
  if (!known) checkLimit(books, sale)
  if (known) add(books, known, -1)
  const booked = { given: 0, counted: null, ...known, sale }
  add(books, booked, 1)
  books.sales.set(body.ref, booked)
  if (known) return
  const { priceCentimes, till } = sale
  books.sold.all += 1
  if (body.kind === 'sale-recorded') checkPrice(books, body)
  if (books.hasBegun) books.grandTotal += priceCentimes
  if (till?.means === 'cash' && till.shift !== undefined) books.drawer.sales += priceCentimes
  if (till?.shift !== undefined) slide(books, till.means, priceCentimes)
}

/** What came by a means that leaves slips; below zero: what went. */
function slide({ slips }: Books, by: string, amount: number): void {
  const means = slipMeans.find((one) => one === by)
  if (means) slips[means] += amount
}

function noteRefund(books: Books, body: RefundEntryBody): void {
  const sale = books.sales.get(body.ref)
  const { amountCentimes } = body
  const isGiven = body.kind === 'refund-given'
  if (!sale || amountCentimes > dueOf(sale, isGiven)) books.overpaid.push(body.ref)
  if (sale) checkCarnetOf(books, body, sale)
  if (sale && body.customer !== undefined && !isLent(sale.sale))
    lend(books, body.customer, isGiven ? -amountCentimes : amountCentimes)
  if (sale) giveOf(books, sale, isGiven ? amountCentimes : -amountCentimes)
  books[isGiven ? 'given' : 'repaid'] += amountCentimes
  if (body.means === 'cash') books.drawer[isGiven ? 'refunds' : 'repaid'] += amountCentimes
  slide(books, body.means, isGiven ? -amountCentimes : amountCentimes)
}

/** Whoever does it while nobody says how much of a part came has counted it. */
function giveOf(books: Books, sale: BookedSale, amount: number): void {
  add(books, sale, -1)
  sale.given += amount
  if (owedOf(sale.sale) === null) sale.counted = sale.given
  add(books, sale, 1)
}

/** How much may be given back of a sale now, or taken back. */
function dueOf({ sale, given, counted }: BookedSale, isGiven: boolean) {
  if (heldStates.includes(sale.state)) return 0
  const owed = owedOf(sale) ?? counted
  if (owed !== null && isLent(sale)) return 0
  if (owed === null && given === 0) return isGiven ? sale.priceCentimes : 0
  if (owed === null) return isGiven ? 0 : given
  return isGiven ? owed - given : given - owed
}

/** A means that a count leaves out stays as it was counted before. */
function countOfSlips(
  { count, slips }: Books,
  counted: { readonly [Means in keyof Slips]?: number | undefined },
) {
  const fresh = slipMeans.filter((means) => counted[means] !== undefined)
  const expected = Object.fromEntries(fresh.map((means) => [means, slips[means]]))
  return {
    slips: { ...count?.slips, ...counted },
    expectedSlips: { ...zeros(slipMeans), ...count?.expectedSlips, ...expected },
  }
}

const drawerPartOf = { 'paid-in': 'paidIn', 'paid-out': 'paidOut', drop: 'drops' } as const

function noteShift(books: Books, body: EntryBody): void {
  if (body.kind === 'shift-opened') {
    books.drawer = { ...zeros(drawerParts), float: body.floatCentimes }
    Object.assign(books, { count: undefined, shift: body.shift, slips: zeros(slipMeans) })
    if (!books.hasBegun) beginAnew(books)
    books.hasBegun = true
  }
  if (body.kind === 'cash-moved') {
    const { moved } = body
    if (moved.movement === 'no-sale') books.drawer.noSales += 1
    else books.drawer[drawerPartOf[moved.movement]] += moved.amountCentimes
  }
  if (body.kind === 'shift-counted')
    books.count = {
      ...{ counted: body.countedCentimes, expected: expectedOf(books.drawer) },
      ...countOfSlips(books, body.otherMeans),
    }
  if (body.kind === 'shift-closed') beginAnew(books)
}

/** What comes from here on belongs to the next report. */
function beginAnew(books: Books): void {
  books.begun = { ...books.worth }
  books.sold.begun = books.sold.all
  Object.assign(books, { given: 0, repaid: 0, repaidDebts: 0, paidOut: 0, lentBegun: lentIn(books) })
}

// Carnets.

/** What is owed for a sale on account as it stands. */
function debtOf({ sale, counted }: BookedSale): number {
  if (heldStates.includes(sale.state)) return sale.priceCentimes
  return sale.priceCentimes - (owedOf(sale) ?? counted ?? 0)
}

const lentSales = ({ sales }: Books) => [...sales.values()].filter(({ sale }) => isLent(sale))

const lentIn = (books: Books): number => sumOf(lentSales(books).map(debtOf))

function balanceOf(books: Books, customer: string): number {
  const bought = lentSales(books).filter(({ sale }) => sale.till?.customer === customer)
  return sumOf(bought.map(debtOf)) + (books.beside.get(customer)?.sum ?? 0)
}

function lend(books: Books, customer: string, amount: number): void {
  const { sum, limit } = books.beside.get(customer) ?? { sum: 0, limit: null }
  books.beside.set(customer, { sum: sum + amount, limit })
}

function checkLimit(books: Books, sale: StoredSale): void {
  const { till, ref, priceCentimes } = sale
  if (!isLent(sale) || till?.customer === undefined) return
  if (priceCentimes > 0 && isOverForSale(books, till.customer, priceCentimes) && !till.onAccount?.approvedBy)
    books.overlent.push(`${ref} of ${till.customer}`)
}

/** Whether a customer would owe more by it than anybody but an owner lends. */
function isOver(books: Books, customer: string, amount: number): boolean {
  const limit = books.beside.get(customer)?.limit ?? books.terms.limitCentimes
  return balanceOf(books, customer) + amount > limit
}

/** The same of a sale, which has a limit of its own. */
function isOverForSale(books: Books, customer: string, price: number): boolean {
  const { saleLimitCentimes } = books.terms
  return isOver(books, customer, price) || (saleLimitCentimes !== null && price > saleLimitCentimes)
}

/** A refund goes to the carnet of whom the sale names; a debt for it to the one that it was credited to, as far as is lent. */
function checkCarnetOf(books: Books, body: RefundEntryBody, booked: BookedSale): void {
  const { customer, ref, kind, amountCentimes, approvedBy, personId = '' } = body
  if (customer === undefined) return
  const buyer = booked.sale.till?.customer
  const only = kind === 'refund-given' ? buyer : (booked.creditedTo ?? buyer)
  if (kind === 'refund-given') booked.creditedTo = customer
  const isOther = only !== undefined && only !== customer
  const isFree = kind === 'refund-given' || approvedBy !== undefined || books.owners.has(personId)
  if (isOther || (!isFree && isOver(books, customer, amountCentimes)))
    books.overlent.push(`${kind} of ${ref} to ${customer}`)
}

function noteOwner({ owners }: Books, body: EntryBody): void {
  if (body.kind === 'person-added' && body.person.role === 'owner') owners.add(body.person.personId)
}

function noteCarnet(books: Books, body: EntryBody): void {
  if (body.kind === 'customer-changed' && body.limitCentimes !== undefined)
    books.beside.set(body.customer, {
      sum: books.beside.get(body.customer)?.sum ?? 0,
      limit: body.limitCentimes,
    })
  if (body.kind === 'prices-changed') books.prices = body.prices
  if (!isCarnetEntry(body)) return
  const { customer, amountCentimes, means } = body
  const isRepaid = body.kind === 'debt-repaid'
  const balance = balanceOf(books, customer)
  if (amountCentimes > (isRepaid ? balance : -balance)) books.overlent.push(`${body.kind} of ${customer}`)
  lend(books, customer, isRepaid ? -amountCentimes : amountCentimes)
  books[isRepaid ? 'repaidDebts' : 'paidOut'] += amountCentimes
  if (means === 'cash') books.drawer[isRepaid ? 'debtsRepaid' : 'creditsPaid'] += amountCentimes
  slide(books, means, isRepaid ? amountCentimes : -amountCentimes)
}

function sumUpCarnets(books: Books): Recounted['carnet'] {
  const buyers = lentSales(books).flatMap(({ sale }) => sale.till?.customer ?? [])
  const balances = [...new Set([...books.beside.keys(), ...buyers])].map((one) => balanceOf(books, one))
  const [owing, having] = [balances.filter((one) => one > 0), balances.filter((one) => one < 0)]
  return {
    ...{ sold: lentIn(books) - books.lentBegun, repaid: books.repaidDebts, paidOut: books.paidOut },
    owed: [owing.length, sumOf(owing)],
    credits: [having.length, Math.abs(sumOf(having))],
  }
}

// Prices.

type Recorded = Extract<EntryBody, { kind: 'sale-recorded' }>

/** The price by hand, from the rules that were in force. */
function checkPrice(books: Books, { ref, order, priceCentimes, costCentimes, pricing }: Recorded): void {
  if (!pricing) return
  const { baseCentimes: base, surchargeCentimes } = pricing
  const { hasKnownFace, priceNamesOf } = productOf(order)
  const { surcharges, rules } = books.prices
  const names = [...priceNamesOf(order), null]
  const own = rules.filter(({ service }) => service === order.kind)
  const rule = names.flatMap((name) => own.filter(({ of }) => of === name))[0]
  const counts = rule !== undefined && base > 0 && (surcharges || !hasKnownFace)
  const price = counts ? priceBy(rule, base, costCentimes) : base
  const isApart = surchargeCentimes === (hasKnownFace ? price - base : 0)
  if (price !== priceCentimes || !isApart)
    books.mispriced.push(`${ref} is sold at ${priceCentimes}, not ${price}`)
}

function priceBy(
  { margin, minProfitCentimes, roundUpToCentimes }: PriceRule,
  base: number,
  cost: number,
): number {
  let price = base
  if (margin.kind === 'fixed') price += margin.centimes
  if (margin.kind === 'percent') price += Math.round((base * margin.basisPoints) / 10_000)
  if (price - cost < minProfitCentimes) price = cost + minProfitCentimes
  const rest = roundUpToCentimes === null ? 0 : price % roundUpToCentimes
  return rest === 0 ? price : price - rest + (roundUpToCentimes ?? 0)
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

function slipDifferenceOf({ count }: Books, means: (typeof slipMeans)[number]): number | null {
  const counted = count?.slips[means]
  return count === undefined || counted === undefined ? null : counted - count.expectedSlips[means]
}

/** What is due of it; below zero: what the customer owes. A part that nobody counts adds nothing. */
const balanceOfSale = ({ sale, given, counted }: BookedSale): number =>
  (owedOf(sale) ?? counted ?? given) - given

function sumUp(books: Books): Recounted {
  const { worth, begun, drawer, count, sold, shift, grandTotal, given, repaid } = books
  const expected = expectedOf(drawer)
  const changed = Object.fromEntries(parts.map((part) => [part, worth[part] - begun[part]])) as Worth
  const all = [...books.sales.values()]
  const ended = all.filter(({ sale }) => !heldStates.includes(sale.state))
  const balances = ended.map((one) => (isLent(one.sale) ? 0 : balanceOfSale(one)))
  const open = all.filter(({ sale }) => heldStates.includes(sale.state) && !isLent(sale))
  return {
    ...{ shift, sales: sold.all - sold.begun, worth: changed, profit: changed.earned - changed.cost },
    ...{ drawer: { ...drawer }, expected, slips: { ...books.slips } },
    slipDifferences: { card: slipDifferenceOf(books, 'card'), transfer: slipDifferenceOf(books, 'transfer') },
    difference: count ? count.counted - count.expected : null,
    ...{ left: count ? count.counted + expected - count.expected : expected, grandTotal, given, repaid },
    due: sumOf(balances.filter((one) => one > 0)),
    debts: sumOf(balances.filter((one) => one < 0).map((one) => -one)),
    heldNow: sumOf(open.map((one) => one.sale.priceCentimes - one.given)),
    carnet: sumUpCarnets(books),
  }
}

/** What a report should say that is made behind each of these entries, by the entry's number, and of what too much was paid. */
export function recount(
  entries: readonly Entry[],
  behind: ReadonlySet<number>,
  terms: CarnetTerms,
): Pick<Books, 'overpaid' | 'overlent' | 'mispriced'> & { readonly reports: ReadonlyMap<number, Recounted> } {
  const books: Books = {
    ...{ sales: new Map(), worth: zeros(parts), begun: zeros(parts), sold: { all: 0, begun: 0 } },
    ...{
      given: 0,
      repaid: 0,
      drawer: zeros(drawerParts),
      slips: zeros(slipMeans),
      count: undefined,
      shift: 0,
      grandTotal: 0,
    },
    ...{ hasBegun: false, overpaid: [], overlent: [], mispriced: [], terms, prices: noPrices },
    ...{ beside: new Map(), owners: new Set(), repaidDebts: 0, paidOut: 0, lentBegun: 0 },
  }
  const counted = new Map<number, Recounted>()
  for (const entry of entries) {
    const { body } = entry
    if (isRefundEntry(body)) noteRefund(books, body)
    else noteSale(books, entry)
    noteOwner(books, body)
    noteCarnet(books, body)
    noteShift(books, body)
    if (behind.has(entry.sequence)) counted.set(entry.sequence, sumUp(books))
  }
  const { overpaid, overlent, mispriced } = books
  return { reports: counted, overpaid, overlent, mispriced }
}
