/**
 * Walks the steps of a mobile top-up by asking the core. What is said to be down is kept beside the steps: it comes when it
 * comes, and no answer that a step waits for is lost by it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FavouriteOf } from '#shared/favourites.ts'
import { centimesFromDinars, formatDinars } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/on-sale.ts'
import { type Operator, parseMobileNumber } from '#shared/phone.ts'
import { amountForPlan, type MobilePart, partDownFor } from '#shared/products/mobile.ts'
import type { Offer, SaleView } from '#shared/views.ts'
import { awaitsJournal, type ReviewInput, type ServiceEntry, type Wizard } from '../../features/sell/flow.ts'
import { cleanDigits, typedAmount } from '../../features/sell/typed-number.ts'
import {
  firstMobileStep,
  type LoadingStepState,
  type MobileStep,
  type NumberStepState,
  operatorOf,
  type PlanStepState,
  planBeside,
  planOf,
  plansFor,
  planToBegin,
  type Typed,
} from './flow.ts'

export interface MobileEntry extends ServiceEntry {
  /** What the service said was down when it was last asked for this customer. */
  readonly word: StoreApi<{ readonly down: readonly MobilePart[] }>
  type(text: string): void
  erase(): void
  chooseOperator(operator: Operator): void
  /** Asks for the operator's plans. */
  listPlans(): Promise<void>
  choosePlan(code: string): void
  typeAmount(text: string): void
  /** Goes to the review with the plan and the amount that are chosen. Where the plan is down, only this and never Enter does. */
  price(): Promise<void>
  /** Sells the favourite to the number that stands in the field, else to the one that is typed next. */
  startFavourite(favourite: FavouriteOf<'mobile'>): void
  /** Goes to the review of a plan that the service suggested for the same number: a sale of its own. */
  sellOffer(sale: SaleView, offer: Offer): Promise<void>
}

