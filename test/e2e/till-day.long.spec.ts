/**
 * A whole day at the till, in French by the keys and in Arabic by the finger: a shift of a cashier's with a sale of each kind, change,
 * a refund, a sale on account and its repayment, cash that moves, an X and a close beyond the limit that the owner approves. Every
 * figure is reckoned here, from the prices that stood on the screen.
 */
import type { Locator, Page } from '@playwright/test'
import ar from '#shared/locales/ar.json' with { type: 'json' }
import fr from '#shared/locales/fr.json' with { type: 'json' }
import { type PieceCount, sumOfPieces } from '#shared/till/cash.ts'
import { defaultSettings } from '#shared/views.ts'
import { maxGapMs } from '../../renderer/features/sell/keyboard.ts'
import { fingerOf, type Hands, keyboardOf } from './support/hands.ts'
import { expect, papers, setUpPrinter, test } from './support/printing.ts'
import { expectOutcome, outcome, payButton, practice, waitUntilOpen } from './support/till.ts'

const pins = { owner: '482615', cashier: '7391' }
const words = { fr, ar }

/** One person's hands: what else than selling they do. */
interface Person {
  readonly locale: keyof typeof words
  readonly hands: Hands
  press(target: Locator): Promise<void>
  typePin(pin: string): Promise<void>
  count(count: PieceCount): Promise<void>
  openTill(): Promise<void>
}

/** What comes faster than a hand is a scanner's, and presses no button. */
const pause = (page: Page) => page.waitForTimeout(2 * maxGapMs)

function byKeys(page: Page): Person {
  const press = async (target: Locator) => {
    await pause(page)
    await target.press('Enter')
  }
  return {
    ...{ locale: 'fr', hands: keyboardOf(page), press },
    async typePin(pin) {
      await expect(page.locator('.pin-field input').last()).toBeFocused()
      await page.keyboard.type(pin)
      await page.keyboard.press('Enter')
    },
    async count(count) {
      for (const [piece, pieces] of Object.entries(count))
        await page.locator(`[data-piece="${piece}"]`).fill(String(pieces))
    },
    openTill: () => page.keyboard.press('F12'),
  }
}

async function byFinger(page: Page): Promise<Person> {
  const finger = await fingerOf(page)
  return {
    ...{ locale: 'ar', hands: finger, press: finger.tap },
    async typePin(pin) {
      const pad = page.getByTestId('pin-form').locator('.pad')
      for (const digit of pin) await finger.tap(pad.getByRole('button', { name: digit, exact: true }))
      await finger.tap(page.getByTestId('pin-go'))
    },
    async count(count) {
      for (const [piece, pieces] of Object.entries(count)) {
        await finger.tap(page.locator(`[data-piece="${piece}"]`))
        for (const digit of String(pieces))
          await finger.tap(page.locator('.piece-pad .pad-key').getByText(digit, { exact: true }))
      }
    },
    openTill: () => finger.tap(page.getByTestId('till-state')),
  }
}

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

/** The owner has set the shop up, and is gone: the counter is locked. */
async function setUpShop(page: Page, locale: Person['locale']): Promise<void> {
  const act = (name: string) => ({ actId: `of-the-day-${name}` })
  await ask(page, 'people.start', { ...act('owner'), name: 'Nadia', pin: pins.owner })
  await ask(page, 'people.add', { ...act('cashier'), name: 'Amina', role: 'cashier', pin: pins.cashier })
  const limits = { ...defaultSettings.till.limits, differenceCentimes: 0 }
  await ask(page, 'settings.update', {
    locale,
    till: { ...defaultSettings.till, shifts: true, blindClose: true, printZ: true, limits },
    carnet: { isOn: true, limitCentimes: 1_000_000, saleLimitCentimes: null },
  })
  await ask(page, 'people.sign-out', {})
}

async function goTo(page: Page, person: Person, place: string): Promise<void> {
  if ((await page.getByTestId('till').count()) === 0) await person.openTill()
  await person.press(page.locator(`button[data-place="${place}"]`))
}

