/**
 * Every ending that training knows of each kind of sale, and what each service sells beside the usual: every kind of plan, both
 * lines, an account of every biller. Each by the keyboard alone and by a finger alone, the one in French and the other in
 * Arabic. The usual ones are sold by every-kind.long.spec.ts; sales in doubt are in bad-line.spec.ts.
 */
import { billPartners } from '#shared/products/bill.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { expect, test } from './support/counter.ts'
import { fingerOf, type Hands, keyboardOf } from './support/hands.ts'
import { expectOutcome, outcome, showLanguage, waitUntilOpen } from './support/till.ts'

interface Sale {
  readonly name: string
  readonly order: (hands: Hands) => Promise<void>
  /** What it ends as, where that is not its delivery. */
  readonly phase?: SalePhase
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
  await hands.product('cartes', 'بطاقات تدريب')
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

const endings: readonly Sale[] = [
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

const mobile = (number: string, choose: (hands: Hands) => Promise<void>) => async (hands: Hands) => {
  await hands.open('mobile')
  await hands.type(number)
  await choose(hands)
}

/** The account's parts in their order, in the form that is so many further than the one offered. */
const bill =
  (partner: (typeof billPartners)[number], form: number, ...parts: readonly string[]) =>
  async (hands: Hands) => {
    await hands.open('bill')
    await hands.biller(billPartners.indexOf(partner) + 1)
    if (form > 0) await hands.otherForm(form)
    for (const part of parts) await hands.type(part)
    await hands.bills()
  }

const products: readonly Sale[] = [
  { name: 'a plan of a fixed amount', order: mobile('0770123456', (hands) => hands.fixedPlan('Hayla 1000')) },
  {
    name: 'an invoice of a mobile',
    order: mobile('0550123456', async (hands) => {
      await hands.plan('Facture Ooredoo')
      await hands.topUp('1500')
    }),
  },
  {
    name: 'a top-up abroad',
    order: mobile('0550123456', async (hands) => {
      await hands.plan('Ooredoo international')
      await hands.topUp('250')
    }),
  },
  {
    name: 'wholesale',
    order: mobile('0661234567', async (hands) => {
      await hands.plan('Mobilis gros')
      await hands.topUp('5000')
    }),
  },
  {
    name: 'a menu, which brings offers',
    order: mobile('0661234567', (hands) => hands.menuPlan('Offres Mobilis')),
  },
  {
    name: 'a card for a 4G line',
    async order(hands) {
      await hands.open('internet')
      await hands.type('213300400101')
      await hands.card(1)
    },
  },
  { name: 'water by its payment key', order: bill('ADE', 1, '0123456789012345678901234') },
  { name: 'power by its invoice', order: bill('SONELGAZ', 1, '1234500001', '500', '77') },
  { name: 'water by the client’s codes', order: bill('SEAAL', 2, '100002', '1234567') },
  { name: 'a rent by its number', order: bill('AADL', 0, '123456789') },
]

/** What is queued stays so for some seconds, which a busy machine needs to see it. */
const speed = '3'

for (const { hand, locale, what, sales } of [
  { hand: 'keyboard', locale: 'fr', what: 'ending', sales: endings },
  { hand: 'finger', locale: 'ar', what: 'ending', sales: endings },
  { hand: 'keyboard', locale: 'ar', what: 'product', sales: products },
  { hand: 'finger', locale: 'fr', what: 'product', sales: products },
] as const) {
  test(`by the ${hand} alone in ${locale}: every ${what}`, async ({ openCounter, startTraining }) => {
    const { page } = await openCounter(await startTraining(['--speed', speed]))
    await waitUntilOpen(page)
    await showLanguage(page, locale)
    const hands = hand === 'keyboard' ? keyboardOf(page) : await fingerOf(page)
    for (const { name, order, phase = 'fulfilled', shows } of sales) {
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
