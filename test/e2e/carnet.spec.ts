/** A sale on account and its repayment, by the keys: what the customer owes is recomputed from what stood on the screen. */
import { readdirSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { judgeLink } from '../../electron/main/link-rules.ts'
import { expect, test } from './support/counter.ts'
import { handPause, pressByHand } from './support/hands.ts'
import { expectGoodLooks } from './support/looks.ts'
import {
  expectOutcome,
  outcome,
  payButton,
  practice,
  reviewByKeyboard,
  waitUntilOpen,
} from './support/till.ts'

const surchargeCentimes = 2_000

/** An amount as it is read on the screen, in centimes. */
async function amountIn(place: Locator): Promise<number> {
  const text = ((await place.textContent()) ?? '').replace(/\s/g, '').replace('−', '-').replace(',', '.')
  return Math.round(Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0]) * 100)
}

const ask = (page: Page, name: string, input: object) =>
  page.evaluate(([command, asked]) => Reflect.get(window, 'comptoir').command(command, asked), [
    name,
    input,
  ] as const)

async function setUp(page: Page): Promise<void> {
  await waitUntilOpen(page)
  await ask(page, 'settings.update', {
    carnet: { isOn: true, limitCentimes: 1_000_000, saleLimitCentimes: null },
    locale: 'fr',
  })
  const rule = { of: null, roundUpToCentimes: null, minProfitCentimes: 0 }
  const margin = { kind: 'fixed', centimes: surchargeCentimes }
  await ask(page, 'prices.set', {
    ...{ actId: 'prices-of-the-test', who: 'Karim' },
    prices: { surcharges: true, rules: [{ ...rule, service: 'internet', margin }] },
  })
}

/** Up to the outcome, with the customer of this number, who is added where nobody has it. Answers the price. */
async function sellOnAccount(page: Page, number: string, isNew: boolean): Promise<number> {
  await reviewByKeyboard(page, practice.delivered)
  const price = await amountIn(page.locator('.review-money [data-main] dd'))
  expect(await amountIn(page.getByTestId('surcharge').locator('dd'))).toBe(surchargeCentimes)
  await pressByHand(page, '4')
  // What is typed as the picker opens stands in its field.
  await expect(page.getByLabel('Numéro, nom ou ticket')).toBeFocused()
  await page.keyboard.type(number)
  await expect(page.getByLabel('Numéro, nom ou ticket')).toHaveValue(number)
  if (isNew) {
    await page.getByLabel('Nom du client (facultatif)').fill('Salim')
    await page.getByTestId('add-customer').getByLabel('Peut devoir jusqu’à').fill('9000')
    await page.getByTestId('add-customer').getByLabel('Votre nom').fill('Amina')
    await page.getByTestId('add-now').press('Enter')
  } else {
    await expect(page.getByTestId('customers').locator('li')).toHaveCount(1)
    await page.getByLabel('Numéro, nom ou ticket').press('Enter')
  }
  await expect(page.getByTestId('buyer')).toContainText('Salim')
  await expect(page.getByTestId('buyer')).toContainText(/9\s000/)
  await payButton(page).focus()
  await pressByHand(page, 'Enter')
  await expect(outcome(page)).toBeVisible()
  await expectOutcome(page, 'fulfilled')
  await pressByHand(page, 'Enter')
  return price
}

async function openCustomer(page: Page): Promise<void> {
  await page.keyboard.press('F10')
  await page.getByTestId('carnet-open').press('Enter')
  await expect(page.getByTestId('debtors')).toContainText('1 client doit')
  await page.getByTestId('debtors').getByRole('button', { name: 'Salim' }).press('Enter')
  await expect(page.getByTestId('customer')).toBeVisible()
}

