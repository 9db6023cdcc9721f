/**
 * Customers and what they owe, as the commands use them. Owns that a sale goes on account only within the limit, or with the
 * owner's approval; that no more is repaid than is owed; and that a name is kept beside the journal's entries and never in
 * them. What is owed is read from the journal each time.
 */
import { randomBytes } from 'node:crypto'
import type { AppError } from '#shared/app-error.ts'
import { fold, inWesternDigits } from '#shared/folded-text.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { parseMobileNumber } from '#shared/phone.ts'
import { subjectsFor } from '#shared/products/orders.ts'
import { isRef } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { agesOf, type CustomerView, limitProblem } from '#shared/till/carnet.ts'
import type { PaymentMeans, TillStamp } from '#shared/till/cash.ts'
import { carnetTakes, onlyCarnetOf, type RefundView } from '#shared/till/refunds.ts'
import type { TillProblem } from '#shared/till/till.ts'
import { type CustomerName, digestOfName, type StoredCustomer } from '../journal/customers.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { CustomerEntryBody } from '../journal/till-entry.ts'
import { saveFile } from '../picked-file.ts'
import type { Files, Random } from '../ports.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import { type Actor, signatureOf } from './actor.ts'
import { knownAct, openShiftIn, recordOnce, refuse, type TillParts } from './shifts.ts'

type ActName = 'add' | 'change' | 'set-limit' | 'repay' | 'pay-out' | 'forget'
type Asked<Act extends ActName> = CommandInput<`carnet.${Act}`>
type Answer<Name extends 'find' | 'page' | 'standing' | 'debtors' | 'export' | ActName> = Result<
  CommandOutput<`carnet.${Name}`>,
  AppError
>

export interface Carnet {
  find(query: string): Answer<'find'>
  page(customerId: string): Answer<'page'>
  standing(number: string): Answer<'standing'>
  debtors(): Answer<'debtors'>
  add(asked: Asked<'add'>, actor: Actor): Answer<'add'>
  change(asked: Asked<'change'>, actor: Actor): Answer<'change'>
  setLimit(asked: Asked<'set-limit'>, actor: Actor): Answer<'set-limit'>
  repay(asked: Asked<'repay'>, actor: Actor): Answer<'repay'>
  payOut(asked: Asked<'pay-out'>, actor: Actor): Answer<'pay-out'>
  forget(asked: Asked<'forget'>, actor: Actor): Answer<'forget'>
  export(customerId: string, files: Files): Promise<Answer<'export'>>
}

export interface CarnetParts extends TillParts {
  readonly random: Pick<Random, 'newId'>
  /** Something was recorded. */
  onChange(): void
}

const MAX_FOUND = 20
const MAX_DEBTORS = 1_000
/** The last sales of a customer that are shown. */
const SHOWN_SALES = 20

export function createCarnet(parts: CarnetParts): Carnet {
  const { journal } = parts
  const { customers } = journal.till
  const view = (customer: StoredCustomer) => viewOfCustomer(customer, parts)
  return {
    find: (query) => ok({ customers: findCustomers(query, parts).map(view) }),
    page: (customerId) => ok({ page: pageOf(customerId, parts) }),
    standing: (number) => ok(standingOf(number, parts)),
    debtors: () => ok(debtorsOf(parts)),
    add: (asked, actor) => addCustomer(asked, actor, parts),
    change: (asked, actor) => changeCustomer(asked, actor, parts),
    setLimit: (asked, actor) => setLimit(asked, actor, parts),
    repay: (asked, actor) => moveMoney('debt-repaid', asked, actor, parts),
    payOut: (asked, actor) => moveMoney('credit-paid-out', asked, actor, parts),
    forget: (asked, actor) => forgetCustomer(asked, actor, parts),
    async export(customerId, files) {
      const customer = customers.read(customerId)
      if (!customer) return refuse('unknown-customer')
      return saveFile(files, `customer-${customerId}.json`, exportText(customer, parts))
    },
  }
}

/** The limit that holds for a customer. */
const allowedTo = ({ limitCentimes }: StoredCustomer, { settings }: TillParts): Centimes =>
  limitCentimes ?? settings().carnet.limitCentimes

