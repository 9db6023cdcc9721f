/**
 * Every kind of sale by the keyboard alone and by a finger alone, in Arabic since each one's own spec sells it in French: the
 * keys are counted, and are the same in any language.
 */
import type { Page } from '@playwright/test'
import { expect, test } from './support/counter.ts'
import { fingerOf, type Hands, keyboardOf } from './support/hands.ts'
import { expectOutcome, payButton, showLanguage, waitUntilOpen } from './support/till.ts'

const confirmKeys = ['Enter', 'Enter'] as const

interface Kind {
  readonly name: string
  readonly opens: string
  /** What is in sight before each part is pressed: nothing is pressed ahead of the window here. */
  readonly parts: readonly { readonly at: string; readonly keys: readonly string[] }[]
  /** From the open service to the confirmed sale: what has to be typed, and one key for each choice. */
  readonly keyCount: number
}

const kinds: readonly Kind[] = [
  {
    name: 'a top-up of 200 DA: ten digits, Enter, three digits, Enter, then twice to pay',
    ...{ opens: 'F1', keyCount: 17 },
    parts: [
      { at: '#line-number', keys: [...'0661234567', 'Enter'] },
      { at: '#top-up-amount', keys: [...'200', 'Enter'] },
    ],
  },
  {
    name: 'a card for an ADSL line: nine digits, Enter, the card’s digit, then twice to pay',
    ...{ opens: 'F2', keyCount: 13 },
    parts: [
      { at: '#line-number', keys: [...'023456789', 'Enter'] },
      { at: '.card-grid', keys: ['1'] },
    ],
  },
  {
    name: 'a gift card: three letters, Enter, its digit, Enter for one card, then twice to pay',
    ...{ opens: 'F3', keyCount: 8 },
    parts: [
      { at: '.plan-tile', keys: [...'ste', 'Enter'] },
      { at: '.card-tile', keys: ['1'] },
      { at: '#card-quantity', keys: ['Enter'] },
    ],
  },
  {
    name: 'a bill: the biller’s digit, nine digits, Enter, Enter for the only bill, then twice to pay',
    ...{ opens: 'F4', keyCount: 14 },
    parts: [
      { at: '.biller-tile:enabled', keys: ['5'] },
      { at: '[data-step="account"]', keys: [...'023456789', 'Enter'] },
      { at: '.bill-row', keys: ['Enter'] },
    ],
  },
]

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('by the keyboard alone in Arabic: each kind in the fewest keys', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await waitUntilOpen(page)
  await showLanguage(page, 'ar')
  for (const { name, opens, parts, keyCount } of kinds) {
    await page.keyboard.press(opens)
    for (const { at, keys } of parts) {
      await expect(page.locator(at).first(), name).toBeVisible({ timeout: 20_000 })
      await pressAll(page, keys)
    }
    await expect(payButton(page), name).toBeVisible()
    await page.keyboard.press(confirmKeys[0])
    await expect(payButton(page), name).toBeFocused()
    await page.keyboard.press(confirmKeys[1])
    await expectOutcome(page, 'fulfilled')
    expect(parts.flatMap(({ keys }) => keys).length + confirmKeys.length, name).toBe(keyCount)
    await keyboardOf(page).next()
  }
  await page.keyboard.press('F5')
  await expect(page.locator('#payment-ref')).toBeFocused()
  await expect(page.locator('.link-actions .button').nth(1)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('#link-amount')).toBeFocused()
  await pressAll(page, [...'1002', 'Enter', 'T', 'V', 'Enter'])
  await expect(page.getByTestId('payment-link')).toHaveAttribute('data-link', 'untouched')
})

async function sold(page: Page, hands: Hands): Promise<void> {
  await hands.pay()
  await expectOutcome(page, 'fulfilled')
  await expect(page.locator('.step-foot .button')).toHaveCount(1)
  await hands.next()
}

test('by touch alone in Arabic: each kind', async ({ openCounter, startTraining }) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  const hands = await fingerOf(page)
  await waitUntilOpen(page)
  await showLanguage(page, 'ar')
  await hands.open('mobile')
  await hands.type('0661234567')
  await hands.topUp('500')
  await sold(page, hands)

  await hands.open('internet')
  await hands.type('023456789')
  await hands.card(1)
  await sold(page, hands)

  await hands.open('gift-card')
  await hands.product('Steam')
  await hands.card(1)
  await hands.cards('1')
  await sold(page, hands)

  await hands.open('bill')
  await hands.biller(5)
  await hands.type('023456789')
  await hands.bills()
  await sold(page, hands)

  await hands.open('payment-link')
  await hands.tap(page.locator('.link-actions .button').nth(1))
  await hands.tapDigits('1002')
  await hands.tap(page.locator('.usual-title').first())
  await hands.tap(page.locator('.link-column .button').first())
  await expect(page.getByTestId('payment-link')).toHaveAttribute('data-link', 'untouched')
})
