/** What a sale's card shows beside its phase, in each language. */
import { expect, test } from '@playwright/test'
import { locales } from '#shared/views.ts'
import { messages } from '../../renderer/i18n.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

for (const locale of locales) {
  test(`what the service answered is shown of a sale that did not go through, and what to do about it: ${locale}`, async () => {
    const window = await standScene(maker, sceneNamed('outcome-not-found-answered'), {
      locale,
      theme: 'light',
    })
    const card = window.page.getByTestId('phase')
    await expect(card).toContainText(messages[locale].refusal.BILL_ALREADY_PAID)
    await expect(card).toContainText(messages[locale].step['offer-nothing-due'])
    await window.close()
  })
}

const mainIn = async (name: string): Promise<string> => {
  const window = await standScene(maker, sceneNamed(name), { locale: 'fr', theme: 'light' })
  const outcome = window.page.getByTestId('outcome')
  const labels = await outcome.locator('.actions button[data-look="main"]').allInnerTexts()
  await window.close()
  // Where the card advises to act, Tab leads to it.
  return labels.map((one) => one.replace(/\s*Tab$/, '')).join()
}

test('the first action is the one that the card advises: send again, or cancel what would be refused again or may come twice @long', async () => {
  const { resend, cancel } = messages.fr.sale
  expect(await mainIn('outcome-not-found')).toBe(resend)
  expect(await mainIn('outcome-not-found-answered')).toBe(cancel)
  expect(await mainIn('outcome-not-found-cards')).toBe(cancel)
})
