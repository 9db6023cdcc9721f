/**
 * Payment links at the counter: a new one in the fewest keys, watched to its end; a reference pasted. By touch in Arabic:
 * every-kind.long.spec.ts.
 */
import type { Page } from '@playwright/test'
import type { Fault } from '#training/faults.ts'
import { qrOf } from '../../renderer/features/payment-link/status-step.tsx'
import { expect, test } from './support/counter.ts'
import { expectNoViolation } from './support/looks.ts'
import { showTheme, waitUntilOpen } from './support/till.ts'

const refField = (page: Page) => page.locator('#payment-ref')
const amountField = (page: Page) => page.locator('#link-amount')
const titleField = (page: Page) => page.locator('#link-title')
const payment = (page: Page) => page.getByTestId('payment-link')
const newLink = (page: Page) => page.locator('.link-actions .button').nth(1)
const createPath = '/v3/paylink/createLink'
/** What becomes of a link is not answered before it is let go. */
const heldLooks: Fault = {
  ...{ method: 'GET', path: '/v3/paylink/', times: 100 },
  action: { do: 'hold', take: true },
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function toRef(page: Page): Promise<void> {
  await waitUntilOpen(page)
  await press(page, ['F5'])
  await expect(refField(page)).toBeFocused()
  await expect(newLink(page)).toBeVisible()
}

async function makeLink(page: Page, dinars: string): Promise<void> {
  await press(page, ['Enter'])
  await expect(amountField(page)).toBeFocused()
  await press(page, [...dinars, 'Enter'])
  await expect(titleField(page)).toBeFocused()
  await press(page, [...'TV', 'Enter'])
  await expect(payment(page)).toBeVisible()
}

test('a new link: Enter, amount, Enter, title, Enter; then it is watched until it is paid', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toRef(page)
  const keys = ['Enter', ...'2500', 'Enter', ...'TV', 'Enter']
  expect(keys).toHaveLength(9)
  await makeLink(page, '2500')
  await expect(payment(page)).toHaveAttribute('data-link', 'paid')
  await expect(page.locator('.pay-address')).toHaveCount(0)
  await press(page, ['Enter'])
  await expect(refField(page)).toBeFocused()
  await expect(refField(page)).toHaveValue('')
})

test('an amount outside the limits is explained with the limits @long', async ({ openCounter }) => {
  const { page } = await openCounter()
  await toRef(page)
  await press(page, ['Enter', ...'12', 'Enter'])
  const hint = page.locator('#link-amount-hint')
  await expect(hint).toHaveRole('alert')
  await expect(hint).toContainText(/limites d’un lien\.De 500 DA à 500.000 DA/)
})

test('a scanned address and Enter lead to the payment; Enter looks again, Esc goes back @long', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  await toRef(page)
  await makeLink(page, '1002')
  await expect(payment(page)).toHaveAttribute('data-link', 'untouched')
  await expect(page.locator('.time-left')).toContainText(/1\d:\d\d|20:00/)
  await expect(page.locator('.pay-address')).toContainText('https://')
  const url = await page.locator('.pay-address .copyable .ltr').innerText()
  await press(page, ['Escape'])
  await expect(refField(page)).toHaveValue('')
  await page.keyboard.type(`${url}?a=b/c`)
  await press(page, ['Enter'])
  await expect(payment(page)).toHaveAttribute('data-link', 'untouched')
  await expect(page.locator('.sell-panel')).toContainText('1 002 DA')
  await expect(page.locator('.pay-address')).toHaveCount(0)
  await press(page, ['Enter', '5'])
  await expect(payment(page)).toHaveAttribute('data-link', 'untouched')
  await press(page, ['Escape'])
  await expect(refField(page)).toHaveValue(`${url}?a=b/c`)
})

test('the address is a QR code that a camera reads, dark on white in both appearances @long', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await toRef(page)
  await makeLink(page, '1002')
  const url = await page.locator('.pay-address .copyable .ltr').innerText()
  const code = page.getByRole('img', { name: 'Code QR' })
  const drawn = qrOf(url)
  await expect(code.locator('.qr-modules')).toHaveAttribute('d', String(drawn?.path))
  await expect(code).toHaveAttribute('viewBox', `0 0 ${drawn?.size} ${drawn?.size}`)
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme)
    await expect(code.locator('.qr-modules')).toHaveCSS('fill', 'rgb(0, 0, 0)')
    await expect(code.locator('.qr-ground')).toHaveCSS('fill', 'rgb(255, 255, 255)')
    await expectNoViolation(page, `link in ${theme}`)
  }
})

