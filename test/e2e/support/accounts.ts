/** What the specs of accounts need: a system with a keychain and a clipboard, and the way to a new account. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type AtEnd, startSession } from '../../support/desktop-session.ts'

export interface Desktop {
  /** What a counter on this desktop is opened with. */
  readonly env: Readonly<Record<string, string>>
  copy(text: string): void
  /** What the clipboard holds. */
  copied(): string
}

/** A keychain that is unlocked, and a clipboard. Both are the spec's own. */
export async function startDesktop(atEnd: AtEnd, workFolder: string): Promise<Desktop> {
  const session = await startSession(atEnd)
  await session.startKeyring('unlocked')
  const clipboard = join(workFolder, 'clipboard')
  return {
    env: {
      DBUS_SESSION_BUS_ADDRESS: session.env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
      COMPTOIR_STAND_IN_CLIPBOARD: clipboard,
      // The person lets the key go to the service's address, see question.ts.
      COMPTOIR_STAND_IN_ANSWER: '1',
    },
    copy: (text) => writeFileSync(clipboard, text),
    copied: () => (existsSync(clipboard) ? readFileSync(clipboard, 'utf8') : ''),
  }
}

export interface Addresses {
  readonly baseUrl: string
  readonly billUrl: string
}

export const dialog = (page: Page): Locator => page.getByTestId('accounts-dialog')

export const accountRow = (page: Page, environment: string): Locator =>
  page.locator(`.account-row[data-environment="${environment}"]`)

export const expectPlace = (page: Page, place: string): Promise<void> =>
  expect(dialog(page)).toHaveAttribute('data-place', place)

/** From the foot of the counter to the step that takes the key, with the service's addresses typed. */
export async function goToKey(page: Page, addresses: Addresses): Promise<void> {
  await page.getByTestId('accounts').press('Enter')
  await page.getByTestId('add-account').press('Enter')
  await expectPlace(page, 'key')
  await page.getByTestId('addresses').press('Enter')
  await typeAddresses(page, addresses)
}

/** From the step that takes the service's addresses to the one that takes the key. */
export async function typeAddresses(page: Page, { baseUrl, billUrl }: Addresses): Promise<void> {
  const fields = dialog(page).locator('input')
  await fields.nth(0).fill(baseUrl)
  await fields.nth(1).fill(billUrl)
  await fields.nth(1).press('Enter')
  await expectPlace(page, 'key')
}

/** Copies a key, pastes it with the keyboard and waits until the service has said whose it is. */
export async function pasteKey(page: Page, desktop: Desktop, key: string): Promise<void> {
  desktop.copy(key)
  await page.keyboard.press('Control+v')
  await expectPlace(page, 'finding')
}

/** Keeps the account that was found, and opens it as `who`. The window has begun anew when this is over. */
export async function keepAndOpen(page: Page, who: string): Promise<void> {
  await page.getByTestId('keep').press('Enter')
  await page.getByTestId('open-now').press('Enter')
  await signAndSwitch(page, who)
}

export async function signAndSwitch(page: Page, who: string): Promise<void> {
  await expectPlace(page, 'switch')
  await dialog(page).locator('input').fill(who)
  const reloaded = page.waitForEvent('load')
  await page.getByTestId('switch').press('Enter')
  await reloaded
}
