/** The number fields of F1 and F2: what may be typed into them, what is asked of a mobile number, and what is left of one that was refused. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { handPause } from './support/hands.ts'
import { payButton, practice, waitUntilOpen } from './support/till.ts'

const field = (page: Page) => page.locator('#line-number')
const question = (page: Page) => page.getByTestId('is-mobile')

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function open(page: Page, key: 'F1' | 'F2'): Promise<void> {
  await waitUntilOpen(page)
  await page.keyboard.press(key)
  await expect(field(page)).toBeFocused()
}

test('an amount after the number goes to the review, as from the first field', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await open(page, 'F1')
  await press(page, [...'0770123456 350'])
  await expect(field(page)).toHaveValue(/^0770\s12\s34\s56 350$/)
  await press(page, ['Enter'])
  await expect(payButton(page)).toContainText('350')
  await expect(page.locator('.review-number')).toHaveText('0770 12 34 56')
})

test('a mobile number under internet is asked about with its last digit, and goes to F1 with its amount', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await open(page, 'F2')
  await press(page, [...'066123001'])
  await expect(page.locator('.type-choice')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await press(page, ['1'])
  await expect(question(page)).toBeVisible()
  await expect(page.locator('.type-choice')).toHaveCount(0)
  await expect(page.locator('[aria-keyshortcuts="Enter"]')).toHaveCount(0)
  await press(page, [...' 300', 'F1'])
  await expect(payButton(page)).toContainText('300')
  await expect(page.locator('.review-number')).toHaveText('0661 23 00 11')
})

test('a mobile number under internet is a 4G line by one digit @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await open(page, 'F2')
  await press(page, [...'0661230012'])
  await expect(question(page).locator('[aria-keyshortcuts="4"]')).toBeVisible()
  await handPause(page)
  await press(page, ['4'])
  await expect(page.locator('.card-grid')).toBeVisible()
  await expect(page.locator('.line-number')).toHaveText('0661 23 00 12')
})

test('a number that the service refused gives way to the next one; what support asks for is folded away with its name @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await open(page, 'F2')
  await press(page, [...practice.refused, 'Enter'])
  const note = page.locator('.note[data-tone="error"]')
  await expect(note).toBeVisible()
  await expect(field(page)).toBeFocused()
  const technical = note.getByTestId('technical')
  await expect(technical).not.toHaveAttribute('open')
  await press(page, ['1'])
  await expect(field(page)).toHaveValue('1')
  await expect(note).toHaveCount(0)
  await field(page).fill(practice.refused)
  await press(page, ['Enter'])
  await technical.locator('summary').click()
  await expect(technical).toContainText('N° de demande')
})
