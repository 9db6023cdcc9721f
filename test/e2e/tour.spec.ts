/** The tour of the counter: beside the work and never in its way, by keys and by touch, once; and the help that begins it. */
import type { Page } from '@playwright/test'
import { locales } from '#shared/views.ts'
import { tourKeys } from '../../renderer/features/sell/keyboard.ts'
import { type Counter, expect, test } from './support/counter.ts'
import { expectNoOverflow } from './support/looks.ts'
import { outcome, payButton, sellByKeyboard, showLanguage, showTheme, waitUntilOpen } from './support/till.ts'

const tour = (page: Page) => page.getByTestId('tour')
const number = (page: Page) => page.locator('#line-number')

/** So many notes of 1,000 DA. */
async function countNotes(page: Page, notes: string): Promise<void> {
  await page.locator('[data-piece="note-1000"]').fill(notes)
}

async function openAgain(counter: Counter, open: (dataDir: string) => Promise<Counter>): Promise<Page> {
  await counter.quit()
  const { page } = await open(counter.dataDir)
  await waitUntilOpen(page)
  return page
}

test('F8 goes from stop to stop while a number is typed, and the tour does not come back @long', async ({
  openCounter,
}) => {
  const counter = await openCounter()
  const { page } = counter
  await waitUntilOpen(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  const leaves = tour(page).locator('.tour-end .button')
  const at = await leaves.boundingBox()
  for (const stop of ['number', 'sales', 'help', 'sale']) {
    await expect(tour(page)).toHaveAttribute('data-stop', stop)
    // A finger that goes on and on does not leave.
    expect(await leaves.boundingBox()).toEqual(at)
    await expect(page.locator('.window')).toHaveAttribute('data-tour', stop)
    await expect(number(page)).toBeFocused()
    await page.keyboard.press('2')
    await expectNoOverflow(page, stop)
    await page.keyboard.press(tourKeys.next)
  }
  // The last key leads nowhere: this stop waits for a sale.
  await expect(tour(page)).toHaveAttribute('data-stop', 'sale')
  await expect(number(page)).toHaveValue(/^222\s2$/)
  await page.getByTestId('home').click()
  await page.keyboard.type('0661234567 500')
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeVisible()
  await expect(tour(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tour(page)).toHaveAttribute('data-stop', 'sold')
  await expect(page.getByTestId('balance')).toContainText(/49\s\d/)
  await page.keyboard.press(tourKeys.next)
  await expect(tour(page)).toHaveCount(0)
  const again = await openAgain(counter, (dataDir) => openCounter({ dataDir }))
  await expect(tour(again)).toHaveCount(0)
  await again.keyboard.press('?')
  await again.getByTestId('begin-tour').click()
  await expect(tour(again)).toHaveAttribute('data-stop', 'number')
  await again.keyboard.press(tourKeys.end)
  await expect(tour(again)).toHaveCount(0)
})

test('a sale goes through while the tour is shown, and the tour gives way to it', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await expect(tour(page)).toBeVisible()
  await sellByKeyboard(page, '023400009')
  await expect(tour(page)).toHaveCount(0)
  await expect(outcome(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tour(page)).toHaveAttribute('data-stop', 'number')
})

test('in three languages, from either side, by touch; the help is beside it @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await page.setViewportSize({ width: 1024, height: 768 })
  await waitUntilOpen(page)
  for (const [place, locale] of locales.entries()) {
    await showLanguage(page, locale)
    await showTheme(page, place === 1 ? 'dark' : 'light')
    await expectNoOverflow(page, `tour in ${locale}`)
    await tour(page).locator('.button').first().click()
    await page.locator('.header > .button').last().click()
    await expect(page.locator('[data-testid="help-keys"]')).toHaveCount(3)
    await expectNoOverflow(page, `help in ${locale}`)
    await page.keyboard.press('Escape')
  }
  await expect(tour(page)).toHaveAttribute('data-stop', 'sale')
  await tour(page).locator('.button').last().click()
  await expect(tour(page)).toHaveCount(0)
})

test('a shift is practised by the keys, from its float to its Z, and the shop goes on without shifts @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter({ ...service })
  await waitUntilOpen(page)
  await page.keyboard.press(tourKeys.end)
  await page.keyboard.press('?')
  await page.getByTestId('practise-shift').press('Enter')
  await expect(tour(page)).toHaveAttribute('data-stop', 'shift-open')
  for (const locale of locales) {
    await showLanguage(page, locale)
    await expectNoOverflow(page, `practice of a shift in ${locale}`)
  }
  await showLanguage(page, 'fr')
  await page.keyboard.press('F12')
  await countNotes(page, '5')
  await page.getByTestId('open-shift').getByLabel('Votre nom').fill('Amina')
  await page.getByTestId('open-now').press('Enter')
  await expect(page.getByTestId('shift-now')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tour(page)).toHaveAttribute('data-stop', 'shift-sale')
  await page.getByTestId('home').click()
  await page.keyboard.type('0661234567 500')
  await page.keyboard.press('Enter')
  await page.getByTestId('given-note-1000').press('Enter')
  await expect(page.getByTestId('change')).toContainText('500')
  await payButton(page).press('Enter')
  await expect(outcome(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tour(page)).toHaveAttribute('data-stop', 'shift-x')
  await page.keyboard.press('F12')
  await page.getByTestId('x-report').press('Enter')
  await expect(page.getByTestId('report')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tour(page)).toHaveAttribute('data-stop', 'shift-close')
  await page.keyboard.press('F12')
  await page.keyboard.press('Alt+6')
  await countNotes(page, '5')
  await page.getByTestId('count-now').press('Enter')
  await page.getByLabel('Raison de l’écart').fill('Pas encore dans le tiroir')
  await page.getByTestId('close-now').press('Enter')
  await expect(page.getByTestId('z')).toContainText('Pas encore dans le tiroir')
  await page.keyboard.press('Escape')
  await expect(tour(page)).toHaveAttribute('data-stop', 'shift-done')
  await page.keyboard.press(tourKeys.next)
  await expect(tour(page)).toHaveCount(0)
  await expect(page.getByTestId('till-bar')).toHaveCount(0)
})

test('the practice of a shift begins and is left by the finger @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await page.locator('.header > .button').last().click()
  await page.getByTestId('practise-shift').click()
  await expect(tour(page)).toHaveAttribute('data-stop', 'shift-open')
  await page.getByTestId('till-state').click()
  await expect(page.getByTestId('open-shift')).toBeVisible()
  await page.keyboard.press('Escape')
  await tour(page).locator('.button').last().click()
  await expect(page.getByTestId('till-bar')).toHaveCount(0)
})
