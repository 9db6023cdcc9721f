/** Cards whose codes nobody has seen, in the window: what counts as seen, and the field for what is typed meanwhile. */
import { expect, test } from '@playwright/test'
import type { AppEvent } from '#shared/ipc/wire.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { ok, type Scene, standScene } from '../screens/scene.ts'
import type { WindowPage } from '../support/window-page.ts'
import { handPause, pressByHand } from './support/hands.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()
const looks = { locale: 'fr', theme: 'light' } as const
const openScene = (name: string, answers: Scene['answers'] = {}) => {
  const scene = sceneNamed(name)
  return standScene(maker, { ...scene, answers: { ...scene.answers, ...answers } }, looks)
}
const warning = ({ page }: WindowPage) => page.getByTestId('codes-unshown')
const nextField = ({ page }: WindowPage) => page.getByLabel('Pour le client suivant')
const showAll = ({ page }: WindowPage) => page.getByTestId('show-codes').click()

test('what is typed meanwhile is corrected in its field and goes along with the key of a service', async () => {
  const window = await openScene('outcome-codes-typed')
  await expect(nextField(window)).toHaveValue('0661')
  await expect(nextField(window)).toBeFocused()
  for (const key of ['Backspace', '2']) await pressByHand(window.page, key)
  await expect(nextField(window)).toHaveValue('0662')
  await pressByHand(window.page, 'F1')
  await expect(window.page.locator('#line-number')).toHaveValue('0662')
  await window.close()
})

test('on an AZERTY keyboard it takes digits until a letter stands in it, then letters @long', async () => {
  const window = await openScene('outcome-codes-unshown')
  const session = await window.page.context().newCDPSession(window.page)
  const pressSecond = async () => {
    await handPause(window.page)
    const key = { key: 'é', code: 'Digit2', text: 'é', unmodifiedText: 'é', windowsVirtualKeyCode: 50 }
    await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown' })
    await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
  }
  for (let press = 0; press < 2; press += 1) await pressSecond()
  await expect(nextField(window)).toHaveValue('22')
  await pressByHand(window.page, 'H')
  await pressSecond()
  await expect(nextField(window)).toHaveValue('22Hé')
  await pressByHand(window.page, 'Enter')
  await expect(window.page.locator('#one-field')).toHaveValue('22Hé')
  await window.close()
})

test('codes that a closed keychain keeps back are not seen', async () => {
  const closed = { kind: 'no-key' } as const
  const cards = [closed, closed]
  const window = await openScene('outcome-codes-unshown', { 'sale.reveal-cards': ok({ cards }) })
  await showAll(window)
  await expect(window.page.getByTestId('codes')).toContainText('trousseau')
  await expect(warning(window)).toBeVisible()
  await window.close()
})

test('one code of two is not all of them; the other one ends the warning', async () => {
  const window = await openScene('outcome-codes-unshown', sceneNamed('outcome-codes-shown').answers)
  const showOne = (place: number) =>
    window.page.getByRole('button', { name: `Montrer le code de la carte ${place}` }).click()
  await showOne(2)
  await expect(window.page.getByTestId('codes')).toContainText('QRST')
  await expect(warning(window)).toBeVisible()
  await showOne(1)
  await expect(warning(window)).toHaveCount(0)
  await window.close()
})

test('codes that are printed after the warning end it', async () => {
  const window = await openScene('outcome-codes-unshown')
  const [sale] = sceneNamed('outcome-codes-unshown').snapshot.sales
  if (!sale) throw new Error('the scene has no sale')
  const job = { jobId: 'job-1', printer: 'Caisse', problem: null, settledAs: null, queuedAtMs: 1, atMs: 1 }
  const what = { kind: 'sale', ref: sale.ref, copyNumber: 0 } as const
  const event: AppEvent = { kind: 'print-changed', job: { ...job, what, state: 'sent', codes: 2 } }
  await expect(warning(window)).toBeVisible()
  await window.page.evaluate((heard) => Reflect.get(window, 'publish')({ sequence: 2, event: heard }), event)
  await expect(warning(window)).toHaveCount(0)
  await window.close()
})
