/**
 * The selling screen's store: walks the steps of flow.ts by asking the core. Invariant: an answer counts only if the
 * cashier still stands where it was asked, except the confirmation's, which always counts.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, adviceFor } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { type Order, productOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { err } from '#shared/result.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import type { MoneyMeans, PaymentMeans } from '#shared/till/cash.ts'
import type { SaleView } from '#shared/views.ts'
import type { Client, CommandResult } from '../../client.ts'
import type { SaleStore } from '../../store.ts'
import { maxTextLength } from '../start/entry.ts'
import {
  awaitsJournal,
  type ConfirmingStep,
  cashFor,
  changeOf,
  dueFor,
  hasUnseenCodes,
  type LostStep,
  type OutcomeStep,
  type ReviewStep,
  type SellStep,
  type ServiceEntry,
  serviceOf,
  type Wizard,
} from './flow.ts'
import {
  createEntries,
  type Entries,
  type EntryStep,
  firstStepOf,
  inputModeOf,
  type Place,
  type Service,
  stepBack,
} from './services.ts'

interface SellingState {
  readonly step: SellStep
  /** The sale that was made last, and those that were to be paid together with it. */
  readonly together: readonly Ref[]
}

export interface Selling extends Confirmation {
  readonly store: StoreApi<SellingState>
  readonly entries: Entries
  /**
   * Opens a service at its first step, where what is typed there stays. A sale that was asked for stays on the screen until
   * the journal has it.
   */
  open(service: Service): void
  /** Goes to the empty field. A sale that was asked for stays on the screen until the journal has it. */
  start(): void
  /** What the customer pays the sale with that is looked at. */
  chooseMeans(means: PaymentMeans): void
  /** A digit was typed while a sale is looked at, perhaps of the next customer's number. */
  countDigit(): void
  /** What the customer has handed over for it: it only reckons, and moves nothing. */
  takeGiven(given: Centimes): void
  /** These sales just before are paid together with it: it only reckons as well. */
  joinSales(sales: readonly SaleView[]): void
  /** Whether the money that is due to the customer pays the sale that is looked at. */
  payWithDue(isUsed: boolean): void
  /** Who buys the sale that is looked at: on account, until other means are chosen. Null: nobody by name. */
  chooseCustomer(customer: CustomerView | null): void
  /**
   * Looks at the same thing for the same customer again; false where it cannot be, or a sale is under way. Cards whose codes nobody
   * has seen are warned of first: the outcome stays then.
   */
  sellAgain(order: Order): boolean
  /** Makes a new review of the same thing, after one that expired. */
  lookAgain(): Promise<void>
  back(): void
  /**
   * Leaves an outcome for the next customer. Cards whose codes nobody has seen are warned of first, once: by this and by all else
   * that leaves an outcome.
   */
  next(): void
  /** The codes of these cards of a sale, by their keys, are in sight. */
  noteCodesSeen(ref: Ref, cards: readonly string[]): void
  /**
   * A character that nothing on the screen takes begins the next sale: a digit in the service that the cashier stays with,
   * where its first step takes one; anything else in the one field. While cards' codes are warned of it is kept until the outcome
   * is left.
   */
  beginWith(text: string): void
  /** What is kept for the next sale was changed in its field. */
  writeTyped(text: string): void
  /** Shows the outcome of a sale that an earlier page has asked for; false where the cashier has begun another one. */
  resumeSale(sale: SaleView): boolean
  /** The sale whose outcome is on the screen. */
  sold(): SaleView | undefined
}

interface SellingOptions {
  readonly client: Client
  readonly wait: (delayMs: number) => Promise<void>
  /** Where the sale is whose outcome is on the screen. */
  readonly sales: SaleStore
  /** The confirmation waits for a person: its patience has not begun. */
  readonly isHeld?: () => boolean
  /** Shows a sale that was looked for in the field. */
  readonly onShow?: (sale: SaleView) => void
  /** Who does an act, where the shop has no people. */
  readonly signed?: () => { readonly who?: string }
  /** The codes of its cards are on paper, or may be. */
  readonly isPrinted?: (sale: SaleView) => boolean
  /** Money that was to pay a sale stays due, and the outcome that would say so was left. */
  readonly onRefused?: (error: AppError) => void
}

