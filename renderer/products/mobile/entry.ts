/**
 * Walks the steps of a mobile top-up by asking the core. What is said to be down is kept beside the steps: it comes when it
 * comes, and no answer that a step waits for is lost by it.
 */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FavouriteOf } from '#shared/favourites.ts'
import { centimesFromDinars, formatDinars } from '#shared/money.ts'
import { type MobileProblem, type Operator, operatorHint, parseMobileNumber } from '#shared/phone.ts'
import { type MobilePractice, mobilePractice } from '#shared/practice.ts'
import {
  type AmountProblem,
  amountForPlan,
  type MobilePart,
  type MobilePlanView,
  partDownFor,
} from '#shared/products/mobile.ts'
import type { Ref } from '#shared/ref.ts'
import type { Offer, SaleView } from '#shared/views.ts'
import type { Client } from '../../client.ts'
import { awaitsJournal, type ReviewInput, type ServiceFlow, type Wizard } from '../../features/sell/flow.ts'
import {
  createLatest,
  type EntryOf,
  padInto,
  type ServiceWizard,
  wizardOf,
} from '../../features/sell/service-steps.ts'
import {
  numberTyped,
  type TypedNumberFor,
  textOfNumber,
  typedAmount,
} from '../../features/sell/typed-number.ts'
import type { ProductEntry } from '../flows.ts'
import { type MobileTake, mobileReader } from './reading.ts'

interface MobileEntry extends ProductEntry<'mobile', MobileTake> {
  /** What the service said was down when it was last asked for this customer. */
  readonly outages: StoreApi<{ readonly down: readonly MobilePart[] }>
  type(text: string): void
  erase(): void
  chooseOperator(operator: Operator): void
  /** Asks for the operator's plans. */
  listPlans(): Promise<void>
  choosePlan(code: string): void
  typeAmount(text: string): void
  /** Goes to the review with the plan and the amount that are chosen. Where the plan is down, only this and never Enter does. */
  price(): Promise<void>
  /** The plan is for the same number. */
  sellOffer(sale: SaleView, offer: Offer): Promise<void>
}

type MobileWizard = ServiceWizard<MobileStep>

function createMobileEntry(sellWizard: Wizard): MobileEntry {
  const wizard = wizardOf<MobileStep>(sellWizard, 'mobile')
  const { at } = wizard
  const down = createDown(wizard.client)
  const { edit: editNumber, ...numberField } = createNumberField(wizard, down)
  /** The pad and the keys write into the field of the step: the number's, or the amount's. */
  const pad = padInto((make) => {
    editNumber(make)
    editAmount(wizard, make)
  })
  return {
    ...pad,
    ...numberField,
    outages: down.outages,
    typeAmount: (text) => editAmount(wizard, () => text),
    listPlans: () => listPlans(wizard, down),
    price: () => price(wizard),
    choosePlan: (code) => choosePlan(wizard, code),
    startFavourite: (favourite) => startFavourite(wizard, down, favourite),
    take: (taken) => take(wizard, down, taken),
    async sellOffer(sale, offer) {
      if (sale.order.kind !== 'mobile' || awaitsJournal(sellWizard.now())) return
      down.forget()
      void down.ask()
      await priceOffer(wizard, sale.order, offer, sale.ref)
    },
    begin: down.forget,
    goOn() {
      const plan = at('plan')
      if (at('mobile-number')) void listPlans(wizard, down)
      else if (plan && !down.includes(planOf(plan))) void price(wizard)
    },
    pickAt: () => undefined,
    remember: (digit) => pad.pressDigit(String(digit)),
    move(by) {
      const step = at('plan')
      if (step) choosePlan(wizard, planBeside(step, by))
    },
  }
}

/** What the service says is down, asked anew for each customer. */
interface Down {
  readonly outages: MobileEntry['outages']
  /** The core asks the service once for all who ask within some seconds. */
  ask(): Promise<void>
  /** What was known for the customer before says nothing of this one. */
  forget(): void
  includes(plan: MobilePlanView | undefined): boolean
}

function createDown(client: Client): Down {
  const outages = createStore<{ readonly down: readonly MobilePart[] }>(() => ({ down: [] }))
  const asking = createLatest()
  return {
    outages,
    async ask() {
      const isLatest = asking.begin()
      const answer = await client.command('mobile.down', {})
      if (isLatest()) outages.setState({ down: answer.ok ? answer.value.down : [] })
    },
    forget() {
      asking.drop()
      outages.setState({ down: [] })
    },
    includes: (plan) => plan !== undefined && partDownFor(plan, outages.getState().down) !== undefined,
  }
}

