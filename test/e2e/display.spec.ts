/** The customer's display: what it shows in step with the cashier, where it is, and that it can do nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { centimes } from '#shared/money.ts'
import { type Counter, type CounterOptions, expect, test } from './support/counter.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
import {
  expectOnlySale,
  expectOutcome,
  payButton,
  practice,
  reviewByKeyboard,
  sellByKeyboard,
  waitUntilOpen,
} from './support/till.ts'

const twoScreens = '1280x800 1024x768'

const onDisplay = (page: Page): boolean => new URL(page.url()).host.startsWith('display.')
const displaysIn = (context: BrowserContext): readonly Page[] => context.pages().filter(onDisplay)

/** The display's window, once it is there. */
async function findDisplay(counter: Page): Promise<Page> {
  const context = counter.context()
  await expect.poll(() => displaysIn(context).length).toBe(1)
  const [display] = displaysIn(context)
  if (!display) throw new Error('the display is gone')
  await expect(display.locator('main')).toHaveAttribute('data-languages', /./)
  return display
}

/** A counter on two screens, and the display on the second. */
async function openWithDisplay(
  openCounter: (options: CounterOptions) => Promise<Counter>,
  workFolder: string,
): Promise<Counter & { readonly display: Page }> {
  const screens = join(workFolder, 'screens')
  writeFileSync(screens, twoScreens)
  const counter = await openCounter({ env: { COMPTOIR_STAND_IN_SCREENS: screens } })
  return { ...counter, display: await findDisplay(counter.page) }
}

/** From a review that is on the screen, as a cashier does. */
async function pay(page: Page): Promise<void> {
  await expect(payButton(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
}

const scene = (display: Page) => display.locator('main')

async function askFromPage(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(({ command, given }) => Reflect.get(window, 'comptoir').command(command, given), {
    command: name,
    given: input,
  })
}

/** The stand-in alone has screens that a test can plug in and out. */
test.skip(({ runtime }) => runtime !== 'stand-in', 'the screens are the stand-in’s')

test('the display follows a sale: review, progress, end, and the next one', async ({
  openCounter,
  workFolder,
}) => {
  const { page, display, quit } = await openWithDisplay(openCounter, workFolder)
  await expect(scene(display)).toHaveAttribute('data-scene', 'idle')
  await expect(display.locator('.display-mark')).toContainText('Entraînement')
  expect(await display.evaluate(() => [innerWidth, innerHeight])).toEqual([1024, 768])

  await reviewByKeyboard(page, practice.delivered)
  await expect(display.locator('.display-subject')).toHaveText('023 45 67 89')
  await expect(display.locator('.display-amount')).toHaveText(/^500\sDA$/)
  await expectNoViolation(display, 'the display at a review')
  await expectNoOverflow(display, 'the display at a review')
  // A customer who says no: what was shown is gone with the review.
  await page.keyboard.press('Escape')
  await expect(scene(display)).toHaveAttribute('data-scene', 'idle')

  await page.keyboard.press('1')
  await expect(scene(display)).toHaveAttribute('data-scene', 'review')
  await pay(page)
  await expectOutcome(page, 'fulfilled')
  await expect(display.locator('[data-outcome="done"]')).toContainText('Recharge livrée')
  const said = await scene(display).innerText()
  expect(said).not.toMatch(/TESTCARD|TESTTRANS|Coût|Marge|Solde|IDOOM/i)

  // The cashier goes on at once; the customer still reads, until there is something else to check.
  await page.keyboard.press('Enter')
  await expect(display.locator('[data-outcome="done"]')).toBeVisible()
  await reviewByKeyboard(page, practice.refunded)
  await expect(scene(display)).toHaveAttribute('data-scene', 'review')
  await pay(page)
  await expect(display.locator('[data-outcome="money-back"] .display-price')).toContainText('À vous rendre')
  expect(await quit()).toBe(0)
})

test('a shop without shifts reckons the change too: at the counter, and for the customer @long', async ({
  openCounter,
  workFolder,
}) => {
  const { page, display } = await openWithDisplay(openCounter, workFolder)
  await reviewByKeyboard(page, practice.delivered)
  await expect(page.getByTestId('means')).toHaveCount(0)
  await expect(display.getByTestId('change')).toHaveCount(0)
  await page.getByTestId('given-note-1000').press('Enter')
  await expect(page.getByTestId('change')).toContainText(/Monnaie\s: 500\sDA/)
  await expect(display.getByTestId('change')).toContainText(/1\s000\sDA.*500\sDA/s)
  await expectNoOverflow(display, 'the display with the change')
  await payButton(page).press('Enter')
  await expectOutcome(page, 'fulfilled')
  await expect(display.getByTestId('change')).toContainText(/500\sDA/)
  // It only reckons: the till has nothing to count.
  expect(await askFromPage(page, 'app.snapshot', {})).toMatchObject({
    ok: true,
    value: { till: { shift: null } },
  })
})

test('the display can read what it shows, and cannot ask for, hear or reach anything else @long', async ({
  openCounter,
  workFolder,
}) => {
  const { page, display } = await openWithDisplay(openCounter, workFolder)
  await display.evaluate(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heard', heard)
    Reflect.get(window, 'comptoir').onEvent((event: unknown) => heard.push(event))
  })
  await sellByKeyboard(page, practice.delivered)
  await expectOnlySale(page, 'today', 'fulfilled')

  const refused = { ok: false, error: { kind: 'invalid-input', field: 'name', problem: 'no-such-command' } }
  const asked: readonly (readonly [string, unknown])[] = [
    ['app.snapshot', {}],
    ['settings.update', { shopName: 'Taken' }],
    ['display.show', { subject: { kind: 'none' } }],
    [
      'sale.review',
      { kind: 'internet', type: 'ADSL', number: practice.delivered, valueCentimes: centimes(100_000) },
    ],
    ['sale.confirm', { reviewId: 'x' }],
    ['accounts.list', {}],
    ['constructor', {}],
  ]
  for (const [name, input] of asked) expect(await askFromPage(display, name, input), name).toEqual(refused)
  expect(await askFromPage(display, 'display.read', {})).toMatchObject({
    ok: true,
    value: { view: { scene: { kind: 'sale', outcome: 'done' } } },
  })
  const heard = (await display.evaluate(() => Reflect.get(window, 'heard'))) as {
    event: { kind: string }
  }[]
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter(({ event }) => event.kind !== 'display-changed')).toEqual([])

  const reached = await display.evaluate(async () => {
    const paths = ['/index.html', '/slip/nothing', '/recovery/nothing']
    return Promise.all(paths.map(async (path) => (await fetch(path)).status))
  })
  expect(reached).toEqual([404, 404, 404])
  const before = display.url()
  await display.evaluate(() => {
    for (const href of ['/index.html', 'https://www.djezzy.dz/']) {
      const link = document.createElement('a')
      Object.assign(link, { href, target: href.startsWith('https') ? '_blank' : '' })
      document.body.append(link)
      link.click()
    }
  })
  await page.waitForTimeout(300)
  expect(display.url()).toBe(before)
  expect(await page.evaluate(async () => (await fetch('/display.html')).status)).toBe(404)

  const { html, policy } = await display.evaluate(async () => {
    const answer = await fetch('/display.html')
    return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
  })
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:/i)
  expect(policy).toContain("default-src 'none'")
})

