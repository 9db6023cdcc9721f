/** What the counter shows by itself: a setting that could not be kept, and what should be put right, said aloud once. */
import { expect, test } from '@playwright/test'
import type { Page } from 'playwright-core'
import type { AppEvent } from '#shared/ipc/wire.ts'
import type { Notice } from '#shared/notices.ts'
import type { StatusView } from '#shared/views.ts'
import { messages } from '../../renderer/i18n.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import type { Answers } from '../support/window-page.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()

const looks = { locale: 'fr', theme: 'light' } as const

async function pressHide(answers: Answers): Promise<Page> {
  const scene = sceneNamed('internet-number-recents')
  const { page } = await standScene(maker, { ...scene, answers: { ...scene.answers, ...answers } }, looks)
  await page.locator('.recents-hide').focus()
  await page.keyboard.press('Enter')
  return page
}

test('a failed hiding of the last numbers is shown, and the field takes the next key', async () => {
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

const statusWith = (status: StatusView, notices: readonly Notice[]): AppEvent => ({
  kind: 'status-changed',
  status: { ...status, notices: [...notices] },
})
const region = (page: Page) => page.getByRole('region', { name: messages.fr.notice.label })

/** Counts what is put into the region from now on: a screen reader says it. */
const listen = (page: Page) =>
  region(page).evaluate((one) => {
    const said: string[] = []
    Object.assign(window, { said })
    const note = (changes: readonly MutationRecord[]) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? '')
    }
    new MutationObserver(note).observe(one, { childList: true, subtree: true, characterData: true })
  })
const heard = (page: Page): Promise<readonly string[]> => page.evaluate(() => Reflect.get(window, 'said'))

test('a notice is announced once when it comes, and again when it comes back', async () => {
  const scene = sceneNamed('internet-number')
  const { status } = scene.snapshot
  const { page, send, close } = await standScene(maker, scene, looks)
  await expect(region(page)).toBeAttached()
  await expect(region(page)).toHaveAttribute('aria-live', 'polite')
  await expect(region(page)).toHaveText('')
  await listen(page)
  const words = messages.fr.notice
  await send(2, [statusWith(status, ['balance-low'])])
  expect(await heard(page)).toEqual([words['balance-low']])
  // The same again, a part of the status beside it, and another notice before it.
  await send(3, [statusWith(status, ['balance-low'])])
  await send(4, [statusWith({ ...status, connection: 'offline' }, ['balance-low'])])
  await send(5, [statusWith(status, ['no-backup', 'balance-low'])])
  expect(await heard(page)).toEqual([words['balance-low'], words['no-backup']])
  await send(6, [statusWith(status, ['balance-low'])])
  await send(7, [statusWith(status, ['no-backup', 'balance-low'])])
  expect(await heard(page)).toEqual([words['balance-low'], words['no-backup'], words['no-backup']])
  await close()
})

test('a notice that is there at the start is put into a region that was there before it', async () => {
  const { page, close } = await standScene(maker, sceneNamed('notices'), looks)
  await expect(region(page).locator('p')).not.toHaveCount(0)
  await close()
})

test('a notice that comes over a dialog is announced too', async () => {
  const scene = sceneNamed('settings')
  const { page, send, close } = await standScene(maker, scene, looks)
  await send(2, [statusWith(scene.snapshot.status, ['balance-low'])])
  await expect(region(page)).toHaveText(messages.fr.notice['balance-low'])
  await close()
})
