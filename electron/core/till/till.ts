/**
 * The till as the commands use it, over one journal: shifts, cash, and what is given back to customers. Owns when its state
 * is published: after the commit, and only where it has changed. Sales that are made carry its stamp.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { TillStamp } from '#shared/till/cash.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import type { Prices } from '#shared/till/prices.ts'
import type { ZReport, ZView } from '#shared/till/report.ts'
import type { TillView } from '#shared/till/till.ts'
import type { Events } from '../events.ts'
import type { Journal } from '../journal/journal.ts'
import type { KeyVault, Log, Random } from '../ports.ts'
import type { TillContent } from '../receipt/compose-till.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import { type Actor, needsOwner, seesCosts, signatureOf } from './actor.ts'
import { type Carnet, createCarnet, type SaleTerms, stampOfCustomer } from './carnet.ts'
import { readPaper } from './papers.ts'
import { createPeople, type People } from './people.ts'
import { giveBack, type MoneyDue, type PaidSale, payByDue, takeBack } from './refunds.ts'
import { withoutCosts } from './report.ts'
import {
  closeShift,
  countDrawer,
  type Done,
  listMovements,
  listZ,
  moveCash,
  openShift,
  openShiftIn,
  readX,
  readZ,
  recordedAct,
  recordOnce,
  type TillParts,
  viewShifts,
} from './shifts.ts'

type ActName = 'open-shift' | 'move-cash' | 'count' | 'close-shift' | 'give-back' | 'take-back'
type Asked<Act extends ActName> = CommandInput<`till.${Act}`>
type Answer<
  Act extends
    | ActName
    | 'read'
    | 'x-report'
    | 'z-report'
    | 'z-list'
    | 'movements'
    | 'refunds'
    | 'refund'
    | 'act',
> = Result<CommandOutput<`till.${Act}`>, AppError>

export interface Till {
  read(): Answer<'read'>
  openShift(asked: Asked<'open-shift'>, actor: Actor): Answer<'open-shift'>
  moveCash(asked: Asked<'move-cash'>, actor: Actor): Answer<'move-cash'>
  count(asked: Asked<'count'>, actor: Actor): Answer<'count'>
  closeShift(asked: Asked<'close-shift'>, actor: Actor): Answer<'close-shift'>
  xReport(actor: Actor): Answer<'x-report'>
  zReport(number: number, actor: Actor): Answer<'z-report'>
  listZ(before: number | undefined, actor: Actor): Answer<'z-list'>
  movements(shift: number): Answer<'movements'>
  refunds(): Answer<'refunds'>
  refund(ref: Ref): Answer<'refund'>
  act(actId: string): Answer<'act'>
  giveBack(asked: Asked<'give-back'>, actor: Actor): Answer<'give-back'>
  takeBack(asked: Asked<'take-back'>, actor: Actor): Answer<'take-back'>
  readonly people: People
  /** What stands on a paper, for this person. */
  readPaper(paper: TillPaper, actor: Actor): Result<TillContent, AppError>
  readonly carnet: Carnet
  /** What the shop asks. */
  readPrices(): Prices
  setPrices(asked: CommandInput<'prices.set'>, actor: Actor): Result<Prices, AppError>
  /** What a sale that is confirmed now carries of the till; or what keeps this person from confirming it. */
  stampSale(terms: SaleTerms, actor: Actor): Result<TillStamp, AppError>
  /** The entry by which what is due pays a sale that is being confirmed; or what keeps it from that. */
  payByDue(due: MoneyDue, sale: PaidSale, actor: Actor): ReturnType<typeof payByDue>
  /** A sale has changed: what is due may have, too. */
  noteSale(): void
  /** What customers owe: debts of refunds, and what stands in their carnets. */
  owedByCustomers(): Centimes
  /** Customers owe what they were given for sales that were delivered after all. */
  hasDebts(): boolean
}

interface TillOptions extends TillParts {
  readonly journal: Journal
  readonly random: Random
  readonly keyVault: KeyVault
  readonly events: Events
  readonly log: Log
  /** Whether customers owe something has changed. */
  onDebts(): void
  /** A shift was closed, once for each Z: what follows from it keeps nobody from closing it. */
  onClosed(z: ZReport, actor: Actor): void
}

