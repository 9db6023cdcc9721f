/** Keys reach what is on the screen when what had the focus has gone or is elsewhere; a search hides no open sale. */
import { expect, test } from '@playwright/test'
import type { AppEvent } from '#shared/ipc/wire.ts'
import type { SaleView } from '#shared/views.ts'
import { openSales } from '../../renderer/mirror.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { standScene } from '../screens/scene.ts'
import { busyDay, saleIn } from '../screens/views.ts'
import type { WindowPage } from '../support/window-page.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()
const looks = { locale: 'fr', theme: 'light' } as const

const standWith = (name: string, sales: SaleView[]) => {
  const scene = sceneNamed(name)
  const answers = { ...scene.answers, 'sale.resend': 'never' } as const
  return standScene(maker, { ...scene, answers, snapshot: { ...scene.snapshot, sales } }, looks)
}

const openRow = ({ page }: WindowPage) => page.locator('[data-list="open"] .sale-row')
const dialog = ({ page }: WindowPage) => page.getByRole('dialog')

/** The event of the sale as it goes out, with no frame drawn behind it: a busy machine draws late. */
const hearSending = ({ page }: WindowPage) =>
  page.evaluate(
    (event) => {
      window.requestAnimationFrame = () => 0
      Reflect.get(window, 'publish')({ sequence: 2, event })
    },
    { kind: 'sale-changed', sale: saleIn('sending') } satisfies AppEvent,
  )

test('Esc closes the dialog while "send again" is under way, and once its button has left', async () => {
  const window = await standWith('internet-number', [saleIn('unsent')])
  const button = dialog(window).getByRole('button', { name: 'Renvoyer' })
  await openRow(window).click()
  await button.click()
  await window.page.keyboard.press('Escape')
  await expect(dialog(window)).toHaveCount(0)
  expect((await window.asked()).filter((name) => name === 'sale.resend')).toHaveLength(1)
  await openRow(window).click()
  await button.focus()
  await hearSending(window)
  await expect(button).toHaveCount(0)
  await window.page.keyboard.press('Escape')
  await expect(dialog(window)).toHaveCount(0)
  expect((await window.asked()).filter((name) => name === 'sale.resend')).toHaveLength(1)
  await window.close()
})

test('Esc closes the dialog after a press on the slip', async () => {
  const window = await standWith('internet-number', [saleIn('unsent')])
  await openRow(window).click()
  const slip = await window.page.locator('.slip-preview iframe').boundingBox()
  if (!slip) throw new Error('no slip is shown')
  await window.page.mouse.click(slip.x + 20, slip.y + 20)
  await window.page.keyboard.press('Escape')
  await expect(dialog(window)).toHaveCount(0)
  await window.close()
})

test('after Esc in the search a digit picks a biller again', async () => {
  const window = await standWith('bill-biller', [])
  for (const key of ['Control+f', 'Escape', '1']) await window.page.keyboard.press(key)
  await expect(window.page.locator('#sale-search')).toHaveValue('')
  await expect(window.page.locator('.account-fields')).toBeVisible()
  await window.close()
})

test('a search that nothing fits leaves every open sale in its list', async () => {
  const window = await standWith('internet-number', [...busyDay])
  await window.page.keyboard.press('Control+f')
  await window.page.keyboard.type('rien')
  await expect(window.page.locator('[data-list="today"] .sale-row')).toHaveCount(0)
  await expect(openRow(window)).toHaveCount(openSales(busyDay).length)
  await window.page.keyboard.press('Enter')
  await expect(dialog(window)).toHaveCount(0)
  await window.close()
})
