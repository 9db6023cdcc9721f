/** What is done at the demo's counter beside selling for cash: the shift, what is given back, a payment link, and the carnet. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dinarsOf } from '#shared/money.ts'
import { handPause, pressByHand } from '../../e2e/support/hands.ts'
import { firstField, payButton, practice, saleRows, savePdf, showTheme } from '../../e2e/support/till.ts'
import { card, confirm } from './sales.ts'
import { endMs, reached, type Stage } from './stage.ts'

/** The cashier's. */
const pin = '2468'

const ask = (page: Page, name: string, input: object) =>
  page.evaluate(([command, asked]) => Reflect.get(window, 'comptoir').command(command, asked), [
    name,
    input,
  ] as const)

/** A shop that works in shifts and sells on account, named. */
export async function prepare({ page, shot }: Stage): Promise<void> {
  await firstField(page).waitFor()
  const { settings } = (await ask(page, 'app.snapshot', {})).value
  await ask(page, 'settings.update', {
    tourDone: true,
    shop: { ...settings.shop, name: 'Taxiphone El Amel' },
    till: { ...settings.till, shifts: true },
    carnet: { ...settings.carnet, isOn: true },
  })
  await ask(page, 'people.start', { actId: randomUUID(), name: 'Amina', pin })
  await page.getByTestId('till-state').waitFor()
  await shot('start')
}

/** The counter is locked until who works at it types their PIN. */
export async function signIn({ page }: Stage): Promise<void> {
  await page.getByTestId('lock-screen').waitFor()
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
}

/** So many notes of a thousand and coins of twenty. */
async function typePieces(page: Page, notes: number, coins: number): Promise<void> {
  await page.locator('[data-piece="coin-20"]').fill(String(coins))
  await page.locator('[data-piece="note-1000"]').fill(String(notes))
  await handPause(page)
}

export async function openShift({ page, shot }: Stage): Promise<void> {
  await page.keyboard.press('F12')
  await typePieces(page, 12, 20)
  await shot('float')
  await page.getByTestId('open-now').press('Enter')
  await page.getByTestId('shift-now').waitFor()
  await page.keyboard.press('Escape')
}

export async function giveBack({ page, shot }: Stage): Promise<void> {
  await page.keyboard.press('F12')
  await page.getByTestId('refund-pick').first().press('Enter')
  await shot('give-back')
  await page.getByTestId('give-back-now').press('Enter')
  await page.getByTestId('refund-done').locator('.icon').waitFor()
  await page.keyboard.press('Escape')
}

/** A link for a customer who pays from a telephone: watched until it is paid. */
export async function takeLink({ page, shot }: Stage): Promise<void> {
  const payment = page.getByTestId('payment-link')
  await page.getByTestId('home').click()
  await page.keyboard.press('F5')
  await page.locator('#payment-ref:focus').waitFor()
  await page.locator('.link-actions .button').nth(1).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('#link-amount:focus').waitFor()
  await page.keyboard.type('2500')
  await page.keyboard.press('Enter')
  await page.locator('#link-title:focus').waitFor()
  await page.keyboard.type('هاتف')
  await shot('link-title-ar')
  await page.keyboard.press('Enter')
  await payment.waitFor()
  await shot('link-ar')
  await page.locator('[data-testid="payment-link"][data-link="paid"]').waitFor({ timeout: endMs })
  await shot('link-paid-ar')
  await page.keyboard.press('Enter')
}

/** A customer who pays later: added at the review, sold to on account. */
export async function sellOnAccount({ page, hands, shot }: Stage): Promise<void> {
  await page.getByTestId('home').click()
  await card(practice.delivered, 1)(hands)
  await payButton(page).waitFor()
  await pressByHand(page, '4')
  await page.locator('[data-testid="carnet-search"] input:focus').waitFor()
  await page.keyboard.type('0661000001')
  const added = page.getByTestId('add-customer')
  await added.locator('input').first().fill('سليم')
  await added.locator('input').nth(1).fill('5000')
  await shot('customer-ar')
  await page.getByTestId('add-now').press('Enter')
  await page.getByTestId('buyer').waitFor()
  await shot('review-on-account-ar')
  await confirm(page)
  await reached(page, 'fulfilled')
  await shot('on-account-ar')
  await hands.next()
}

/** The same customer comes back and pays all of it. */
export async function payBack({ page, shot }: Stage): Promise<void> {
  await page.keyboard.press('F10')
  await page.getByTestId('carnet-open').press('Enter')
  await page.getByTestId('debtors').getByRole('button').first().press('Enter')
  await page.getByTestId('unpaid').waitFor()
  await shot('debt-ar')
  await handPause(page)
  await page.getByTestId('carnet-money-now').press('Enter')
  await page.getByTestId('unpaid').waitFor({ state: 'detached' })
  await shot('paid-back-ar')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

/** Counts what is in the drawer, but for one coin of twenty that is missing, and closes with the reason. */
export async function closeShift({ page, shot }: Stage): Promise<void> {
  await saleRows(page, 'open').first().waitFor({ state: 'detached', timeout: endMs })
  const { cash } = (await ask(page, 'till.x-report', {})).value
  const dinars = Math.floor(dinarsOf(cash.expectedCentimes))
  await page.keyboard.press('F12')
  await page.locator('[data-place="count"]').click()
  await typePieces(page, Math.floor(dinars / 1_000), Math.floor((dinars % 1_000) / 20) - 1)
  await shot('count-ar')
  await page.getByTestId('count-now').click()
  await page.getByTestId('close-now').waitFor()
  const reason = page.getByTestId('till-place').locator('textarea, .text-field input').last()
  await reason.fill('عدّ سريع')
  await shot('difference-ar')
  await page.getByTestId('close-now').click()
  await page.getByTestId('z').first().waitFor()
  await shot('z-ar')
  await page.keyboard.press('Escape')
}

export async function saveSlip({ page, folder, shot }: Stage): Promise<void> {
  await saleRows(page, 'today').first().click()
  await savePdf(page)
  await shot('sale-ar')
  await page.locator('iframe').screenshot({ path: join(folder, 'slip.png') })
  await page.keyboard.press('Escape')
}

export async function goDark({ page, shot }: Stage): Promise<void> {
  await page.getByTestId('home').click()
  await showTheme(page, 'dark')
  await shot('start-ar-dark')
}
