/** The biller's own receipt at the counter: it comes by itself, a picture is shown, anything else is saved, none is opened. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { expectNoViolation } from './support/looks.ts'
import { expectOutcome, outcome, payButton, waitUntilOpen } from './support/till.ts'

const part = (page: Page) => page.getByTestId('official-receipt')
const atStep = (page: Page, name: string) =>
  expect(page.locator('.sell-panel')).toHaveAttribute('data-step', name)

/** Pays all that the account owes, by the keyboard; `account` is typed key by key at the biller of this digit. */
async function pay(page: Page, digit: string, account: readonly string[]): Promise<void> {
  await waitUntilOpen(page)
  for (const key of ['F4', digit]) await page.keyboard.press(key)
  await atStep(page, 'account')
  for (const key of account) await page.keyboard.press(key)
  await atStep(page, 'bills')
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectOutcome(page, 'fulfilled')
}

const seaal = ['ArrowDown', 'ArrowDown', ...'100002', 'Enter', ...'1234567', 'Enter']
const landline = (number: string) => [...number, 'Enter']

test('a picture is shown and saved as the service made it; a PDF is saved, and fetched anew where its file is lost', async ({
  openCounter,
  startTraining,
}) => {
  const { page, saveDir, dataDir } = await openCounter(await startTraining(['--speed', '5']))
  await pay(page, '3', seaal)
  await expect(part(page)).toHaveAttribute('data-kept', 'true')
  const picture = part(page).locator('img')
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectNoViolation(page, 'an outcome with its official receipt')
  await page.getByTestId('save-official').press('Enter')
  await expect
    .poll(() => readdirSync(saveDir))
    .toEqual([expect.stringMatching(/^receipt-[0-9a-f]{24}\.png$/)])
  const [name = ''] = readdirSync(saveDir)
  expect(readFileSync(join(saveDir, name)).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')

  await page.keyboard.press('F2')
  await pay(page, '5', landline('023456789'))
  await expect(part(page)).toContainText('Document PDF')
  await expect(part(page).locator('img')).toHaveCount(0)
  rmSync(join(dataDir, 'journal', 'training-training.receipts'), { recursive: true })
  await page.getByTestId('save-official').press('Enter')
  await expect(part(page).getByRole('alert')).toBeVisible()
  await page.getByTestId('fetch-official').press('Enter')
  // Its button stays until the service has answered.
  await expect(page.getByTestId('fetch-official')).toHaveCount(0)
  await expect(part(page).getByRole('alert')).toHaveCount(0)
  await page.getByTestId('save-official').press('Enter')
  await expect.poll(() => readdirSync(saveDir)).toContainEqual(expect.stringMatching(/\.pdf$/))
})

test('a receipt that is not there yet is asked for again by itself, or by a press', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '2']))
  await pay(page, '5', landline('030000006'))
  await page.getByTestId('fetch-official').press('Enter')
  await expect(part(page)).toContainText('La plateforme ne l’a pas encore')
  await expect(part(page)).toHaveAttribute('data-kept', 'true')
  await expect(outcome(page)).toBeVisible()
})
