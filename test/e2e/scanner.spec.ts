/** A scanner beside the counter: whatever it types, and however it ends, it sells nothing. */
import type { Page } from '@playwright/test'
import { scannerGapMs } from '../support/hands-at.ts'
import { expect, test } from './support/counter.ts'
import { outcome, payButton, practice, reviewByKeyboard, saleRows } from './support/till.ts'

const texts = ['6130012345678', '12345', 'AB 1234567', '1?/']
const endings = [['Enter'], ['Enter', 'Enter'], ['Tab'], ['Tab', 'Enter'], ['Tab', 'Tab', 'Enter']] as const
/** Above the human typing threshold. */
const pauseMs = 100

/**
 * The keys of a scanner, by the browser's own protocol: each says when it was pressed, however early or late the machine hears
 * it. Between two calls a pause longer than the human typing threshold goes by.
 */
async function scannerAt(page: Page) {
  const session = await page.context().newCDPSession(page)
  let atMs = Date.now()
  return async (...keys: readonly string[]): Promise<void> => {
    atMs = Math.max(atMs + pauseMs, Date.now())
    for (const key of keys) {
      const facts = { key, ...(namedKeys[key] ?? { text: key }) }
      const press = { ...facts, timestamp: atMs / 1000 }
      atMs += scannerGapMs
      await session.send('Input.dispatchKeyEvent', { ...press, type: 'keyDown' })
      await session.send('Input.dispatchKeyEvent', { ...press, type: 'keyUp' })
    }
  }
}

interface NamedKey {
  readonly code: string
  readonly windowsVirtualKeyCode: number
  readonly text?: string
}

const namedKeys: Readonly<Record<string, NamedKey>> = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 },
  ' ': { code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
}

test('a scan does not press the focused sell button; a person does', async ({ openCounter }) => {
  const { page } = await openCounter()
  const scan = await scannerAt(page)
  await reviewByKeyboard(page, practice.delivered)
  for (const text of texts) {
    for (const ending of endings) {
      await payButton(page).focus()
      await scan(...text, ...ending)
      await expect(payButton(page), `${text} ${ending.join(' ')}`).toBeVisible()
    }
  }
  for (const list of ['open', 'today'] as const) await expect(saleRows(page, list)).toHaveCount(0)
  await payButton(page).focus()
  await scan('Enter')
  await expect(outcome(page)).toBeVisible()
})