test('the display follows the screens and the setting, and ends with the counter @long', async ({
  openCounter,
  workFolder,
}) => {
  const screens = join(workFolder, 'screens')
  const { page, waitForExit } = await openCounter({ env: { COMPTOIR_STAND_IN_SCREENS: screens } })
  const context = page.context()
  await waitUntilOpen(page)
  expect(displaysIn(context)).toEqual([])

  for (const _time of [1, 2]) {
    writeFileSync(screens, twoScreens)
    const display = await findDisplay(page)
    writeFileSync(screens, '1280x800')
    await expect.poll(() => displaysIn(context).length).toBe(0)
    expect(display.isClosed()).toBe(true)
  }

  await page.keyboard.press('F10')
  const place = page.locator('[data-setting="customerDisplay"]')
  await place.getByText('Fenêtre', { exact: true }).click()
  const inWindow = await findDisplay(page)
  await page.locator('[data-setting="customerDisplayLanguage"]').getByText('Celle de Comptoir').click()
  await page.getByRole('dialog').locator('[data-setting="locale"]').getByText('العربية').click()
  await expect(inWindow.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(inWindow.locator('main')).toContainText('أهلا وسهلا')

  // A window that a person closes stays closed until they ask for it again.
  await inWindow.close()
  writeFileSync(screens, twoScreens)
  await place.locator('.segment').nth(0).click()
  expect(displaysIn(context)).toEqual([])
  await place.locator('.segment').nth(1).click()
  await findDisplay(page)

  await page.close()
  expect(await waitForExit()).toBe(0)
})

test('a display page that dies is opened once more, and the counter sells on @long', async ({
  openCounter,
  workFolder,
}) => {
  const screens = join(workFolder, 'screens')
  writeFileSync(screens, twoScreens)
  const { page } = await openCounter({ env: { COMPTOIR_STAND_IN_SCREENS: screens } })
  const context = page.context()
  const crash = async (display: Page) => {
    const cdp = await context.newCDPSession(display)
    await cdp.send('Page.crash').catch(() => {})
  }
  const first = await findDisplay(page)
  await crash(first)
  await expect.poll(() => displaysIn(context).filter((one) => one !== first).length).toBe(1)
  const second = displaysIn(context).find((one) => one !== first)
  if (!second) throw new Error('the display did not come back')
  await reviewByKeyboard(page, practice.delivered)
  await expect(second.locator('.display-subject')).toHaveText('023 45 67 89')
  await crash(second)
  await expect.poll(() => displaysIn(context).length).toBe(0)
  await pay(page)
  await expectOutcome(page, 'fulfilled')
  expect(displaysIn(context)).toEqual([])
})
