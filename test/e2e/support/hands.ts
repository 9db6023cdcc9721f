/**
 * A cashier's hands, which sell with the keyboard alone or with a finger alone: what each does for one and the same part of a
 * sale. Owns that nothing is pressed ahead of the window.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { maxGapMs, printKey } from '../../../renderer/features/sell/keyboard.ts'
import { flows, type Service, services } from '../../../renderer/features/sell/services.ts'
import { fingerOn, outcome, payButton, touchOn } from './till.ts'

/** Above the human typing threshold: what comes faster is a scanner's, and presses no button. */
export const handPause = (page: Page): Promise<void> => page.waitForTimeout(2 * maxGapMs)

export async function pressByHand(page: Page, key: string): Promise<void> {
  await handPause(page)
  await page.keyboard.press(key)
}

export interface Hands {
  open(service: Service): Promise<void>
  /** Types into the field that is waited for, and goes on. */
  type(text: string): Promise<void>
  /** Another plan of the operator's than the one that is chosen already. */
  plan(name: string): Promise<void>
  /** One whose amount is its own, on to the review. */
  fixedPlan(name: string): Promise<void>
  /** One that asks for the number's offers, on to the review. */
  menuPlan(name: string): Promise<void>
  /** The amount of a top-up in dinars, typed at the plans, and on to the review. */
  topUp(dinars: string): Promise<void>
  /** The product of this name in the catalog, which an Arabic screen shows by another. */
  product(name: string, arabic?: string): Promise<void>
  /** A card or a type, counted from 1. */
  card(place: number): Promise<void>
  /** So many cards, and on to the review. */
  cards(count: string): Promise<void>
  /** A biller, counted from 1. */
  biller(place: number): Promise<void>
  /** Another form of the account, counted from the one that is offered. */
  otherForm(by: number): Promise<void>
  /** All that the account owes, on to the review. */
  bills(): Promise<void>
  /** From the review to the confirmed sale. */
  pay(): Promise<void>
  /** From the outcome to the next customer. */
  next(): Promise<void>
}

const seen = (one: Locator) => expect(one.first()).toBeVisible()
/** Of cards: who goes on without having seen their codes is warned of it first. */
const hasCodes = (page: Page) => page.getByTestId('show-codes').isVisible()
/** Its codes, in sight or on their way to paper. */
const handedOver = (page: Page) =>
  outcome(page).getByTestId('print-job').or(outcome(page).locator('.codes .copyable'))
const gone = (page: Page) => expect(outcome(page)).toHaveCount(0)

export function keyboardOf(page: Page): Hands {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const plan = async (name: string) => {
    await seen(page.locator('#top-up-amount'))
    const places = await page.locator('.plan-tile:enabled').allTextContents()
    const steps = places.findIndex((text) => text.includes(name))
    for (let step = 0; step < steps; step += 1) await press('ArrowDown')
    await expect(page.locator('.plan-tile[aria-pressed="true"]')).toContainText(name)
  }
  const planAndOn = async (name: string) => {
    await plan(name)
    await press('Enter')
  }
  return {
    plan,
    fixedPlan: planAndOn,
    menuPlan: planAndOn,
    open: (service) => press(flows[service].key),
    async type(text) {
      await seen(page.locator('.sell-panel input:focus'))
      await press(...text, 'Enter')
    },
    async topUp(dinars) {
      await seen(page.locator('#top-up-amount'))
      await press(...dinars, 'Enter')
    },
    async product(name) {
      await seen(page.locator('.plan-tile'))
      await press(...name, 'Enter')
    },
    async card(place) {
      await seen(page.locator('.card-tile'))
      await press(String(place))
    },
    async cards(count) {
      await expect(page.locator('#card-quantity')).toBeFocused()
      await press(...count, 'Enter')
    },
    async biller(place) {
      await seen(page.locator('.biller-tile:enabled'))
      await press(String(place))
    },
    async otherForm(by) {
      await seen(page.locator('[data-step="account"]'))
      await press(...Array.from({ length: by }, () => 'ArrowDown'))
    },
    async bills() {
      await seen(page.locator('.bill-row'))
      await press('Enter')
    },
    async pay() {
      await seen(payButton(page))
      await press('Enter')
      await expect(payButton(page)).toBeFocused()
      await press('Enter')
    },
    async next() {
      if (await hasCodes(page)) {
        await press(printKey)
        await seen(handedOver(page))
      }
      await press('Enter')
      await gone(page)
    },
  }
}

/** A finger, which also touches what no sale is made of. */
export interface Finger extends Hands {
  /** Once it is in sight and stands still. */
  tap(target: Locator): Promise<void>
  /** On the pad. */
  tapDigits(digits: string): Promise<void>
}

export async function fingerOf(page: Page): Promise<Finger> {
  const finger = await fingerOn(page)
  const touch = await touchOn(page)
  const tap = async (target: Locator) => {
    await seen(target)
    await finger(target)
  }
  const tapDigits = async (text: string) => {
    // The pad stands still while it is typed on.
    await page.locator('.pad-key').first().click({ trial: true })
    const pad = await page.locator('.pad-key').evaluateAll((keys) =>
      keys.map((key) => {
        const { x, y, width, height } = key.getBoundingClientRect()
        return { face: key.textContent, x: x + width / 2, y: y + height / 2 }
      }),
    )
    for (const digit of text) {
      const key = pad.find(({ face }) => face === digit)
      if (!key) throw new Error(`the pad has no ${digit}`)
      await touch({ x: key.x, y: key.y })
    }
  }
  const plan = (name: string) => tap(page.locator('.plan-tile', { hasText: name }).first())
  const toReview = page.locator('.step-foot .button')
  const goOn = () => tap(page.locator('.number-side .button').first())
  return {
    tap,
    tapDigits,
    open: (service) => tap(page.locator('.service-tab').nth(services.indexOf(service))),
    async type(text) {
      await seen(page.locator('.pad-key'))
      await tapDigits(text)
      await goOn()
    },
    plan,
    fixedPlan: plan,
    async menuPlan(name) {
      await plan(name)
      await tap(toReview)
    },
    async topUp(dinars) {
      await seen(page.locator('#top-up-amount'))
      await tapDigits(dinars)
      await tap(toReview)
    },
    product: (name, arabic = name) =>
      tap(page.locator('.plan-tile', { hasText: new RegExp(`${name}|${arabic}`, 'i') }).first()),
    card: (place) => tap(page.locator('.card-tile').nth(place - 1)),
    async cards(count) {
      await seen(page.locator('#card-quantity'))
      if (count !== '1') {
        await tap(page.locator('.pad-key', { hasText: 'C' }).first())
        await tapDigits(count)
      }
      await goOn()
    },
    biller: (place) => tap(page.locator('.biller-tile').nth(place - 1)),
    otherForm: (by) => tap(page.locator('.form-segments .segment').nth(by)),
    async bills() {
      await seen(page.locator('.bill-row'))
      await tap(page.locator('.step-foot .button'))
    },
    // The finger goes along the number first: two taps at once in one place are a double tap, and its second presses nothing.
    async pay() {
      await tap(page.locator('.review-number'))
      await tap(page.locator('#pay button'))
    },
    async next() {
      await expect(page.locator('.step-foot .button').last()).toBeVisible()
      if (await hasCodes(page)) {
        await tap(page.getByTestId('show-codes'))
        // The codes move what is below them.
        await seen(handedOver(page))
      }
      await tap(page.locator('.step-foot .button').last())
      await gone(page)
    },
  }
}