test('a customer buys on account, twice, and repays a part: the oldest debt first', async ({
  openCounter,
  startTraining,
}) => {
  // Its prices are entries, and would be those of every spec after.
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  const first = await sellOnAccount(page, '0661000001', true)
  const second = await sellOnAccount(page, '0661', false)
  await openCustomer(page)
  const balance = page.getByTestId('customer-balance').locator('.carnet-balance')
  expect(await amountIn(balance)).toBe(first + second)
  await expect(page.getByTestId('unpaid').locator('li')).toHaveCount(2)
  await expectGoodLooks(page, 'customer')
  await ask(page, 'settings.update', { locale: 'fr', theme: 'light' })
  const repaid = first + 5_000
  await page
    .getByTestId('carnet-money')
    .locator('input')
    .first()
    .fill(String(repaid / 100))
  // Nobody has signed: the button rests, and over it stands what it waits for.
  const repay = page.getByTestId('carnet-money-now')
  await page.getByTestId('carnet-money').getByLabel('Votre nom').fill('')
  await expect(repay).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByTestId('carnet-money').getByRole('status')).toContainText('Tapez votre nom')
  await page.getByTestId('carnet-money').getByLabel('Votre nom').fill('Amina')
  await expect(page.getByTestId('carnet-money').getByRole('status')).toHaveCount(0)
  await pressByHand(page, 'Tab')
  await handPause(page)
  await repay.press('Enter')
  await expect(page.getByTestId('unpaid').locator('li')).toHaveCount(1)
  expect(await amountIn(page.getByTestId('unpaid').locator('li strong'))).toBe(second - 5_000)
  expect(await amountIn(balance)).toBe(first + second - repaid)
  const remind = await page.getByTestId('remind').getAttribute('href')
  expect(judgeLink(remind ?? '')).toMatchObject({ kind: 'ask', shown: /^wa\.me\/213661000001\n\n/ })
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('debtors')).toContainText('1 client doit')
  await expectGoodLooks(page, 'debtors')
  await ask(page, 'settings.update', { locale: 'fr', theme: 'light' })
  await page.keyboard.press('Escape')
})

test('a typed number shows its open amounts, and one key leads there @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  const number = '0661000001'
  const added = await ask(page, 'carnet.add', { actId: 'of-the-number', who: 'Amina', number, name: 'Salim' })
  const { customerId } = added.value
  for (const [line, paid] of [
    [practice.delivered, { means: 'on-account', customerId }],
    [practice.refunded, {}],
  ] as const) {
    const order = { kind: 'internet', type: 'ADSL', number: line, valueCentimes: 50_000 }
    const { reviewId } = (await ask(page, 'sale.review', order)).value
    expect((await ask(page, 'sale.confirm', { reviewId, ...paid })).ok).toBe(true)
  }
  const standing = page.getByTestId('standing')
  await page.getByRole('button', { name: 'Comptoir' }).press('Enter')
  await expect(page.locator('#one-field')).toBeFocused()
  await page.keyboard.type(number)
  await expect(standing).toContainText(/Doit.*520\sDA/)
  await expect(standing).toContainText('Salim')
  await expect(standing.locator('li')).toHaveCount(1)
  await expectGoodLooks(page, 'what stands open with a number')
  await ask(page, 'settings.update', { locale: 'fr', theme: 'light' })
  await page.keyboard.press('Alt+0')
  await expect(page.getByTestId('customer')).toContainText('Salim')
  await page.keyboard.press('Escape')
  await expect(page.locator('#one-field')).toBeFocused()
  await expect(page.locator('#one-field')).toHaveValue(/^0661\s00\s00\s01$/)

  await page.keyboard.press('Escape')
  await expect(standing).toHaveCount(0)
  await page.keyboard.type(practice.refunded)
  await expect(standing).toContainText(/520\sDA.*à rendre/)
  await expect(standing).toContainText('Échouée')
  await page.keyboard.press('F12')
  await page.getByTestId('give-back').getByLabel('Votre nom').fill('Amina')
  await page.getByTestId('give-back-now').press('Enter')
  await expect(page.getByTestId('refund-done')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('#one-field')).toBeFocused()
  await expect(standing).toHaveCount(0)
})

