/** No accessibility rule of WCAG 2.2 AA is broken on any screen, in light and dark, from left and from right. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import {
  expectOutcome,
  practice,
  reviewByKeyboard,
  saleRows,
  sellByKeyboard,
  showLanguage,
  showTheme,
  waitUntilOpen,
} from './support/till.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function expectNoViolation(page: Page, screen: string): Promise<void> {
  // The tool opens a window of its own to gather results, which the counter refuses.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze()
  const seen = violations.map(
    ({ id, nodes }) => `${screen}: ${id} ${nodes.map((node) => node.target).join(' ')}`,
  )
  expect(seen).toEqual([])
}

/** Nothing stands outside of the window. */
async function expectNoOverflow(page: Page, screen: string): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider, screen).toBeLessThanOrEqual(0)
}

for (const [locale, theme] of [
  ['fr', 'light'],
  ['ar', 'dark'],
] as const) {
  test(`every screen in ${locale}, ${theme}`, async ({ openCounter, startTraining }) => {
    const service = await startTraining()
    const { page } = await openCounter({ ...service })
    await page.setViewportSize({ width: 1024, height: 768 })
    const look = async (screen: string) => {
      await expectNoViolation(page, screen)
      await expectNoOverflow(page, screen)
    }
    await waitUntilOpen(page)
    await showLanguage(page, locale)
    await showTheme(page, theme)
    await look('number')
    await reviewByKeyboard(page, practice.refunded)
    await look('review')
    await page.keyboard.press('Escape')
    await look('cards')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await sellByKeyboard(page, practice.refunded)
    await expectOutcome(page, 'refunded')
    await look('outcome')
    await page.keyboard.press('Enter')
    await saleRows(page, 'today').click()
    await expect(page.getByTestId('sale-detail')).toBeVisible()
    await look('detail')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('help')
    await page.keyboard.press('Escape')
    await service.close()
    await page.keyboard.type(practice.delivered)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('selling-closed')).toBeVisible({ timeout: 30_000 })
    await look('closed')
  })
}
