/**
 * A whole day at the counter, played with the keyboard in the real window: a shift from its float to its Z, each kind of sale,
 * each ending, money given back, and a power cut in it; French before the cut and Arabic after it. With pictures on the way.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { billPartners } from '#shared/products/bill.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { maxGapMs } from '../../../renderer/features/sell/keyboard.ts'
import { type Hands, keyboardOf } from '../../e2e/support/hands.ts'
import type { RunningApp } from '../../e2e/support/runtimes.ts'
import {
  firstField,
  outcome,
  payButton,
  practice,
  saleRows,
  savePdf,
  showLanguage,
  showTheme,
} from '../../e2e/support/till.ts'
import type { TrainingProcess } from '../../e2e/support/training-process.ts'

export interface DayParts {
  /** Opens the counter, on the same data and the same service each time. */
  readonly open: () => Promise<RunningApp>
  readonly service: TrainingProcess
  /** Where the pictures go. */
  readonly folder: string
  readonly say: (line: string) => void
}

interface Sale {
  readonly name: string
  readonly order: (hands: Hands) => Promise<void>
  /** What it ends as, where that is not its delivery. */
  readonly phase?: SalePhase
}

/** Typed into the one field, as most sales are. */
const typed = (text: string) => async (hands: Hands) => hands.type(text)
const card = (number: string, place: number) => async (hands: Hands) => {
  await hands.open('internet')
  await hands.type(number)
  await hands.card(place)
}
const practiceCards = (type: number, count: string) => async (hands: Hands) => {
  await hands.open('gift-card')
  await hands.product('cartes')
  await hands.card(type)
  await hands.cards(count)
}
const bill =
  (partner: (typeof billPartners)[number], form: number, ...parts: readonly string[]) =>
  async (hands: Hands) => {
    await hands.open('bill')
    await hands.biller(billPartners.indexOf(partner) + 1)
    if (form > 0) await hands.otherForm(form)
    for (const part of parts) await hands.type(part)
    await hands.bills()
  }

/** Each kind as it mostly goes. */
const usual: readonly Sale[] = [
  { name: 'flexy', order: typed('0661234567 500') },
  { name: 'adsl', order: card(practice.delivered, 2) },
  { name: '4g', order: card('213300400101', 1) },
  {
    name: 'cards',
    async order(hands) {
      await hands.open('gift-card')
      await hands.product('goo')
      await hands.card(1)
      await hands.cards('1')
    },
  },
  { name: 'power', order: bill('SONELGAZ', 1, '1234500001', '500', '77') },
]

/** Each other ending. */
const endings: readonly Sale[] = [
  { name: 'refunded', order: card(practice.refunded, 1), phase: 'refunded' },
  { name: 'queued', order: card(practice.queued, 3), phase: 'queued' },
  { name: 'offers', order: typed('0600000002 500'), phase: 'refunded' },
  { name: 'unknown', order: typed('0600000003 500'), phase: 'unknown' },
  { name: 'partly', order: practiceCards(2, '3'), phase: 'partly-fulfilled' },
  { name: 'declined', order: bill('SEAAL', 2, '100004', '1234567'), phase: 'refused' },
]

/** The cashier's. */
const pin = '2468'

/** A 4G line, sold to while the power goes. */
const cut = { number: '213300400102', shown: '213 300 40 01 02' } as const

/** Plays the day and answers the exit code of its ordered end. Rejects at the first thing that is not as it should be. */
export async function playDay({ open, service, folder, say }: DayParts): Promise<number | null> {
  const morning = await open()
  const shot = pictures(folder)
  await prepare(morning.page)
  await shot(morning.page, 'start')
  say('the counter opens, and a shift over its float')
  await openShift(morning.page, shot)
  say('each kind is sold')
  for (const sale of usual) await sell(morning.page, sale, shot)
  say('each other ending comes, and what is due is given back')
  for (const sale of endings) await sell(morning.page, sale, shot)
  await giveBack(morning.page, shot)
  say('the power is cut in the middle of a send')
  await sellIntoThePowerCut(morning, service, shot)

  const afternoon = await open()
  const { page } = afternoon
  say('the power is back: the counter lets the cashier in and resumes by itself')
  await page.getByTestId('lock-screen').waitFor()
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
  await saleRows(page, 'today').filter({ hasText: cut.shown }).waitFor({ timeout: endMs })
  await shot(page, 'resumed')
  say('the afternoon goes on in Arabic, to its Z')
  await showLanguage(page, 'ar')
  await shot(page, 'start-ar')
  await sell(page, { name: 'flexy-ar', order: typed('0770123456 1000') }, shot)
  await sell(page, { name: 'water-ar', order: bill('SEAAL', 2, '100002', '1234567') }, shot)
  await saleRows(page, 'open').first().waitFor({ state: 'detached', timeout: endMs })
  await closeShift(page, shot)
  await saveSlip(page, folder, shot)
  await page.getByTestId('home').click()
  await showTheme(page, 'dark')
  await shot(page, 'start-ar-dark')
  return afternoon.quit()
}

