/** Mobile top-ups at the counter: the usual one in the fewest keys, other plans, offers, by touch and in Arabic. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { fingerOf, handPause } from './support/hands.ts'
import { expectOutcome, outcome, payButton, saleRows, showLanguage, waitUntilOpen } from './support/till.ts'

const amountField = (page: Page) => page.locator('#top-up-amount')
const chosenPlan = (page: Page) => page.locator('.plan-tile[aria-pressed="true"]')

/** Presses the keys one by one and says how many there were. */
async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function toPlans(page: Page, number: string): Promise<void> {
  await waitUntilOpen(page)
  await press(page, ['F1', ...number, 'Enter'])
  await expect(amountField(page)).toBeFocused()
}

test('the usual top-up: number, Enter, amount, then Enter three times', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toPlans(page, '0661234567')
  await expect(chosenPlan(page)).toContainText('Mobilis prépayé')
  await press(page, [...'200', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await expect(payButton(page)).not.toBeFocused()
  await expect(page.locator('.review-number')).toHaveText('0661 23 45 67')
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeFocused()
  await press(page, ['Enter'])
  await expectOutcome(page, 'fulfilled')
  await press(page, ['Enter'])
  await expect(page.locator('#line-number')).toBeFocused()
})

test('the next customer’s number over a sale that was left sells nothing; F1 begins anew', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toPlans(page, '0661234573')
  await press(page, [...'200', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeFocused()
  await press(page, [...'0770123456', 'Enter', 'Enter'])
  await expect(page.getByTestId('typed-over')).toBeVisible()
  await expect(outcome(page)).toHaveCount(0)
  await press(page, ['F1'])
  await expect(page.locator('#line-number')).toHaveValue('')
  await expect(page.locator('#line-number')).toBeFocused()
})

test('an amount typed before the plans are there is kept @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await press(page, ['F1', ...'0661234567', 'Enter', ...'350'])
  await expect(amountField(page)).toHaveValue('350')
})

test('the arrow keys choose another plan; one of a fixed amount asks for none @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toPlans(page, '0770123456')
  await press(page, ['ArrowDown', 'ArrowDown'])
  await expect(chosenPlan(page)).toContainText('Hayla 1000')
  await press(page, ['Enter'])
  await expect(payButton(page)).toContainText('1 000')
  await press(page, ['Escape'])
  await expect(chosenPlan(page)).toContainText('Hayla 1000')
})

test('an amount outside the plan is explained under the field, and nothing is asked @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toPlans(page, '0550123456')
  for (const [typed, hint] of [
    ['10', 'limites'],
    ['100,5', 'dinars entiers'],
  ] as const) {
    await amountField(page).fill(typed)
    await press(page, ['Enter'])
    await expect(page.locator('#top-up-amount-hint')).toContainText(hint)
  }
  await expect(page.locator('.plan-tile', { hasText: 'Dima 1500' })).toBeDisabled()
})

test('offers after a refund: one digit leads to the review of a sale of its own @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toPlans(page, '0600000002')
  await press(page, [...'300', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await expectOutcome(page, 'refunded')
  const first = await outcome(page).getAttribute('data-ref')
  await expect(page.locator('.offers .plan-tile')).not.toHaveCount(0)
  await press(page, ['1'])
  await expect(payButton(page)).toBeVisible()
  await expect(page.locator('.review-number')).toHaveText('0600 00 00 02')
  // The shop owes the customer the price of the first: that pays this one, under a name.
  await expect(page.getByTestId('money-due')).toContainText('La boutique doit 300')
  await expect(page.getByTestId('still-to-pay')).toHaveText('Le client ne paie rien.')
  await expect(page.locator('.review-money [data-main] dt')).toHaveText('Prix')
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Votre nom (obligatoire)')).toBeFocused()
  await page.keyboard.insertText('Amina')
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeFocused()
  await press(page, ['Enter'])
  await expect(outcome(page)).toBeVisible()
  expect(await outcome(page).getAttribute('data-ref')).not.toBe(first)
  await expect(page.getByTestId('due-used')).toContainText('ne les rendez pas')
  // The counter is shared: what it owes for sales of other specs stays, and is all that is shown to be given back.
  const { value: owed } = await page.evaluate(() =>
    Reflect.get(window, 'comptoir').command('till.refunds', {}),
  )
  expect(owed.due.map(({ ref }: { ref: string }) => ref)).not.toContain(first)
  await expect(page.getByTestId('to-do-refunds')).toHaveCount(Math.min(1, owed.due.length))
  const asked = await page.evaluate(
    (ref) => Reflect.get(window, 'comptoir').command('till.refund', { ref }),
    first,
  )
  expect(asked.value.refund).toMatchObject({
    state: 'given-back',
    givenBack: [{ how: 'reused', who: 'Amina' }],
  })
})

test('offers that come after the customer has left are sold from the sale’s own page @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toPlans(page, '0600000002')
  await press(page, [...'400', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await expect(outcome(page)).toBeVisible()
  const ref = await outcome(page).getAttribute('data-ref')
  await press(page, ['Enter'])
  await saleRows(page, 'today')
    .and(page.locator(`[data-ref="${ref}"]`))
    .click()
  await page.getByTestId('sale-detail').locator('.offers .plan-tile').first().click()
  await expect(page.locator('.review-number')).toHaveText('0600 00 00 02')
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeFocused()
})

test('by touch alone, in Arabic: the number and the amount on the pad, Pay', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await showLanguage(page, 'ar')
  const finger = await fingerOf(page)
  await finger.open('mobile')
  await finger.type('0661234567')
  await expect(amountField(page)).toBeVisible()
  await finger.tapDigits('350')
  await expect(amountField(page)).toHaveValue('350')
  await finger.tap(page.locator('.step-foot .button'))
  await finger.pay()
  await expectOutcome(page, 'fulfilled')
  await expect(outcome(page)).toContainText('0661 23 45 67')
  await expect(outcome(page).locator('.outcome-price')).toContainText('350')
})

test('by touch alone a quick amount is one tap @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toPlans(page, '0661234568')
  const finger = await fingerOf(page)
  await finger.tap(page.locator('.amount-key', { hasText: '500' }))
  await expect(amountField(page)).toHaveValue('500')
  await finger.tap(page.locator('.step-foot .button'))
  await finger.pay()
  await expectOutcome(page, 'fulfilled')
})

test('an operator that is down is shown with the number: Enter stops at the plans and the button sells; another sells as usual @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  await service.switchOperator('mobilis', 'down')
  const { page } = await openCounter(service)
  await waitUntilOpen(page)
  await press(page, ['F1', ...'0661234567'])
  const note = page.getByTestId('operator-down')
  await expect(note).toContainText('panne de Mobilis')
  await press(page, ['Enter'])
  await expect(amountField(page)).toBeFocused()
  await expect(note).toBeVisible()
  await expect(chosenPlan(page)).toContainText('En panne')
  await press(page, [...'200', 'Enter', 'Enter'])
  await expect(amountField(page)).toHaveValue('200')
  await expect(payButton(page)).toHaveCount(0)
  await handPause(page)
  await press(page, ['Tab'])
  await expect(page.locator('.step-foot .button')).toBeFocused()
  await handPause(page)
  await press(page, ['Space'])
  await expect(payButton(page)).toBeVisible()
  await expect(note).toBeVisible()
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeFocused()
  await press(page, ['Enter'])
  await expectOutcome(page, 'fulfilled')
  await press(page, ['Enter'])
  await toPlans(page, '0770123456')
  await expect(note).toHaveCount(0)
  await press(page, [...'200', 'Enter'])
  await expect(payButton(page)).toBeVisible()
})
