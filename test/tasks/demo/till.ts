/** The end of the demo's day at the till: a shift from its float to its Z, with money that goes back to a customer in it. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { defaultSettings } from '#shared/views.ts'

const field = (page: Page, piece: string) => page.locator(`[data-piece="${piece}"]`)
const press = (page: Page, testId: string) => page.getByTestId(testId).press('Enter')

/** By the keys, as a shop without people does; shifts are a setting and off before. */
export async function closeTill(page: Page, folder: string): Promise<void> {
  const settings = { locale: 'fr', till: { ...defaultSettings.till, shifts: true } }
  await page.evaluate((asked) => Reflect.get(window, 'comptoir').command('settings.update', asked), settings)
  await page.keyboard.press('F12')
  await field(page, 'note-1000').fill('10')
  const name = page.getByTestId('open-shift').locator('.text-field input')
  await name.fill('Amina')
  await press(page, 'open-now')
  await expect(page.getByTestId('shift-now')).toBeVisible()
  await page.locator('[data-place="refunds"]').press('Enter')
  await page.getByTestId('refund-pick').first().press('Enter')
  await press(page, 'give-back-now')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  await page.screenshot({ path: join(folder, '11-given-back.png') })
  await page.locator('[data-place="count"]').press('Enter')
  await field(page, 'note-1000').fill('9')
  await press(page, 'count-now')
  await page.getByTestId('close-shift').locator('textarea, input').first().fill('Comptage de la démonstration')
  await press(page, 'close-now')
  await expect(page.getByTestId('z')).toBeVisible()
  await page.screenshot({ path: join(folder, '12-z.png') })
  await page.keyboard.press('Escape')
}
