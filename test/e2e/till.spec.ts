/** A shop's day at the till, by the keys: the owner's PIN, a shift from its float to its Z, and every figure recomputed. */
import type { Locator, Page } from '@playwright/test'
import { type Piece, type PieceCount, pieceNames, sumOfPieces } from '#shared/till/cash.ts'
import { expect, test } from './support/counter.ts'
import { handPause } from './support/hands.ts'
import { expectGoodLooks, expectNoViolation } from './support/looks.ts'
import { expectOutcome, outcome, practice, sellByKeyboard, waitUntilOpen } from './support/till.ts'

const ownersPin = '482615'
const cashiersPin = '7391'

const till = (page: Page) => page.getByTestId('till')

async function type(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

/** Counts by the keys: each field's digits, and Enter to the next. */
async function typePieces(page: Page, count: PieceCount): Promise<void> {
  await expect(page.locator('[data-piece="coin-5"]')).toBeFocused()
  for (const piece of pieceNames) {
    await page.keyboard.type(String(count[piece as Piece] ?? ''))
    await page.keyboard.press('Enter')
  }
  await handPause(page)
}

/** An amount as it is read on the screen, in centimes. */
async function amountIn(place: Locator): Promise<number> {
  const text = ((await place.textContent()) ?? '').replace(/\s/g, '').replace('−', '-').replace(',', '.')
  return Math.round(Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0]) * 100)
}

const cashFact = (page: Page, label: string): Locator =>
  page
    .getByTestId('report-cash')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

async function sell(page: Page, number: string, phase: 'fulfilled' | 'refunded'): Promise<number> {
  await sellByKeyboard(page, number)
  await expectOutcome(page, phase)
  const price = await amountIn(outcome(page).locator('.outcome-price'))
  await page.keyboard.press('Enter')
  return price
}

async function approve(page: Page): Promise<void> {
  await expect(page.getByTestId('approval')).toBeVisible()
  await expectNoViolation(page, 'approval')
  await page.keyboard.type(ownersPin)
  await page.keyboard.press('Enter')
}

async function setUp(page: Page): Promise<void> {
  await waitUntilOpen(page)
  await expect(page.getByTestId('till-bar')).toHaveCount(0)
  await page.keyboard.press('F10')
  await page.getByTestId('people-open').press('Enter')
  await page.getByLabel('Nom', { exact: true }).focus()
  await type(page, 'Nadia', ownersPin)
  await page.keyboard.type(ownersPin)
  await page.keyboard.press('Enter')
  await page.getByTestId('add-person').press('Enter')
  await page.getByLabel('Nom', { exact: true }).focus()
  await type(page, 'Amina')
  await page.getByLabel('Code PIN', { exact: true }).focus()
  await type(page, cashiersPin)
  await page.keyboard.type(cashiersPin)
  await page.keyboard.press('Enter')
  await expect(page.locator('.people-list li')).toHaveCount(2)
  await expectGoodLooks(page, 'people')
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('settings.update', { locale: 'fr' }))
  await page.keyboard.press('Escape')
  const settings = page.getByTestId('till-settings')
  await settings.getByRole('radio', { name: 'Oui' }).first().press('Space')
  await settings.getByLabel('Un écart de caisse, en dinars').focus()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(settings.getByRole('radio', { name: 'Oui' })).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('till-state')).toContainText('Caisse fermée')
}

