/** Internet cards: known by their ref, delivered, refunded or queued by the number that they are for. */
import { centimes } from '#shared/money.ts'
import { internetPractice } from '#shared/practice.ts'
import { centimesOf, NAMED_LATENESS_MS, ownNumber, type SimulatedKind, type Wish } from './kind.ts'

const values = { ADSL: [500, 1_000, 2_000], '4G': [500, 1_000, 2_000, 2_500] } as const
const ownLine = { ADSL: ownNumber.landline, '4G': ownNumber.modem }
const special = internetPractice.filter(({ ending }) => ending !== 'delivered')
const SPECIAL_PERCENT = 40

const wishFor = (type: 'ADSL' | '4G', number: string, dinars: number): Wish => ({
  kind: 'internet',
  type,
  number,
  valueCentimes: centimes(centimesOf(dinars)),
})

export const internet: SimulatedKind = {
  kind: 'internet',
  weight: 4,
  async wish(dice, customer) {
    if (dice.happens(SPECIAL_PERCENT)) {
      const { type, number } = dice.pick(special)
      return wishFor(type, number, dice.pick(values[type]))
    }
    const type = dice.pick(['ADSL', '4G'] as const)
    return wishFor(type, ownLine[type](customer), dice.pick(values[type]))
  },
  plainWish: (customer) => wishFor('ADSL', ownNumber.landline(customer), 500),
  moneyPath: '/v3/internet/send',
  refPath: '/v3/internet/check-ref/',
  idPath: '/v3/internet/check-id/',
  refusals: [
    { status: 403, code: 'INSUFFICIENT_BALANCE' },
    { status: 400, code: 'ERR_STOCK' },
    { status: 400, code: 'ERR_PHONE' },
  ],
  words: { HANDLING: 'handling', QUEUED: 'queued', FULFILLED: 'fulfilled', REFUNDED: 'refunded' },
  isKnownAgain: true,
  maxLatenessMs: NAMED_LATENESS_MS,
}