const leave = (page: Page) => page.keyboard.press('Escape')

/**
 * Cash is given with a note of 2,000: the change is on the screen before anything is sold. `joined`: what the same customer has
 * just bought costs this, and is paid together. Answers the price.
 */
async function sell(
  page: Page,
  { hands, press }: Person,
  phase: 'fulfilled' | 'refunded',
  joined = 0,
): Promise<number> {
  if (joined > 0) await press(page.getByTestId('same-customer'))
  await press(page.getByTestId('given-note-2000'))
  const change = await amountIn(page.getByTestId('change').locator('strong'))
  await payButton(page).focus()
  await press(payButton(page))
  await expectOutcome(page, phase)
  const price = await amountIn(outcome(page).locator('.outcome-price'))
  expect(change).toBe(Math.abs(200_000 - joined - price))
  await hands.next()
  return price
}

/** One of each kind; answers what they cost together. */
async function sellEachKind(page: Page, person: Person): Promise<number> {
  const { hands } = person
  let sum = 0
  await hands.open('mobile')
  await hands.type('0661234567')
  await hands.topUp('500')
  sum += await sell(page, person, 'fulfilled')
  await hands.open('internet')
  await hands.type(practice.delivered)
  await hands.card(1)
  sum += await sell(page, person, 'fulfilled', sum)
  await hands.open('gift-card')
  await hands.product('Steam')
  await hands.card(1)
  await hands.cards('1')
  sum += await sell(page, person, 'fulfilled')
  await hands.open('bill')
  await hands.biller(5)
  await hands.type(practice.delivered)
  await hands.bills()
  return sum + (await sell(page, person, 'fulfilled'))
}

async function sellOnAccount(page: Page, { hands, press }: Person): Promise<number> {
  await hands.open('internet')
  await hands.type(practice.delivered)
  await hands.card(1)
  await press(page.getByTestId('choose-buyer'))
  await page.locator('.carnet-search input').first().fill('0661000001')
  await page.getByTestId('add-customer').locator('input').first().fill('Salim')
  await press(page.getByTestId('add-now'))
  await expect(page.getByTestId('buyer')).toContainText('Salim')
  await payButton(page).focus()
  await press(payButton(page))
  await expectOutcome(page, 'fulfilled')
  const price = await amountIn(outcome(page).locator('.outcome-price'))
  await hands.next()
  return price
}

async function repay(page: Page, { press }: Person, centimes: number): Promise<void> {
  await press(page.getByTestId('carnet-state'))
  await press(page.getByTestId('debtors').locator('.customer-row').first())
  await page
    .getByTestId('carnet-money')
    .locator('input')
    .first()
    .fill(String(centimes / 100))
  await press(page.getByTestId('carnet-money-now'))
  await expect(page.getByTestId('lines').locator('li')).toHaveCount(2)
  await leave(page)
  await leave(page)
}

/** The owner's PIN, for this one act. */
async function approve(page: Page, { typePin }: Person): Promise<void> {
  await expect(page.getByTestId('approval')).toBeVisible()
  await typePin(pins.owner)
  await expect(page.getByTestId('approval')).toHaveCount(0)
}

const factIn = (page: Page, { locale }: Person, label: keyof typeof fr.till.cash) =>
  amountIn(
    page
      .getByTestId('report-cash')
      .locator('dl > div')
      .filter({ has: page.getByText(words[locale].till.cash[label], { exact: true }) })
      .locator('dd'),
  )

const float: PieceCount = { 'coin-20': 7, 'note-200': 4, 'note-1000': 12 }
const counted: PieceCount = { 'coin-200': 3, 'note-500': 1, 'note-1000': 9 }
const paidOut = 35_000

