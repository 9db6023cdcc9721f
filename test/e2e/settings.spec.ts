/** The settings by the keyboard: each is kept at once, goes out to a file without a secret, and comes back from one. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { composeVersionFile, signVersionFile } from '../tasks/pack/versions.mjs'
import { dialog, expectPlace } from './support/accounts.ts'
import { expect, test } from './support/counter.ts'
import { showLanguage, waitUntilOpen } from './support/till.ts'

const settings = (page: Page) => page.getByTestId('settings-dialog')
const shopName = (page: Page) => settings(page).locator('[data-setting="shop"] input')
const lowBalance = (page: Page) => settings(page).locator('[data-setting="lowBalanceCentimes"] input')

/** Serves a version that everybody may have; answers the file by which a counter finds it. */
async function serveVersion(latest: string, folder: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const versions = composeVersionFile({
    installers: { latest, files: {} },
    ...{ percent: 100, withdrawn: [], nowMs: 0 },
  })
  const text = signVersionFile(versions, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  const server = createServer((_request, response) => response.end(text))
    .listen(0, '127.0.0.1')
    .unref()
  await once(server, 'listening')
  const at = server.address()
  const file = join(folder, 'updates.json')
  const keys = [publicKey.export({ type: 'spki', format: 'der' }).toString('base64')]
  const address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
  writeFileSync(file, JSON.stringify({ address, keys }))
  return file
}

async function openSettings(page: Page): Promise<void> {
  await waitUntilOpen(page)
  await page.keyboard.press('F10')
  await expect(settings(page)).toBeVisible()
}

test('a setting far down is reached by its heading in a few keys @long', async ({ openCounter }) => {
  const { page } = await openCounter()
  await openSettings(page)
  const index = page.getByRole('listbox', { name: 'Rubriques' })
  await expect(index.getByRole('option')).not.toHaveCount(0)
  const keys = ['e', 'Enter']
  for (const key of keys) await page.keyboard.press(key)
  const badLine = settings(page).locator('[data-setting="badLine"]')
  await expect(badLine).toBeInViewport()
  await expect(badLine.locator('input:checked')).toBeFocused()
})

test('a change is saved at once, confirmed, and there at the next start', async ({
  openCounter,
  workFolder,
}) => {
  const first = await openCounter({ env: { COMPTOIR_UPDATES: await serveVersion('9.0.0', workFolder) } })
  await openSettings(first.page)
  const versions = first.page.getByTestId('versions')
  await expect(versions).toContainText('Le serveur des versions n’a pas encore répondu.')
  await versions.getByTestId('versions-look').press('Enter')
  await expect(versions).toContainText(
    'La version 9.0.0 est sortie. Sur cet ordinateur, une nouvelle version',
  )
  await expect(first.page.locator('[data-notice="version-old"]')).toBeVisible()
  await shopName(first.page).fill('Épicerie El Bahdja')
  await shopName(first.page).press('Enter')
  await expect(settings(first.page).locator('[data-setting="shop"] [role="status"]')).toHaveText(
    'Enregistré.',
  )
  await lowBalance(first.page).fill('12 mille')
  await expect(settings(first.page).getByRole('alert')).toHaveText('Tapez un nombre de dinars entiers.')
  await lowBalance(first.page).fill('5000')
  await lowBalance(first.page).press('Tab')
  await settings(first.page).getByRole('radio', { name: '80 mm' }).press('ArrowLeft')
  await expect(settings(first.page).getByRole('radio', { name: '58 mm' })).toBeChecked()
  await first.page.keyboard.press('Escape')
  await showLanguage(first.page, 'en')
  expect(await first.quit()).toBe(0)

  const { page } = await openCounter({ dataDir: first.dataDir })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await openSettings(page)
  await expect(shopName(page)).toHaveValue('Épicerie El Bahdja')
  await expect(lowBalance(page)).toHaveValue('5000')
  await expect(settings(page).getByRole('radio', { name: '58 mm' })).toBeChecked()
})

test('a file brings settings back, a wrong one names its line; a set-up file fills the addresses in; the recovery code is saved @long', async ({
  openCounter,
  runtime,
  workFolder,
}) => {
  test.skip(runtime !== 'stand-in', 'the file that is opened is the stand-in’s')
  const file = join(workFolder, 'settings-to-open.json')
  const { page, saveDir } = await openCounter({ env: { COMPTOIR_STAND_IN_OPEN_FILE: file } })
  await openSettings(page)
  await shopName(page).fill('Épicerie El Bahdja')
  await shopName(page).press('Enter')
  await expect(settings(page).locator('[data-setting="shop"] [role="status"]')).toHaveText('Enregistré.')
  await page.getByTestId('settings-export').press('Enter')
  await expect(settings(page).locator('.file-done')).toContainText('.json')
  const [name = ''] = readdirSync(saveDir)
  const exported = readFileSync(join(saveDir, name), 'utf8')
  expect(exported).toContain('Épicerie El Bahdja')

  writeFileSync(file, '{\n  "version": 4,\n  "shop": { "name": 7 }\n}\n')
  await page.getByTestId('settings-import').press('Enter')
  await expect(settings(page).getByRole('alert')).toContainText('à la ligne 3')
  await expect(shopName(page)).toHaveValue('Épicerie El Bahdja')

  writeFileSync(file, exported.replace('El Bahdja', 'Centrale'))
  await page.getByTestId('settings-import').press('Enter')
  await expect(shopName(page)).toHaveValue('Épicerie Centrale')

  const addresses = { baseUrl: 'https://api.example', billUrl: 'https://bills.example' }
  writeFileSync(file, JSON.stringify({ version: 1, ...addresses }))
  await page.getByTestId('settings-accounts').press('Enter')
  await page.getByTestId('add-account').press('Enter')
  await page.getByTestId('addresses').press('Enter')
  await page.getByTestId('set-up-file').press('Enter')
  await expect(dialog(page).locator('input').nth(0)).toHaveValue(addresses.baseUrl)
  await expect(dialog(page).locator('input').nth(1)).toHaveValue(addresses.billUrl)
  await page.keyboard.press('Escape')
  await expectPlace(page, 'key')
  await page.keyboard.press('Escape')
  await expectPlace(page, 'list')
  await page.getByTestId('recovery').press('Enter')
  await page.getByTestId('save-recovery').press('Enter')
  await expect(dialog(page).locator('.file-done')).toContainText('.pdf')
  const sheets = readdirSync(saveDir).filter((name) => name.endsWith('.pdf'))
  expect(sheets).toHaveLength(1)
  // Whoever else uses this machine cannot read the code.
  const { mode } = statSync(join(saveDir, sheets[0] ?? ''))
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600)
  await expect(dialog(page)).toContainText('supprimez le fichier')
  // Training's own secrets are fixed: no code gives it others.
  await expect(page.getByTestId('recover')).toHaveCount(0)
})
