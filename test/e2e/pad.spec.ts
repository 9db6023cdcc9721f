/** The pad of a step by the finger alone: an amount with its centimes, and what is selected gives way to what is pressed. */
import { expect, test } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'
import { fingerOn } from './support/till.ts'

const maker = windowMakerOfSpec()

const key = (page: Page, face: string) => page.locator('.pad-key').getByText(face, { exact: true })

async function showScene(scene: string) {
  const window = await standScene(maker, sceneNamed(scene), { locale: 'fr', theme: 'light' })
  const tap = await fingerOn(window.page)
  return {
    ...window,
    tap,
    press: async (faces: string) => {
      for (const face of faces) await tap(key(window.page, face))
    },
  }
}

const select = (field: Locator, from: number, to: number) =>
  field.evaluate((one, range) => (one as HTMLInputElement).setSelectionRange(range[0], range[1]), [
    from,
    to,
  ] as const)

test('an amount of whole dinars needs no keyboard of the system’s, and has no comma @long', async () => {
  const { page, press, close } = await showScene('mobile-plans')
  const amount = page.locator('#top-up-amount')
  await expect(amount).toHaveAttribute('inputmode', 'none')
  await expect(key(page, ',')).toHaveCount(0)
  await press('500')
  await expect(amount).toHaveValue('500')
  await press('C')
  await expect(amount).toHaveValue('')
  await close()
})

test('where the plan takes centimes they are typed by the finger @long', async () => {
  const { page, tap, press, close } = await showScene('mobile-plans')
  await tap(page.locator('.plan-tile', { hasText: 'Facture Mobilis' }))
  await press('500,50')
  await expect(page.locator('#top-up-amount')).toHaveValue('500,50')
  await expect(page.getByRole('button', { name: 'Virgule' })).toBeVisible()
  await close()
})

test('a key of the pad replaces the selection; else it goes to the end @long', async () => {
  const { page, tap, press, close } = await showScene('mobile-plans')
  const amount = page.locator('#top-up-amount')
  await press('500')
  await amount.selectText()
  await press('2')
  await expect(amount).toHaveValue('2')
  await press('0')
  await expect(amount).toHaveValue('20')
  await press('3')
  await select(amount, 1, 2)
  await tap(page.getByRole('button', { name: 'Effacer un chiffre' }))
  await expect(amount).toHaveValue('23')
  await select(amount, 0, 0)
  await press('4')
  await expect(amount).toHaveValue('234')
  await close()
})

test('a key of the pad does so in a grouped number too, and a digit replaces the same digit', async () => {
  const number = await showScene('mobile-number-typed')
  const line = number.page.locator('#line-number')
  await select(line, 5, 13)
  await number.press('9')
  await expect(line).toHaveValue(/^0661\s9$/)
  await number.close()

  const cards = await showScene('cards-types')
  await cards.page.locator('.card-tile').nth(2).click()
  const quantity = cards.page.locator('#card-quantity')
  await expect(quantity).toBeFocused()
  await cards.press('12')
  await expect(quantity).toHaveValue('12')
  await cards.close()
})

test('a selected title is not changed by the pad @long', async () => {
  const { page, press, close } = await showScene('link-form')
  const title = page.locator('#link-title')
  await title.fill('Tapis')
  await title.selectText()
  await press('7')
  await expect(title).toHaveValue('Tapis')
  await expect(page.locator('#link-amount')).toHaveValue(/7$/)
  await close()
})
