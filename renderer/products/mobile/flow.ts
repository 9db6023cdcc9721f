/** How a mobile top-up is put together: the number, then a plan of its operator and, where the plan asks for one, an amount. */
import type { AppError } from '#shared/app-error.ts'
import type { FavouriteOf } from '#shared/favourites.ts'
import { type MobileProblem, type Operator, operatorHint, parseMobileNumber } from '#shared/phone.ts'
import { type MobilePractice, mobilePractice } from '#shared/practice.ts'
import type { AmountProblem, MobilePlanView } from '#shared/products/mobile.ts'

const entry = { kind: 'entry', service: 'mobile' } as const
type Entry = typeof entry & { readonly error: AppError | null }

/** What stands in the number field: digits as typed, and the operator if it was chosen by hand. */
export interface Typed {
  readonly digits: string
  readonly chosenOperator: Operator | null
  /** What is sold to the number as soon as it is typed. */
  readonly favourite?: FavouriteOf<'mobile'> | undefined
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

export const firstMobileStep: NumberStepState = {
  ...entry,
  at: 'mobile-number',
  digits: '',
  chosenOperator: null,
  problem: null,
  error: null,
}

export function backInMobile(step: MobileStep): MobileStep {
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
export function plansFor(
  operator: Operator | null,
  plans: readonly MobilePlanView[],
): readonly MobilePlanView[] {
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
export function planToBegin(plans: readonly MobilePlanView[], amount: string): string | null {
  const [usual] = plans
  if (usual?.isEnabled !== true) return null
  return usual.kind === 'dynamic' || amount === '' ? usual.code : null
}

/** Whether an amount is typed for the plan; where none is chosen yet, what is typed waits for it. */
export const takesAmount = (plan: MobilePlanView | undefined): boolean =>
  plan === undefined || plan.kind === 'dynamic'

export const takesCentimes = (plan: MobilePlanView | undefined): boolean =>
  plan?.kind === 'dynamic' && !plan.wholeDinars

export const canChoose = ({ plans }: PlanStepState): boolean => plans.some(({ isEnabled }) => isEnabled)

/** Nothing is chosen because the plan that would be is not sold now, and others are. */
export const isUsualOff = (step: PlanStepState): boolean =>
  step.chosen === null && step.plans[0]?.isEnabled === false && canChoose(step)

/** The next plan that can be sold, up or down the list; the same where there is none. */
export function planBeside(step: PlanStepState, by: 1 | -1): string | null {
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