type ConfirmationOptions = Pick<SellingOptions, 'wait' | 'sales' | 'signed' | 'onRefused'>

export function createSelling(options: SellingOptions): Selling {
  const { client, wait, isHeld = () => false, isPrinted = () => false, onShow, ...acts } = options
  const store = createStore<SellingState>(() => ({ step: firstStepOf('start'), together: [] }))
  const now = (): SellStep => store.getState().step
  const setStep = <Step extends SellStep>(step: Step): Step => {
    const left = now()
    if (serviceOf(left) !== serviceOf(step)) entries[serviceOf(left)].leave?.(left)
    store.setState({ step, ...togetherAfter(left, step) })
    return step
  }
  const wizard = createWizard(client, now, setStep, () => outcome.mayLeave())
  /** What stood in the field as a service was begun there; undefined where it was opened by its key. */
  let typedAtStart: string | undefined = ''
  const entries = createEntries(wizard, {
    begin(service) {
      const step = now()
      typedAtStart = step.kind === 'entry' && step.at === 'start' ? step.text : ''
      begin(service, true)
    },
    show: (sale) => onShow?.(sale),
  })
  const begin = (place: Place, isOpened: boolean): void => {
    setStep(firstStepOf(place))
    entries[place].begin?.(isOpened)
  }
  const start = (text = ''): void => {
    begin('start', false)
    entries.start.type(text)
  }
  const writeNow = (text: string): boolean => writeDigits(text, now, entries)
  const write = (text: string): void => {
    if (!writeNow(text)) start(text)
  }
  /** Who came by the key of a service stays with it. What was typed at the outcome comes first. */
  const leave = ({ service, typed = '' }: OutcomeStep, text = ''): void => {
    if (typedAtStart === undefined) begin(service, false)
    else start()
    if (typed + text !== '') write(typed + text)
  }
  const { sales } = acts
  sales.hold({ refs: () => refsOf(now()), subscribe: store.subscribe })
  const outcome = createOutcomeOf({ now, setStep, leave, isPrinted, sales })
  return {
    store,
    entries,
    open(service) {
      const step = now()
      if (awaitsJournal(step) || !outcome.mayLeave()) return
      const handed = entries[serviceOf(step)].handsOver?.(step)
      typedAtStart = undefined
      if (!isFirstOf(step, service)) begin(service, serviceOf(step) !== service)
      writeNow(typedAt(step))
      // What was handed over is this service's own.
      const { take } = entries[service] as ServiceEntry<unknown>
      if (handed?.service === service) take?.(handed.take)
    },
    start() {
      const step = now()
      if (!awaitsJournal(step) && outcome.mayLeave()) start(typedAt(step))
    },
    ...createAgain(wizard),
    ...createConfirmation(wizard, { wait: patienceOf(wait, isHeld), ...acts }),
    ...createPaymentChoice(now, setStep),
    back() {
      const step = now()
      if (step.kind === 'outcome') return outcome.next()
      const before = stepBack(step)
      const text = startBehind(step, before, typedAtStart)
      if (text === undefined) setStep(before)
      else start(text)
    },
    beginWith(text) {
      const left = now()
      if (left.kind !== 'outcome') write(text)
      else if (!outcome.holdTyped(text)) leave(left, text)
    },
    ...outcome,
  }
}

const typedAt = (step: SellStep): string => (step.kind === 'outcome' ? (step.typed ?? '') : '')

/** Writes digits where a field stands for them; false where nothing took them. */
function writeDigits(text: string, now: Wizard['now'], entries: Entries): boolean {
  const step = now()
  if (step.kind !== 'entry' || inputModeOf(step) !== 'typing' || !/^\d+$/.test(text)) return false
  for (const digit of text) entries[step.service].pressDigit(digit)
  return now() !== step
}