/** The number and its operator. Which operators are down is asked as soon as one is known. */
function createNumberField({ at, setStep }: MobileWizard, down: Down) {
  const set = (before: NumberStepState, after: Partial<NumberStepState>): void => {
    const operator = operatorOf(setStep<NumberStepState>({ ...before, ...after, problem: null, error: null }))
    if (operator !== null && operator !== operatorOf(before)) void down.ask()
  }
  const edit = (make: (text: string) => string): void => {
    const step = at('mobile-number')
    if (!step) return
    const { digits, askedAmount } = numberTyped(step, make(textOfNumber(step)))
    set(step, { digits, askedAmount, chosenOperator: digits === '' ? null : step.chosenOperator })
  }
  return {
    edit,
    type: (text: string) => edit(() => text),
    chooseOperator(chosenOperator: Operator) {
      const step = at('mobile-number')
      if (step) set(step, { chosenOperator })
    },
  }
}

/** The amount may be typed before the plans are there. */
function editAmount({ change }: MobileWizard, make: (amount: string) => string): void {
  change('loading-plans', (step) => ({ ...step, amount: typedAmount(step.amount, make(step.amount)) }))
  change('plan', (step) => {
    if (step.isPricing) return step
    return { ...step, amount: typedAmount(step.amount, make(step.amount)), problem: null, error: null }
  })
}

function choosePlan({ change }: MobileWizard, chosen: string | null): void {
  change('plan', (step) =>
    step.isPricing ? step : { ...step, chosen, isChosenByHand: chosen !== null, problem: null, error: null },
  )
}

async function listPlans(wizard: MobileWizard, down: Down): Promise<void> {
  const { client, setStep, at } = wizard
  const step = at('mobile-number')
  if (!step) return
  const number = parseMobileNumber(step.digits)
  if (!number.ok) {
    setStep({ ...step, problem: number.error, error: null })
    return
  }
  const { kind, service, digits, chosenOperator, favourite } = step
  const askedAmount = step.askedAmount || undefined
  const typed = { digits, chosenOperator, favourite, askedAmount }
  const asked = { typed, number: number.value, amount: askedAmount ?? '' } as const
  setStep<LoadingStepState>({ kind, service, at: 'loading-plans', ...asked, error: null })
  void down.ask()
  const listed = await client.command('mobile.plans', {})
  const still = at('loading-plans')
  // The amount may be typed already: it is the same question all the same.
  if (still?.typed !== typed) return
  if (!listed.ok) {
    setStep({ ...firstMobileStep, ...typed, error: listed.error })
    return
  }
  const plans = plansFor(operatorOf(typed), listed.value.plans)
  const chosen = planToBegin(plans, still.amount)
  const { unreadableCount } = listed.value
  const none = { isChosenByHand: false, problem: null, isPricing: false } as const
  const rest = { plans, unreadableCount, chosen, ...none }
  const atPlans = setStep<PlanStepState>({ ...still, at: 'plan', ...rest })
  await priceFavourite(wizard, down, atPlans, favourite)
  // What was asked for with the number goes on to the review, unless the plan is said to be down.
  const isAsked = askedAmount !== undefined && still.amount === askedAmount && chosen !== null
  if (isAsked && !down.includes(planOf(atPlans))) await price(wizard)
}

/** Begins with what was typed into the one field. */
function take(wizard: MobileWizard, down: Down, { number, amount, favourite }: MobileTake): void {
  const askedAmount = amount ?? undefined
  wizard.setStep<NumberStepState>({ ...firstMobileStep, digits: number, favourite, askedAmount })
  void listPlans(wizard, down)
}

function startFavourite(wizard: MobileWizard, down: Down, favourite: FavouriteOf<'mobile'>): void {
  const step = wizard.now()
  if (step?.at === 'plan') void priceFavourite(wizard, down, step, favourite)
  if (step?.at !== 'mobile-number') return
  wizard.setStep({ ...step, favourite, problem: null, error: null })
  if (parseMobileNumber(step.digits).ok) void listPlans(wizard, down)
}

