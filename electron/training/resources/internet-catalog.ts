/** The cards on the training shelf: denominations, what they cost the shop, and how many the production key can buy. */
import { type Centimes, centimes } from '#shared/money.ts'
import type { InternetType } from '#shared/phone.ts'

export interface Card {
  readonly valueCentimes: Centimes
  readonly costCentimes: Centimes
  /** Cards on the shelf of a new data file. 0 shows as not available, to both keys. */
  readonly stock: number
}

const FULL_SHELF = 25

/** `costPerMille` of the value, 965 for 96.5 %: always whole centimes for whole dinars. */
const card = (dinars: number, costPerMille: number, stock = FULL_SHELF): Card => ({
  valueCentimes: centimes(dinars * 100),
  costCentimes: centimes((dinars * costPerMille) / 10),
  stock,
})

export const internetCards: Readonly<Record<InternetType, readonly Card[]>> = {
  ADSL: [card(500, 965), card(1_000, 965), card(2_000, 965), card(3_000, 965, 0)],
  '4G': [
    card(500, 970),
    card(1_000, 970),
    card(1_500, 970, 0),
    card(2_000, 970),
    card(2_500, 970),
    card(6_500, 970),
  ],
}

export const findCard = (type: InternetType, valueCentimes: Centimes): Card | undefined =>
  internetCards[type].find((one) => one.valueCentimes === valueCentimes)