export function viewOfCustomer(customer: StoredCustomer, parts: TillParts): CustomerView {
  const { customers } = parts.journal.till
  const { customerId, isForgotten, limitCentimes, addedAtMs } = customer
  const named = customers.readName(customer)
  return {
    ...{ customerId, number: named?.number ?? null, name: named?.name ?? null, isForgotten },
    ...{ limitCentimes, allowedCentimes: allowedTo(customer, parts) },
    ...{ balanceCentimes: customers.readBalance(customerId), addedAtMs },
  }
}

// Looking customers up.

function findCustomers(query: string, parts: TillParts): readonly StoredCustomer[] {
  const { customers } = parts.journal.till
  const typed = inWesternDigits(query).trim()
  if (typed === '') return debtorsAndLatest(parts)
  if (isRef(typed)) return ofSlip(typed, parts)
  const number = parseMobileNumber(typed)
  const digits = number.ok ? number.value : typed.replace(/[\s.\-()/+]/g, '')
  const words = fold(typed).split(/\s+/)
  return customers.find(
    {
      digits: /^[0-9]{2,}$/.test(digits) ? digits : '',
      words: (name) => words.every((word) => fold(name).includes(word)),
    },
    MAX_FOUND,
  )
}

const readAll = (
  some: readonly { readonly customerId: string }[],
  { journal }: TillParts,
): readonly StoredCustomer[] =>
  some.flatMap(({ customerId }) => journal.till.customers.read(customerId) ?? [])

/** Who owes, and then who was added last: whoever buys on account is most often one of them. */
function debtorsAndLatest(parts: TillParts): readonly StoredCustomer[] {
  const { customers } = parts.journal.till
  const debtors = readAll(customers.listDebtors(MAX_FOUND), parts)
  const owes = new Set(debtors.map(({ customerId }) => customerId))
  const others = customers.listLatest(MAX_FOUND).filter(({ customerId }) => !owes.has(customerId))
  return [...debtors, ...others].slice(0, MAX_FOUND)
}

/** Whose slip it is: who bought it, or whose number it was for. */
function ofSlip(ref: Parameters<TillParts['journal']['readSale']>[0], parts: TillParts) {
  const { journal } = parts
  const sale = journal.readSale(ref)
  if (!sale) return []
  const buyer = sale.till?.customer
  const customer = buyer === undefined ? holderOf(sale.subject, parts) : journal.till.customers.read(buyer)
  return customer ? [customer] : []
}

/** Who has a number, however it is written: a 4G line's begins with the country's code. */
function holderOf(number: string, { journal }: TillParts): StoredCustomer | undefined {
  const read = parseMobileNumber(number)
  return read.ok ? journal.till.customers.findByNumber(read.value) : undefined
}

const numbersOf = (name: CustomerName | undefined): readonly string[] =>
  name?.number === undefined ? [] : [name.number]

function pageOf(customerId: string, parts: TillParts): CommandOutput<'carnet.page'>['page'] {
  const { journal, clock } = parts
  const { customers } = journal.till
  const customer = customers.read(customerId)
  if (!customer) return null
  const open = customers.listOpenDebts(customerId)
  const sales = customers.listSales(customerId, numbersOf(customers.readName(customer)), SHOWN_SALES)
  return {
    customer: viewOfCustomer(customer, parts),
    ages: agesOf(open, clock.nowMs()),
    unpaid: open.map(({ line: { ref, atMs }, leftCentimes }) => ({ ref, leftCentimes, sinceMs: atMs })),
    lines: [...customers.listLines(customerId)],
    sales: sales.slice(0, SHOWN_SALES).map(viewOfSale),
    refunds: sales.flatMap((sale) => openRefundOf(sale, parts) ?? []),
  }
}

/** The refund of a sale that something is due of, or owed for. */
function openRefundOf({ ref }: StoredSale, { journal }: TillParts): RefundView | undefined {
  const refund = journal.till.readRefund(ref)
  return refund?.state === 'due' || refund?.state === 'debt' ? refund : undefined
}

