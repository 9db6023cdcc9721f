/** The same day at the till in Arabic, by the finger alone: a shift, a sale, a count, the Z and the day's report, recomputed. */
import type { Locator, Page } from '@playwright/test'
import { type Piece, type PieceCount, sumOfPieces } from '#shared/till/cash.ts'
import { expect, test } from './support/counter.ts'
import { type Finger, fingerOf } from './support/hands.ts'
import { expectNoViolation } from './support/looks.ts'
import { expectOutcome, outcome, practice, waitUntilOpen } from './support/till.ts'

/** An amount as it is read on the screen, in centimes. */
async function amountIn(place: Locator): Promise<number> {
  const text = ((await place.textContent()) ?? '').replace(/\s/g, '').replace('−', '-').replace(',', '.')
  return Math.round(Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0]) * 100)
}

async function tapPieces(page: Page, finger: Finger, count: PieceCount): Promise<void> {
  for (const [piece, pieces] of Object.entries(count)) {
    await finger.tap(page.locator(`[data-piece="${piece as Piece}"]`))
    const pad = page.locator('.piece-pad .pad-key')
    for (const digit of String(pieces)) await finger.tap(pad.getByText(digit, { exact: true }))
  }
  expect(await amountIn(page.getByTestId('pieces-total'))).toBe(sumOfPieces(count))
}

const ask = (page: Page, name: string, input: object) =>
  page.evaluate(([command, asked]) => Reflect.get(window, 'comptoir').command(command, asked), [
    name,
    input,
  ] as const)

test('a shift in Arabic by the finger: its Z and the report of the day are what the test recomputes', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter({ ...service })
  await waitUntilOpen(page)
  const snapshot = (await ask(page, 'app.snapshot', {})) as { value: { settings: { till: object } } }
  await ask(page, 'settings.update', {
    locale: 'ar',
    till: { ...snapshot.value.settings.till, shifts: true },
  })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const finger = await fingerOf(page)

  const float: PieceCount = { 'note-1000': 12, 'coin-200': 3 }
  await finger.tap(page.getByTestId('till-state'))
  await tapPieces(page, finger, float)
  const name = page.getByTestId('open-shift').locator('.text-field input')
  if ((await name.count()) > 0) await name.fill('أمينة')
  await finger.tap(page.getByTestId('open-now'))
  await expect(page.getByTestId('shift-now')).toBeVisible()
  await page.keyboard.press('Escape')

  await finger.open('internet')
  await finger.type(practice.delivered)
  await finger.card(1)
  await finger.tap(page.getByTestId('given-note-1000'))
  const given = 100_000
  const change = await amountIn(page.getByTestId('change').locator('strong'))
  await finger.pay()
  await expectOutcome(page, 'fulfilled')
  const sold = await amountIn(outcome(page).locator('.outcome-price'))
  expect(change).toBe(Math.abs(given - sold))
  await finger.next()

  await finger.tap(page.getByTestId('till-state'))
  await finger.tap(page.locator('[data-place="sales"]'))
  await expect(page.getByTestId('report-words')).toBeVisible()
  const total = page.getByTestId('report-table').locator('[data-total] td')
  expect(await amountIn(total.nth(0))).toBe(100)
  expect(await amountIn(total.nth(2))).toBe(sold)
  expect(await amountIn(total.nth(3))).toBe(sold)
  expect(await amountIn(total.nth(5))).toBe(sold - (await amountIn(total.nth(4))))
  await expectNoViolation(page, 'sales report in Arabic')

  await finger.tap(page.locator('[data-place="count"]'))
  await tapPieces(page, finger, float)
  await finger.tap(page.getByTestId('count').getByTestId('count-now'))
  expect(await amountIn(page.getByTestId('gap'))).toBe(-sold)
  await page.getByTestId('close-shift').locator('textarea, input').first().fill('لم يوضع في الصندوق')
  await finger.tap(page.getByTestId('close-now'))
  await expect(page.getByTestId('z')).toBeVisible()
  const lines = page.getByTestId('report-lines').locator('[data-total] td')
  expect(await amountIn(lines.nth(1))).toBe(sold)
  expect(await amountIn(lines.nth(2))).toBe(sold)
})
