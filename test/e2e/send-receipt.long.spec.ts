/** A receipt for a customer who wants no paper: its PDF, the message that is opened for it, and what the screen says of both. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { expectGoodLooks } from './support/looks.ts'
import { expectOutcome, outcome, saleRows, sellByKeyboard } from './support/till.ts'

const linesOf = (folder: string, name: string): readonly string[] => {
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}
const form = (page: Page) => page.getByTestId('send-receipt')

test('from the outcome of a sale its PDF is saved, a WhatsApp message is opened and the folder is shown', async ({
  openCounter,
  startTraining,
}) => {
  // The number of the button that opens, see external-links.ts.
  const env = { COMPTOIR_STAND_IN_ANSWER: '1' }
  const { page, saveDir } = await openCounter({ ...(await startTraining(['--speed', '5'])), env })
  await sellByKeyboard(page, '023400061')
  await expectOutcome(page, 'fulfilled')
  const ref = (await outcome(page).getAttribute('data-ref')) ?? 'no ref'
  await page.getByTestId('send-open').click()
  await expect(form(page)).toContainText('glissez-y le PDF')
  const number = form(page).getByLabel('Numéro WhatsApp du client')
  await number.fill('023 45 67 89')
  await number.press('Enter')
  await expect(form(page).getByRole('alert')).toContainText('pas un numéro de mobile')
  await expectGoodLooks(page, 'a receipt to be sent')
  expect(linesOf(saveDir, 'opened.txt')).toEqual([])
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('settings.update', { locale: 'fr' }))
  await number.fill('0661 23 45 67')
  await page.getByTestId('send-now').click()
  await expect.poll(() => linesOf(saveDir, 'shown.txt')).toHaveLength(1)
  const [shown = ''] = linesOf(saveDir, 'shown.txt')
  expect(readdirSync(saveDir)).toContain(shown.split(/[\\/]/).at(-1))
  expect(shown).toContain(`${ref}.pdf`)
  expect(readFileSync(shown).toString('latin1')).toMatch(/^%PDF-/)
  const [link = '', ...others] = linesOf(saveDir, 'opened.txt')
  expect(others).toEqual([])
  expect(link).toMatch(/^https:\/\/wa\.me\/213661234567\?text=/)
  expect(decodeURIComponent(link)).toContain(`Référence\u00a0: ${ref}`)
  await expect(form(page).getByRole('alert')).toHaveCount(0)
})

test('by e-mail from the page of a sale: a declined message is not opened, and the PDF is saved', async ({
  openCounter,
  startTraining,
}) => {
  const { page, saveDir } = await openCounter(await startTraining(['--speed', '5']))
  await sellByKeyboard(page, '023400062')
  await expectOutcome(page, 'fulfilled')
  const ref = (await outcome(page).getAttribute('data-ref')) ?? 'no ref'
  await page.keyboard.press('Enter')
  await saleRows(page, 'today').filter({ hasText: '023 40 00 62' }).click()
  await page.getByTestId('send-open').press('Enter')
  await form(page).getByRole('radio', { name: 'WhatsApp' }).press('ArrowRight')
  await form(page).getByLabel('Adresse e-mail du client').fill('amina@exemple.dz')
  await form(page).getByLabel('Adresse e-mail du client').press('Enter')
  await expect(form(page).getByRole('alert')).toContainText('le message n’a pas été ouvert')
  expect(readdirSync(saveDir).filter((name) => name.endsWith(`${ref}.pdf`))).toHaveLength(1)
  expect(linesOf(saveDir, 'opened.txt').filter((link) => link.includes('amina'))).toEqual([])
})
