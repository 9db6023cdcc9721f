/** The keyboards of the country, by the places of their keys: what is typed on the digit row without Shift is digits. */
import type { CDPSession, Page } from '@playwright/test'
import { scannerGapMs } from '../support/hands-at.ts'
import { expect, test } from './support/counter.ts'
import { payButton, waitUntilOpen } from './support/till.ts'

interface Layout {
  /** What the digit row gives, from 1 to 0: without Shift, and with it. */
  readonly row: string
  readonly shifted: string
}

const layouts: Readonly<Record<string, Layout>> = {
  French: { row: '&é"\'(-è_çà', shifted: '1234567890' },
  'Arabic 101': { row: '1234567890', shifted: '!@#$%^&*)(' },
  'Arabic 102 AZERTY': { row: '&é"\'(-è_çà', shifted: '1234567890' },
  English: { row: '1234567890', shifted: '!@#$%^&*()' },
  Kabyle: { row: '&é"\'(-è_çà', shifted: '1234567890' },
}

const shift = 8

/** A key at the place of a digit, as the system would send it on a layout. */
async function pressPlace(
  session: CDPSession,
  { row, shifted }: Layout,
  digit: string,
  { withShift = false, timestamp }: { readonly withShift?: boolean; readonly timestamp?: number } = {},
): Promise<void> {
  const place = (Number(digit) + 9) % 10
  const text = (withShift ? shifted : row)[place] ?? ''
  const facts = {
    ...{ key: text, code: `Digit${digit}`, text, unmodifiedText: text },
    windowsVirtualKeyCode: digit.charCodeAt(0),
    modifiers: withShift ? shift : 0,
    ...(timestamp === undefined ? {} : { timestamp }),
  }
  await session.send('Input.dispatchKeyEvent', { ...facts, type: 'keyDown' })
  await session.send('Input.dispatchKeyEvent', { ...facts, type: 'keyUp' })
}

async function typeByPlace(page: Page, layout: Layout, digits: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const digit of digits) await pressPlace(session, layout, digit)
}

for (const [name, layout] of Object.entries(layouts)) {
  test(`a top-up on a keyboard of the layout ${name}: number and amount without Shift`, async ({
    sellingCounter,
  }) => {
    const { page } = sellingCounter
    await waitUntilOpen(page)
    await page.keyboard.press('F1')
    await typeByPlace(page, layout, '0661234598')
    await expect(page.locator('#line-number')).toHaveValue(/^0661\s23\s45\s98$/)
    await page.keyboard.press('Enter')
    await expect(page.locator('#top-up-amount')).toBeFocused()
    await typeByPlace(page, layout, '250')
    await expect(page.locator('#top-up-amount')).toHaveValue('250')
    await page.keyboard.press('Enter')
    await expect(payButton(page)).toContainText('250')
  })
}

const french: Layout = { row: '&é"\'(-è_çà', shifted: '1234567890' }
const english: Layout = { row: '1234567890', shifted: '!@#$%^&*()' }

test('the digit row picks a card without Shift, and the pad of the keyboard types as ever', async ({
  sellingCounter,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  const session = await page.context().newCDPSession(page)
  for (const digit of '023400098') {
    const facts = { key: digit, code: `Numpad${digit}`, text: digit, location: 3, isKeypad: true }
    await session.send('Input.dispatchKeyEvent', { ...facts, type: 'keyDown' })
    await session.send('Input.dispatchKeyEvent', { ...facts, type: 'keyUp' })
  }
  await expect(page.locator('#line-number')).toHaveValue(/^023\s40\s00\s98$/)
  await page.keyboard.press('Enter')
  await expect(page.locator('.card-grid')).toBeVisible()
  await typeByPlace(page, french, '2')
  await expect(payButton(page)).toBeVisible()
})

test('a digit of the row focuses the field again, and replaces the selection', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await typeByPlace(page, french, '023')
  await expect(page.locator('#line-number')).toHaveValue('023')
  await page.locator('#line-number').press('Control+a')
  await typeByPlace(page, french, '4')
  await expect(page.locator('#line-number')).toHaveValue('4')
})

test('a PIN is typed without Shift, in a dialog and where the counter is locked @long', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  await waitUntilOpen(page)
  await page.evaluate(async () => {
    const { command } = Reflect.get(window, 'comptoir')
    const person = () => ({ actId: crypto.randomUUID(), pin: '2468' })
    await command('people.start', { ...person(), name: 'Amina' })
    await command('people.add', { ...person(), name: 'Karim', role: 'cashier' })
  })
  const field = page.locator('.pin-field input')
  await expect(page.getByTestId('who')).toContainText('Amina')
  await page.keyboard.press('Shift+F12')
  await expect(field).toBeFocused()
  await typeByPlace(page, french, '2468')
  await expect(field).toHaveValue('2468')
  await page.keyboard.press('Escape')
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('people.sign-out', {}))
  await expect(field).toBeFocused()
  await typeByPlace(page, french, '2468')
  await expect(field).toHaveValue('2468')
  await page.keyboard.press('Enter')
  await expect(page.locator('#line-number')).toBeVisible()
})

/** What a scanner is set to type as: on the same layout as the counter's, or on another. */
const scanners: Readonly<Record<string, { readonly layout: Layout; readonly withShift: boolean }>> = {
  'types as on QWERTY at an AZERTY counter': { layout: french, withShift: false },
  'types as on AZERTY at an AZERTY counter': { layout: french, withShift: true },
  'types as on QWERTY at a QWERTY counter': { layout: english, withShift: false },
  'types as on AZERTY at a QWERTY counter': { layout: english, withShift: true },
}

for (const [name, { layout, withShift }] of Object.entries(scanners)) {
  test(`a scanner that ${name} reads a number right`, async ({ sellingCounter }) => {
    const { page } = sellingCounter
    await waitUntilOpen(page)
    const session = await page.context().newCDPSession(page)
    let timestamp = Date.now() / 1000
    for (const digit of '023400097') {
      await pressPlace(session, layout, digit, { withShift, timestamp })
      timestamp += scannerGapMs / 1000
    }
    await expect(page.locator('#line-number')).toHaveValue(/^023\s40\s00\s97$/)
    await page.keyboard.press('Enter')
    await expect(page.locator('.card-grid')).toBeVisible()
  })
}
