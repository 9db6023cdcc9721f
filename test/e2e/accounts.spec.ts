/** The shop's own accounts: a key from the clipboard, what the service says of it, opening the account, and back again. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { trainingKeys } from '#training/keys.ts'
import { authorities } from '../support/authorities.ts'
import { whyNoKeyring } from '../support/desktop-session.ts'
import {
  accountRow,
  type Desktop,
  dialog,
  expectPlace,
  goToKey,
  keepAndOpen,
  pasteKey,
  signAndSwitch,
  startDesktop,
  typeAddresses,
} from './support/accounts.ts'
import { agreeing, test as base, expect } from './support/counter.ts'
import { expectGoodLooks, expectNoOverflow, expectNoViolation } from './support/looks.ts'
import { expectOutcome, practice, saleRows, sellByKeyboard, waitUntilOpen } from './support/till.ts'

const test = base.extend<{ readonly desktop: Desktop }>({
  desktop: async ({ runtime, workFolder }, use, testInfo) => {
    testInfo.skip(runtime !== 'stand-in', 'the clipboard and the keychain here are the stand-in’s')
    testInfo.skip(whyNoKeyring !== undefined, whyNoKeyring)
    const ends: (() => void | Promise<void>)[] = []
    await use(await startDesktop((work) => ends.push(work), workFolder))
    for (const work of ends.reverse()) await work()
  },
})

const banner = (page: Page) => page.locator('.environment')

/** Nothing that a page holds, not even out of sight, has a key in it. */
async function expectNoKey(page: Page): Promise<void> {
  const held = await page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map(
      (one) => (one as HTMLInputElement).value,
    )
    return [document.documentElement.outerHTML, ...typed, JSON.stringify({ ...localStorage })].join('\n')
  })
  for (const key of Object.values(trainingKeys)) expect(held).not.toContain(key)
}

test('an account is added, opened, sold with and left by the keyboard alone; its key is seen nowhere', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ env: desktop.env })
  await waitUntilOpen(page)
  await expect(banner(page)).toHaveAttribute('data-environment', 'training')
  await goToKey(page, service)
  await pasteKey(page, desktop, `${trainingKeys.sandbox}\n`)
  expect(desktop.copied()).toBe('')
  await expectNoKey(page)
  await expect(dialog(page).locator('.environment-mark')).toHaveAttribute('data-environment', 'sandbox')
  await keepAndOpen(page, 'Amina')

  await expect(banner(page)).toHaveAttribute('data-environment', 'sandbox')
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'fulfilled')
  await expectNoKey(page)
  await page.keyboard.press('Enter')
  await page.getByTestId('accounts').press('Enter')
  await expect(accountRow(page, 'sandbox')).toHaveAttribute('data-active', 'true')
  await accountRow(page, 'training').getByRole('button').first().press('Enter')
  await signAndSwitch(page, 'Amina')

  await expect(banner(page)).toHaveAttribute('data-environment', 'training')
  await waitUntilOpen(page)
  await expect(saleRows(page, 'today')).toHaveCount(0)
  await page.getByTestId('accounts').press('Enter')
  await accountRow(page, 'sandbox').getByRole('button').nth(2).press('Enter')
  await page.getByTestId('remove').press('Enter')
  await expectPlace(page, 'list')
  await expect(accountRow(page, 'sandbox')).toHaveCount(0)
})

test('the key comes first: its addresses are asked for if they are unknown, and then it is accepted @long', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ env: desktop.env })
  await waitUntilOpen(page)
  await page.getByTestId('accounts').press('Enter')
  await page.getByTestId('add-account').press('Enter')
  await expectPlace(page, 'key')
  desktop.copy(trainingKeys.sandbox)
  await page.keyboard.press('Control+v')
  await expectPlace(page, 'addresses')
  expect(desktop.copied()).toBe(trainingKeys.sandbox)
  const fields = dialog(page).locator('input')
  await fields.nth(0).fill(service.baseUrl)
  await fields.nth(1).fill(service.billUrl)
  await fields.nth(1).press('Enter')
  await expectPlace(page, 'finding')
  await keepAndOpen(page, 'Amina')
  await waitUntilOpen(page)
  // The next account of the shop has them already.
  await page.getByTestId('accounts').press('Enter')
  await page.getByTestId('add-account').press('Enter')
  await pasteKey(page, desktop, trainingKeys.readOnly)
})

