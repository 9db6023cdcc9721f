/** The help: opened by its key wherever that is no text, it names every key and, in training, what to practise with. */
import { groupNumber, spokenNumber } from '#shared/phone.ts'
import { giftCardPractice, internetPractice, mobilePractice } from '#shared/practice.ts'
import { billPractice } from '#shared/products/bill-practice.ts'
import { expect, test } from './support/counter.ts'
import { waitUntilOpen } from './support/till.ts'

test('? opens the help over the number, with every key and every practice number', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await page.keyboard.press('?')
  const help = page.locator('.help')
  await expect(help).toBeVisible()
  for (const key of [
    'F1',
    'F2',
    'F3',
    'F4',
    'F5',
    'F8',
    'F9',
    'F10',
    'Ctrl F',
    '/',
    '?',
    'Entrée',
    'Échap',
    '↑ ↓',
  ])
    await expect(help.locator('.kbd', { hasText: key }).first()).toBeVisible()
  await expect(help.locator('h3').first()).toContainText('entraînement')
  const text = await help.innerText()
  for (const { number } of [...internetPractice, ...mobilePractice])
    expect(text).toContain(groupNumber(spokenNumber(number)))
  for (const { value } of billPractice) expect(text).toContain(value)
  for (const { typeId } of giftCardPractice) expect(text).toContain(typeId)
  await page.keyboard.press('F3')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(page.locator('#line-number')).toBeVisible()
})
