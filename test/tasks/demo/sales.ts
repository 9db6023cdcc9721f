/** What is sold on the demo's day, by the keyboard: each kind as it mostly goes, and each ending that a number or card of training has. */
import { billPartners } from '#shared/products/bill.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { type Hands, handPause } from '../../e2e/support/hands.ts'
import { outcome, payButton, practice } from '../../e2e/support/till.ts'
import { reached, type Stage } from './stage.ts'

export interface Sale {
  readonly name: string
  readonly order: (hands: Hands) => Promise<void>
  /** What it ends as, where that is not its delivery. */
  readonly phase?: SalePhase
}

/** Typed into the one field, as most sales are. */
export const typed = (text: string) => async (hands: Hands) => hands.type(text)

export const card = (number: string, place: number) => async (hands: Hands) => {
  await hands.open('internet')
  await hands.type(number)
  await hands.card(place)
}

export const giftCards = (product: string, type: number, count: string) => async (hands: Hands) => {
  await hands.open('gift-card')
  await hands.product(product)
  await hands.card(type)
  await hands.cards(count)
}

export const bill =
  (partner: (typeof billPartners)[number], form: number, ...parts: readonly string[]) =>
  async (hands: Hands) => {
    await hands.open('bill')
    await hands.biller(billPartners.indexOf(partner) + 1)
    if (form > 0) await hands.otherForm(form)
    for (const part of parts) await hands.type(part)
    await hands.bills()
  }

/** Each kind as it mostly goes. */
export const usual: readonly Sale[] = [
  { name: 'flexy', order: typed('0661234567 500') },
  { name: 'adsl', order: card(practice.delivered, 2) },
  { name: '4g', order: card('213300400101', 1) },
  { name: 'cards', order: giftCards('goo', 1, '1') },
  { name: 'power', order: bill('SONELGAZ', 1, '1234500001', '500', '77') },
]

/** Each other ending that comes by itself. */
export const endings: readonly Sale[] = [
  { name: 'refunded', order: card(practice.refunded, 1), phase: 'refunded' },
  { name: 'queued', order: card(practice.queued, 3), phase: 'queued' },
  { name: 'unknown', order: typed('0600000003 500'), phase: 'unknown' },
  { name: 'partly', order: giftCards('cartes', 2, '3'), phase: 'partly-fulfilled' },
  { name: 'declined', order: bill('SEAAL', 2, '100004', '1234567'), phase: 'refused' },
]

/** From the start to the outcome, which stays on the screen. */
export async function sellUpTo({ page, hands, shot }: Stage, { name, order, phase }: Sale): Promise<void> {
  await page.getByTestId('home').click()
  await order(hands)
  await payButton(page).waitFor()
  await shot(`review-${name}`)
  await confirm(page)
  await reached(page, phase ?? 'fulfilled')
  await shot(name)
}

/** Sells what is under review. Where the same was just sold, Enter does not lead to the button. */
export async function confirm(page: Stage['page']): Promise<void> {
  await handPause(page)
  await payButton(page).press('Enter')
  await outcome(page).waitFor()
}

export async function sell(stage: Stage, sale: Sale): Promise<void> {
  await sellUpTo(stage, sale)
  await stage.hands.next()
}

export const sellAll = (sales: readonly Sale[]) => async (stage: Stage) => {
  for (const sale of sales) await sell(stage, sale)
}

/** A top-up comes back with an offer that suits the number: it is sold in its place, for the money that is still here. */
export async function sellOffer(stage: Stage): Promise<void> {
  const { page, hands, shot } = stage
  await sellUpTo(stage, { name: 'offers', order: typed('0600000002 500'), phase: 'refunded' })
  await outcome(page).locator('.offers .plan-tile').first().waitFor()
  await page.keyboard.press('1')
  await page.getByTestId('money-due').waitFor()
  await shot('review-offer')
  await confirm(page)
  await reached(page, 'fulfilled')
  await page.getByTestId('due-used').waitFor()
  await shot('offer')
  await hands.next()
}
