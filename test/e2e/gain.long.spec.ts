/** What the shop earns is out of the customer's sight until somebody asks for it, at the review as beside the day's total. */
import { expect, test } from './support/counter.ts'
import { payButton, practice, reviewByKeyboard } from './support/till.ts'

test('the review shows cost and profit if those of the day are shown, which is remembered', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter(service)
  await reviewByKeyboard(page, practice.delivered)
  const money = page.locator('.review-money')
  await expect(money).not.toContainText('Coût')
  await expect(money).not.toContainText('Bénéfice')
  await page.getByTestId('day-gain').click()
  await expect(money).toContainText('Coût')
  await expect(money).toContainText('Bénéfice')
  await expect(page.getByTestId('day-gain')).toContainText('Bénéfice du jour')
  await page.reload()
  await expect(page.getByTestId('day-gain')).toContainText('Bénéfice du jour')
  await reviewByKeyboard(page, practice.delivered)
  await expect(money).toContainText('Bénéfice')
  await page.getByTestId('day-gain').click()
  await expect(money).not.toContainText('Bénéfice')
  await expect(payButton(page)).toBeVisible()
})
