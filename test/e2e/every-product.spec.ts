/**
 * What each service sells beside the usual: every kind of plan, both lines, an account of every biller. By the keyboard alone
 * in Arabic and by a finger alone in French; the usual ones are sold in both by every-kind.spec.ts.
 */
import { billPartners } from '#shared/bill-partners.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { expect, test } from './support/counter.ts'
import { fingerOf, type Hands, keyboardOf } from './support/hands.ts'
import { expectOutcome, outcome, showLanguage, waitUntilOpen } from './support/till.ts'

interface Product {
  readonly name: string
  order(hands: Hands): Promise<void>
  readonly phase?: SalePhase
}

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

const products: readonly Product[] = [
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
      await hands.type('213561234567')
      await hands.card(1)
    },
  },
  { name: 'water by its payment key', order: bill('ADE', 1, '0123456789012345678901234') },
  { name: 'power by its invoice', order: bill('SONELGAZ', 1, '1234500001', '500', '77') },
  { name: 'water by the client’s codes', order: bill('SEAAL', 2, '100002', '1234567') },
  { name: 'a rent by its number', order: bill('AADL', 0, '123456789') },
]

for (const { hand, locale } of [
  { hand: 'keyboard', locale: 'ar' },
  { hand: 'finger', locale: 'fr' },
] as const) {
  test(`by the ${hand} alone in ${locale}: every product`, async ({ openCounter, startTraining }) => {
    const { page } = await openCounter(await startTraining(['--speed', '8']))
    await waitUntilOpen(page)
    await showLanguage(page, locale)
    const hands = hand === 'keyboard' ? keyboardOf(page) : await fingerOf(page)
    for (const { name, order, phase = 'fulfilled' } of products) {
      await test.step(name, async () => {
        await order(hands)
        await hands.pay()
        await expectOutcome(page, phase)
        await expect(outcome(page)).toBeVisible()
        await hands.next()
      })
    }
  })
}
