/** A cashier sells: by keyboard, by touch, in three languages; what is pressed twice is sold once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { handPause } from './support/hands.ts'
import {
  delivered,
  expectOnlySale,
  expectOutcome,
  outcome,
  payButton,
  practice,
  reviewByKeyboard,
  saleRows,
  savePdf,
  sellByKeyboard,
  showLanguage,
  waitUntilOpen,
} from './support/till.ts'
import type { TrainingProcess } from './support/training-process.ts'

/** What the service holds for a number. */
const ordersTo = async (service: TrainingProcess, number: string) =>
  (await service.ledger()).orders.filter((order) => order.number === number)

/** Waits until the only sale to this number, grouped as on the screen, is delivered. */
async function expectOnlySaleTo(page: Page, number: string): Promise<void> {
  const rows = page.locator('[data-list] .sale-row').filter({ hasText: number })
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-phase', 'fulfilled')
}

test('the built-in training service sells with nothing configured, and knows its sale after a kill', async ({
  openCounter,
}) => {
  const first = await openCounter()
  await sellByKeyboard(first.page, practice.delivered)
  // Only an order that the service took can be delivered after the kill.
  await expect(outcome(first.page).getByTestId('phase')).toHaveAttribute('data-phase', /handling|fulfilled/)
  await first.kill()
  const second = await openCounter({ dataDir: first.dataDir })
  await expectOnlySale(second.page, 'today', 'fulfilled')
})

test('five keys after the number: Enter, the digit, Enter, Enter; then Enter for the next customer', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  for (const digit of '023400001') await page.keyboard.press(digit)
  await page.keyboard.press('Enter')
  await expect(page.locator('.card-grid')).toBeVisible()
  await page.keyboard.press('2')
  await expect(payButton(page)).toBeVisible()
  await expect(payButton(page)).not.toBeFocused()
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  await expect(page.locator('#line-number')).toBeFocused()
  await expect(delivered(page).filter({ hasText: '023 40 00 01' })).toHaveCount(1)
})

test('a refused number is explained beside it, and nothing is sold @long', async ({ sellingCounter }) => {
  const { page, service } = sellingCounter
  await waitUntilOpen(page)
  await page.keyboard.type(practice.refused)
  await page.keyboard.press('Enter')
  await expect(page.locator('[role="alert"]').first()).toBeVisible()
  await expect(page.locator('#line-number')).toBeVisible()
  expect(await ordersTo(service, practice.refused)).toEqual([])
})

test('a held Enter does nothing, and a double click on Pay sells once', async ({ sellingCounter }) => {
  const { page, service } = sellingCounter
  await reviewByKeyboard(page, '023400002')
  await page.keyboard.down('Enter')
  for (let repeats = 0; repeats < 10; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(outcome(page)).toHaveCount(0)
  await payButton(page).dblclick()
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  await expect(delivered(page).filter({ hasText: '023 40 00 02' })).toHaveCount(1)
  expect(await ordersTo(service, '023400002')).toHaveLength(1)
})

test('one review confirmed a hundred times at once is one sale', async ({ sellingCounter }) => {
  const { page, service } = sellingCounter
  await waitUntilOpen(page)
  const refs = await page.evaluate(async () => {
    const bridge = Reflect.get(window, 'comptoir')
    const order = { kind: 'internet', type: 'ADSL', number: '023400003', valueCentimes: 100_000 }
    const review = await bridge.command('sale.review', order)
    const confirm = () => bridge.command('sale.confirm', { reviewId: review.value.reviewId })
    const replies = await Promise.all(Array.from({ length: 100 }, confirm))
    return replies.map((reply) => reply.value.ref)
  })
  expect(new Set(refs).size).toBe(1)
  await expectOnlySaleTo(page, '023 40 00 03')
  expect(await ordersTo(service, '023400003')).toHaveLength(1)
})

test('the same sale again is shown, and asks for a deliberate choice', async ({ sellingCounter }) => {
  const { page, service } = sellingCounter
  await sellByKeyboard(page, '023400004')
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  await reviewByKeyboard(page, '023400004')
  await expect(page.getByTestId('repeats')).toBeVisible()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(payButton(page)).not.toBeFocused()
  await page.keyboard.press('Tab')
  await handPause(page)
  await page.keyboard.press('Enter')
  await expectOutcome(page, 'fulfilled')
  expect(await ordersTo(service, '023400004')).toHaveLength(2)
})

test('Esc goes back one step at a time, and money in flight stays in flight @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await reviewByKeyboard(page, '023400005')
  await page.keyboard.press('Escape')
  await expect(page.locator('.card-grid')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('#line-number')).toHaveValue(/^023\s40\s00\s05$/)
  await page.keyboard.press('Escape')
  await expect(page.locator('#line-number')).toHaveValue('')
  await sellByKeyboard(page, '023400005')
  await page.keyboard.press('Escape')
  await expect(page.locator('#line-number')).toBeFocused()
  await expectOnlySaleTo(page, '023 40 00 05')
})

test('by touch alone: pad, card, Pay, next', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  const pad = page.locator('.pad')
  for (const digit of '023400006') await pad.getByRole('button', { name: digit, exact: true }).click()
  await expect(page.locator('#line-number')).toHaveValue(/^023\s40\s00\s06$/)
  await page.getByRole('button', { name: 'Vérifier le numéro' }).click()
  await page.locator('.card-tile').first().click()
  await payButton(page).click()
  await expectOutcome(page, 'fulfilled')
  await page.getByRole('button', { name: 'Client suivant' }).click()
  await expect(delivered(page).filter({ hasText: '023 40 00 06' })).toHaveCount(1)
})

test('in Arabic everything is mirrored, numbers stay whole, and the sale is the same keys', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await showLanguage(page, 'ar')
  const panel = await page.locator('main').boundingBox()
  const lists = await page.locator('.sales-panel').boundingBox()
  expect(lists?.x).toBeLessThan(panel?.x ?? 0)
  await sellByKeyboard(page, '023400007', 2)
  await expectOutcome(page, 'fulfilled')
  await expect(outcome(page)).toContainText('تمت التعبئة')
  await expect(outcome(page).locator('bdi', { hasText: '023 40 00 07' }).first()).toHaveAttribute(
    'dir',
    'ltr',
  )
  await page.keyboard.press('Enter')
  await showLanguage(page, 'en')
  await expect(delivered(page).filter({ hasText: '023 40 00 07' })).toContainText('Delivered')
})

test('the slip is previewed with its amount and ref, and saved as a PDF of one page', async ({
  sellingCounter,
}) => {
  const { page, saveDir } = sellingCounter
  await sellByKeyboard(page, '023400008', 2)
  await expectOutcome(page, 'fulfilled')
  const ref = await outcome(page).getAttribute('data-ref')
  await page.keyboard.press('Enter')
  await saleRows(page, 'today').filter({ hasText: '023 40 00 08' }).click()
  const slip = page.frameLocator('iframe')
  await expect(slip.locator('body')).toContainText(ref ?? 'no ref')
  await expect(slip.locator('body')).toContainText(/1\s000/)
  await savePdf(page)
  await expect(page.getByTestId('print-job')).toHaveText('Enregistré en PDF.')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('sale-detail')).toHaveCount(0)
  const [name = '', ...others] = readdirSync(saveDir).filter((file) => file.includes(ref ?? 'no ref'))
  expect(name).toContain(ref)
  expect(others).toEqual([])
  const pdf = readFileSync(join(saveDir, name)).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