test('real money is named before a production account is opened, which then has no training banner @long', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ env: desktop.env })
  await waitUntilOpen(page)
  await goToKey(page, service)
  await pasteKey(page, desktop, trainingKeys.production)
  await expect(dialog(page).locator('.environment-said')).toContainText('RÉEL, argent réel')
  await page.getByTestId('keep').click()
  await expectPlace(page, 'done')
  await expectNoViolation(page, 'an account that is kept')
  await page.getByTestId('open-now').click()
  await expect(page.getByTestId('switch')).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog(page).locator('.environment-said')).toContainText('RÉEL, argent réel')
  await signAndSwitch(page, 'Amina')
  await waitUntilOpen(page)
  await expect(banner(page)).toHaveCount(0)
  await page.getByTestId('accounts').click()
  await page.getByTestId('recovery').click()
  await dialog(page).locator('input').fill('AAAAA-BBBBB')
  await page.getByTestId('recover').click()
  await expect(dialog(page).getByRole('alert')).toContainText('mal recopié')
})

test('a host that the person declines gets no key @long', async ({ openCounter, startTraining, desktop }) => {
  const service = await startTraining()
  const { page } = await openCounter({ env: { ...desktop.env, COMPTOIR_STAND_IN_ANSWER: '0' } })
  await waitUntilOpen(page)
  await goToKey(page, service)
  desktop.copy(trainingKeys.sandbox)
  await page.keyboard.press('Control+v')
  await expectPlace(page, 'addresses')
  await expect(dialog(page).getByRole('alert')).toContainText('n’a pas été accepté')
  expect(desktop.copied()).toBe(trainingKeys.sandbox)
  expect((await service.requests()).filter(({ path }) => path.startsWith('/v3/'))).toEqual([])
})

test('a key that can only read keeps selling closed, and another key opens it @long', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ env: desktop.env })
  await waitUntilOpen(page)
  await goToKey(page, service)
  await pasteKey(page, desktop, trainingKeys.readOnly)
  await expect(page.getByTestId('read-only')).toBeVisible()
  await keepAndOpen(page, 'Amina')

  const closed = page.getByTestId('selling-closed')
  await expect(closed).toHaveAttribute('data-why', 'read-only-key')
  await closed.getByRole('button').last().click()
  await expectPlace(page, 'key')
  await pasteKey(page, desktop, trainingKeys.sandbox)
  await expect(page.getByTestId('read-only')).toHaveCount(0)
  await page.getByTestId('keep').click()
  await page.getByTestId('finish').click()
  await waitUntilOpen(page)
})

test('other addresses for an account are shown beside the old ones, and take a name @long', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({ env: desktop.env })
  await waitUntilOpen(page)
  await goToKey(page, service)
  await pasteKey(page, desktop, trainingKeys.sandbox)
  await keepAndOpen(page, 'Amina')
  await waitUntilOpen(page)
  const other = service.baseUrl.replace('127.0.0.1', 'localhost')
  await goToKey(page, { ...service, baseUrl: other })
  await pasteKey(page, desktop, trainingKeys.sandbox)
  const change = page.getByTestId('address-change')
  await expect(change).toContainText(service.baseUrl)
  await expect(change).toContainText(other)
  await expectNoViolation(page, 'address change')
  await expectNoOverflow(page, 'address change')
  await expect(page.getByTestId('keep')).toHaveAttribute('aria-disabled', 'true')
  await dialog(page).locator('input').last().fill('Amina')
  const reloaded = page.waitForEvent('load')
  await page.getByTestId('keep').click()
  await reloaded
  await waitUntilOpen(page)
  await page.getByTestId('accounts').press('Enter')
  await expect(accountRow(page, 'sandbox')).toContainText(other)
})

