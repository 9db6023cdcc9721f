/** What the customer gives at the review, and the change: by keys, by the finger, and once it is sold. */
import { expect, type Page, test } from '@playwright/test'
import type { SaleView } from '#shared/views.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { type Scene, standScene } from '../screens/scene.ts'
import { orders, saleIn } from '../screens/views.ts'
import { handPause } from './support/hands.ts'
import { windowMakerOfSpec } from './support/table-window.ts'
import { outcome, payButton } from './support/till.ts'

const maker = windowMakerOfSpec()
const looks = { locale: 'fr', theme: 'light' } as const
const note = (page: Page, dinars: number) => page.getByTestId(`given-note-${dinars}`)
const change = (page: Page) => page.getByTestId('change')
const join = (page: Page) => page.getByTestId('same-customer')

const cash = { means: 'cash' } as const
const soldBefore = saleIn('fulfilled', orders.mobile, { till: cash })

/** At the review, behind these sales. */
async function standReview(sales: readonly SaleView[] = [soldBefore], answers: Scene['answers'] = {}) {
  const scene = sceneNamed('review-mobile')
  const snapshot = { ...scene.snapshot, sales: [...sales] }
  const all = { ...scene.answers, ...answers }
  const window = await standScene(maker, { ...scene, snapshot, answers: all }, looks)
  await expect(window.page.locator('#pay[data-resting]')).toHaveCount(0)
  return window
}

test('a note that is pressed by a key gives the focus back: Enter arms the button, and no second note is added', async () => {
  const { page, asked, close } = await standReview([], { 'sale.confirm': 'never' })
  await note(page, 1000).focus()
  await handPause(page)
  await page.keyboard.press('Enter')
  await expect(change(page)).toContainText(/1.000.DA.*Monnaie\s: 450.DA/)
  await expect(page.locator('.step-head h1')).toBeFocused()
  await handPause(page)
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await expect(change(page)).toContainText(/Monnaie\s: 450.DA/)
  await page.keyboard.press('Enter')
  await expect.poll(asked).toContain('sale.confirm')
  await close()
})

test('a finger adds a note with each press, and nothing of the review moves under it', async () => {
  const { page, close } = await standReview()
  const places = () =>
    page
      .locator('.review, .amount-given > *, .step-hint, #pay')
      .evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]))
  const before = await places()
  await note(page, 500).click()
  await note(page, 200).click()
  await note(page, 500).click()
  await expect(change(page)).toContainText(/1.200.DA.*650.DA/)
  await expect(page.locator('.step-head h1')).toBeFocused()
  expect(await places()).toEqual(before)
  await join(page).click()
  await expect(join(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByTestId('together')).toBeVisible()
  await expect(page.getByTestId('together')).toContainText(/2 ventes, 2.600.DA/)
  await expect(change(page)).toContainText(/Il manque 1.400.DA/)
  expect(await places()).toEqual(before)
  await page.getByTestId('given-again').click()
  await expect(change(page)).toBeEmpty()
  await expect(join(page)).toHaveAttribute('aria-pressed', 'true')
  await join(page).click()
  await expect(join(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByTestId('together')).toBeHidden()
  expect(await places()).toEqual(before)
  await close()
})

test('only a sale of the last minutes that is still paid in cash is added @long', async () => {
  const minute = 60_000
  const others: readonly SaleView[] = [
    saleIn('in-doubt', orders.mobile, { till: cash }),
    saleIn('unsent', orders.mobile, { till: cash }),
    saleIn('cancelled', orders.mobile, { till: cash }),
    saleIn('refunded', orders.mobile, { till: cash }),
    saleIn('fulfilled', orders.mobile, { till: { means: 'card' } }),
    { ...soldBefore, recordedAtMs: soldBefore.recordedAtMs - 2 * minute },
  ]
  const { page, send, close } = await standReview([])
  for (const [place, sale] of others.entries()) {
    await send(2 + place, [{ kind: 'sale-changed', sale }])
    await expect(join(page), `${place} ${sale.phase}`).toHaveCount(0)
  }
  await send(2 + others.length, [{ kind: 'sale-changed', sale: soldBefore }])
  await expect(join(page)).toBeVisible()
  await close()
})

test('a third sale is added to the two that were to be paid together @long', async () => {
  const second = saleIn(
    'sending',
    orders.mobile,
    { till: cash, recordedAtMs: soldBefore.recordedAtMs + 1 },
    2,
  )
  const { page, send, close } = await standReview([soldBefore], {
    'sale.confirm': { ok: true, value: second },
  })
  await join(page).click()
  await payButton(page).click()
  await expect(outcome(page)).toBeVisible()
  await send(2, [{ kind: 'sale-changed', sale: second }])
  await page.keyboard.press('Enter')
  await sceneNamed('review-mobile').go(page)
  await expect(join(page)).toContainText(/les 2 ventes précédentes \(4.100.DA\)/)
  await close()
})

test('the change is shown with the outcome, and not after a refund', async () => {
  const scene = sceneNamed('outcome-change')
  const { page, send, close } = await standScene(maker, scene, looks)
  const outcomeChange = page.getByTestId('outcome-change')
  await expect(outcomeChange).toHaveText(/Monnaie\s: 450.DA/)
  await send(2, [{ kind: 'sale-changed', sale: saleIn('fulfilled') }])
  await expect(page.locator('[data-phase="fulfilled"]').first()).toBeVisible()
  await expect(outcomeChange).toBeVisible()
  await send(3, [{ kind: 'sale-changed', sale: saleIn('refunded') }])
  await expect(outcomeChange).toHaveCount(0)
  await close()
})