/** What was looked at, or sold, once more. */
function createAgain(wizard: Wizard): Pick<Selling, 'lookAgain' | 'sellAgain'> {
  return {
    async lookAgain() {
      const step = wizard.now()
      if (step.kind === 'review') await wizard.price(step.asked, { ...step.from }, step.from, step.due?.ref)
    },
    sellAgain(order) {
      const asked = productOf(order).againOf(order)
      if (!asked || awaitsJournal(wizard.now())) return false
      // An outcome may warn and stay: the page over it gives way as well.
      const first = firstStepOf(order.kind)
      void wizard.price(asked, { ...first }, first)
      return true
    },
  }
}

const refsOf = (step: SellStep): readonly Ref[] => (step.kind === 'outcome' ? [step.ref] : [])

function togetherAfter(left: SellStep, step: SellStep): Partial<SellingState> {
  const isSold = step.kind === 'outcome' && (left.kind === 'confirming' || left.kind === 'lost')
  return isSold ? { together: [step.ref, ...(left.from.joined ?? []).map(({ ref }) => ref)] } : {}
}

interface OutcomeParts extends Pick<Wizard, 'now' | 'setStep'> {
  readonly leave: (step: OutcomeStep) => void
  readonly isPrinted: (sale: SaleView) => boolean
  readonly sales: SaleStore
}

/** The sale whose outcome is on the screen: which it is, how it stands, and whether it may be left. */
function createOutcomeOf({ now, setStep, leave, isPrinted, sales }: OutcomeParts) {
  const sold = (): SaleView | undefined => {
    const step = now()
    return step.kind === 'outcome' ? sales.saleOf(step.ref) : undefined
  }
  const countOf = () => sold()?.cards.length ?? 0
  /** The outcome of cards of which nobody has seen each code. */
  const unseen = (): OutcomeStep | undefined => {
    const [step, sale] = [now(), sold()]
    if (step.kind !== 'outcome' || !sale || isPrinted(sale)) return undefined
    return hasUnseenCodes(step, sale) ? step : undefined
  }
  /** False where cards' codes that nobody has seen are warned of now: whatever would leave the outcome asks this first. */
  const mayLeave = (): boolean => {
    const step = unseen()
    if (!step || (step.warnedOf ?? 0) >= countOf()) return true
    setStep({ ...step, warnedOf: countOf() })
    return false
  }
  const writeTyped = (step: OutcomeStep, text: string): void =>
    void setStep({ ...step, typed: text.slice(0, maxTextLength) })
  return {
    sold,
    mayLeave,
    /**
     * Warns of unseen codes and keeps what is typed meanwhile for the next sale; false where there are none. Typing alone does not
     * pass the warning: the second digit of a number comes before anybody has read it.
     */
    holdTyped(text: string): boolean {
      const step = unseen()
      if (step) writeTyped({ ...step, warnedOf: countOf() }, typedAt(step) + text)
      return step !== undefined
    },
    writeTyped(text: string): void {
      const step = now()
      if (step.kind === 'outcome') writeTyped(step, text)
    },
    next() {
      const step = now()
      if (step.kind === 'outcome' && mayLeave()) leave(step)
    },
    resumeSale(sale: SaleView): boolean {
      if (now() !== firstStepOf('start')) return false
      sales.keep(sale)
      setStep({ kind: 'outcome', service: sale.order.kind, ref: sale.ref })
      return true
    },
    noteCodesSeen(ref: Ref, cards: readonly string[]): void {
      const step = now()
      if (step.kind !== 'outcome' || step.ref !== ref) return
      setStep({ ...step, seen: [...new Set([...(step.seen ?? []), ...cards])] })
    },
  }
}

const isFirstOf = (step: SellStep, service: Service): boolean =>
  step.kind === 'entry' && step.service === service && step.at === firstStepOf(service).at

