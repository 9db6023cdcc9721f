/** What befalls a request between the counter and the service: as data, a row a fault. Times are the shop's. */
import type { Dice } from '../simulation/dice.ts'
import type { Exchange, ServiceAnswer } from './line.ts'

interface Fate {
  readonly name: string
  readonly weight: number
  /** Missing: any request. */
  fits?(exchange: Exchange): boolean
  befall(exchange: Exchange, dice: Dice): Promise<void>
}

const SECOND_MS = 1_000
/** Less and more than the time after which the counter gives a call up. */
const slow = (dice: Dice) => dice.between(SECOND_MS, 25 * SECOND_MS)
const tooSlow = (dice: Dice) => dice.between(32 * SECOND_MS, 150 * SECOND_MS)
const later = (dice: Dice) => dice.between(0, dice.pick([5, 60, 200]) * SECOND_MS)
const TAKEN_PERCENT = 55

const page = (status: number, text: string): ServiceAnswer => ({
  ...{ status, headers: { 'content-type': 'text/html' } },
  body: Buffer.from(`<!doctype html><title>${text}</title><h1>${text}</h1>`),
})
const takenOrNot = async ({ deliver }: Exchange, dice: Dice) =>
  dice.happens(TAKEN_PERCENT) ? void (await deliver()) : undefined
const isPost = ({ method }: Exchange) => method === 'POST'

const answersAfter =
  (delayMs: (dice: Dice) => number): Fate['befall'] =>
  async ({ deliver, wait, answer }, dice) => {
    const made = await deliver()
    await wait(delayMs(dice))
    answer(made)
  }

export const fates: readonly Fate[] = [
  {
    name: 'slow answer',
    weight: 4,
    befall: answersAfter(slow),
  },
  {
    name: 'answer held until after the time-out',
    weight: 4,
    befall: answersAfter(tooSlow),
  },
  {
    name: 'silence',
    weight: 3,
    async befall(exchange, dice) {
      await takenOrNot(exchange, dice)
      await exchange.silence()
    },
  },
  {
    name: 'lands late',
    weight: 6,
    fits: isPost,
    async befall({ deliver, wait, answer }, dice) {
      await wait(tooSlow(dice))
      answer(await deliver())
    },
  },
  { name: 'lost on its way', weight: 4, befall: async ({ reset }) => reset() },
  {
    name: 'cut before the answer',
    weight: 5,
    async befall({ deliver, reset }) {
      await deliver()
      reset()
    },
  },
  {
    name: 'cut in the answer',
    weight: 4,
    async befall({ deliver, half }) {
      half(await deliver())
    },
  },
  {
    name: 'answer in pieces',
    weight: 1,
    befall: async ({ deliver, drip }, dice) => drip(await deliver(), dice.between(100, 4 * SECOND_MS)),
  },
  {
    name: 'page of a gateway',
    weight: 4,
    async befall(exchange, dice) {
      await takenOrNot(exchange, dice)
      exchange.answer(page(dice.pick([500, 502, 503, 504]), 'Bad gateway'))
    },
  },
  {
    name: 'page of a hotspot',
    weight: 2,
    befall: async ({ answer }, dice) =>
      answer(dice.pick([page(200, 'Log in to go on'), page(404, 'Not found'), page(403, 'Forbidden')])),
  },
  {
    name: 'garbage',
    weight: 2,
    async befall(exchange, dice) {
      await takenOrNot(exchange, dice)
      exchange.answer({
        ...{ status: 200, headers: { 'content-type': 'application/json' } },
        body: Buffer.from('{"success":tr'),
      })
    },
  },
  {
    name: 'twin, the first answered',
    weight: 6,
    async befall({ deliver, answer, wait }, dice) {
      answer(await deliver())
      await wait(later(dice))
      await deliver()
    },
  },
  {
    name: 'twin, the second answered',
    weight: 6,
    async befall({ deliver, answer, wait }, dice) {
      await deliver()
      await wait(dice.happens(50) ? 0 : slow(dice))
      answer(await deliver())
    },
  },
  {
    name: 'killed before it arrives',
    weight: 3,
    fits: isPost,
    async befall({ kill, deliver, wait }, dice) {
      kill()
      await wait(later(dice))
      if (dice.happens(50)) await deliver()
    },
  },
  {
    name: 'killed before the answer',
    weight: 4,
    async befall({ kill, deliver, answer }, dice) {
      const made = await deliver()
      kill()
      if (dice.happens(50)) answer(made)
    },
  },
]

/** A request without a ref that arrives twice is two orders, and nothing that a counter does would prevent it. */
export const isTwin = ({ name }: Fate): boolean => name.startsWith('twin')
