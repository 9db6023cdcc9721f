/** Mobile top-ups of every plan, menus included: known by their ref, and some of them settled by hand after a while. */
import { centimes } from '#shared/money.ts'
import { mobilePractice } from '#shared/practice.ts'
import type { Dice } from '../dice.ts'
import { centimesOf, NAMED_LATENESS_MS, ownNumber, type SimulatedKind, type Wish } from './kind.ts'

const dynamicPlans = ['PREPAID_MOBILIS', 'PREPAID_DJEZZY', 'FACTURE_OOREDOO'] as const
const amounts = [100, 250, 500, 1_000, 3_000] as const
const plainAmount = 300
const fixedPlans = ['PIXX_500', 'HAYLA_1000'] as const
/** A sale of nothing: its result is the offers. */
const menuPlans = ['GETMENU_Mobilis', 'GETMENU_Djezzy'] as const
const SPECIAL_PERCENT = 50

const dynamicWish = (planCode: string, number: string, dinars: number): Wish => ({
  kind: 'mobile',
  ...{ planCode, number, amountCentimes: centimes(centimesOf(dinars)) },
})

const wishes: readonly { readonly weight: number; readonly make: (dice: Dice, number: string) => Wish }[] = [
  {
    weight: 5,
    make: (dice, number) => dynamicWish(dice.pick(dynamicPlans), number, dice.pick(amounts)),
  },
  { weight: 3, make: (dice, number) => ({ kind: 'mobile', planCode: dice.pick(fixedPlans), number }) },
  { weight: 2, make: (dice, number) => ({ kind: 'mobile', planCode: dice.pick(menuPlans), number }) },
]

/** Faults of the line are the simulation's own. */
const practised = mobilePractice.filter(({ ending }) => ending !== 'lost-then-delivered')

export const mobile: SimulatedKind = {
  kind: 'mobile',
  weight: 4,
  async wish(dice, customer) {
    const isSpecial = dice.happens(SPECIAL_PERCENT)
    const number = isSpecial ? dice.pick(practised).number : ownNumber.mobile(customer)
    return dice.pickByWeight(wishes).make(dice, number)
  },
  plainWish: (customer) => dynamicWish('PREPAID_MOBILIS', ownNumber.mobile(customer), plainAmount),
  moneyPath: '/v3/mobile/send',
  refPath: '/v3/mobile/check-ref/',
  idPath: '/v3/mobile/check-id/',
  refusals: [
    { status: 403, code: 'INSUFFICIENT_BALANCE' },
    { status: 400, code: 'ERR_VALIDATION' },
  ],
  words: {
    PENDING: 'handling',
    HANDLING: 'handling',
    UNKNOWN_ERROR: 'unknown',
    FULFILLED: 'fulfilled',
    REFUNDED: 'refunded',
  },
  isKnownAgain: true,
  maxLatenessMs: NAMED_LATENESS_MS,
}
