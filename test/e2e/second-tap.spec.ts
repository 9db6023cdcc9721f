/** A finger that asks for the review and taps on, or taps twice a little beside: nothing is sold that nobody has read. */
import { expect, test } from '@playwright/test'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

test('the second of two taps where the review comes up sells nothing; one that follows a look at it does', async () => {
  const scene = sceneNamed('mobile-plans')
  const answers = { ...scene.answers, 'sale.confirm': 'never' } as const
  const window = await standScene(maker, { ...scene, answers }, { locale: 'fr', theme: 'light' })
  const { page } = window
  await page.locator('#amount, .number-field input').first().fill('500')
  const box = await page.locator('.step-foot .button').boundingBox()
  if (!box) throw new Error('no button')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await expect(page.locator('#pay')).toBeVisible()
  await page.mouse.click(x + 60, y)
  await page.mouse.click(x, y)
  expect(await window.asked()).not.toContain('sale.confirm')
  await page.locator('#pay .button').click()
  await expect.poll(window.asked).toContain('sale.confirm')
  await window.close()
})