export function createTill(options: TillOptions): Till {
  const { journal, events, log, onDebts, onClosed } = options
  const people = createPeople({ ...options, onChange: () => void publish() })
  const view = (): TillView => ({ ...viewShifts(options), ...standing(), people: people.read() })
  const standing = () => journal.till.tallyRefunds()
  let lastPublished = standing()

  /** Publishes where the till stands. */
  function publish(): TillView {
    const till = view()
    const hadDebts = lastPublished.debts.count > 0
    lastPublished = { due: till.due, debts: till.debts }
    events.publish({ kind: 'till-changed', till })
    if (hadDebts !== till.debts.count > 0) onDebts()
    return till
  }
  const afterShift = (done: Done): Result<TillView, AppError> =>
    done.ok ? ok(done.value.isNew ? publish() : view()) : done
  const afterRefund = (done: ReturnType<typeof giveBack>): Answer<'give-back'> => {
    if (!done.ok) return done
    const { isNew, ...refund } = done.value
    if (isNew) {
      publish()
      const sale = journal.readSale(refund.ref)
      if (sale) events.publish({ kind: 'sale-changed', sale: viewOfSale(sale) })
    }
    return ok(refund)
  }

  return {
    people,
    read: () => ok(view()),
    openShift: (asked, actor) => afterShift(openShift(asked, actor, options)),
    moveCash: (asked, actor) => afterShift(moveCash(asked, actor, options)),
    count: (asked, actor) => afterShift(countDrawer(asked, actor, options)),
    closeShift(asked, actor) {
      const closed = closeShift(asked, actor, options)
      if (!closed.ok) return closed
      const { isNew, ...report } = closed.value
      if (isNew) {
        publish()
        onClosed(report, actor)
      }
      return ok(shownZ(report, actor))
    },
    xReport(actor) {
      const x = readX(actor, options)
      return x.ok ? ok(seesCosts(actor) ? x.value : withoutCosts(x.value)) : x
    },
    zReport(number, actor) {
      const z = readZ(number, options)
      return ok({ report: z && shownZ(z, actor) })
    },
    listZ: (before, actor) => ok({ reports: listZ(before, options).map((z) => shownZ(z, actor)) }),
    movements: (shift) => ok({ movements: [...listMovements(shift, options)] }),
    refunds: () =>
      ok({ due: [...journal.till.listRefunds('due')], debts: [...journal.till.listRefunds('debt')] }),
    refund: (ref) => ok({ refund: journal.till.readRefund(ref) ?? null }),
    act: (actId) => ok({ act: recordedAct(actId, options) }),
    giveBack: (asked, actor) => afterRefund(giveBack(asked, actor, options)),
    takeBack: (asked, actor) => afterRefund(takeBack(asked, actor, options)),
    readPaper: (paper, actor) => readPaper(paper, actor, options),
    carnet: createCarnet({ ...options, onChange: () => void publish() }),
    readPrices: () => journal.till.readPrices(),
    setPrices: (asked, actor) => setPrices(asked, actor, options),
    stampSale: (terms, actor) => stampSale(terms, actor, options),
    payByDue: (due, sale, actor) => payByDue(due, sale, actor, options),
    noteSale() {
      try {
        if (!isDeepStrictEqual(standing(), lastPublished)) publish()
      } catch (fault) {
        // The sale is on disk, and was published: what could not be read now is published with the next change.
        log.write('error', 'what is due cannot be read', { fault: String(fault) })
      }
    },
    owedByCustomers: () =>
      centimes(standing().debts.sumCentimes + journal.till.customers.tally().owed.sumCentimes),
    hasDebts: () => lastPublished.debts.count > 0,
  }
}

function setPrices(
  { actId, who, prices }: CommandInput<'prices.set'>,
  actor: Actor,
  parts: TillParts,
): Result<Prices, AppError> {
  const signed = signatureOf(actor, who)
  if (!signed.ok) return signed
  const done = recordOnce(parts, { kind: 'prices-changed', actId, ...signed.value, prices })
  return done.ok ? ok(parts.journal.till.readPrices()) : done
}

function stampSale(terms: SaleTerms, actor: Actor, parts: TillParts): Result<TillStamp, AppError> {
  const { means, priceCentimes } = terms
  const { person, approvedBy } = actor
  if (isBeyondLimits(priceCentimes, actor, parts)) return err({ kind: 'till', problem: 'needs-owner' })
  const bought = stampOfCustomer(terms, actor, parts)
  if (!bought.ok) return bought
  const shift = openShiftIn(parts)?.shift
  return ok({
    means,
    ...(shift === undefined ? {} : { shift }),
    ...(person && { cashier: { personId: person.personId, name: person.name } }),
    ...(approvedBy !== undefined && { approvedBy }),
    ...bought.value,
  })
}

function isBeyondLimits(priceCentimes: Centimes, actor: Actor, parts: TillParts): boolean {
  const { saleCentimes, hourCentimes } = parts.settings().till.limits
  return (
    needsOwner(actor, priceCentimes, saleCentimes) ||
    needsOwner(actor, priceCentimes + soldWithinAnHour(actor, parts), hourCentimes)
  )
}

const HOUR_MS = 3_600_000

/** The prices of what a person confirmed within the last hour; what has come to nothing since is not among them. */
function soldWithinAnHour({ person }: Actor, { journal, clock }: TillParts): number {
  return person === undefined ? 0 : journal.till.sumSold(person.personId, clock.nowMs() - HOUR_MS)
}

/** A Z for this person. What the journal keeps is whole. */
const shownZ = (z: ZReport, actor: Actor): ZView =>
  seesCosts(actor) ? z : { ...z, report: withoutCosts(z.report) }