function standingOf(number: string, parts: TillParts): CommandOutput<'carnet.standing'> {
  const { till } = parts.journal
  const customer = holderOf(number, parts)
  const sales = till.customers.listSales(customer?.customerId, subjectsFor(number), SHOWN_SALES)
  const refunds = sales.slice(0, SHOWN_SALES).flatMap((sale) => {
    const refund = openRefundOf(sale, parts)
    return refund ? [{ sale: viewOfSale(sale), refund }] : []
  })
  return { customer: customer ? viewOfCustomer(customer, parts) : null, refunds }
}

function debtorsOf(parts: TillParts): CommandOutput<'carnet.debtors'> {
  const { journal, clock } = parts
  const { customers } = journal.till
  const nowMs = clock.nowMs()
  const debtors = readAll(customers.listDebtors(MAX_DEBTORS), parts).map((customer) => {
    const open = customers.listOpenDebts(customer.customerId)
    const oldestAtMs = open[0]?.line.atMs ?? nowMs
    return { customer: viewOfCustomer(customer, parts), ages: agesOf(open, nowMs), oldestAtMs }
  })
  const sumOf = (age: 'recent' | 'week' | 'month' | 'quarter') =>
    centimes(debtors.reduce((sum, { ages }) => sum + ages[age], 0))
  const [recent, week, month, quarter] = [sumOf('recent'), sumOf('week'), sumOf('month'), sumOf('quarter')]
  return { debtors, ages: { recent, week, month, quarter }, ...customers.tally() }
}

// Acts.

type CustomerAnswer = Result<CustomerView, AppError>

/** Answers how the customer stands after an act that is there already, or was just done. */
function answerOf(customerId: string, parts: TillParts): CustomerAnswer {
  const customer = parts.journal.till.customers.read(customerId)
  return customer ? ok(viewOfCustomer(customer, parts)) : refuse('unknown-customer')
}

/** The answer to an act that is there already: this one, or another one, which refuses it. */
function knownOf(
  actId: string,
  kind: CustomerEntryBody['kind'] | 'debt-repaid' | 'credit-paid-out',
  asked: object,
  parts: TillParts,
): CustomerAnswer | undefined {
  const known = knownAct(parts.journal, actId, kind, asked)
  if (!known?.ok) return known
  const body = parts.journal.till.findAct(actId)?.body
  return body && 'customer' in body && body.customer !== undefined
    ? answerOf(body.customer, parts)
    : refuse('act-taken')
}

function addCustomer(asked: Asked<'add'>, actor: Actor, parts: CarnetParts): CustomerAnswer {
  const known = knownOf(asked.actId, 'customer-added', {}, parts)
  if (known) return known
  if (!parts.settings().carnet.isOn) return refuse('carnet-off')
  const signed = signatureOf(actor, asked.who)
  if (!signed.ok) return signed
  const number = parseMobileNumber(asked.number)
  if (!number.ok) return refuse('not-a-number')
  if (parts.journal.till.customers.findByNumber(number.value)) return refuse('number-taken')
  const customer = parts.random.newId()
  const named = salted(number.value, asked.name ?? null)
  const act = { actId: asked.actId, ...signed.value, customer, digest: digestOfName(named) }
  return record({ kind: 'customer-added', ...act }, named, parts)
}

function changeCustomer(asked: Asked<'change'>, actor: Actor, parts: CarnetParts): CustomerAnswer {
  const known = knownOf(asked.actId, 'customer-changed', { customer: asked.customerId }, parts)
  if (known) return known
  const { customers } = parts.journal.till
  const signed = signatureOf(actor, asked.who)
  if (!signed.ok) return signed
  const customer = customers.read(asked.customerId)
  if (!customer || customer.isForgotten) return refuse('unknown-customer')
  const before = customers.readName(customer)
  const number = asked.number === undefined ? before?.number : readNumber(asked.number)
  if (number === undefined) return refuse('not-a-number')
  const holder = customers.findByNumber(number)
  if (holder && holder.customerId !== asked.customerId) return refuse('number-taken')
  const named = salted(number, asked.name === undefined ? (before?.name ?? null) : asked.name)
  const act = { actId: asked.actId, ...signed.value, customer: asked.customerId }
  return record({ kind: 'customer-changed', ...act, digest: digestOfName(named) }, named, parts)
}

