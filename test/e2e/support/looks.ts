/** What every screen must be: open to all by WCAG 2.2 AA, and whole within its window. */
import { expect, type Page } from '@playwright/test'
import type { Settings } from '#shared/views.ts'
import { violationsOn } from '../../support/wcag.ts'

export async function expectNoViolation(page: Page, screen: string): Promise<void> {
  expect(await violationsOn(page, screen)).toEqual([])
}

/** Nothing stands outside of the window. */
export async function expectNoOverflow(page: Page, screen: string): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider, screen).toBeLessThanOrEqual(0)
}

const looks = [
  { locale: 'fr', theme: 'light' },
  { locale: 'ar', theme: 'dark' },
] as const satisfies readonly Partial<Settings>[]

/**
 * A screen in French and light and in Arabic and dark. The window changes over with the screen as it stands, whatever is open
 * or typed, and stays in what it was seen in last. `also` is what else must hold of it either way.
 */
export async function expectGoodLooks(
  page: Page,
  screen: string,
  also: () => Promise<void> = async () => {},
): Promise<void> {
  const isArabic = (await page.locator('html').getAttribute('lang')) === 'ar'
  for (const look of isArabic ? looks.toReversed() : looks) {
    await page.evaluate((it) => Reflect.get(window, 'comptoir').command('settings.update', it), look)
    await expect(page.locator('html')).toHaveAttribute('lang', look.locale)
    await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
    await expectNoViolation(page, `${screen} ${look.locale}`)
    await expectNoOverflow(page, `${screen} ${look.locale}`)
    await also()
  }
}
