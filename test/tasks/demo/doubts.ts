/** Sales of the demo's day whose request or answer is lost on the line, and the power cut: how the counter and the cashier end each. */
import type { Page } from '@playwright/test'
import { messages } from '../../../renderer/i18n.ts'
import { decideUntilTaken } from '../../e2e/support/doubts.ts'
import { saleRows } from '../../e2e/support/till.ts'
import { card, giftCards, sell, typed } from './sales.ts'
import { endMs, listed, reached, type Stage, slipShown } from './stage.ts'

/** The number whose first request training loses, and one whose request the line loses. */
const lost = { practised: '0600000005', cut: '0770500600' } as const
const shown = { practised: '0600 00 00 05', cut: '0770 50 06 00', powerCut: '0300 40 01 02' } as const
/** A 4G line, sold to while the power goes. */
const powerCutLine = '213300400102'

/** Two requests that never arrive: the counter looks for them, and the day goes on meanwhile. */
export async function loseTwo(stage: Stage): Promise<void> {
  await sell(stage, { name: 'in-doubt', order: typed(`${lost.practised} 200`), phase: 'in-doubt' })
  await stage.service.addFaults({
    ...{ method: 'POST', path: '/v3/mobile/send', action: { do: 'cut', take: false } },
  })
  await sell(stage, { name: 'in-doubt-too', order: typed(`${lost.cut} 300`), phase: 'in-doubt' })
}

/** What the cashier has to act on, of the sale that shows this. */
const toDo = (page: Page, text: string) =>
  page.getByTestId('to-do').locator('li').filter({ hasText: text }).first()

/** After a minute of looks it is found nowhere: it goes again, under its own ref. */
export async function sendAgain({ page, shot }: Stage): Promise<void> {
  await listed(page, 'open', shown.practised, 'unsent')
  await shot('not-found')
  await toDo(page, shown.practised).getByRole('button', { name: messages.fr.sale.resend }).press('Enter')
  await listed(page, 'today', shown.practised, 'fulfilled')
  await shot('sent-again')
}

/** The other customer has left: theirs is given up. */
export async function giveUp({ page, shot }: Stage): Promise<void> {
  await page.getByTestId('home').click()
  await listed(page, 'open', shown.cut, 'unsent')
  await shot('not-found-ar')
  await toDo(page, shown.cut).getByRole('button', { name: messages.ar.sale.cancel }).press('Enter')
  const row = await listed(page, 'today', shown.cut, 'cancelled')
  await row.click()
  await slipShown(page)
  await shot('cancelled-ar')
  await page.keyboard.press('Escape')
}

/**
 * Two customers buy the same card, and both answers are lost: there are two orders, and only a person knows which is whose. Once
 * one is decided, the counter finds the other by itself.
 */
export async function decide(stage: Stage): Promise<void> {
  const { page, service, shot } = stage
  const cut = { do: 'cut', take: true } as const
  await service.addFaults(
    { method: 'POST', path: '/v3/gift-cards/placeOrder', action: cut, times: 2 },
    // Nothing is found before both are sold.
    { method: 'GET', path: '/v3/gift-cards/list', action: cut, times: 1_000 },
  )
  const order = giftCards('steam', 1, '1')
  await sell(stage, { name: 'twin', order, phase: 'in-doubt' })
  await sell(stage, { name: 'other-twin', order, phase: 'in-doubt' })
  await service.clearFaults()
  const { sales, decide: words } = messages.fr
  const ask = page.getByTestId('to-do').getByRole('button', { name: sales.choose })
  await ask.nth(1).waitFor({ timeout: endMs })
  await shot('to-do')
  await ask.first().press('Enter')
  const detail = page.getByTestId('sale-detail')
  const choice = detail.getByTestId('choice')
  await choice.getByRole('radio').first().check()
  await choice.getByRole('textbox', { name: words.why }).fill('dernière carte vendue')
  await shot('decision')
  await decideUntilTaken(choice, choice.getByRole('button', { name: words.decide }))
  await detail.locator('[data-testid="phase"][data-phase="fulfilled"]').waitFor({ timeout: endMs })
  await slipShown(page)
  await shot('decided')
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
}

/** The service takes the order and holds its answer; then the counter is killed. */
export async function sellIntoThePowerCut({ counter, page, hands, service, shot }: Stage): Promise<void> {
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'hold', take: true } })
  await card(powerCutLine, 2)(hands)
  await hands.pay()
  await reached(page, 'sending')
  while ((await service.heldCount()) === 0) await page.waitForTimeout(50)
  await shot('power-cut')
  await counter.kill()
}

/** What was under way as the power went has ended by itself. */
export async function resume({ page, shot }: Stage): Promise<void> {
  await saleRows(page, 'today').filter({ hasText: shown.powerCut }).waitFor({ timeout: endMs })
  await shot('resumed')
}