function readNumber(typed: string): string | undefined {
  const read = parseMobileNumber(typed)
  return read.ok ? read.value : undefined
}

/** A salt of its own each time: nobody who reads the entries can see that a name was changed back. */
const salted = (number: string, name: string | null): CustomerName => ({
  ...{ number, name },
  salt: randomBytes(32).toString('hex'),
})

function setLimit(asked: Asked<'set-limit'>, actor: Actor, parts: CarnetParts): CustomerAnswer {
  const { actId, customerId, limitCentimes } = asked
  const known = knownOf(actId, 'customer-changed', { customer: customerId, limitCentimes }, parts)
  if (known) return known
  const signed = signatureOf(actor, asked.who)
  if (!signed.ok) return signed
  if (parts.journal.till.customers.read(customerId)?.isForgotten !== false) return refuse('unknown-customer')
  const act = { actId, ...signed.value, customer: customerId, limitCentimes }
  return record({ kind: 'customer-changed', ...act }, undefined, parts)
}

function forgetCustomer(asked: Asked<'forget'>, actor: Actor, parts: CarnetParts): CustomerAnswer {
  const known = knownOf(asked.actId, 'customer-forgotten', { customer: asked.customerId }, parts)
  if (known) return known
  const { customers } = parts.journal.till
  const signed = signatureOf(actor, asked.who)
  if (!signed.ok) return signed
  if (customers.read(asked.customerId)?.isForgotten !== false) return refuse('unknown-customer')
  if (customers.readBalance(asked.customerId) !== 0) return refuse('customer-owes')
  // What a person counts of such a sale is credited to its customer, who is known until that is settled.
  if (customers.hasOpenOnAccount(asked.customerId)) return refuse('customer-unsettled')
  const act = { actId: asked.actId, ...signed.value, customer: asked.customerId }
  return record({ kind: 'customer-forgotten', ...act }, undefined, parts)
}

function record(
  body: CustomerEntryBody,
  named: CustomerName | undefined,
  parts: CarnetParts,
): CustomerAnswer {
  parts.journal.recordCustomer(body, named, parts.clock.nowMs())
  parts.onChange()
  return answerOf(body.customer, parts)
}

function moveMoney(
  kind: 'debt-repaid' | 'credit-paid-out',
  asked: Asked<'repay'>,
  actor: Actor,
  parts: CarnetParts,
): CustomerAnswer {
  const { actId, customerId, amountCentimes, means = 'cash' } = asked
  const known = knownOf(actId, kind, { customer: customerId, amountCentimes, means }, parts)
  if (known) return known
  const { customers } = parts.journal.till
  const signed = signatureOf(actor, asked.who)
  if (!signed.ok) return signed
  if (!customers.read(customerId)) return refuse('unknown-customer')
  const shift = openShiftIn(parts)?.shift
  if (shift === undefined && parts.settings().till.shifts) return refuse('no-shift')
  const balance = customers.readBalance(customerId)
  if (amountCentimes > (kind === 'debt-repaid' ? balance : -balance)) return refuse('more-than-owed')
  const act = { actId, ...signed.value, customer: customerId, means, amountCentimes }
  const done = recordOnce(parts, { kind, ...act, ...(shift === undefined ? {} : { shift }) })
  if (!done.ok) return done
  parts.onChange()
  return answerOf(customerId, parts)
}

// Sales on account.

export interface SaleTerms {
  readonly priceCentimes: Centimes
  readonly means: PaymentMeans
  readonly customerId?: string | undefined
}

