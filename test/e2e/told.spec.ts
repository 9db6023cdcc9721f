/** What the counter tells by itself: a setting that could not be kept. */
import { expect, test } from '@playwright/test'
import type { Browser, Page } from 'playwright-core'
import { sceneNamed } from '../screens/all-scenes.ts'
import { readOwnPage } from '../screens/own-pages.ts'
import { standScene } from '../screens/scene.ts'
import type { Answers } from '../support/window-page.ts'
import { createWindowMaker, launchChromium, type WindowMaker } from '../support/window-page.ts'

let browser: Browser
let maker: WindowMaker
test.beforeAll(async () => {
  browser = await launchChromium()
  maker = await createWindowMaker(browser, { width: 1024, height: 768, scale: 1 }, readOwnPage)
})
test.afterAll(() => browser.close())

const looks = { locale: 'fr', theme: 'light' } as const

async function pressHide(answers: Answers): Promise<Page> {
  const scene = sceneNamed('internet-number-recents')
  const { page } = await standScene(maker, { ...scene, answers: { ...scene.answers, ...answers } }, looks)
  await page.locator('.recents-hide').focus()
  await page.keyboard.press('Enter')
  return page
}

test('that the last numbers cannot be hidden is told, and the field takes the next key', async () => {
  const page = await pressHide({ 'settings.update': { ok: false, error: { kind: 'internal' } } })
  await expect(page.locator('.notes [data-kind="error"]')).toBeVisible()
  await expect(page.locator('.recents')).toBeVisible()
  await expect(page.locator('#line-number')).toBeFocused()
  await page.close()
})

test('numbers that are hidden leave the focus in the field, and no note', async () => {
  const { settings } = sceneNamed('internet-number-recents').snapshot
  const page = await pressHide({ 'settings.update': { ok: true, value: settings } })
  await expect(page.locator('#line-number')).toBeFocused()
  await expect(page.locator('.notes')).toHaveCount(0)
  await page.close()
})
