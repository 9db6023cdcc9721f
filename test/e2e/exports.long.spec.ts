/** What leaves the counter as a file: the list of the history, the journal, the bundle for support; in three languages. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { refOfSale, writePastJournal } from '../support/past-journal.ts'
import { readCsv, readWorkbook, shownText } from '../support/tables.ts'
import { unzip } from '../support/unzip.ts'
import { expect, test } from './support/counter.ts'

const SALES = 400
const line = { baseUrl: 'http://127.0.0.1:9', billUrl: 'http://127.0.0.1:9' }

function pastFolder(workFolder: string): string {
  const dataDir = join(workFolder, 'past')
  mkdirSync(join(dataDir, 'journal'), { recursive: true })
  writePastJournal(join(dataDir, 'journal', 'training-training.journal'), SALES)
  return dataDir
}

const outcome = (page: Page) => page.getByTestId('export')

async function savedPath(page: Page): Promise<string> {
  await expect(outcome(page)).toHaveAttribute('data-state', 'saved')
  return outcome(page).locator('bdi').innerText()
}

test('the history’s list, the support bundle and the journal are saved, with what was shown', async ({
  openCounter,
  workFolder,
}) => {
  const { page, saveDir } = await openCounter({ dataDir: pastFolder(workFolder), ...line })
  await page.getByTestId('history').click()
  await page.getByTestId('export-open').click()
  await page.getByTestId('export-start').click()
  const [sheet = []] = readWorkbook(await savedPath(page)).sheets
  expect(sheet).toHaveLength(SALES + 1)
  await page.locator('.history-search input').fill(refOfSale(7))
  await expect(page.locator('.history-row')).toHaveCount(1)
  await page.locator('.export-bar').getByText('CSV').click()
  await page.getByTestId('export-start').click()
  await expect(outcome(page)).toContainText('.csv')
  const [, ...rows] = readCsv(await savedPath(page))
  expect(rows.flatMap((row) => row.map(shownText))).toContain(refOfSale(7))
  expect(rows).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.locator('header [aria-keyshortcuts="?"]').click()
  await page.getByTestId('support-open').click()
  const support = page.getByTestId('support')
  await expect(support.locator('[data-file]')).toHaveCount(5)
  await support.locator('[data-file="about.json"] summary').click()
  await expect(support.locator('[data-file="about.json"] pre')).toContainText('"environment": "training"')
  const shown = await support.locator('[data-file="settings.json"] pre').textContent()
  const entries = support.locator('[data-file="entries.jsonl"]')
  await entries.locator('summary').click()
  const more = entries.getByTestId('support-more')
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(more).toHaveCount(0, { timeout: 100 })
  }).toPass()
  const allEntries = await entries.locator('pre').textContent()
  await page.getByTestId('support-save').click()
  await expect(support.locator('.file-done')).toContainText('.zip')
  const saved = await support.locator('.file-done bdi').innerText()
  expect(saved).toContain(saveDir)
  expect(unzip(saved).get('settings.json')).toBe(shown)
  expect(unzip(saved).get('entries.jsonl')).toBe(allEntries)
  await page.getByTestId('journal-export').click()
  const journal = await savedPath(page)
  const command = fileURLToPath(new URL('../../resources/verify-journal.mjs', import.meta.url))
  const verified = spawnSync(process.execPath, [command, journal], { encoding: 'utf8' })
  expect(verified.stdout).toMatch(/^ok: \d+ entries/)
  expect(readFileSync(journal, 'utf8')).toContain(refOfSale(0))
})
