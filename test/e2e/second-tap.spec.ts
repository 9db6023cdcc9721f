/** A finger that asks for the review and taps on, or taps twice a little beside: nothing is sold that nobody has read. */
import { expect, test } from '@playwright/test'
import type { AppEvent } from '#shared/ipc/wire.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

test('the second of two quick taps sells nothing at the review; a later one does', async () => {
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

const sentAgain = (): AppEvent => {
  const sale = sceneNamed('crowded').snapshot.sales.find(({ phase }) => phase === 'unsent')
  if (!sale) throw new Error('the scene has nothing to do')
  return { kind: 'sale-changed', sale: { ...sale, phase: 'sending', state: 'sending' } }
}
const toDo = '[data-testid="to-do"]'

test('a second tap in the place of a "to do" row does nothing to the row that took it', async () => {
  const scene = sceneNamed('crowded')
  const answers = { ...scene.answers, 'sale.resend': 'never' } as const
  const window = await standScene(maker, { ...scene, answers }, { locale: 'fr', theme: 'light' })
  const { page, send, asked, close } = window
  const button = page.locator(`${toDo} .to-do-sale .button`).first()
  const box = await button.boundingBox()
  if (!box) throw new Error('no button')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await button.click()
  await send(2, [sentAgain()])
  await page.mouse.click(x + 5, y)
  const resends = async () => (await asked()).filter((name) => name === 'sale.resend')
  expect(await resends()).toHaveLength(1)
  await page.locator(`${toDo} .to-do-sale .button`).first().click()
  await expect.poll(resends).toHaveLength(2)
  await close()
})

test('the row that takes the place of a handled one has the focus', async () => {
  const window = await standScene(maker, sceneNamed('crowded'), { locale: 'fr', theme: 'light' })
  const { page, send, close } = window
  await page.locator(`${toDo} .to-do-sale .button`).first().focus()
  await send(2, [sentAgain()])
  await expect(page.locator(`${toDo} .sale-row`)).toHaveCount(1)
  await expect(page.locator(`${toDo} .sale-row`)).toBeFocused()
  await close()
})
