/** The counter as a cashier's hands know it: the keys of a sale, the touches of a sale, and where the outcome stands. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { SalePhase } from '#shared/states/sale.ts'
import type { Locale, Settings } from '#shared/views.ts'

/** The practice numbers of the training service, and what becomes of a card sold to each. */
export const practice = {
  delivered: '023456789',
  refunded: '030000001',
  queued: '030000002',
  refused: '030000000',
} as const

/** The field of every start, or the number's of a service. */
export const firstField = (page: Page): Locator => page.locator('#one-field, #line-number')

/** Waits until the counter is ready to sell, and goes to the number as a cashier does after a detour: with F2. */
export async function waitUntilOpen(page: Page): Promise<void> {
  await expect(page.getByTestId('selling-closed')).toHaveCount(0)
  await expect(firstField(page)).toBeVisible()
  await page.keyboard.press('F2')
  await expect(page.locator('#line-number')).toBeFocused()
}

/** Number, Enter, digit: up to the review, which stays on the screen. */
export async function reviewByKeyboard(page: Page, number: string, digit = 1): Promise<void> {
  await waitUntilOpen(page)
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(page.locator('.card-grid')).toBeVisible()
  await page.keyboard.press(String(digit))
  await expect(payButton(page)).toBeVisible()
}

/** A whole sale without the mouse: number, Enter, digit, Enter, Enter. Ends with the sale in the journal. */
export async function sellByKeyboard(page: Page, number: string, digit = 1): Promise<void> {
  await reviewByKeyboard(page, number, digit)
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toBeVisible()
}

export const payButton = (page: Page): Locator => page.locator('#pay button')

/** The sale on the screen, large. */
export const outcome = (page: Page): Locator => page.getByTestId('outcome')

export async function expectOutcome(page: Page, phase: SalePhase): Promise<void> {
  const card = outcome(page).getByTestId('phase')
  await expect(card).toHaveAttribute('data-phase', phase)
}

/** The rows of a list beside the sale in hand: `open` sales or `today`'s. */
export const saleRows = (page: Page, list: 'open' | 'today'): Locator =>
  page.locator(`[data-list="${list}"] .sale-row`)

/** Today's sales that were delivered. */
export const delivered = (page: Page): Locator =>
  page.locator('[data-list="today"] .sale-row[data-phase="fulfilled"]')

/** Waits until the only sale of the journal stands in `list` with `phase`. */
export async function expectOnlySale(page: Page, list: 'open' | 'today', phase: SalePhase): Promise<void> {
  const rows = saleRows(page, list)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-phase', phase)
}

/** Waits until a sale to this number, grouped as on the screen, stands in the list. */
export async function expectListed(page: Page, list: 'open' | 'today', number: string): Promise<void> {
  await expect(saleRows(page, list).filter({ hasText: number })).toHaveCount(1)
}

/** What the settings screen does, whatever stands before it; its own controls are what settings.spec.ts presses. */
const changeSettings = (page: Page, change: Partial<Pick<Settings, 'locale' | 'theme'>>) =>
  page.evaluate((changed) => Reflect.get(window, 'comptoir').command('settings.update', changed), change)

export async function showLanguage(page: Page, locale: Locale): Promise<void> {
  await changeSettings(page, { locale })
  await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
}

export async function showTheme(page: Page, theme: Settings['theme']): Promise<void> {
  await changeSettings(page, { theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A finger on the glass: what it does reaches the window as touches, and as clicks only where the browser makes them of it. */
export async function touchOn(page: Page): Promise<(point: Point) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return async (point) => {
    await Promise.all([touch('touchStart', [point]), touch('touchEnd', [])])
  }
}

/** A finger that waits for what it touches until it is in sight, stands still and has nothing before it. */
export async function fingerOn(page: Page): Promise<(target: Locator) => Promise<void>> {
  const touch = await touchOn(page)
  return async (target) => {
    // Nothing is pressed here.
    await target.click({ trial: true })
    const box = await target.boundingBox()
    if (!box) throw new Error('there is nothing to touch')
    await touch({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  }
}

/** Saves the slip of the sale whose detail is open, and waits until it is said to be saved. */
export async function savePdf(page: Page): Promise<void> {
  await page.getByTestId('save-pdf').click()
  await expect(page.getByText(/\.pdf$/).last()).toBeVisible()
}
