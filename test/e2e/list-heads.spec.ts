/** What stands over a list or a drawing says what is in it, whatever is looked for; of a list's rows one looks chosen. */
import { expect, test } from '@playwright/test'
import type { Page } from 'playwright-core'
import { locales } from '#shared/views.ts'
import { createTranslator, messages } from '../../renderer/i18n.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

const countOf = (page: Page, list: 'open' | 'today') =>
  page.locator(`[data-list="${list}"] > header > .count`)

for (const locale of locales) {
  const { text } = createTranslator(locale)

  test(`${locale}: a sale that was cancelled here is not counted as failed`, async () => {
    const { page, close } = await standScene(maker, sceneNamed('busy-day'), { locale, theme: 'light' })
    await expect(countOf(page, 'today')).toHaveText(
      [
        text('sales.openCount', { count: 3 }),
        text('sales.failed', { count: 2 }),
        text('sales.cancelled', { count: 1 }),
      ].join(' + '),
    )
    await close()
  })

  test(`${locale}: where nothing fits, open sales are counted all the same, and the sum is the day's`, async () => {
    const { page, close } = await standScene(maker, sceneNamed('nothing-found'), { locale, theme: 'light' })
    await expect(countOf(page, 'open')).toHaveText(text('sales.fittingOpen', { fitting: 0, count: 5 }))
    await expect(page.getByTestId('day-total')).toContainText(messages[locale].sales.wholeDay)
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('day-total')).not.toContainText(messages[locale].sales.wholeDay)
    await close()
  })

  test(`${locale}: bars say what they measure, and hours are hours`, async () => {
    const { page, close } = await standScene(maker, sceneNamed('report-day'), { locale, theme: 'light' })
    const bars = page.getByTestId('bars')
    await expect(bars.locator('figcaption')).toHaveText(messages[locale].reports.measured.hour)
    await expect(bars.locator('.bars-labels > span')).toHaveText(['00:00', '11:00', '23:00'])
    await close()
  })
}

test('the row under the mouse looks less chosen than the chosen one @long', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const { page, close } = await standScene(maker, sceneNamed('reconciliation'), { locale: 'fr', theme })
    const groundOf = (row: string) =>
      page.locator(row).evaluate((one) => getComputedStyle(one).backgroundColor)
    await page.locator('[data-day="2026-11-18"]').hover()
    const none = await groundOf('[data-day="2026-11-17"]')
    await expect.poll(() => groundOf('[data-day="2026-11-18"]')).not.toBe(none)
    expect(await groundOf('[data-day="2026-11-18"]')).not.toBe(await groundOf('.day-row[aria-current]'))
    await close()
  }
})
