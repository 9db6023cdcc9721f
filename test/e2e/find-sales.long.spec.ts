/** Sales found again beside the sale in hand, and the last numbers offered again. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { expectNoViolation } from './support/looks.ts'
import { expectOutcome, saleRows, sellByKeyboard, showLanguage, showTheme } from './support/till.ts'

async function sellAndGoOn(page: Page, number: string): Promise<void> {
  await sellByKeyboard(page, number)
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
}

test('the last numbers are shown in full, are put into the field by one press and hidden by one; Ctrl+F finds a sale by its number and by its code; Enter opens it, Esc goes back to the sale in hand', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  await page.setViewportSize({ width: 1024, height: 768 })
  await sellAndGoOn(page, '023456789')
  const recent = page.locator('.recent-key')
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText('023 45 67 89')
  await expectNoViolation(page, 'recents')
  await recent.click()
  await expect(page.locator('#line-number')).toHaveValue(/^023\s45\s67\s89$/)
  await expect(page.locator('#line-number')).toBeFocused()
  await expect(recent).toHaveCount(0)
  await page.keyboard.press('Escape')
  await showLanguage(page, 'ar')
  await showTheme(page, 'dark')
  await expect(recent).toHaveCount(1)
  await page.locator('.recents-hide').click()
  await expect(recent).toHaveCount(0)
  await showLanguage(page, 'fr')
  await page.reload()
  await sellAndGoOn(page, '024000001')
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText('024 00 00 01')

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
