/** Favourites: pinned at an outcome, begun with one key or one press, removed again; never a number among them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
import {
  expectOutcome,
  outcome,
  payButton,
  sellByKeyboard,
  showLanguage,
  showTheme,
  waitUntilOpen,
} from './support/till.ts'

const tiles = (page: Page) => page.locator('.favourite-key')
const pin = (page: Page) => outcome(page).getByTestId('pin')

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Pins what the outcome on the screen is of, and goes on to the next customer. */
async function pinAndGoOn(page: Page): Promise<void> {
  await pin(page).click()
  await expect(pin(page)).toHaveText('Retirer des favoris')
  await press(page, ['Enter'])
}

test('a card that is pinned is sold in two keys less: Alt 1, number, Enter, Enter, Enter', async ({
  sellingCounter,
}) => {
  const { page, dataDir } = sellingCounter
  await sellByKeyboard(page, '023400011', 2)
  await expectOutcome(page, 'fulfilled')
  await pin(page).click()
  await page.locator('.step-foot .button').click()
  await expect(tiles(page)).toHaveCount(1)
  await expect(page.locator('#line-number')).toBeFocused()
  await press(page, ['Alt+1'])
  await expect(tiles(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('#line-number')).toHaveValue('')
  await press(page, [...'023400012', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await expect(page.locator('.review-number')).toHaveText('023 40 00 12')
  await press(page, ['Enter', 'Enter'])
  await expectOutcome(page, 'fulfilled')
  await press(page, ['Enter'])
  await expect(tiles(page)).toHaveAttribute('aria-pressed', 'false')
  const kept = readFileSync(join(dataDir, 'settings.json'), 'utf8')
  expect(JSON.parse(kept).favourites).toHaveLength(1)
  expect(kept).not.toContain('023400011')
})

test('a plan with its amount, a gift card and a biller are begun by their keys, and outlive a restart', async ({
  openCounter,
}) => {
  const first = await openCounter()
  const { page, dataDir } = first
  await waitUntilOpen(page)
  await press(page, ['F1', ...'0661234567', 'Enter'])
  await expect(page.locator('#top-up-amount')).toBeFocused()
  await press(page, [...'350', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await pinAndGoOn(page)
  await press(page, ['F3', ...'steam', 'Enter', '1'])
  await expect(page.locator('#card-quantity')).toBeFocused()
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await pinAndGoOn(page)
  await press(page, ['F4', '5'])
  await expect(page.locator('.sell-panel')).toHaveAttribute('data-step', 'account')
  await press(page, [...'023456789', 'Enter'])
  await expect(page.locator('.sell-panel')).toHaveAttribute('data-step', 'bills')
  await press(page, ['Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await pinAndGoOn(page)
  await first.quit()

  const { page: again } = await openCounter({ dataDir })
  await waitUntilOpen(again)
  await expect(tiles(again)).toHaveCount(0)
  await press(again, ['F4', 'Alt+1'])
  await expect(again.locator('.sell-panel')).toHaveAttribute('data-step', 'account')
  await expect(again.locator('h1')).toContainText('Algérie Télécom')
  await press(again, ['F3', 'Alt+1'])
  await expect(again.locator('#card-quantity')).toBeFocused()
  // A number that stands already is sold to at once; the key of a place where nothing is does nothing.
  await press(again, ['F1', ...'0662345678', 'Alt+2', 'Alt+1'])
  await expect(payButton(again)).toContainText('350')
  await expect(again.locator('.review-number')).toHaveText('0662 34 56 78')
  await press(again, ['Escape'])
  await expect(again.locator('#top-up-amount')).toHaveValue('350')
})

test('another operator’s number leads to its own plans, and a favourite is removed by touch, in Arabic and dark', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await page.setViewportSize({ width: 1024, height: 768 })
  await waitUntilOpen(page)
  await press(page, ['F1', ...'0661000011', 'Enter'])
  await expect(page.locator('#top-up-amount')).toBeFocused()
  await press(page, [...'500', 'Enter'])
  await expect(payButton(page)).toBeVisible()
  await press(page, ['Enter', 'Enter'])
  await pinAndGoOn(page)
  await showLanguage(page, 'ar')
  await showTheme(page, 'dark')
  await tiles(page).click()
  await expect(page.locator('#line-number')).toBeFocused()
  await expectNoViolation(page, 'favourites')
  await expectNoOverflow(page, 'favourites')
  await press(page, [...'0770123456', 'Enter'])
  await expect(page.locator('#top-up-amount')).toBeFocused()
  await expect(page.locator('#top-up-amount')).toHaveValue('')
  await press(page, ['Escape'])
  await page.locator('.favourites header button').click()
  await expectNoViolation(page, 'favourites that are removed')
  await tiles(page).click()
  await expect(page.locator('.favourites')).toHaveCount(0)
})
