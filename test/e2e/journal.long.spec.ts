/** A journal that is damaged overnight: the counter explains, a backup is tried out and restored, and selling goes on. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
import {
  expectOutcome,
  practice,
  saleRows,
  sellByKeyboard,
  showLanguage,
  waitUntilOpen,
} from './support/till.ts'

const backups = (page: Page) => page.locator('.backup-row')

/** Overwrites the beginning of the journal's file, as a bad disk does. */
function damage(dataDir: string): void {
  const folder = join(dataDir, 'journal')
  const file = readdirSync(folder).find((name) => name.endsWith('.journal')) ?? 'no journal'
  writeFileSync(join(folder, file), readFileSync(join(folder, file)).fill(0, 0, 4_000))
}

test('backed up, damaged, restored by the keyboard alone', async ({ openCounter, startTraining }) => {
  const service = await startTraining()
  const first = await openCounter({ ...service })
  await first.page.setViewportSize({ width: 1024, height: 768 })
  await waitUntilOpen(first.page)
  await sellByKeyboard(first.page, practice.delivered)
  await expectOutcome(first.page, 'fulfilled')
  await first.page.getByTestId('journal').press('Enter')
  const upkeep = first.page.getByTestId('upkeep')
  await upkeep.getByRole('button').nth(0).press('Enter')
  await expect(backups(first.page)).toHaveCount(1)
  await upkeep.getByRole('button').nth(1).press('Enter')
  await expect(upkeep.getByRole('status').first()).toContainText(/[1-9]/)
  await backups(first.page).press('Enter')
  await expect(first.page.locator('.trial-verdict[data-good]')).toBeVisible()
  await expectNoViolation(first.page, 'journal')
  await first.page.keyboard.press('Escape')
  await first.page.keyboard.press('F2')
  await sellByKeyboard(first.page, practice.refunded)
  await expectOutcome(first.page, 'refunded')
  await showLanguage(first.page, 'ar')
  expect(await first.quit()).toBe(0)

  damage(first.dataDir)
  const { page } = await openCounter({ ...service, dataDir: first.dataDir })
  await page.setViewportSize({ width: 1024, height: 768 })
  const restore = page.getByTestId('restore')
  await expect(restore).toBeVisible()
  await expectNoViolation(page, 'closed')
  await backups(page).press('Enter')
  await expect(page.locator('.trial-verdict[data-good]')).toBeVisible()
  await expectNoViolation(page, 'tried out')
  await expectNoOverflow(page, 'tried out')
  await restore.locator('.button').last().press('Enter')
  await waitUntilOpen(page)
  await expect(page.locator('[data-kind="restored"]')).toBeVisible()
  await expect(saleRows(page, 'today')).toHaveCount(2)
  await sellByKeyboard(page, practice.delivered, 2)
  await expectOutcome(page, 'fulfilled')
})
