/** The shop's book against the service's, at the counter: an order of another till is found, looked at, and settled. */
import { trainingKeys } from '#training/keys.ts'
import { expect, test } from './support/counter.ts'
import { expectOutcome, practice, sellByKeyboard, waitUntilOpen } from './support/till.ts'

/** Another till with the same key sells a top-up. */
async function sellElsewhere(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/v3/mobile/send`, {
    method: 'POST',
    headers: { 'X-Access-Token': trainingKeys.sandbox, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      plan_code: 'PREPAID_DJEZZY',
      MSSIDN: '0770123456',
      amount: 500,
      ref: 'other-till-1',
    }),
  })
  expect(response.status).toBe(200)
}

test('an order of another till is found, looked at and settled by the keyboard alone', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ ...service })
  await waitUntilOpen(page)
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'fulfilled')
  await sellElsewhere(service.baseUrl)

  await page.keyboard.press('F7')
  const run = page.getByTestId('run')
  await expect(run).toHaveAttribute('data-run', 'idle')
  await run.getByRole('button').press('Enter')
  const finding = page.locator('.finding')
  await expect(finding).toHaveCount(1)
  await expect(finding).toHaveAttribute('data-kind', 'unknown-to-journal')
  await expect(finding).toContainText('0770123456')
  await expect(run).toHaveAttribute('data-run', 'idle')

  await finding.getByRole('checkbox').press('Space')
  const settle = page.getByTestId('settle')
  // No sale of this journal's: it is known and dealt with.
  await settle.getByRole('radio').last().press('Space')
  await settle.getByRole('textbox').nth(0).fill('Amina')
  await settle.getByRole('textbox').nth(1).fill('2')
  await page.getByTestId('settle-now').press('Enter')
  await expect(page.getByTestId('nothing-found')).toBeVisible()

  await page.locator('.day-row').nth(1).press('Enter')
  await expect(page.getByTestId('day')).toBeVisible()
  await expect(page.locator('.finding[data-settled]')).toContainText('Amina')
  // The day is not over, and nobody can sign for it yet.
  await expect(page.locator('[data-obstacle="day-not-over"]')).toBeVisible()
  const states = await run.evaluateHandle((bar) => {
    const seen: (string | null)[] = []
    new MutationObserver(() => seen.push(bar.getAttribute('data-run'))).observe(bar, { attributes: true })
    return seen
  })
  await page.getByTestId('run-from').press('Enter')
  await expect.poll(() => states.jsonValue()).toEqual(['running', 'idle'])
  await expect(page.locator('.finding[data-settled]')).toContainText('Amina')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('reconciliation')).toHaveCount(0)
})
