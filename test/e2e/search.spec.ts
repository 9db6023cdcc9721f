/** The search beside the sale in hand: it is empty again once it has served, and it takes what a finger types while it has the focus. */
import { expect, test } from '@playwright/test'
import type { Page } from 'playwright-core'
import { sceneNamed } from '../screens/all-scenes.ts'
import { type Scene, standScene } from '../screens/scene.ts'
import { sellAnswers } from '../screens/selling-scenes.ts'
import { busyDay, saleIn } from '../screens/views.ts'
import { windowMakerOfSpec } from './support/table-window.ts'
import { fingerOn } from './support/till.ts'

const maker = windowMakerOfSpec()
const search = (page: Page) => page.locator('#sale-search')
const dialog = (page: Page) => page.getByRole('dialog')

const showScene = (scene: Scene) => standScene(maker, scene, { locale: 'fr', theme: 'light' })

test('a search is empty once the sale that it found was left, and what is typed next is for the sale in hand', async () => {
  const { page, close } = await showScene(sceneNamed('internet-sale-sought'))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(search(page)).toHaveValue('0661')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(search(page)).toHaveValue('')
  await expect(page.locator('#one-field')).toBeFocused()
  await close()
})

test('a search is empty once the next sale is sold', async () => {
  const scene = sceneNamed('mobile-plans')
  const sold = { ok: true, value: saleIn('sending') } as const
  const answers = { ...scene.answers, ...sellAnswers, 'sale.confirm': sold } as const
  const { page, close } = await showScene({
    ...scene,
    answers,
    snapshot: { ...scene.snapshot, sales: [...busyDay] },
  })
  await page.keyboard.press('Control+f')
  await page.keyboard.type('rien')
  await page.locator('#top-up-amount').fill('500')
  await page.keyboard.press('Enter')
  await expect(page.locator('#pay')).toBeVisible()
  await expect(search(page)).toHaveValue('rien')
  await page.locator('#pay .button').click()
  await expect(search(page)).toHaveValue('')
  await close()
})

test('the cross empties the search by one tap @long', async () => {
  const { page, close } = await showScene(sceneNamed('internet-sale-sought'))
  const tap = await fingerOn(page)
  await tap(page.getByRole('button', { name: 'Effacer la recherche' }))
  await expect(search(page)).toHaveValue('')
  await expect(page.locator('#one-field')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Effacer la recherche' })).toHaveCount(0)
  await close()
})

test('the pad types into the search while that has the focus, and into the field of the sale after it', async () => {
  const { page, close } = await showScene(sceneNamed('busy-day'))
  const tap = await fingerOn(page)
  const press = async (...faces: string[]) => {
    for (const face of faces) await tap(page.locator('.pad-key').getByText(face, { exact: true }))
  }
  await tap(search(page))
  await press('0', '6', '6', '1')
  await tap(page.getByRole('button', { name: 'Effacer un chiffre' }))
  await expect(search(page)).toHaveValue('066')
  await expect(page.locator('#one-field')).toHaveValue('')
  await press('C', '7')
  await expect(search(page)).toHaveValue('7')
  await tap(page.locator('#one-field'))
  await press('0', '5')
  await expect(search(page)).toHaveValue('7')
  await expect(page.locator('#one-field')).toHaveValue('05')
  await close()
})

test('if a text can become nothing, the field says so and offers no choice @long', async () => {
  const { page, close } = await showScene(sceneNamed('start-none'))
  await expect(page.locator('#one-field-hint')).toContainText('Rien ne correspond à ce numéro ou à ce nom')
  await close()
})