test('a refused key is explained at its step: the address, the allowed callers, the copied text, the key itself @long', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const { page } = await openCounter({ env: desktop.env })
  await waitUntilOpen(page)
  await goToKey(page, { baseUrl: 'http://service.example', billUrl: 'https://service.example' })
  desktop.copy(trainingKeys.sandbox)
  await page.keyboard.press('Control+v')
  await expectPlace(page, 'addresses')
  await expect(dialog(page).getByRole('alert')).toContainText('https://')
  await expect(dialog(page).locator('input').first()).toHaveValue('http://service.example')
  // Nobody was asked: the key is still where it was copied.
  expect(desktop.copied()).toBe(trainingKeys.sandbox)

  await typeAddresses(page, await startTraining(['--whitelist-sandbox', '10.1.2.3']))
  await page.keyboard.press('Control+v')
  const refused = dialog(page).locator('[data-refused="address"]')
  await expect(refused).toContainText('127.0.0.1')
  await refused.getByRole('button').click()
  await expect(refused.locator('[data-copied]')).toBeVisible()
  await page.getByTestId('addresses').click()
  await typeAddresses(page, await startTraining())
  desktop.copy('')
  await page.getByTestId('paste').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Le presse-papiers ne contient aucun texte')
  desktop.copy('two words')
  await page.getByTestId('paste').click()
  await expect(dialog(page).getByRole('alert')).toContainText('ne peut pas être une clé')
  desktop.copy('A-KEY-THAT-NOBODY-GAVE-OUT-0123456789')
  await page.getByTestId('paste').click()
  await expect(dialog(page).locator('[data-refused="key"]')).toContainText(
    'Encore 4 essais avant le blocage.',
  )
  await pasteKey(page, desktop, trainingKeys.sandbox)
})

test('without a keychain no key is kept, and the screen says so @long', async ({
  openCounter,
  startTraining,
  desktop,
}) => {
  const service = await startTraining()
  const { page } = await openCounter({
    env: { ...desktop.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  })
  await waitUntilOpen(page)
  await goToKey(page, service)
  await pasteKey(page, desktop, trainingKeys.sandbox)
  await page.getByTestId('keep').click()
  await expect(dialog(page).getByRole('alert')).toContainText('trousseau')
  await page.getByTestId('keep').press('Escape')
  await page.keyboard.press('Escape')
  await expect(accountRow(page, 'training')).toBeVisible()
  await expect(accountRow(page, 'sandbox')).toHaveCount(0)
})

test('an authority for a line that is opened is added after the system’s question, listed and removed @long', async ({
  openCounter,
  workFolder,
  desktop,
}) => {
  const file = join(workFolder, 'authority.pem')
  writeFileSync(file, authorities[0] ?? '')
  const env = { ...desktop.env, ...agreeing, COMPTOIR_STAND_IN_OPEN_FILE: file }
  const { page } = await openCounter({ env })
  await waitUntilOpen(page)
  await page.keyboard.press('F10')
  await page.getByTestId('settings-accounts').press('Enter')
  const part = page.getByTestId('authorities')
  await part.locator('summary').press('Enter')
  await part.getByTestId('add-authority').press('Enter')
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByRole('listitem')).toContainText(/([0-9A-F]{2}:){31}[0-9A-F]{2}/)
  await expectGoodLooks(page, 'an added authority')
  await part.getByTestId('add-authority').press('Enter')
  await expect(part.getByRole('alert')).toBeVisible()
  await part.getByTestId('remove-authority').press('Enter')
  await expect(part.getByRole('listitem')).toHaveCount(0)
})
