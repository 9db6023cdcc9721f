/** Sales found again beside the sale in hand, and the last numbers offered again. */
import { expect, test } from './support/counter.ts'
import { expectNoViolation } from './support/looks.ts'
import { expectOutcome, outcome, saleRows, sellByKeyboard, showLanguage, showTheme } from './support/till.ts'

test('Ctrl+F finds a sale by its number and by its code; Enter opens it, Esc goes back to the sale in hand', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  for (const number of ['023456789', '024000001']) {
    await sellByKeyboard(page, number)
    await expectOutcome(page, 'fulfilled')
    await page.keyboard.press('Enter')
  }
  await expect(saleRows(page, 'today')).toHaveCount(2)
  await page.keyboard.press('Control+f')
  await expect(page.locator('#sale-search')).toBeFocused()
  await page.keyboard.type('024 00')
  await expect(saleRows(page, 'today')).toHaveCount(1)
  await expect(saleRows(page, 'today')).toContainText('024 00 00 01')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('sale-detail')).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('rien')
  await expect(saleRows(page, 'today')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(saleRows(page, 'today')).toHaveCount(2)
  await expect(page.locator('#line-number')).toBeFocused()
})

test('the last numbers are masked, go into the field with one press, and are hidden with one', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  await page.setViewportSize({ width: 1024, height: 768 })
  await sellByKeyboard(page, '023456789')
  await expect(outcome(page)).toBeVisible()
  await page.keyboard.press('Enter')
  const recent = page.locator('.recent-key')
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText('023 •• •• 89')
  await expectNoViolation(page, 'recents')
  await recent.click()
  await expect(page.locator('#line-number')).toHaveValue('023 45 67 89')
  await expect(page.locator('#line-number')).toBeFocused()
  await expect(recent).toHaveCount(0)
  await page.keyboard.press('Escape')
  await showLanguage(page, 'ar')
  await showTheme(page, 'dark')
  await expect(recent).toHaveCount(1)
  await page.locator('.recents-hide').click()
  await expect(recent).toHaveCount(0)
  await page.reload()
  await sellByKeyboard(page, '024681012')
  await expect(outcome(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText('024 •• •• 12')
})