/** What is queued or unknown ends within this time, on a busy machine as well. */
const endMs = 180_000

/** The sale on the screen stands in this phase. */
const reached = (page: Page, phase: SalePhase) =>
  outcome(page).locator(`[data-testid="phase"][data-phase="${phase}"]`).waitFor({ timeout: endMs })

type Shot = (page: Page, name: string) => Promise<void>

/** Pictures in the order in which they are taken. */
function pictures(folder: string): Shot {
  let count = 0
  return async (page, name) => {
    count += 1
    await page.screenshot({
      path: join(folder, `${String(count).padStart(2, '0')}-${name}.png`),
      animations: 'disabled',
    })
  }
}

/** A shop that works in shifts, named, with what it sells most at hand. */
async function prepare(page: Page): Promise<void> {
  await firstField(page).waitFor()
  await page.evaluate(async () => {
    const { command } = Reflect.get(window, 'comptoir')
    const { settings } = (await command('app.snapshot', {})).value
    await command('settings.update', {
      tourDone: true,
      shop: { ...settings.shop, name: 'Taxiphone El Amel' },
      till: { ...settings.till, shifts: true },
    })
  })
  await page.evaluate((asked) => Reflect.get(window, 'comptoir').command('people.start', asked), {
    actId: randomUUID(),
    name: 'Amina',
    pin,
  })
  await page.getByTestId('till-state').waitFor()
}

/** What comes faster than a hand is a scanner's. */
const handPause = (page: Page) => page.waitForTimeout(2 * maxGapMs)

/** So many notes of a thousand and coins of twenty. */
async function typePieces(page: Page, notes: number, coins: number): Promise<void> {
  await page.locator('[data-piece="coin-20"]').fill(String(coins))
  await page.locator('[data-piece="note-1000"]').fill(String(notes))
  await handPause(page)
}

async function openShift(page: Page, shot: Shot): Promise<void> {
  await page.keyboard.press('F12')
  await typePieces(page, 12, 20)
  await shot(page, 'float')
  await page.getByTestId('open-now').press('Enter')
  await page.getByTestId('shift-now').waitFor()
  await page.keyboard.press('Escape')
}

async function sell(page: Page, { name, order, phase = 'fulfilled' }: Sale, shot: Shot): Promise<void> {
  const hands = keyboardOf(page)
  await page.getByTestId('home').click()
  await order(hands)
  await payButton(page).waitFor()
  await page.keyboard.press('Enter')
  await shot(page, `review-${name}`)
  await page.keyboard.press('Enter')
  await outcome(page).waitFor()
  await reached(page, phase)
  await shot(page, name)
  await hands.next()
}

async function giveBack(page: Page, shot: Shot): Promise<void> {
  await page.keyboard.press('F12')
  await page.getByTestId('refund-pick').first().press('Enter')
  await shot(page, 'give-back')
  await page.getByTestId('give-back-now').press('Enter')
  await page.getByTestId('refund-done').locator('.icon').waitFor()
  await page.keyboard.press('Escape')
}

/** The service takes the order and holds its answer; then the counter is killed. */
async function sellIntoThePowerCut(counter: RunningApp, service: TrainingProcess, shot: Shot): Promise<void> {
  const { page } = counter
  await service.addFaults({
    method: 'POST',
    path: '/v3/internet/send',
    action: { do: 'hold', take: true },
  })
  const hands = keyboardOf(page)
  await card(cut.number, 2)(hands)
  await hands.pay()
  await reached(page, 'sending')
  while ((await service.heldCount()) === 0) await page.waitForTimeout(50)
  await shot(page, 'power-cut')
  await counter.kill()
}

/** Counts blind, with ten dinars less than there should be, and closes with the reason. */
async function closeShift(page: Page, shot: Shot): Promise<void> {
  await page.keyboard.press('F12')
  await page.locator('[data-place="count"]').click()
  await typePieces(page, 20, 20)
  await shot(page, 'count-ar')
  await page.getByTestId('count-now').click()
  await page.getByTestId('close-now').waitFor()
  const reason = page.getByTestId('till-place').locator('textarea, .text-field input').last()
  await reason.fill('عدّ سريع')
  await shot(page, 'difference-ar')
  await page.getByTestId('close-now').click()
  await page.getByTestId('z').first().waitFor()
  await shot(page, 'z-ar')
  await page.keyboard.press('Escape')
}

async function saveSlip(page: Page, folder: string, shot: Shot): Promise<void> {
  await saleRows(page, 'today').first().click()
  await savePdf(page)
  await shot(page, 'sale-ar')
  await page.locator('iframe').screenshot({ path: join(folder, 'slip.png') })
  await page.keyboard.press('Escape')
}
