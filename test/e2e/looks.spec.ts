/** No accessibility rule of WCAG 2.2 AA is broken on any screen, in light and dark, from left and from right. */
import { expect, test } from './support/counter.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
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