/**
 * Where the number's operator does not have the plan, or not now, the cashier stands before what it has; before one that is
 * said to be down, it is the cashier who goes on.
 */
async function priceFavourite(
  wizard: MobileWizard,
  down: Down,
  step: PlanStepState,
  favourite: Typed['favourite'],
): Promise<void> {
  const plan = step.plans.find(({ code, isEnabled }) => isEnabled && code === favourite?.planCode)
  if (plan === undefined || favourite === undefined || step.isPricing) return
  const amount = favourite.amountCentimes === null ? '' : formatDinars(favourite.amountCentimes)
  choosePlan(wizard, plan.code)
  editAmount(wizard, () => amount)
  if (!down.includes(plan)) await price(wizard)
}

async function price({ at, setStep, price: review }: MobileWizard): Promise<void> {
  const step = at('plan')
  if (!step || step.isPricing) return
  const asked = askedFor(step)
  if ('problem' in asked) {
    setStep<PlanStepState>({ ...step, problem: asked.problem, error: null })
    return
  }
  const settled = { ...step, problem: null, error: null }
  await review(asked, { ...settled, isPricing: true }, settled)
}

/** The way back from its review leads to the number. */
async function priceOffer(
  wizard: MobileWizard,
  { number, operator }: Extract<SaleView['order'], { kind: 'mobile' }>,
  { planCode, amountCentimes }: Offer,
  inPlaceOf: Ref,
): Promise<void> {
  const typed = { digits: number, chosenOperator: operator }
  const settled = { ...firstMobileStep, ...typed }
  const { kind, service, error } = settled
  const waiting = { kind, service, at: 'loading-offer', typed, error } as const
  await wizard.price({ kind: 'mobile', planCode, number, amountCentimes }, waiting, settled, inPlaceOf)
}

/** What the review is asked for, or what is wrong with the plan or the amount. */
function askedFor(
  step: PlanStepState,
): Extract<ReviewInput, { kind: 'mobile' }> | { readonly problem: PlanStepState['problem'] } {
  const { number, amount, isChosenByHand } = step
  const plan = planOf(step)
  if (plan === undefined) return { problem: 'plan-missing' }
  const asked = { kind: 'mobile', planCode: plan.code, number } as const
  if (plan.kind !== 'dynamic')
    return amount === '' || isChosenByHand ? asked : { problem: 'amount-not-asked' }
  const typed = amount === '' ? undefined : centimesFromDinars(amount)
  if (typed?.ok === false) return { problem: typed.error }
  const amountCentimes = amountForPlan(plan, typed?.value)
  return amountCentimes.ok
    ? { ...asked, amountCentimes: amountCentimes.value }
    : { problem: amountCentimes.error }
}

// How a mobile top-up is put together: the number, then a plan of its operator and, where the plan asks for one, an amount.

const entry = { kind: 'entry', service: 'mobile' } as const
type Entry = EntryOf<typeof entry.service>

/** What stands in the number field, and the operator if it was chosen by hand. An amount goes on to the review. */
export interface Typed extends TypedNumberFor<'mobile'> {
  readonly chosenOperator: Operator | null
}

/** The number is being typed. */
export interface NumberStepState extends Entry, Typed {
  readonly at: 'mobile-number'
  readonly problem: MobileProblem | null
}

/** The service is asked for its plans. */
export interface LoadingStepState extends Entry {
  readonly at: 'loading-plans'
  readonly typed: Typed
  readonly number: string
  /** What was typed meanwhile: it becomes the amount. */
  readonly amount: string
}

/** An offer is priced: its amount is the service's, and no key changes it. */
export interface OfferStepState extends Entry {
  readonly at: 'loading-offer'
  readonly typed: Typed
}

/** A plan is chosen and its amount typed. */
export interface PlanStepState extends Entry {
  readonly at: 'plan'
  readonly typed: Typed
  readonly number: string
  /** The operator's plans, as they are shown. */
  readonly plans: readonly MobilePlanView[]
  /** Rows of the service's list that could not be read. */
  readonly unreadableCount: number
  /** The code of the plan that is chosen; null where none is by itself, see planToBegin. */
  readonly chosen: string | null
  /** A person chose it. */
  readonly isChosenByHand: boolean
  /** As typed. */
  readonly amount: string
  readonly problem: AmountProblem | 'not-an-amount' | 'plan-missing' | null
  readonly isPricing: boolean
}