/** What a sale that is confirmed now carries of its customer; or what keeps it from being confirmed. */
export function stampOfCustomer(
  { priceCentimes, means, customerId }: SaleTerms,
  actor: Actor,
  parts: TillParts,
): Result<Pick<TillStamp, 'customer' | 'onAccount'>, AppError> {
  if (customerId === undefined) return means === 'on-account' ? refuse('customer-missing') : ok({})
  if (!parts.settings().carnet.isOn) return refuse('carnet-off')
  const customer = parts.journal.till.customers.read(customerId)
  if (!customer || customer.isForgotten) return refuse('unknown-customer')
  if (means !== 'on-account') return ok({ customer: customerId })
  const { saleLimitCentimes } = parts.settings().carnet
  const lent = lend(customer, { priceCentimes, saleLimitCentimes }, actor, parts)
  return lent.ok ? ok({ customer: customerId, onAccount: lent.value }) : refuse(lent.error)
}

/** The limit that a debt stays within, and the owner who approves of it beyond; or what keeps it from being lent. */
function lend(
  customer: StoredCustomer,
  asked: { readonly priceCentimes: Centimes; readonly saleLimitCentimes?: Centimes | null },
  actor: Actor,
  parts: TillParts,
): Result<NonNullable<TillStamp['onAccount']>, TillProblem> {
  const limitCentimes = allowedTo(customer, parts)
  const balanceCentimes = parts.journal.till.customers.readBalance(customer.customerId)
  if (!limitProblem({ ...asked, balanceCentimes, limitCentimes })) return ok({ limitCentimes })
  // Where nobody signs in there is nobody to approve: the limit itself has to be raised, which is an act.
  const approvedBy = approverOf(actor)
  if (approvedBy === undefined) return err(actor.person ? 'needs-owner' : 'over-limit')
  return ok({ limitCentimes, approvedBy })
}

/** The customer whose carnet takes what is due of a sale; or what keeps it from theirs. */
export function takerOf(
  refund: RefundView | undefined,
  customerId: string,
  { journal, settings }: TillParts,
): Result<StoredCustomer, TillProblem> {
  const only = refund && onlyCarnetOf(refund)
  if (only !== undefined && only !== customerId) return err('other-customer')
  // What is due of a sale on account is credited with the carnet off too.
  if (refund?.means !== 'on-account' && !settings().carnet.isOn) return err('carnet-off')
  const customer = journal.till.customers.read(customerId)
  return customer && carnetTakes(refund?.means, customer) ? ok(customer) : err('unknown-customer')
}

/**
 * What keeps a debt for a refund from this customer's carnet: it is lent as a sale on account is. What one sale may cost does
 * not matter: nothing is sold, and what was credited before may be taken back whole.
 */
export function problemOfDebt(
  refund: RefundView | undefined,
  { customerId, amountCentimes }: { readonly customerId: string; readonly amountCentimes: Centimes },
  actor: Actor,
  parts: TillParts,
): TillProblem | undefined {
  const taker = takerOf(refund, customerId, parts)
  const done = taker.ok ? lend(taker.value, { priceCentimes: amountCentimes }, actor, parts) : taker
  return done.ok ? undefined : done.error
}

/** An owner approves of what they do themselves. */
const approverOf = ({ person, approvedBy }: Actor): string | undefined =>
  person?.role === 'owner' ? person.name : approvedBy

// All that is kept of one customer, for themselves.

function exportText(customer: StoredCustomer, parts: TillParts): string {
  const { customers } = parts.journal.till
  const { customerId } = customer
  const named = customers.readName(customer)
  const sales = customers.listSales(customerId, numbersOf(named), MAX_DEBTORS).map((sale) => ({
    ...{ ref: sale.ref, at: isoOf(sale.recordedAtMs), order: sale.order, state: sale.state },
    ...{ priceCentimes: sale.priceCentimes, means: sale.till?.means ?? null },
  }))
  const lines = customers.listLines(customerId).map(({ atMs, kind, ref, amountCentimes }) => ({
    ...{ at: isoOf(atMs), kind, ref, amountCentimes },
  }))
  const entries = customers.listEntries(customerId).map(({ sequence, atMs, body }) => ({
    ...{ sequence, at: isoOf(atMs), kind: body.kind },
  }))
  const { number = null, name = null } = named ?? {}
  const customerFields = { customerId, number, name, balanceCentimes: customers.readBalance(customerId) }
  return `${JSON.stringify({ ...customerFields, sales, carnet: lines, entries }, null, 2)}\n`
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString()
