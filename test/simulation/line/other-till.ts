/**
 * Another till of the same account: it orders what this day's customers order, with the same key and without a word to this
 * counter. Owns when it orders; whose an order is, is known to the postings alone.
 */
import { makeRef } from '#shared/ref.ts'
import type { SimulatedAccount } from '../account.ts'
import type { Dice } from '../dice.ts'
import { giftCard } from '../kinds/gift-card.ts'
import { mobile } from '../kinds/mobile.ts'
import { baseUrl } from '../service/addresses.ts'
import type { SimulatedService } from '../service/service.ts'
import type { Timeline } from '../timeline.ts'
import type { Postings } from './postings.ts'

interface OtherTillOptions {
  readonly dice: Dice
  readonly timeline: Timeline
  readonly service: Pick<SimulatedService, 'arrive'>
  readonly postings: Pick<Postings, 'anotherArrived'>
  readonly account: Pick<SimulatedAccount, 'environment' | 'keys'>
  readonly onFault: (name: string) => void
  readonly inBackground: (work: Promise<unknown>) => void
}

const THERE_PERCENT = 20
const DECLARED_PERCENT = 50
const MINUTE_MS = 60_000
const whens = ['before', 'today'] as const
type When = (typeof whens)[number]
/** Those of the days before come through all of them. */
const mostMinutesBetween = { before: 240, today: 20 } as const
/** However many days this one counter is closed meanwhile. */
const MOST_ORDERS = 12
const GIFT_CARD_PERCENT = 75
const amounts = [100, 250, 500] as const

export function createOtherTill(options: OtherTillOptions) {
  const { dice, timeline, service, postings, account, onFault, inBackground } = options
  const { keys, environment } = account
  // The training service is this machine's own.
  const isThere = dice.hasToday('other-till', THERE_PERCENT) && environment !== 'training'
  const isDeclared = isThere && dice.happens(DECLARED_PERCENT)
  let isOpen = isThere

  async function requestOf(own: Dice, number: number) {
    if (own.happens(GIFT_CARD_PERCENT)) {
      const { kind, ...ordered } = (await giftCard.wish(own, 0, async () => Promise.reject())) ?? { kind: '' }
      return { path: giftCard.moneyPath, body: ordered }
    }
    const body = {
      plan_code: 'PREPAID_MOBILIS',
      MSSIDN: `067${1_000_000 + number}`,
      amount: own.pick(amounts),
    }
    return { path: mobile.moneyPath, body: { ...body, ref: makeRef(timeline.nowMs(), own.bytes(10)) } }
  }

  async function order(when: When, number: number): Promise<void> {
    const own = dice.apart(when, number)
    await timeline.pause(own.between(1, mostMinutesBetween[when] * MINUTE_MS))
    if (!isOpen || number > MOST_ORDERS) return
    onFault('other-till')
    const { path, body } = await requestOf(own, MOST_ORDERS * whens.indexOf(when) + number)
    await service.arrive({
      ...{ origin: baseUrl, method: 'POST', path, body: JSON.stringify(body) },
      ...{ headers: { 'x-access-token': keys.current() }, answerKind: 'message', byItself: false },
    })
    await postings.anotherArrived()
    await order(when, number + 1)
  }

  return {
    /** The setting that others use its key has been made at the counter. */
    isDeclared,
    open: (when: When) => isThere && inBackground(order(when, 1)),
    close() {
      isOpen = false
    },
  }
}