export type MobileStep = NumberStepState | LoadingStepState | OfferStepState | PlanStepState

const firstMobileStep: NumberStepState = {
  ...entry,
  at: 'mobile-number',
  digits: '',
  chosenOperator: null,
  problem: null,
  error: null,
}

function backInMobile(step: MobileStep): MobileStep {
  if (step.at === 'mobile-number') return firstMobileStep
  if (step.at === 'plan' && step.isPricing) return { ...step, isPricing: false }
  return { ...firstMobileStep, ...step.typed }
}

/** Whose number it is: by the cashier's hand, else by its prefix, as soon as it is whole. */
export function operatorOf({ digits, chosenOperator }: Typed): Operator | null {
  if (chosenOperator !== null) return chosenOperator
  const number = parseMobileNumber(digits)
  return number.ok ? (operatorHint(number.value) ?? null) : null
}

export const planGroups = ['usual', 'menu', 'wholesale', 'other'] as const
type PlanGroup = (typeof planGroups)[number]

export function groupOf(plan: MobilePlanView): PlanGroup {
  if (plan.operator === null) return 'other'
  if (plan.isWholesale) return 'wholesale'
  return plan.kind === 'menu' ? 'menu' : 'usual'
}

/** The plans that fit the operator, group by group, those with an amount of the customer's choice first. */
function plansFor(operator: Operator | null, plans: readonly MobilePlanView[]): readonly MobilePlanView[] {
  const fitting = plans.filter((plan) => plan.operator === null || plan.operator === operator)
  const rankOf = (plan: MobilePlanView) =>
    planGroups.indexOf(groupOf(plan)) * 2 + (plan.kind === 'dynamic' ? 0 : 1)
  return fitting.toSorted((a, b) => rankOf(a) - rankOf(b))
}

export const planOf = ({ plans, chosen }: PlanStepState): MobilePlanView | undefined =>
  plans.find(({ code }) => code === chosen)

/**
 * The plan that is chosen before anybody chooses: the first. Another never takes its place, because it would be another
 * product; and an amount that is typed already goes unheard by no plan.
 */
function planToBegin(plans: readonly MobilePlanView[], amount: string): string | null {
  const [usual] = plans
  if (usual?.isEnabled !== true) return null
  return usual.kind === 'dynamic' || amount === '' ? usual.code : null
}

/** Whether an amount is typed for the plan; where none is chosen yet, what is typed waits for it. */
export const takesAmount = (plan: MobilePlanView | undefined): boolean =>
  plan === undefined || plan.kind === 'dynamic'

function isFieldEmpty(step: MobileStep): boolean {
  if (step.at === 'mobile-number') return step.digits === ''
  return step.at === 'plan' && step.amount === '' && planOf(step)?.kind === 'dynamic'
}

export const takesCentimes = (plan: MobilePlanView | undefined): boolean =>
  plan?.kind === 'dynamic' && !plan.wholeDinars

export const canChoose = ({ plans }: PlanStepState): boolean => plans.some(({ isEnabled }) => isEnabled)

/** Nothing is chosen because the plan that would be is not sold now, and others are. */
export const isUsualOff = (step: PlanStepState): boolean =>
  step.chosen === null && step.plans[0]?.isEnabled === false && canChoose(step)

/** The next plan that can be sold, up or down the list; the same where there is none. */
function planBeside(step: PlanStepState, by: 1 | -1): string | null {
  const open = step.plans.filter(({ isEnabled }) => isEnabled)
  const place = open.findIndex(({ code }) => code === step.chosen)
  return (open[place + by] ?? open[place])?.code ?? null
}

// The mobile numbers whose outcome is known in training, as the field and the help offer them.

/** An ordinary number, and those that the training service answers otherwise. */
export const mobilePracticeNumbers: readonly Pick<MobilePractice, 'number' | 'ending'>[] = [
  { number: '0661234567', ending: 'delivered' },
  ...mobilePractice,
]

export const mobileFlow: ServiceFlow<MobileStep, MobileEntry, MobileTake> = {
  key: 'F1',
  reader: mobileReader,
  firstStep: firstMobileStep,
  inputModes: {
    'mobile-number': 'typing',
    'loading-plans': 'waiting',
    'loading-offer': 'waiting',
    plan: 'typing',
  },
  back: backInMobile,
  isFieldEmpty,
  createEntry: createMobileEntry,
}