test('a shift from the float to the Z: a sale, a refund, a paid-out, an X, a blind count with a difference', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter({ ...service })
  await setUp(page)

  const float: PieceCount = { 'coin-20': 7, 'coin-200': 3, 'note-200': 4, 'note-1000': 12 }
  await page.keyboard.press('F12')
  await typePieces(page, float)
  await expect(page.getByTestId('open-now')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('shift-now')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('till-state')).toContainText('Session 1')

  const sold = await sell(page, practice.delivered, 'fulfilled')
  const refunded = await sell(page, practice.refunded, 'refunded')
  await expect(page.getByTestId('due-state')).toContainText(/À rendre.*\(1\u00a0vente\)/)

  await page.keyboard.press('F12')
  await page.keyboard.press('Alt+7')
  await page.getByTestId('refund-pick').press('Enter')
  await expect(page.getByTestId('give-back-now')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  await expect(page.getByTestId('nothing-due')).toBeVisible()

  const paidOut = 35_000
  await page.keyboard.press('Alt+3')
  await expect(page.getByLabel('Montant')).toBeFocused()
  await page.keyboard.type('350')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('moved')).toContainText('350')

  const floatCentimes = sumOfPieces(float)
  const expected = floatCentimes + sold + refunded - refunded - paidOut
  await page.keyboard.press('Alt+1')
  await expect(page.getByTestId('x-report')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('report')).toBeVisible()
  expect(await amountIn(cashFact(page, 'Fond de caisse'))).toBe(floatCentimes)
  expect(await amountIn(cashFact(page, 'Ventes'))).toBe(sold + refunded)
  expect(await amountIn(cashFact(page, 'Rendu aux clients'))).toBe(refunded)
  expect(await amountIn(cashFact(page, 'Sorties'))).toBe(paidOut)
  expect(await amountIn(cashFact(page, 'Attendu dans la caisse'))).toBe(expected)
  await expectGoodLooks(page, 'x report')
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('settings.update', { locale: 'fr' }))
  // What is left of the day stands first, as the counter shows it; then what was taken, and what of it came to nothing.
  await page.keyboard.press('Alt+9')
  await expect(page.locator('.report-total')).toContainText('Net : 1 vente,')
  expect(await amountIn(page.locator('.report-total .ltr').last())).toBe(sold)
  await expect(page.getByTestId('report-sum')).toContainText(
    /2 ventes.* encaissés, dont 1 non livrée.* rendus/,
  )
  await page.keyboard.press('Escape')

  await page.keyboard.press('Shift+F12')
  await expect(page.getByTestId('switch-dialog')).toBeVisible()
  await page.keyboard.type(cashiersPin)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('who')).toContainText('Amina')

  await page.keyboard.press('F12')
  await page.keyboard.press('Alt+6')
  await expect(page.getByTestId('count')).toContainText('le montant attendu s’affiche après')
  const counted: PieceCount = { 'coin-20': 7, 'coin-200': 3, 'note-200': 4, 'note-500': 1, 'note-1000': 12 }
  // However long the form, its button is in sight, and Enter leads to it from field to field.
  await expect(page.getByTestId('count-now')).toBeInViewport({ ratio: 1 })
  await typePieces(page, counted)
  for (const _ of ['card slips', 'transfers']) {
    await page.keyboard.press('Enter')
    await handPause(page)
  }
  await expect(page.getByTestId('count-now')).toBeFocused()
  await page.keyboard.press('Enter')
  // The owner has opened this shift: a cashier counts it with her PIN.
  await approve(page)
  const difference = sumOfPieces(counted) - expected
  expect(difference).not.toBe(0)
  expect(await amountIn(page.getByTestId('gap'))).toBe(difference)
  await page.getByLabel('Raison de l’écart').focus()
  await page.keyboard.type('Monnaie rendue en trop')
  await page.keyboard.press('Enter')

  // Beyond the shop's limit: the owner's PIN lets it go on by itself.
  await approve(page)
  await expect(page.getByTestId('z')).toContainText('Monnaie rendue en trop')
  await expect(page.getByTestId('z')).toContainText('Nadia')
  await expect(page.getByTestId('z').locator('h4')).toBeInViewport({ ratio: 1 })
  // What support asks for is folded away.
  await expect(page.getByTestId('z').getByText(/· [0-9a-f]{16}/)).toBeHidden()
  expect(await amountIn(cashFact(page, 'Attendu dans la caisse'))).toBe(expected)
  expect(await amountIn(cashFact(page, 'Compté'))).toBe(sumOfPieces(counted))
  expect(await amountIn(cashFact(page, 'Écart'))).toBe(difference)
  expect(await amountIn(cashFact(page, 'Reste dans la caisse'))).toBe(sumOfPieces(counted))
  const total = page.getByTestId('report-lines').locator('[data-total] td')
  expect(await amountIn(total.nth(0))).toBe(200)
  expect(await amountIn(total.nth(1))).toBe(sold + refunded)
  expect(await amountIn(total.nth(2))).toBe(sold)
  await expect(page.getByTestId('approval')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(till(page)).toHaveCount(0)
  await expect(page.getByTestId('till-state')).toContainText('Caisse fermée')
})

test('a locked counter lets in by the PIN alone, and wrong ones cost a wait that is counted down @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const { page, dataDir, kill } = await openCounter({ ...service })
  await setUp(page)
  await kill()
  const { page: again } = await openCounter({ ...service, dataDir })
  await expect(again.getByTestId('lock-screen')).toBeVisible()
  await expectNoViolation(again, 'lock screen')
  await again.keyboard.press('F12')
  await expect(till(again)).toHaveCount(0)
  for (let tries = 0; tries < 5; tries += 1) {
    await again.keyboard.type('0000')
    await again.keyboard.press('Enter')
    await expect(again.getByRole('alert')).toContainText('pas le bon')
  }
  await again.keyboard.type('0000')
  await again.keyboard.press('Enter')
  await expect(again.getByTestId('pin-wait')).toContainText(/Réessayez dans [1-3]?\d s/)
  // Another person's wait is their own.
  await again.locator('.who-button', { hasText: 'Amina' }).click()
  for (const digit of cashiersPin)
    await again.locator('.pad').getByRole('button', { name: digit, exact: true }).click()
  await again.getByTestId('pin-go').click()
  await expect(again.getByTestId('who')).toContainText('Amina')
  await expect(again.locator('#one-field')).toBeVisible()
})
