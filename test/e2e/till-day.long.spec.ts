/**
 * A whole day at the till, in French by the keys and in Arabic by the finger: a shift of a cashier's with a sale of each kind, change,
 * a refund, a sale on account and its repayment, cash that moves, an X and a close beyond the limit that the owner approves. Every
 * figure is reckoned here, from the prices that stood on the screen.
 */
import type { Locator, Page } from '@playwright/test'
import ar from '#shared/locales/ar.json' with { type: 'json' }
import fr from '#shared/locales/fr.json' with { type: 'json' }
import type { OrderKind } from '#shared/products/orders.ts'
import { type PieceCount, sumOfPieces } from '#shared/till/cash.ts'
import { defaultSettings } from '#shared/views.ts'
import { fingerOf, type Hands, handPause, keyboardOf } from './support/hands.ts'
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

function byKeys(page: Page): Person {
  const press = async (target: Locator) => {
    await handPause(page)
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

/** One of each kind; answers what each cost. The top-up is paid together with the card for the line. */
async function sellEachKind(page: Page, person: Person): Promise<Readonly<Record<OrderKind, number>>> {
  const { hands } = person
  await hands.open('mobile')
  await hands.type('0661234567')
  await hands.topUp('500')
  const mobile = await sell(page, person, 'fulfilled')
  expect(mobile).toBe(50_000)
  await hands.open('internet')
  await hands.type(practice.delivered)
  await hands.card(1)
  const internet = await sell(page, person, 'fulfilled', mobile)
  await hands.open('gift-card')
  await hands.product('Steam')
  await hands.card(1)
  await hands.cards('1')
  const giftCard = await sell(page, person, 'fulfilled')
  await hands.open('bill')
  await hands.biller(5)
  await hands.type(practice.delivered)
  await hands.bills()
  return { mobile, internet, 'gift-card': giftCard, bill: await sell(page, person, 'fulfilled') }
}

async function sellOnAccount(page: Page, { hands, press }: Person): Promise<number> {
  await hands.open('internet')
  await hands.type(practice.delivered)
  await hands.card(1)
  await press(page.getByTestId('choose-buyer'))
  await page.locator('[data-testid="carnet-search"] input').first().fill('0661000001')
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

const factBeside = (page: Page, part: Locator, label: string) =>
  part
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')

const cashIn = (page: Page, { locale }: Person, label: keyof typeof fr.till.cash) =>
  amountIn(factBeside(page, page.getByTestId('report-cash'), words[locale].till.cash[label]))

/** Of how many there are, and what they come to, the sum. */
async function sumIn(fact: Locator): Promise<number> {
  const text = ((await fact.textContent()) ?? '').split('·').at(-1) ?? ''
  return Number(text.replace(/[^0-9,]/g, '').replace(',', '.')) * 100
}

/** A row of the report's sales: how many, taken, delivered. */
async function lineIn(page: Page, head: string): Promise<readonly number[]> {
  const row = page.getByTestId('report-lines').locator('tbody').first().locator('tr')
  const cells = row.filter({ has: page.locator('th').getByText(head, { exact: true }) }).locator('td')
  const [sales, taken, earned] = await Promise.all([0, 1, 2].map((cell) => amountIn(cells.nth(cell))))
  return [(sales ?? 0) / 100, taken ?? 0, earned ?? 0]
}

/** What the day should come to, reckoned here. */
interface Day {
  readonly sold: Readonly<Record<OrderKind, number>>
  readonly refunded: number
  readonly lent: number
  readonly repaid: number
}

const soldIn = ({ sold }: Day): number => Object.values(sold).reduce((sum, one) => sum + one, 0)
const takenIn = (day: Day): number => soldIn(day) + day.refunded + day.lent
const expectedIn = (day: Day): number => sumOfPieces(float) + soldIn(day) + day.repaid - paidOut - dropped

/** X and Z are one report: all that stands in it beside the cash. */
async function expectReport(page: Page, { locale }: Person, day: Day): Promise<void> {
  const { sold, refunded, lent, repaid } = day
  const { report, means } = words[locale].till
  const services = words[locale].header.service
  expect(await lineIn(page, report.total)).toEqual([6, takenIn(day), soldIn(day) + lent])
  expect(await lineIn(page, services.mobile)).toEqual([1, sold.mobile, sold.mobile])
  const ofLines = [3, sold.internet + refunded + lent, sold.internet + lent]
  expect(await lineIn(page, services.internet)).toEqual(ofLines)
  expect(await lineIn(page, services['gift-card'])).toEqual([1, sold['gift-card'], sold['gift-card']])
  expect(await lineIn(page, services.bill)).toEqual([1, sold.bill, sold.bill])
  const byMeans = page.getByTestId('report-lines').locator('tr')
  const takenBy = (name: string) =>
    amountIn(
      byMeans
        .filter({ has: page.locator('th').getByText(name, { exact: true }) })
        .locator('td')
        .nth(1),
    )
  expect(await takenBy(means.cash)).toBe(soldIn(day) + refunded)
  expect(await takenBy(means['on-account'])).toBe(lent)
  const all = page.getByTestId('report')
  expect(await sumIn(factBeside(page, all, report.due))).toBe(0)
  expect(await sumIn(factBeside(page, all, report.paid))).toBe(refunded)
  expect(await sumIn(factBeside(page, all, report.held))).toBe(0)
  expect(await amountIn(factBeside(page, all, report.grandTotal))).toBe(takenIn(day))
  const carnet = page.getByTestId('report-carnet')
  expect(await amountIn(factBeside(page, carnet, report.sold))).toBe(lent)
  expect(await sumIn(factBeside(page, carnet, report.debtsRepaid))).toBe(repaid)
  expect(await sumIn(factBeside(page, carnet, report.owed))).toBe(lent - repaid)
}

async function expectCash(page: Page, person: Person, day: Day): Promise<void> {
  const { till } = words[person.locale]
  const expected = expectedIn(day)
  const sums = {
    ...{ float: sumOfPieces(float), sales: soldIn(day) + day.refunded, refunds: day.refunded },
    ...{ debtsRepaid: day.repaid, paidOut, drops: dropped, paidIn: 0, repaid: 0 },
    // One opening, read as an amount.
    ...{ expected, left: sumOfPieces(counted), noSales: 100 },
  } as const
  for (const [label, sum] of Object.entries(sums))
    expect([label, await cashIn(page, person, label as keyof typeof sums)]).toEqual([label, sum])
  const cash = page.getByTestId('report-cash')
  expect(await amountIn(factBeside(page, cash, till.counted))).toBe(sumOfPieces(counted))
  expect(await amountIn(factBeside(page, cash, till.difference))).toBe(sumOfPieces(counted) - expected)
}

const float: PieceCount = { 'coin-20': 7, 'note-200': 4, 'note-1000': 12 }
const counted: PieceCount = { 'coin-200': 3, 'note-500': 1, 'note-1000': 9 }
const paidOut = 35_000
const dropped = 120_000

async function takeShift(page: Page, person: Person): Promise<void> {
  const { press } = person
  await press(page.locator('.who-button', { hasText: 'Amina' }))
  await person.typePin(pins.cashier)
  await expect(page.getByTestId('who')).toContainText('Amina')
  await person.openTill()
  await person.count(float)
  await press(page.getByTestId('open-now'))
  await expect(page.getByTestId('shift-now')).toBeVisible()
  await leave(page)
}

async function sellAndGiveBack(page: Page, person: Person): Promise<number> {
  const { press, hands } = person
  await hands.open('internet')
  await hands.type(practice.refunded)
  await hands.card(1)
  const refunded = await sell(page, person, 'refunded')
  await goTo(page, person, 'refunds')
  await press(page.getByTestId('refund-pick'))
  await press(page.getByTestId('give-back-now'))
  await expect(page.getByTestId('nothing-due')).toBeVisible()
  await leave(page)
  return refunded
}

/** Out of the drawer, which takes the owner; to the safe, which does not; and a drawer that is opened for change. */
async function moveCash(page: Page, person: Person): Promise<void> {
  const { press } = person
  await goTo(page, person, 'paid-out')
  const act = { fr: 'Sortir de l’argent', ar: 'إخراج مال من الصندوق' }[person.locale]
  await expect(page.getByTestId('move-now')).toHaveText(act)
  await page.locator('[data-movement="paid-out"] input[dir="ltr"]').fill(String(paidOut / 100))
  await press(page.getByTestId('move-now'))
  await approve(page, person)
  await expect(page.getByTestId('moved')).not.toBeEmpty()
  await goTo(page, person, 'drop')
  await page.locator('[data-movement="drop"] input[dir="ltr"]').fill(String(dropped / 100))
  await press(page.getByTestId('move-now'))
  await expect(page.getByTestId('moved')).not.toBeEmpty()
  await goTo(page, person, 'no-sale')
  await page.locator('[data-movement="no-sale"] input').fill('1 000')
  await press(page.getByTestId('move-now'))
  await approve(page, person)
  await expect(page.getByTestId('moved')).not.toBeEmpty()
}

async function playDay(page: Page, person: Person): Promise<Day> {
  const { press } = person
  await takeShift(page, person)
  const sold = await sellEachKind(page, person)
  const refunded = await sellAndGiveBack(page, person)
  const lent = await sellOnAccount(page, person)
  const day = { sold, refunded, lent, repaid: lent - 10_000 }
  await repay(page, person, day.repaid)
  await moveCash(page, person)

  await goTo(page, person, 'now')
  await press(page.getByTestId('x-report'))
  await approve(page, person)
  // The count is blind: the X of a cashier has no cash before it.
  await expect(page.getByTestId('report')).toBeVisible()
  await expect(page.getByTestId('report-cash')).toHaveCount(0)
  await expectReport(page, person, day)

  await goTo(page, person, 'count')
  await person.count(counted)
  await press(page.getByTestId('count-now'))
  expect(await amountIn(page.getByTestId('gap'))).toBe(sumOfPieces(counted) - expectedIn(day))
  await page.getByTestId('close-shift').locator('textarea, input').first().fill('Monnaie')
  await press(page.getByTestId('close-now'))
  await approve(page, person)
  await expect(page.getByTestId('z')).toContainText('Nadia')
  await expectReport(page, person, day)
  await expectCash(page, person, day)
  // What it cost and what it brought is not the cashier's to see.
  await expect(page.getByTestId('report-lines').locator('[data-total] td')).toHaveCount(3)
  return day
}

/** The owner sees what the day cost and what it brought. */
async function readAsOwner(page: Page, person: Person, day: Day): Promise<void> {
  const { press } = person
  await leave(page)
  await press(page.getByTestId('who'))
  await press(page.locator('.who-button', { hasText: 'Nadia' }))
  await person.typePin(pins.owner)
  await expect(page.getByTestId('who')).toContainText('Nadia')
  await goTo(page, person, 'reports')
  await press(page.locator('.z-row').first())
  const total = page.getByTestId('report-lines').locator('[data-total] td')
  const [earned, cost, profit] = await Promise.all([total.nth(2), total.nth(3), total.last()].map(amountIn))
  expect(earned).toBe(soldIn(day) + day.lent)
  expect(profit).toBe((earned ?? 0) - (cost ?? 0))
  expect(profit).toBeGreaterThan(0)
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
    const day = await playDay(page, person)
    // The Z came out by itself, and what was reckoned is on it.
    const printed = () => papers(printer).filter((paper) => /Z.1/.test(paper))
    await expect.poll(() => printed().length).toBe(1)
    const paper = printed()[0]?.replace(/[^0-9]/g, '')
    const sums = [expectedIn(day), takenIn(day), soldIn(day) + day.lent, sumOfPieces(counted), day.repaid]
    for (const sum of [...sums, paidOut, dropped, sumOfPieces(float)]) {
      const dinars = (sum / 100).toLocaleString('fr-DZ', { minimumFractionDigits: sum % 100 === 0 ? 0 : 2 })
      expect(paper).toContain(dinars.replace(/\D/g, ''))
    }
    await readAsOwner(page, person, day)
  })
}