test('the code of a slip, typed into the field, opens its sale, and a sale for a number leads to who has it @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  await ask(page, 'carnet.add', { actId: 'of-the-slip', who: 'Amina', number: '0661000001', name: 'Salim' })
  const order = { kind: 'internet', type: '4G', number: '213661000001', valueCentimes: 50_000 }
  const { reviewId } = (await ask(page, 'sale.review', order)).value
  const { ref } = (await ask(page, 'sale.confirm', { reviewId })).value
  await page.getByRole('button', { name: 'Comptoir' }).press('Enter')
  await expect(page.locator('#one-field')).toBeFocused()
  // A signature of nobody: what the code says of itself is shown, and its sale is found all the same.
  const digits = '0'.repeat(16)
  await page.keyboard.insertText(`C1.${ref}.52000.SOLD.1790000000.${digits}.${digits}.${'0'.repeat(103)}`)
  await expect(page.getByTestId('receipt-verdict')).toBeVisible()
  await pressByHand(page, 'Enter')
  await expect(page.getByTestId('sale-detail')).toHaveAttribute('data-ref', ref)
  await page.getByTestId('carnet-of-sale').press('Enter')
  await expect(page.getByTestId('customer')).toContainText('Salim')
})

test('turned on without a limit, the settings ask for one, and the number just sold to is offered as the customer @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await waitUntilOpen(page)
  const off = { isOn: false, limitCentimes: 0, saleLimitCentimes: null }
  await ask(page, 'settings.update', { carnet: off, locale: 'fr' })
  await page.keyboard.press('F10')
  const setting = page.locator('[data-setting="carnet"]')
  await setting.locator('.segment').first().click()
  await expect(page.getByTestId('first-limit').locator('input')).toBeFocused()
  await expect(page.getByTestId('first-limit-now')).toContainText(/2\s000\sDA par client/)
  await page.keyboard.type('600')
  await page.keyboard.press('Enter')
  await expect(setting.getByLabel('Un client peut devoir jusqu’à')).toHaveValue('600')
  await expect(page.getByTestId('carnet-open')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Comptoir' }).press('Enter')
  await expect(page.locator('#one-field')).toBeFocused()
  await page.keyboard.type('0661000001 300')
  await page.keyboard.press('Enter')
  await expect(page.locator('.review-money [data-main]')).toContainText('Le client paie')
  await pressByHand(page, '4')
  // Letters right behind a digit are a scanner's.
  await expect(page.getByLabel('Numéro, nom ou ticket')).toBeFocused()
  await page.keyboard.type('Farid')
  await expect(page.getByTestId('nobody')).toContainText('tapez un numéro')
  await page.getByLabel('Numéro, nom ou ticket').fill('')
  await page.getByTestId('new-customer').press('Enter')
  await page.getByTestId('add-customer').getByLabel('Votre nom').fill('Amina')
  await page.getByTestId('add-now').press('Enter')
  await expect(page.locator('.review-money [data-main]')).toContainText(/À crédit.*300/)
  await payButton(page).focus()
  await pressByHand(page, 'Enter')
  await expectOutcome(page, 'fulfilled')
  await expect(outcome(page).locator('.outcome-price')).toContainText(/À crédit.*300/)
  await pressByHand(page, 'Enter')
  await page.keyboard.type('0661000001')
  await expect(page.getByTestId('standing')).toContainText('Alt 0')
  await page.keyboard.press('Alt+0')
  await page.getByTestId('carnet-money-now').press('Enter')
  await expect(page.getByTestId('carnet-moved')).toContainText(/300\sDA encaissés/)
  await expect(page.getByTestId('carnet-money')).toHaveCount(0)
})

test('what is due for a sale is put on a customer’s carnet, as a credit @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page, saveDir } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  await ask(page, 'carnet.add', { actId: 'of-the-credit', who: 'Amina', number: '0661000001', name: 'Salim' })
  await reviewByKeyboard(page, practice.refunded)
  await payButton(page).focus()
  await pressByHand(page, 'Enter')
  await expectOutcome(page, 'refunded')
  const price = await amountIn(outcome(page).locator('.outcome-price'))
  await pressByHand(page, 'Enter')
  await page.keyboard.press('F12')
  await page.getByTestId('refund-pick').press('Enter')
  await page.getByTestId('to-carnet').press('Enter')
  await page.locator('.refund-form [data-testid="carnet-search"] input').fill('Salim')
  await page.locator('.refund-form .customer-row').press('Enter')
  await expect(page.getByTestId('credit-to')).toContainText('Salim')
  await page.getByTestId('give-back').getByLabel('Votre nom').fill('Amina')
  await expectGoodLooks(page, 'refund to a carnet')
  await ask(page, 'settings.update', { locale: 'fr', theme: 'light' })
  await page.getByTestId('give-back-now').press('Enter')
  await expect(page.getByTestId('refund-done')).toContainText('mis en avoir')
  await expect(page.getByTestId('nothing-due')).toBeVisible()
  // From the till to the carnet by its key: of three ways and the carnet it is the fourth.
  await page.keyboard.press('Alt+4')
  await page.locator('[data-testid="carnet-search"] input').fill('0661')
  await page.getByTestId('customers').locator('.customer-row').press('Enter')
  expect(await amountIn(page.getByTestId('customer-balance').locator('.carnet-balance'))).toBe(price)
  await page.getByTestId('statement-pdf').press('Enter')
  await expect.poll(() => readdirSync(saveDir)).toContainEqual(expect.stringMatching(/\.pdf$/))
})

