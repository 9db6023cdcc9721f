/** A payment link that was paid while somebody else was served: its note, its page, and the search that finds it. */
import { expect, test } from '@playwright/test'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

const showScene = (name: string) => standScene(maker, sceneNamed(name), { locale: 'fr', theme: 'light' })

test('the note has the amount and the title; the search finds the link by them', async () => {
  const { page, close } = await showScene('link-told')
  await expect(page.locator('.notes [data-kind="link"]')).toContainText(/Lien payé\s: 2\s500 DA · TV/)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('tv')
  await expect(page.locator('[data-list="links"] .link-row')).toContainText('TV')
  await close()
})

test('its page names what was paid for, and folds the service’s own sentence away', async () => {
  const { page, close } = await showScene('link-told-opened')
  const facts = page.locator('.line-summary')
  await expect(facts).toContainText('TV')
  await expect(facts.getByText('The payment has not been initiated yet')).toBeHidden()
  await close()
})