async function playDay(page: Page, person: Person): Promise<number> {
  const { press, hands } = person
  await press(page.locator('.who-button', { hasText: 'Amina' }))
  await person.typePin(pins.cashier)
  await expect(page.getByTestId('who')).toContainText('Amina')
  await person.openTill()
  await person.count(float)
  await press(page.getByTestId('open-now'))
  await expect(page.getByTestId('shift-now')).toBeVisible()
  await leave(page)

  const sold = await sellEachKind(page, person)
  await hands.open('internet')
  await hands.type(practice.refunded)
  await hands.card(1)
  const refunded = await sell(page, person, 'refunded')
  await goTo(page, person, 'refunds')
  await press(page.getByTestId('refund-pick'))
  await press(page.getByTestId('give-back-now'))
  await expect(page.getByTestId('nothing-due')).toBeVisible()
  await leave(page)

  const lent = await sellOnAccount(page, person)
  const repaid = lent - 10_000
  await repay(page, person, repaid)

  await goTo(page, person, 'paid-out')
  await page.locator('[data-movement="paid-out"] input[dir="ltr"]').fill(String(paidOut / 100))
  await press(page.getByTestId('move-now'))
  await approve(page, person)
  await expect(page.getByTestId('moved')).not.toBeEmpty()
  await goTo(page, person, 'no-sale')
  await page.locator('[data-movement="no-sale"] input').fill('1 000')
  await press(page.getByTestId('move-now'))
  await approve(page, person)
  await expect(page.getByTestId('moved')).not.toBeEmpty()

  const expected = sumOfPieces(float) + sold + repaid - paidOut
  await goTo(page, person, 'now')
  await press(page.getByTestId('x-report'))
  await approve(page, person)
  // The count is blind: the X of a cashier has no cash before it.
  await expect(page.getByTestId('report')).toBeVisible()
  await expect(page.getByTestId('report-cash')).toHaveCount(0)
  const carnet = page.getByTestId('report-carnet').locator('dd')
  expect(await amountIn(carnet.first())).toBe(lent)

  await goTo(page, person, 'count')
  await person.count(counted)
  await press(page.getByTestId('count-now'))
  const difference = sumOfPieces(counted) - expected
  expect(await amountIn(page.getByTestId('gap'))).toBe(difference)
  await page.getByTestId('close-shift').locator('textarea, input').first().fill('Monnaie')
  await press(page.getByTestId('close-now'))
  await approve(page, person)
  await expect(page.getByTestId('z')).toContainText('Nadia')
  expect(await factIn(page, person, 'sales')).toBe(sold + refunded)
  expect(await factIn(page, person, 'refunds')).toBe(refunded)
  expect(await factIn(page, person, 'debtsRepaid')).toBe(repaid)
  expect(await factIn(page, person, 'paidOut')).toBe(paidOut)
  expect(await factIn(page, person, 'expected')).toBe(expected)
  expect(await factIn(page, person, 'left')).toBe(sumOfPieces(counted))
  const total = page.getByTestId('report-lines').locator('[data-total] td')
  expect(await amountIn(total.nth(0))).toBe(600)
  expect(await amountIn(total.nth(1))).toBe(sold + refunded + lent)
  expect(await amountIn(total.nth(2))).toBe(sold + lent)
  // What it cost and what it brought is not the cashier's to see.
  await expect(total).toHaveCount(3)
  return expected
}

const people = { 'in French by the keys': byKeys, 'in Arabic by the finger': byFinger }

for (const [how, handsOn] of Object.entries(people)) {
  test(`a whole day ${how}`, async ({ openCounter, startTraining, printer }) => {
    test.setTimeout(300_000)
    const { page } = await openCounter(await startTraining(['--speed', '5']))
    await waitUntilOpen(page)
    await setUpPrinter(page, printer)
    const person = await handsOn(page)
    await setUpShop(page, person.locale)
    const expected = await playDay(page, person)
    // The Z came out by itself, and what was expected is on it.
    const printed = () => papers(printer).filter((paper) => /Z.1/.test(paper))
    await expect.poll(() => printed().length).toBe(1)
    const dinars = (expected / 100).toLocaleString('fr-DZ').replace(/\D/g, '')
    expect(printed()[0]?.replace(/[^0-9]/g, '')).toContain(dinars)
  })
}