test('what is due for a sale of a customer who was forgotten goes back in money alone @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  const added = await ask(page, 'carnet.add', {
    actId: 'who-is-forgotten',
    who: 'Amina',
    number: '0661000001',
  })
  const { customerId } = added.value
  const order = { kind: 'internet', type: 'ADSL', number: practice.refunded, valueCentimes: 100_000 }
  const { reviewId } = (await ask(page, 'sale.review', order)).value
  await ask(page, 'sale.confirm', { reviewId, means: 'cash', customerId })
  const due = page.getByTestId('to-do-refunds')
  await expect(due).toBeVisible()
  // No hand is there as the row appears.
  await handPause(page)
  await due.press('Enter')
  await expect(page.getByTestId('give-back').getByTestId('to-carnet')).toBeVisible()
  await ask(page, 'carnet.forget', { actId: 'forget-this-one', who: 'Amina', customerId })
  await expect(page.getByTestId('to-carnet')).toHaveCount(0)
  await page.getByTestId('give-back').getByLabel('Votre nom').fill('Amina')
  await page.getByTestId('give-back-now').press('Enter')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
})

test('a sale beyond the limit, in a shop without people, leads to the limit and back to the same review @long', async ({
  openCounter,
  startTraining,
}) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  await ask(page, 'settings.update', {
    carnet: { isOn: true, limitCentimes: 10_000, saleLimitCentimes: null },
  })
  await ask(page, 'carnet.add', { actId: 'of-the-limit', who: 'Amina', number: '0661000001', name: 'Salim' })
  await reviewByKeyboard(page, practice.delivered)
  await pressByHand(page, '4')
  // Nothing is typed: who was added last is there.
  await page.getByTestId('customers').locator('.customer-row', { hasText: 'Salim' }).press('Enter')
  await expect(page.locator('.buyer[data-over]')).toBeVisible()
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByTestId('pay-stopped')).toContainText('au-delà de sa limite')
  await page.getByTestId('raise-limit').press('Enter')
  const limit = page.getByTestId('customer').locator('details.carnet-form')
  await expect(limit.locator('input').first()).toBeFocused()
  await page.keyboard.type('5000')
  await limit.getByLabel('Votre nom').fill('Amina')
  await page.getByTestId('limit-now').press('Enter')
  await expect(page.getByTestId('customer-balance')).toContainText('5')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('buyer')).toContainText('après cette vente')
  await expect(page.getByTestId('carnet')).toHaveCount(0)
  await pressByHand(page, 'Enter')
  await expect(payButton(page)).toBeFocused()
  await pressByHand(page, 'Enter')
  await expectOutcome(page, 'fulfilled')
})

test('the prices are read and set, and look as they should @long', async ({ openCounter, startTraining }) => {
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await setUp(page)
  await page.keyboard.press('F10')
  await page.getByTestId('prices-open').press('Enter')
  await expect(page.getByTestId('rules').locator('li')).toHaveCount(1)
  await page.getByTestId('rule-form').getByLabel('Montant ajouté').fill('30')
  await page.getByTestId('add-rule').press('Enter')
  await expect(page.getByTestId('rules').locator('li')).toHaveCount(1)
  await expect(page.getByTestId('rules')).toContainText('30')
  await expectGoodLooks(page, 'prices')
})
