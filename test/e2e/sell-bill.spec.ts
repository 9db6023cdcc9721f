/** Bills at the counter: one in the fewest keys, several, scans, what is not owed, by touch and in Arabic. */
import type { Page } from '@playwright/test'
import { maxGapMs } from '../../renderer/features/sell/keyboard.ts'
import { expect, test } from './support/counter.ts'
import { expectNoViolation } from './support/looks.ts'
import { expectOutcome, outcome, payButton, showLanguage, showTheme, waitUntilOpen } from './support/till.ts'

const paymentKey = '0123456789012345678901234'
const goOnButton = (page: Page) => page.locator('.step-foot .button')
const field = (page: Page, place = 0) => page.locator(`#bill-field-${place}`)
const rows = (page: Page) => page.locator('.bill-row')

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const atStep = (page: Page, name: string) =>
  expect(page.locator('.sell-panel')).toHaveAttribute('data-step', name)

/** F4 and the biller's digit: at the account. */
async function toAccount(page: Page, digit: string): Promise<void> {
  await waitUntilOpen(page)
  await press(page, ['F4', digit])
  await atStep(page, 'account')
}

test('the usual bill: digit, account, then Enter four times', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await press(page, ['F4'])
  await atStep(page, 'biller')
  await press(page, ['5'])
  await atStep(page, 'account')
  await press(page, [...'023456789', 'Enter'])
  await atStep(page, 'bills')
  await expect(page.locator('.bill-totals [data-main] dd')).toHaveText(/310\sDA/)
  await expect(page.locator('.bill-totals')).not.toContainText('estimés')
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeVisible()
  await expect(payButton(page)).not.toBeFocused()
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeFocused()
  await press(page, ['Enter'])
  await expectOutcome(page, 'fulfilled')
  await press(page, ['Enter'])
  await atStep(page, 'biller')
})

test('several bills: digits mark them, 0 marks all, and the fee is an estimate on their sum @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toAccount(page, '3')
  await press(page, ['ArrowDown', 'ArrowDown', ...'100001', 'Enter', ...'1234567', 'Enter'])
  await atStep(page, 'bills')
  await expect(rows(page)).toHaveCount(5)
  await expect(goOnButton(page)).toHaveAttribute('aria-disabled', 'true')
  await press(page, ['Enter'])
  await atStep(page, 'bills')
  await press(page, ['2', '3'])
  await expect(page.locator('.bill-totals')).toContainText('estimés')
  await expect(page.locator('.bill-totals [data-main] dd')).toHaveText(/1\s921,25\sDA/)
  await press(page, ['0', '1'])
  await expect(page.locator('.bill-check:checked')).toHaveCount(4)
  await press(page, ['Enter'])
  await expect(page.locator('.review')).toContainText('Frais de service (estimés)')
  await press(page, ['Enter', 'Enter'])
  await expectOutcome(page, 'fulfilled')
  await expect(outcome(page)).toContainText('SEAAL')
})

test('a digit typed while the biller is asked chooses its bill; Esc leaves the asking @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter(service)
  await toAccount(page, '2')
  await service.addFaults({ method: 'POST', path: '/v3/bills/discover', action: { do: 'hold', take: true } })
  await press(page, ['ArrowDown', ...'9876543210', 'Enter', ...'1200', 'Enter', ...'77', 'Enter'])
  await atStep(page, 'asking')
  await press(page, ['Escape'])
  await atStep(page, 'account')
  await service.release()
  await expect(field(page, 2)).toHaveValue('77')
  await press(page, ['Enter', '2'])
  await atStep(page, 'bills')
  await expect(page.locator('.bill-check').nth(1)).toBeChecked()
  await expect(page.locator('.bill-check:checked')).toHaveCount(1)
})

