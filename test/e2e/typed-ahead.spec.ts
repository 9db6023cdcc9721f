/** What is typed over an outcome is of the next customer; the same amount to the same number is shown with its plan. */
import { expect, test } from './support/counter.ts'
import { expectOutcome, payButton, waitUntilOpen } from './support/till.ts'

test('a number typed over an outcome begins the next sale, and another plan of the same amount is named @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  // A hand: faster than this only a scanner types.
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key, { delay: 80 })
  }
  await waitUntilOpen(page)
  await press('F1', ...'0770123456', 'Enter')
  await expect(page.locator('#top-up-amount')).toBeFocused()
  await press('ArrowDown', 'ArrowDown', 'Enter')
  await expect(payButton(page)).toContainText('1 000')
  await press('Enter')
  await expect(payButton(page)).toBeFocused()
  await press('Enter')
  await expectOutcome(page, 'fulfilled')
  await page.waitForTimeout(700)
  await press(...'0770123456')
  await expect(page.locator('#line-number')).toHaveValue(/^0770\s12\s34\s56$/)
  await press('Enter')
  await expect(page.locator('#top-up-amount')).toBeFocused()
  await press(...'1000', 'Enter')
  const repeats = page.getByTestId('repeats')
  await expect(repeats).toContainText('Une vente du même montant')
  await expect(repeats.locator('li')).toContainText('Hayla 1000')
  await expect(payButton(page)).not.toBeFocused()
  await press('F4')
  await expect(page.locator('[data-step="biller"]')).toBeVisible()
  await page.waitForTimeout(700)
  await press(...'net')
  await expect(page.locator('[data-step="start"]')).toBeVisible()
  await expect(page.locator('.number-field input')).toHaveValue('net')
})

test('arrow keys scroll the help as it opens', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await page.keyboard.press('?')
  const help = page.locator('.help')
  await expect(help).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect.poll(() => help.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})
