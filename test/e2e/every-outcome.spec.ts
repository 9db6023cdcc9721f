/**
 * Every ending that training knows of each kind of sale, sold by the keyboard alone and again by a finger alone, in French and
 * in Arabic: what the counter then shows as large as the sale. The delivered ones are every-kind.spec.ts; sales in doubt are bad-line.spec.ts.
 */
import { billPartners } from '#shared/bill-partners.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { expect, test } from './support/counter.ts'
import { fingerOf, type Hands, keyboardOf } from './support/hands.ts'
import { expectOutcome, outcome, showLanguage, waitUntilOpen } from './support/till.ts'

interface Ending {
  readonly name: string
  readonly order: (hands: Hands) => Promise<void>
  readonly phase: SalePhase
  /** What stands beside the outcome because of it. */
  readonly shows?: string
}

const topUp = (number: string) => async (hands: Hands) => {
  await hands.open('mobile')
  await hands.type(number)
  await hands.topUp('500')
}
const internet = (number: string) => async (hands: Hands) => {
  await hands.open('internet')
  await hands.type(number)
  await hands.card(1)
}
const practiceCards = (type: number, count: string) => async (hands: Hands) => {
  await hands.open('gift-card')
  await hands.product('cartes')
  await hands.card(type)
  await hands.cards(count)
}
const landline = (number: string) => async (hands: Hands) => {
  await hands.open('bill')
  await hands.biller(billPartners.indexOf('Algérie Télécom') + 1)
  await hands.type(number)
  await hands.bills()
}
const waterOf = (client: string) => async (hands: Hands) => {
  await hands.open('bill')
  await hands.biller(billPartners.indexOf('SEAAL') + 1)
  await hands.otherForm(2)
  await hands.type(client)
  await hands.type('1234567')
  await hands.bills()
}

const endings: readonly Ending[] = [
  { name: 'a top-up that is refunded', order: topUp('0600000001'), phase: 'refunded' },
  {
    name: 'one that is refunded with offers',
    ...{ order: topUp('0600000002'), phase: 'refunded', shows: '.offers .plan-tile' },
  },
  { name: 'one of which the operator does not know', order: topUp('0600000003'), phase: 'unknown' },
  { name: 'a card that is refunded', order: internet('030000001'), phase: 'refunded' },
  { name: 'a card that is queued', order: internet('030000002'), phase: 'queued' },
  { name: 'gift cards that are refunded', order: practiceCards(1, '1'), phase: 'refunded' },
  {
    name: 'gift cards of which some come',
    ...{ order: practiceCards(2, '3'), phase: 'partly-fulfilled', shows: '[data-testid="codes"]' },
  },
  { name: 'a bill of which the biller does not know', order: landline('030000001'), phase: 'unknown' },
  {
    name: 'a bill that is declined: what was paid for it is given back',
    ...{ order: waterOf('100004'), phase: 'refused', shows: '.phase-tell .amount' },
  },
]

/** Nine sales, one after the other. */
for (const locale of ['fr', 'ar'] as const) {
  for (const hand of ['keyboard', 'finger'] as const) {
    test(`by the ${hand} alone in ${locale}`, async ({ openCounter, startTraining }) => {
      const { page } = await openCounter(await startTraining(['--speed', '8']))
      await waitUntilOpen(page)
      await showLanguage(page, locale)
      const hands = hand === 'keyboard' ? keyboardOf(page) : await fingerOf(page)
      for (const { name, order, phase, shows } of endings) {
        await test.step(name, async () => {
          await order(hands)
          await hands.pay()
          await expectOutcome(page, phase)
          if (shows) await expect(outcome(page).locator(shows).first()).toBeVisible()
          await hands.next()
        })
      }
    })
  }
}
