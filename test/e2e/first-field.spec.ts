/** A page of a dialog that is there to be filled begins in its first empty field, also where it takes the place of another page. */
import { expect, test } from '@playwright/test'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

const showScene = (name: string) => standScene(maker, sceneNamed(name), { locale: 'fr', theme: 'light' })

test('the close after a count begins at the reason of the difference', async () => {
  const { page, send, close } = await showScene('till-count')
  await page.getByTestId('count-now').focus()
  const [{ till }, counted] = [sceneNamed('till-count').snapshot, sceneNamed('till-close').snapshot]
  if (!till || !counted.till) throw new Error('a scene has no till')
  await send(2, [{ kind: 'till-changed', till: { ...till, shift: counted.till.shift } }])
  await page.keyboard.type('Monnaie')
  await expect(page.getByTestId('close-shift').locator('input').first()).toHaveValue('Monnaie')
  await close()
})

test('the page of a customer begins at the repaid amount, however late it loads', async () => {
  const { page, close } = await showScene('carnet-debtors')
  await page.locator('.debtors .customer-row').first().focus()
  await page.keyboard.press('Enter')
  const amount = page.getByTestId('carnet-money').locator('input[data-to-fill]')
  await expect(amount).toBeFocused()
  await page.keyboard.type('300')
  await expect(amount).toHaveValue('300')
  await close()
})

test('a focused button of the page keeps the focus', async () => {
  const { page, close } = await showScene('carnet-new-customer')
  await expect(page.getByTestId('add-customer')).toBeVisible()
  await expect(page.getByTestId('carnet-search').locator('input').first()).toBeFocused()
  await close()
})
