/** What is shown at the review before a sale, and what a key or a finger does about it. */
import { expect, test } from '@playwright/test'
import { centimes } from '#shared/money.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { orders, saleIn } from '../screens/views.ts'
import { pressByHand } from './support/hands.ts'
import { windowMakerOfSpec } from './support/table-window.ts'
import { payButton } from './support/till.ts'

const maker = windowMakerOfSpec()
const showScene = async (name: string) => {
  const window = await standScene(maker, sceneNamed(name), { locale: 'fr', theme: 'light' })
  await expect(window.page.locator('#pay[data-resting]')).toHaveCount(0)
  return window
}
test('digits typed at the review bring a note with the keys that work: Tab to a note, and no Enter', async () => {
  const { page, asked, close } = await showScene('review-typed')
  await expect(page.getByTestId('typed-over')).toContainText('Tab')
  await expect(page.locator('#pay-hint')).not.toContainText('deux fois')
  await expect(payButton(page)).not.toContainText('Entrée')
  await pressByHand(page, 'Enter')
  await expect(payButton(page)).not.toBeFocused()
  await pressByHand(page, 'Tab')
  await expect(page.getByTestId('given-note-200')).toBeFocused()
  await pressByHand(page, 'Enter')
  await expect(page.getByTestId('change')).toContainText(/200.DA/)
  expect(await asked()).not.toContain('sale.confirm')
  await close()
})

test('if no note is given, Tab leads to the button past everything before it', async () => {
  const { page, close } = await showScene('review-menu')
  for (const digit of '0770') await pressByHand(page, digit)
  await expect(page.getByTestId('typed-over')).toContainText(/Tab\s: le bouton/)
  await pressByHand(page, 'Tab')
  await expect(payButton(page)).toBeFocused()
  await close()
})

test('an open sale to the same number is shown until it has ended, whatever its amount', async () => {
  const { page, send, close } = await showScene('review-uncertain')
  const warning = page.getByTestId('uncertain')
  await expect(warning).toContainText('Ne revendez pas')
  await expect(warning).toContainText(/2.050.DA/)
  const unknown = saleIn('unknown', orders.mobile, { priceCentimes: centimes(30_000) })
  await send(2, [{ kind: 'sale-changed', sale: unknown }])
  await expect(warning).toContainText(/300.DA/)
  await send(3, [{ kind: 'sale-changed', sale: { ...unknown, phase: 'fulfilled', state: 'fulfilled' } }])
  await expect(warning).toHaveCount(0)
  await close()
})

test('a sale to another number is not shown, and a repeat is shown once @long', async () => {
  const other = await showScene('review-internet')
  await other.send(2, [{ kind: 'sale-changed', sale: saleIn('in-doubt') }])
  await expect(other.page.getByTestId('uncertain')).toHaveCount(0)
  await other.close()
  const twin = await showScene('review-repeats')
  await twin.send(2, [{ kind: 'sale-changed', sale: saleIn('in-doubt', orders.mobile, {}, 2) }])
  await expect(twin.page.getByTestId('repeats')).toBeVisible()
  await expect(twin.page.getByTestId('uncertain')).toHaveCount(0)
  await twin.close()
})