test('an invalid reference, and an unknown one, are explained @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toRef(page)
  await press(page, [...'0661', 'Enter'])
  await expect(page.locator('#payment-ref-hint')).toContainText('pas une référence')
  await refField(page).fill('TRAIN-AAAAAA-BBBB')
  await press(page, ['Enter'])
  await expect(page.getByRole('alert')).toContainText('ne connaît pas')
  await expect(refField(page)).toHaveValue('TRAIN-AAAAAA-BBBB')
})

test('a link whose answer is lost is shown as perhaps made, after the next customer too, and Enter makes no other @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page } = await openCounter(service)
  await toRef(page)
  await service.addFaults({ method: 'POST', path: createPath, action: { do: 'cut', take: true } })
  await press(page, ['Enter'])
  await expect(amountField(page)).toBeFocused()
  await press(page, [...'900', 'Enter', ...'TV', 'Enter'])
  await expect(page.getByRole('alert')).toContainText('peut-être été créé')
  await press(page, ['Enter', 'Enter'])
  const asked = async () => (await service.requests()).filter(({ path }) => path === createPath).length
  await press(page, ['F1', 'F5'])
  await expect(page.getByRole('alert')).toContainText('peut-être été créé')
  await press(page, ['Enter', 'Enter'])
  expect(await asked()).toBe(1)
  await page.locator('.link-column .button').click()
  await expect(payment(page)).toBeVisible()
  expect(await asked()).toBe(2)
  await press(page, ['Escape'])
  await expect(page.getByTestId('session-links')).toContainText('Peut-être créé')
})

test('a link outlives the next customers: it is there again on F5, watched, and after Esc among those of the session @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '40'])
  const { page } = await openCounter(service)
  await toRef(page)
  await service.addFaults(heldLooks)
  await makeLink(page, '1003')
  const url = await page.locator('.pay-address .copyable .ltr').innerText()
  await press(page, ['F1'])
  await expect(page.locator('#line-number')).toBeFocused()
  await expect(page.getByTestId('parked-link')).toBeVisible()
  await press(page, ['F5'])
  await expect(page.locator('.pay-address .copyable .ltr')).toHaveText(url)
  await expect(page.getByTestId('qr')).toBeVisible()
  await press(page, ['F2'])
  await service.clearFaults()
  await service.release()
  await expect(page.getByTestId('parked-link')).toHaveAttribute('data-look', 'fulfilled')
  await expect(page.locator('.notes [data-kind="link"]')).toContainText(/Lien payé\s: 1\s003 DA · TV/)
  await press(page, ['F5'])
  await expect(payment(page)).toHaveAttribute('data-link', 'paid')
  await press(page, ['Escape'])
  await expect(refField(page)).toBeFocused()
  const tile = page.getByTestId('session-links').locator('.link-tile')
  await expect(tile).toContainText('1 003 DA')
  await press(page, ['ArrowDown', 'Enter'])
  await expect(payment(page)).toHaveAttribute('data-link', 'paid')
})

test('a link that was put away has its present state once its list is reached again @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '20'])
  const { page } = await openCounter(service)
  await toRef(page)
  await service.addFaults(heldLooks)
  await makeLink(page, '1001')
  await press(page, ['Escape'])
  const tile = page.getByTestId('session-links').locator('.link-tile')
  await expect(tile).toHaveAttribute('data-link', 'untouched')
  await expect(tile).toContainText('Vu à l’instant')
  await service.clearFaults()
  await service.release()
  await expect(async () => {
    await press(page, ['F1', 'F5'])
    await expect(tile).toHaveAttribute('data-link', 'failed', { timeout: 1_000 })
  }).toPass()
  await expect(tile).not.toContainText('Vu')
})

test('a practice reference waits beside the next sales, is found by its reference, and its end is shown', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '40'])
  const { page } = await openCounter(service)
  await waitUntilOpen(page)
  await press(page, ['F5'])
  await page.locator('.practice button', { hasText: 'TRAIN-000000-0001' }).click()
  await press(page, ['Enter'])
  await expect(payment(page)).toHaveAttribute('data-link', 'untouched')
  await press(page, ['Escape', 'F1'])
  const rows = page.locator('[data-list="links"] .link-row')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('TRAIN-000000-0001')
  const note = page.locator('.notes [data-kind="link"]')
  await expect(note).toContainText('Lien payé')
  await expect(rows).toHaveCount(0)
  await press(page, ['Control+f'])
  await page.keyboard.type('train-0000')
  await expect(rows).toHaveCount(1)
  await press(page, ['Enter'])
  await expect(payment(page)).toHaveAttribute('data-link', 'paid')
})