export function createMobileEntry(wizard: Wizard): MobileEntry {
  const { client, setStep } = wizard
  const now = (): MobileStep | undefined => {
    const step = wizard.now()
    return step.kind === 'entry' && step.service === 'mobile' ? step : undefined
  }

  const word = createStore<{ readonly down: readonly MobilePart[] }>(() => ({ down: [] }))
  /** The question that counts: each customer begins another. */
  let asking: object | undefined

  const askDown = async (): Promise<void> => {
    const mine = {}
    asking = mine
    const told = await client.command('mobile.down', {})
    if (asking === mine) word.setState({ down: told.ok ? told.value.down : [] })
  }

  /** What was told for the customer before says nothing of this one. */
  const forgetDown = (): void => {
    asking = undefined
    word.setState({ down: [] })
  }

  /** The core asks the service once for all who ask within some seconds. */
  const standAtNumber = (step: NumberStepState): void => {
    const before = now()
    const operator = operatorOf(setStep(step))
    const known = before?.at === 'mobile-number' ? operatorOf(before) : null
    if (operator !== null && operator !== known) void askDown()
  }

  const type = (text: string): void => {
    const step = now()
    if (step?.at !== 'mobile-number') return
    const digits = cleanDigits(text)
    const chosenOperator = digits === '' ? null : step.chosenOperator
    standAtNumber({ ...step, digits, chosenOperator, problem: null, error: null })
  }

  const typeAmount = (text: string): void => {
    const step = now()
    if (step === undefined || !('amount' in step)) return
    const amount = typedAmount(step.amount, text)
    if (step.at === 'loading-plans') setStep<LoadingStepState>({ ...step, amount })
    else if (!step.isPricing) setStep<PlanStepState>({ ...step, amount, problem: null, error: null })
  }

  /** The pad and the keys write into the field of the step: the number's, or the amount's. */
  const edit = (change: (text: string) => string): void => {
    const step = now()
    if (step?.at === 'mobile-number') type(change(step.digits))
    else if (step && 'amount' in step) typeAmount(change(step.amount))
  }

  const listPlans = async (): Promise<void> => {
    const step = now()
    if (step?.at !== 'mobile-number') return
    const number = parseMobileNumber(step.digits)
    if (!number.ok) {
      setStep({ ...step, problem: number.error, error: null })
      return
    }
    const { digits, chosenOperator, favourite } = step
    const typed = { digits, chosenOperator, favourite }
    const { kind, service } = step
    const asked = setStep<LoadingStepState>({
      ...{ kind, service, at: 'loading-plans', typed, number: number.value, amount: '', error: null },
    })
    void askDown()
    const listed = await client.command('mobile.plans', {})
    const still = now()
    // The amount may be typed already: it is the same question all the same.
    if (still?.at !== 'loading-plans' || still.typed !== asked.typed) return
    if (!listed.ok) {
      setStep({ ...firstMobileStep, ...typed, error: listed.error })
      return
    }
    const plans = plansFor(operatorOf(typed), listed.value.plans)
    const chosen = planToBegin(plans, still.amount)
    const { unreadableCount } = listed.value
    const none = { isChosenByHand: false, problem: null, isPricing: false } as const
    const rest = { plans, unreadableCount, chosen, ...none }
    await priceFavourite(setStep<PlanStepState>({ ...still, at: 'plan', ...rest }), favourite)
  }

  /**
   * Where the number's operator does not have the plan, or not now, the cashier stands before what it has; before one that is
   * said to be down, it is the cashier who goes on.
   */
  const priceFavourite = async (step: PlanStepState, favourite: Typed['favourite']): Promise<void> => {
    const plan = step.plans.find(({ code, isEnabled }) => isEnabled && code === favourite?.planCode)
    if (plan === undefined || favourite === undefined || step.isPricing) return
    const amount = favourite.amountCentimes === null ? '' : formatDinars(favourite.amountCentimes)
    choosePlan(plan.code)
    typeAmount(amount)
    if (!isDown(plan)) await price()
  }

  const startFavourite = (favourite: FavouriteOf<'mobile'>): void => {
    const step = now()
    if (step?.at === 'plan') void priceFavourite(step, favourite)
    if (step?.at !== 'mobile-number') return
    setStep({ ...step, favourite, problem: null, error: null })
    if (parseMobileNumber(step.digits).ok) void listPlans()
  }

  const isDown = (plan: MobilePlanView | undefined): boolean =>
    plan !== undefined && partDownFor(plan, word.getState().down) !== undefined

  const price = async (): Promise<void> => {
    const step = now()
    if (step?.at !== 'plan' || step.isPricing) return
    const asked = askedFor(step)
    if ('problem' in asked) {
      setStep<PlanStepState>({ ...step, problem: asked.problem, error: null })
      return
    }
    const settled = { ...step, problem: null, error: null }
    await wizard.price(asked, { ...settled, isPricing: true }, settled)
  }

  const choosePlan = (chosen: string | null): void => {
    const step = now()
    if (step?.at === 'plan' && !step.isPricing)
      setStep<PlanStepState>({ ...step, chosen, isChosenByHand: chosen !== null, problem: null, error: null })
  }

  return {
    word,
    type,
    typeAmount,
    listPlans,
    price,
    choosePlan,
    startFavourite,
    pressDigit: (digit) => edit((text) => text + digit),
    erase: () => edit((text) => text.slice(0, -1)),
    chooseOperator: (chosenOperator) => {
      const step = now()
      if (step?.at === 'mobile-number') standAtNumber({ ...step, chosenOperator, problem: null, error: null })
    },
    async sellOffer({ order }, { planCode, amountCentimes }) {
      if (order.kind !== 'mobile' || awaitsJournal(wizard.now())) return
      forgetDown()
      void askDown()
      const { number } = order
      const typed = { digits: number, chosenOperator: order.operator }
      const settled = { ...firstMobileStep, ...typed }
      const { kind, service, error } = settled
      const waiting = { kind, service, at: 'loading-offer', typed, error } as const
      await wizard.price({ kind: 'mobile', planCode, number, amountCentimes }, waiting, settled)
    },
    begin: forgetDown,
    goOn() {
      const step = now()
      if (step?.at === 'mobile-number') void listPlans()
      else if (step?.at === 'plan' && !isDown(planOf(step))) void price()
    },
    pickAt: () => undefined,
    remember: (digit) => edit((text) => text + digit),
    move(by) {
      const step = now()
      if (step?.at === 'plan') choosePlan(planBeside(step, by))
    },
  }
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
