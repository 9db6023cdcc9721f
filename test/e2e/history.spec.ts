/** The history: found by key and by touch, in three languages, with the line cut, and over more sales than a page holds. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { refOfSale, writePastJournal } from '../support/past-journal.ts'
import { expect, test } from './support/counter.ts'
import { expectOutcome, practice, sellByKeyboard } from './support/till.ts'

const rows = (page: Page) => page.locator('.history-row')
const count = (page: Page) => page.getByTestId('history-count')

async function openHistory(page: Page): Promise<void> {
  await page.keyboard.press('F6')
  await expect(page.locator('.history-search input')).toBeFocused()
}

test('F6, a number, arrow, Enter: the sale with all that happened to it; Esc goes back step by step', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  for (const number of [practice.delivered, practice.refunded]) {
    await sellByKeyboard(page, number)
    await expectOutcome(page, number === practice.delivered ? 'fulfilled' : 'refunded')
    await page.keyboard.press('Enter')
  }
  await openHistory(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(count(page)).toContainText('2')
  await page.keyboard.type('023 45')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const timeline = page.getByTestId('timeline')
  await expect(timeline.locator('li').first()).toHaveAttribute('data-kind', 'sale-recorded')
  // In words; as the platform spells it only where support asks for it.
  const last = timeline.locator('li').last()
  await expect(last.locator('.timeline-head')).toContainText('Livrée')
  await expect(last.locator('.timeline-head')).not.toContainText('FULFILLED')
  await expect(last.getByTestId('technical')).toContainText('FULFILLED')
  await expect(timeline.getByText('FULFILLED')).not.toBeVisible()
  await timeline.getByTestId('technical').first().locator('summary').click()
  const requestId = await timeline.locator('.copyable bdi').first().innerText()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('history-screen')).toBeVisible()
  await expect(page.locator('.history-search input')).toHaveValue('023 45')
  await page.locator('.history-search input').fill(requestId)
  await expect(rows(page)).toHaveCount(1)
  await page.locator('.history-search input').fill('rien du tout')
  await expect(page.locator('.history .empty')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('history-screen')).toHaveCount(0)
  await expect(page.locator('#line-number')).toBeVisible()
})

test('a long history without a line: scrolled from end to end with a bounded page, filtered, and opened at its end @long', async ({
  openCounter,
  workFolder,
}) => {
  const sales = 1_200
  const dataDir = join(workFolder, 'past')
  const oldest = refOfSale(0)
  mkdirSync(join(dataDir, 'journal'), { recursive: true })
  writePastJournal(join(dataDir, 'journal', 'training-training.journal'), sales)
  const { page } = await openCounter({
    dataDir,
    baseUrl: 'http://127.0.0.1:9',
    billUrl: 'http://127.0.0.1:9',
  })
  await expect(page.getByTestId('history')).toBeVisible()
  await page.getByTestId('history').click()
  await expect(count(page)).toContainText(/1\s200/)
  await expect(rows(page).first()).toHaveAttribute('data-row', '0')
  await page.locator('#history-rows').focus()
  await page.keyboard.press('End')
  const last = page.locator(`.history-row[data-ref="${oldest}"]`)
  await expect(last).toBeVisible()
  await expect(last).toHaveAttribute('aria-posinset', String(sales))
  expect(await rows(page).count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(page.locator('.history-row[data-row="0"][data-ref]')).toBeVisible()
  await page.locator('.history-filters select').first().selectOption('bill')
  await expect(count(page)).not.toContainText(/1\s200/)
  await page.locator('.history-filters select').first().selectOption('')
  await expect(count(page)).toContainText(/1\s200/)
  await page.locator('#history-rows').focus()
  await page.keyboard.press('End')
  await last.click()
  await expect(page.getByTestId('history-sale')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(last).toBeVisible()
})