test('a scanned payment key is asked as what it is, and a pasted one lands in its field @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toAccount(page, '1')
  await page.keyboard.type(paymentKey)
  await press(page, ['Enter'])
  await atStep(page, 'bills')
  await expect(rows(page)).toContainText(/443,39\sDA/)
  await press(page, ['Escape', 'Escape', '1'])
  await field(page).evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${paymentKey}\n`)
  await expect(field(page)).toHaveValue(paymentKey)
  await expect(page.locator('.account-fields')).toContainText('(25/25)')
})

/** As a scanner types: no pause that a finger would make, whatever else the machine does; and a pause behind it. */
async function scan(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      const atMs = performance.now()
      for (const [place, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: atMs + place * 5 })
        ;(document.activeElement ?? document.body).dispatchEvent(event)
      }
    },
    [...text, 'Enter'],
  )
  await page.waitForTimeout(text.length * 5 + 2 * maxGapMs)
}

test('a payment key that is scanned before its biller is picked asks whose it is, then what is owed', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await press(page, ['F4'])
  await atStep(page, 'biller')
  await scan(page, paymentKey)
  await atStep(page, 'biller')
  await expect(page.locator('.sell-panel [role="status"]')).toContainText(paymentKey)
  await expect(page.locator('.biller-tile:enabled')).toHaveCount(2)
  await expectNoViolation(page, 'whose key')
  await press(page, ['1'])
  await atStep(page, 'bills')
  await expect(rows(page)).toContainText(/443,39\sDA/)
})

test('any other scan picks no biller, marks no bill and leads nowhere @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter(service)
  await waitUntilOpen(page)
  await press(page, ['F4'])
  await expect(page.locator('.biller-tile:enabled')).toHaveCount(5)
  for (const text of ['5023456789', '1/1?1/1?1', `${paymentKey}0`]) await scan(page, text)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await atStep(page, 'biller')
  await press(page, ['3'])
  await atStep(page, 'account')
  await press(page, ['ArrowDown', 'ArrowDown', ...'100001', 'Enter', ...'1234567', 'Enter'])
  await atStep(page, 'bills')
  await press(page, ['2'])
  await expect(page.locator('.bill-check:checked')).toHaveCount(1)
  await scan(page, '6130012345670')
  await expect(page.locator('.bill-check:checked')).toHaveCount(1)
  await press(page, ['2'])
  await expect(page.locator('.bill-check:checked')).toHaveCount(0)
  const asked = (await service.requests()).filter(({ path }) => path === '/v3/bills/discover')
  expect(asked).toHaveLength(1)
})

test('an invalid field is explained under it; nothing owed and a refused account are shown @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toAccount(page, '3')
  await press(page, ['ArrowDown', 'ArrowDown', ...'100003', 'Enter', '1', 'Enter'])
  await expect(page.locator('#bill-field-1-hint')).toContainText('manque des caractères')
  await press(page, [...'234', 'Enter'])
  await atStep(page, 'bills')
  await expect(page.locator('.nothing-owed')).toContainText(/moins de 200\sDA/)
  await press(page, ['Enter'])
  await atStep(page, 'account')
  await field(page).fill('100005')
  await press(page, ['Enter', 'Enter'])
  await expect(page.locator('.note[data-tone="error"]')).toBeVisible({ timeout: 20_000 })
  await expect(field(page)).toHaveValue('100005')
})

test('the landline bill of an ADSL line that took no card is one press from its outcome @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await press(page, [...'030000001', 'Enter'])
  await expect(page.locator('.card-grid')).toBeVisible()
  await press(page, ['1'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await expectOutcome(page, 'refunded')
  await page.getByRole('button', { name: 'facture du fixe' }).click()
  await expect(page.locator('#line-number')).toHaveValue(/^030\s00\s00\s01$/)
  await press(page, ['Enter'])
  await atStep(page, 'bills')
  await expect(page.locator('.biller-name')).toContainText('Algérie Télécom')
})

test('by touch alone, in Arabic and dark: biller, pad, bills, Pay @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await page.setViewportSize({ width: 1024, height: 768 })
  await waitUntilOpen(page)
  await showLanguage(page, 'ar')
  await showTheme(page, 'dark')
  await page.locator('.service-tab').nth(3).click()
  await page.locator('.biller-tile').nth(2).click()
  await page.locator('.form-segments .segment').nth(2).click()
  for (const digit of '100001') await page.locator('.pad-key', { hasText: digit }).first().click()
  await page.locator('.number-side .button').first().click()
  for (const digit of '1234567') await page.locator('.pad-key', { hasText: digit }).first().click()
  await page.locator('.number-side .button').first().click()
  await atStep(page, 'bills')
  await rows(page).nth(4).click()
  await rows(page).nth(1).click()
  await goOnButton(page).click()
  await expect(payButton(page)).toBeVisible()
  await payButton(page).click()
  await expectOutcome(page, 'fulfilled')
})
