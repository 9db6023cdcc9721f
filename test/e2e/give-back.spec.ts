/** Money that goes back to a customer, by the keys alone: from the outcome, from the sale's own page, and from the list. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { pressByHand } from './support/hands.ts'
import { expectOutcome, outcome, practice, sellByKeyboard } from './support/till.ts'

async function sellRefunded(page: Page): Promise<void> {
  await sellByKeyboard(page, practice.refunded)
  await expectOutcome(page, 'refunded')
}

const give = (page: Page) => page.getByTestId('give-back')
const name = (page: Page) => give(page).getByLabel('Votre nom (obligatoire)')

test('the outcome gives back by F12, the name and Enter, and the keys are the counter’s again', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await sellRefunded(page)
  const button = outcome(page).getByTestId('give-back-sale')
  await expect(button).toContainText(/^Rendre .*DA/)
  await expect(button).toContainText('F12')
  await expect(page.getByTestId('to-do-refunds')).toContainText('F12')
  await pressByHand(page, 'F12')
  await expect(name(page)).toBeFocused()
  // Nobody has signed: the button rests, and over it stands what it waits for.
  await expect(page.getByTestId('give-back-now')).toHaveAttribute('aria-disabled', 'true')
  await expect(give(page).getByRole('status')).toContainText('Tapez votre nom')
  await pressByHand(page, 'Enter')
  await expect(give(page).getByRole('alert')).toContainText('Tapez votre nom')
  await expect(page.getByTestId('refund-done')).toHaveText('')
  await page.keyboard.type('Amina')
  await expect(page.getByTestId('give-back-now')).not.toHaveAttribute('aria-disabled')
  await expect(give(page).getByRole('status')).toHaveCount(0)
  await pressByHand(page, 'Enter')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  await pressByHand(page, 'Escape')
  await expect(outcome(page).locator('h1')).toBeFocused()
  await expect(button).toHaveCount(0)
  // The money is given: what asked for it is quiet.
  await expect(outcome(page).getByTestId('phase')).toHaveAttribute('data-given-back', 'true')
  await pressByHand(page, 'Enter')
  await expect(page.locator('#line-number')).toBeFocused()

  // Whoever has signed once confirms at once; the sale's own page has the same button and key.
  await sellRefunded(page)
  await outcome(page).getByRole('button', { name: 'Détail et ticket' }).press('Enter')
  await expect(page.getByTestId('sale-detail').getByTestId('give-back-sale')).toContainText('F12')
  await pressByHand(page, 'F12')
  await expect(page.getByTestId('give-back-now')).toBeFocused()
  await pressByHand(page, 'Enter')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  await pressByHand(page, 'Escape')
  await pressByHand(page, 'Enter')

  // From the list, whose row is gone when the dialog is left.
  await sellRefunded(page)
  await pressByHand(page, 'Enter')
  await page.getByTestId('to-do-refunds').press('Enter')
  await expect(page.getByTestId('give-back-now')).toBeFocused()
  await pressByHand(page, 'Enter')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  await pressByHand(page, 'Escape')
  await expect(page.locator('#line-number')).toBeFocused()
})