/** How the customer of the review pays, and who they are where it is on account. */
function createPaymentChoice(
  now: Wizard['now'],
  setStep: Wizard['setStep'],
): Pick<Selling, 'chooseMeans' | 'countDigit' | 'takeGiven' | 'joinSales' | 'chooseCustomer' | 'payWithDue'> {
  return {
    countDigit() {
      const step = now()
      if (step.kind === 'review') setStep({ ...step, digits: (step.digits ?? 0) + 1 })
    },
    payWithDue(isUsed) {
      const step = now()
      if (step.kind === 'review' && step.due) setStep({ ...step, due: { ...step.due, isUsed } })
    },
    joinSales(joined) {
      const step = now()
      if (step.kind === 'review') setStep({ ...step, joined })
    },
    takeGiven(givenCentimes) {
      const step = now()
      if (step.kind === 'review') setStep({ ...step, givenCentimes })
    },
    chooseMeans(means) {
      const step = now()
      const isOf = means !== 'on-account' || (step.kind === 'review' && step.customer !== undefined)
      if (step.kind === 'review' && isOf) setStep({ ...step, means })
    },
    chooseCustomer(customer) {
      const step = now()
      if (step.kind !== 'review') return
      const { customer: _customer, means: _means, ...rest } = step
      setStep(customer ? { ...rest, customer, means: 'on-account', error: null } : rest)
    },
  }
}

function createWizard(
  client: Client,
  now: Wizard['now'],
  setStep: Wizard['setStep'],
  mayLeave: () => boolean,
): Wizard {
  return {
    client,
    now,
    setStep,
    async price(asked, waiting, settled, inPlaceOf) {
      if (awaitsJournal(now()) || !mayLeave()) return
      const standing = setStep(waiting)
      const [review, due] = await Promise.all([
        client.command('sale.review', asked),
        dueOf(client, inPlaceOf),
      ])
      if (now() !== standing) return
      if (review.ok)
        setStep({ kind: 'review', from: settled, asked, review: review.value, ...due, error: null })
      else setStep({ ...settled, error: review.error })
    },
  }
}

/** Only an amount that is known can pay another sale. */
async function dueOf(client: Client, ref: Ref | undefined): Promise<Pick<ReviewStep, 'due'>> {
  if (ref === undefined) return {}
  const answer = await client.command('till.refund', { ref })
  const refund = answer.ok ? answer.value.refund : null
  if (refund?.state !== 'due' || refund.balanceCentimes === null) return {}
  return { due: { ref, amountCentimes: refund.balanceCentimes, isUsed: true } }
}

/**
 * What stands in the field that the way back from a step leads to; undefined where it leads to `before`. A service that was begun
 * in the field has no first step of its own, and one where nothing is typed has nothing left to go back from.
 */
function startBehind(step: SellStep, before: SellStep, typedAtStart: string | undefined): string | undefined {
  if (before.kind !== 'entry' || before.service === 'start') return undefined
  const isAtFirst = before.at === firstStepOf(before.service).at
  if (!isAtFirst) return undefined
  if (step.kind === 'entry' && isAlike(step, before)) return ''
  return step.kind === 'entry' && step.at === before.at ? undefined : typedAtStart
}

const isAlike = (one: EntryStep, other: EntryStep): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => Object.is(Reflect.get(one, name), Reflect.get(other, name)))
}

/** Waits as long as is asked for, and again where the confirmation was held for a person meanwhile. */
const patienceOf =
  (wait: SellingOptions['wait'], isHeld: () => boolean): SellingOptions['wait'] =>
  async (delayMs) => {
    await wait(delayMs)
    while (isHeld()) await wait(delayMs)
  }

// The part of selling in which money moves, the same for every service. Invariant: a review is confirmed once, and no
// answer but the journal's own says that there is no sale of it.

/** A confirmation that takes longer than this is shown as lost, though its answer still counts when it comes. */
export const confirmPatienceMs = 8_000

/** The journal that does not answer in this time is asked again by the cashier. */
const findPatienceMs = 10_000

interface Confirmation {
  confirm(): Promise<void>
  askJournal(): Promise<void>
  /** Leaves a lost confirmation once the journal has said that there is no trace of it. */
  resume(): void
}

