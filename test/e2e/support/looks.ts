/** What every screen must be: open to all by WCAG 2.2 AA, and whole within its window. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export async function expectNoViolation(page: Page, screen: string): Promise<void> {
  // The tool opens a window of its own to gather results, which the counter refuses.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze()
  const seen = violations.map(
    ({ id, nodes }) => `${screen}: ${id} ${nodes.map((node) => node.target).join(' ')}`,
  )
  expect(seen).toEqual([])
}

/** Nothing stands outside of the window. */
export async function expectNoOverflow(page: Page, screen: string): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider, screen).toBeLessThanOrEqual(0)
}