function createConfirmation(
  { client, now, setStep }: Wizard,
  { wait, sales, signed = () => ({}), onRefused }: ConfirmationOptions,
): Confirmation {
  /** The review this answer belongs to is still what the screen waits for. */
  const waitsFor = (from: ReviewStep): ConfirmingStep | LostStep | undefined => {
    const step = now()
    return (step.kind === 'confirming' || step.kind === 'lost') && step.from === from ? step : undefined
  }

  /** The sale is in the journal, and what is due has paid it in the same commit: asked for once more, that says how it stands. */
  const arrive = (from: ReviewStep, sale: SaleView): void => {
    const { due: held, review } = from
    const due = held && { ref: held.ref, amountCentimes: held.amountCentimes }
    const isUsed = dueFor(from) !== undefined
    const outcomeDue = due && { due: { ...due, used: isUsed ? ('asked' as const) : ('no' as const) } }
    const change = from.givenCentimes && cashFor(from) > 0 ? changeOf(from) : 0
    const back = change > 0 && { changeCentimes: centimes(change) }
    sales.keep(sale)
    setStep({ kind: 'outcome', service: serviceOf(from), ref: sale.ref, ...outcomeDue, ...back })
    if (!due || !isUsed) return
    const money = { means: moneyMeansOf(from), forRef: sale.ref }
    const asked = { actId: `due-${review.reviewId}`, ...due, ...money, ...signed() }
    void client.command('till.give-back', asked).then((done) => {
      const step = now()
      const isThere = step.kind === 'outcome' && step.ref === sale.ref
      if (isThere)
        setStep({
          ...step,
          due: done.ok ? { ...due, used: 'done' } : { ...due, used: 'refused', error: done.error },
        })
      else if (!done.ok) onRefused?.(done.error)
    })
  }

  const settle = (from: ReviewStep, answer: CommandResult<'sale.confirm'>): void => {
    if (!waitsFor(from)) return
    if (answer.ok) arrive(from, answer.value)
    else if (adviceFor[answer.error.kind].money === 'unknown') setStep(lost(from, answer.error, true))
    else setStep({ ...from, error: answer.error })
  }

  return {
    confirm: async () => {
      const from = now()
      // The step changes before anything is sent: a second press finds nothing to confirm.
      if (from.kind !== 'review') return
      setStep({ kind: 'confirming', from })
      void wait(confirmPatienceMs).then(() => {
        const step = waitsFor(from)
        if (step?.kind === 'confirming') setStep(lost(from, { kind: 'internal' }, false))
      })
      const asked = confirmationOf(from, signed())
      settle(from, await client.command('sale.confirm', asked))
    },
    askJournal: async () => {
      const step = now()
      if (step.kind !== 'lost' || step.asked === 'asking') return
      setStep({ ...step, asked: 'asking' })
      const { reviewId } = step.from.review
      const found = await Promise.race([
        client.command('sale.find', { reviewId }),
        wait(findPatienceMs).then(() => err<AppError>({ kind: 'internal' })),
      ])
      const still = waitsFor(step.from)
      if (still?.kind !== 'lost') return
      const sale = found.ok ? found.value.sale : null
      if (sale) arrive(still.from, sale)
      // Only the journal's own word counts: an error says nothing about the sale.
      else setStep({ ...still, asked: found.ok ? 'no-trace' : 'not-yet' })
    },
    resume: () => {
      const step = now()
      if (step.kind === 'lost' && step.answered && step.asked === 'no-trace') setStep(step.from)
    },
  }
}

const moneyMeansOf = ({ means = 'cash' }: ReviewStep): MoneyMeans => (means === 'on-account' ? 'cash' : means)

/** What is asked for, as it was shown. */
function confirmationOf(step: ReviewStep, signed: { readonly who?: string }): CommandInput<'sale.confirm'> {
  const { review, means, customer } = step
  const { reviewId, priceCentimes, pricing } = review
  const due = dueFor(step)
  return {
    reviewId,
    ...(due && { due: { ref: due.ref, amountCentimes: due.amountCentimes, ...signed } }),
    ...(means === undefined ? {} : { means }),
    ...(customer === undefined ? {} : { customerId: customer.customerId }),
    ...(priceCentimes === pricing.baseCentimes ? {} : { priceCentimes }),
  }
}

const lost = (from: ReviewStep, error: AppError, answered: boolean): LostStep => ({
  kind: 'lost',
  from,
  error,
  answered,
  asked: 'not-yet',
})
