/**
 * How many keys and how many taps the tasks of a day take, from the empty field to the next customer. `npx playwright test
 * test/e2e/counts.spec.ts` prints the table. Counts are held, and never times.
 */
import type { Page } from '@playwright/test'
import type { SaleView } from '#shared/views.ts'
import { ok, scene, standScene } from '../screens/scene.ts'
import { orders, saleIn } from '../screens/views.ts'
import type { Answers } from '../support/window-page.ts'
import { expect, test } from './support/counter.ts'
import { type Finger, fingerOf, handPause } from './support/hands.ts'
import { windowMakerOfSpec } from './support/table-window.ts'
import { expectOutcome, outcome, payButton, practice, waitUntilOpen } from './support/till.ts'

interface Row {
  readonly task: string
  readonly hand: 'keys' | 'taps'
  readonly count: number
  readonly most: number
}

// One worker, and so one table.
test.describe.configure({ mode: 'default' })

const rows: Row[] = []

test.afterAll(() => {
  const line = ({ task, hand, count, most }: Row) => `${task.padEnd(56)} ${count} ${hand} (at most ${most})\n`
  process.stdout.write(`\n${rows.map(line).join('')}`)
})

/** Notes what a task has taken, and holds it to the most that it may take. */
function note(row: Row): void {
  rows.push(row)
  expect(row.count, row.task).toBeLessThanOrEqual(row.most)
}

/** A keyboard that counts: each key of a chord is one. */
function keysOf(page: Page) {
  let count = 0
  return {
    count: () => count,
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        count += key.split('+').length
        await page.keyboard.press(key)
      }
    },
  }
}

/** A finger that counts. */
async function tapsOf(page: Page) {
  const finger: Finger = await fingerOf(page)
  let count = 0
  return {
    count: () => count,
    async tap(...selectors: readonly string[]): Promise<void> {
      for (const selector of selectors) {
        count += 1
        await finger.tap(page.locator(selector).first())
      }
    },
    async digits(text: string): Promise<void> {
      count += text.length
      await finger.tapDigits(text)
    },
  }
}

/** The empty field, as after the last customer. */
async function toField(page: Page): Promise<void> {
  await expect(page.getByTestId('selling-closed')).toHaveCount(0)
  await page.getByTestId('home').click()
  await expect(page.locator('#one-field')).toBeFocused()
}

const reviewed = (page: Page) => expect(payButton(page)).toBeVisible()
const armed = (page: Page) => expect(payButton(page)).toBeFocused()
const at = (page: Page, selector: string) => expect(page.locator(selector).first()).toBeVisible()

/** From the review to the confirmed sale. */
async function payByKeys(page: Page, keys: ReturnType<typeof keysOf>): Promise<void> {
  await reviewed(page)
  await keys.press('Enter')
  await armed(page)
  await keys.press('Enter')
  await expect(outcome(page)).toBeVisible()
}

interface KeyTask {
  readonly task: string
  readonly most: number
  /** What was sold before, and is not counted. */
  readonly wasHere?: string
  /** Keys, and what is in sight before those behind it are pressed. */
  readonly parts: readonly { readonly at?: string; readonly keys: readonly string[] }[]
}

const keyTasks: readonly KeyTask[] = [
  {
    task: '1 flexy of 500, by the key of its amount',
    most: 14,
    parts: [{ keys: [...'0661230001'] }, { at: '[data-amount="500"]', keys: ['Alt+4'] }],
  },
  {
    task: '1 flexy of 500, chosen before its number is whole',
    most: 14,
    parts: [{ keys: [...'0661'] }, { at: '[data-amount="500"]', keys: ['Alt+4', ...'230004'] }],
  },
  {
    task: '1 flexy of 500, by the arrows',
    most: 16,
    parts: [{ keys: [...'0661230002', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'] }],
  },
  {
    task: '2 flexy of 350, typed behind the number',
    most: 17,
    parts: [{ keys: [...'0661230003', 'Space', ...'350', 'Enter'] }],
  },
  {
    task: '3 the same again for a number that was here before',
    most: 14,
    wasHere: '0661230003 350',
    parts: [{ keys: [...'0661230003'] }, { at: '.start-again', keys: ['Alt+7'] }],
  },
  {
    task: '4 a plan of the operator with its own amount',
    most: 16,
    parts: [
      { keys: [...'0770123401', 'Enter'] },
      { at: '#top-up-amount', keys: ['ArrowDown', 'ArrowDown', 'Enter'] },
    ],
  },
  {
    task: '5 a card for an ADSL line',
    most: 13,
    parts: [{ keys: [...'023400101', 'Enter'] }, { at: '.card-grid', keys: ['1'] }],
  },
  {
    task: '6 a card for a 4G line',
    most: 16,
    parts: [{ keys: [...'213300400101', 'Enter'] }, { at: '.card-grid', keys: ['1'] }],
  },
  {
    task: '7 a gift card',
    most: 8,
    parts: [
      // No other spec sells it: the same again would be asked about.
      { keys: [...'goo'] },
      { at: '.start-choice[aria-current]', keys: ['Enter'] },
      { at: '.card-tile', keys: ['1'] },
      { at: '#card-quantity', keys: ['Enter'] },
    ],
  },
]

for (const { task, most, parts, wasHere } of keyTasks) {
  test(`by keys: ${task}`, async ({ sellingCounter }) => {
    const { page } = sellingCounter
    await toField(page)
    if (wasHere !== undefined) await sellAtField(page, wasHere)
    const keys = keysOf(page)
    for (const part of parts) {
      if (part.at !== undefined) await at(page, part.at)
      await keys.press(...part.keys)
    }
    await payUnlessRepeated(page, keys)
    note({ task, hand: 'keys', count: keys.count(), most })
  })
}

/** Sells what is typed into the field, and goes on to the next customer. */
async function sellAtField(page: Page, typed: string): Promise<void> {
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await payUnlessRepeated(page, keysOf(page))
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  await expect(page.locator('#one-field')).toBeFocused()
}

/** The same again within minutes is asked about: Tab leads to the button in the place of Enter. */
async function payUnlessRepeated(page: Page, keys: ReturnType<typeof keysOf>): Promise<void> {
  await reviewed(page)
  const isRepeat = (await page.getByTestId('repeats').count()) > 0
  if (!isRepeat) {
    await payByKeys(page, keys)
    return
  }
  await handPause(page)
  await keys.press('Tab')
  await armed(page)
  await handPause(page)
  await keys.press('Enter')
  await expect(outcome(page)).toBeVisible()
}

test('by keys: 8 the bill of a landline', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toField(page)
  const keys = keysOf(page)
  await keys.press(...'023456789', 'ArrowDown', 'Enter')
  await at(page, '[data-step="bills"]')
  note({ task: '8 the bill of a landline, up to what is owed', hand: 'keys', count: keys.count(), most: 11 })
})

test('by keys: 9 a biller by its name, and 10 a service by its key', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toField(page)
  const byName = keysOf(page)
  await byName.press(...'son')
  await at(page, '.start-choice[aria-current]')
  await byName.press('Enter')
  await at(page, '[data-step="account"]')
  note({ task: '9 a biller by its name', hand: 'keys', count: byName.count(), most: 4 })
  await toField(page)
  const byKey = keysOf(page)
  await byKey.press('F4', '1')
  await at(page, '[data-step="account"]')
  note({ task: '10 a biller by the keys of always', hand: 'keys', count: byKey.count(), most: 2 })
})

test('by keys: 11 a mobile number under internet', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toField(page)
  await page.keyboard.press('F2')
  const keys = keysOf(page)
  await keys.press(...'0661230011', 'Enter')
  await at(page, '[data-testid="is-mobile"]')
  await keys.press('F1')
  await at(page, '#top-up-amount')
  note({
    task: '11 a mobile number under internet, to its plans',
    hand: 'keys',
    count: keys.count(),
    most: 12,
  })
})

test('by taps: flexy of 500, chosen before its number is whole', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toField(page)
  const taps = await tapsOf(page)
  await taps.digits('0661')
  await taps.tap('[data-amount="500"]')
  await expect(page.locator('#one-field')).toBeFocused()
  await taps.digits('230023')
  await reviewed(page)
  await taps.tap('#pay button')
  await expect(outcome(page)).toBeVisible()
  note({ task: '1 flexy of 500, chosen ahead', hand: 'taps', count: taps.count(), most: 12 })
})

test('by taps: flexy of 500, and the same again @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await toField(page)
  const taps = await tapsOf(page)
  await taps.digits('0661230021')
  await taps.tap('[data-amount="500"]')
  await reviewed(page)
  await taps.tap('#pay button')
  await expect(outcome(page)).toBeVisible()
  note({ task: '1 flexy of 500', hand: 'taps', count: taps.count(), most: 12 })
  await expectOutcome(page, 'fulfilled')
  await toField(page)
  const again = await tapsOf(page)
  await again.digits('0661230021')
  await again.tap('.start-again .start-choice')
  await reviewed(page)
  note({ task: '3 the same again, to its review', hand: 'taps', count: again.count(), most: 11 })
})

interface TapTask {
  readonly task: string
  readonly most: number
  /** Digits by the number pad; else what is touched. */
  readonly parts: readonly { readonly digits?: string; readonly touch?: readonly string[] }[]
  /** What is in sight at its end; the review, where it is sold from there by one more. */
  readonly ends?: string
}

/** The tasks that begin with letters (9, 12) are the keyboard's: there is no pad of letters. */
const tapTasks: readonly TapTask[] = [
  {
    task: '2 flexy of 350, by the number pad',
    most: 16,
    parts: [
      { digits: '0661230022' },
      { touch: ['.start-choice'] },
      { digits: '350' },
      { touch: ['.step-foot .button'] },
    ],
  },
  {
    task: '4 a plan of the operator with its own amount',
    most: 13,
    parts: [
      { digits: '0770123402' },
      { touch: ['.start-choice', '.plan-grid > li:nth-child(3) .plan-tile'] },
    ],
  },
  {
    task: '5 a card for an ADSL line',
    most: 12,
    parts: [{ digits: '023400122' }, { touch: ['.start-choice', '.card-tile'] }],
  },
  {
    task: '6 a card for a 4G line',
    most: 15,
    parts: [{ digits: '213300400122' }, { touch: ['.start-choice', '.card-tile'] }],
  },
  {
    task: '7 a gift card, by its tile',
    most: 5,
    parts: [
      {
        touch: [
          '.service-tab[aria-keyshortcuts="F3"]',
          '.product-tile',
          '.card-tile',
          '.number-side .button',
        ],
      },
    ],
  },
  {
    task: '8 the bill of a landline, up to what is owed',
    most: 10,
    parts: [{ digits: '023456789' }, { touch: ['.start-choice:has-text("facture")'] }],
    ends: '[data-step="bills"]',
  },
  {
    task: '10 a biller by the tiles of always',
    most: 2,
    parts: [{ touch: ['.service-tab[aria-keyshortcuts="F4"]', '.biller-tile'] }],
    ends: '[data-step="account"]',
  },
  {
    task: '11 a mobile number under internet, to its plans',
    most: 12,
    parts: [
      { touch: ['.service-tab[aria-keyshortcuts="F2"]'] },
      { digits: '0661230022' },
      { touch: ['[data-testid="is-mobile"] .button'] },
    ],
    ends: '#top-up-amount',
  },
]

for (const { task, most, parts, ends } of tapTasks) {
  test(`by taps: ${task} @long`, async ({ sellingCounter }) => {
    const { page } = sellingCounter
    await toField(page)
    const taps = await tapsOf(page)
    for (const { digits, touch = [] } of parts) {
      if (digits !== undefined) await taps.digits(digits)
      await taps.tap(...touch)
    }
    if (ends === undefined) {
      await reviewed(page)
      await taps.tap('#pay button')
      await expect(outcome(page)).toBeVisible()
    } else await at(page, ends)
    note({ task, hand: 'taps', count: taps.count(), most })
  })
}

test('13 a refund is given back @long', async ({ openCounter, startTraining }) => {
  const service = await startTraining(['--speed', '5'])
  const { page } = await openCounter(service)
  const refuse = async () => {
    await waitUntilOpen(page)
    for (const key of [...practice.refunded, 'Enter']) await page.keyboard.press(key)
    await at(page, '.card-grid')
    await page.keyboard.press('1')
    await payUnlessRepeated(page, keysOf(page))
    await expectOutcome(page, 'refunded')
    await page.keyboard.press('Enter')
  }
  const giveBack = async (task: string) => {
    await refuse()
    await at(page, '[data-testid="to-do-refunds"]')
    const keys = keysOf(page)
    await keys.press('F12')
    await expect(page.getByTestId('refund-pick').first()).toBeFocused()
    await keys.press('Enter')
    await expect(page.getByTestId('give-back-now')).toBeFocused()
    await keys.press('Enter')
    await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
    note({ task, hand: 'keys', count: keys.count(), most: 3 })
    await page.keyboard.press('Escape')
  }
  // A shop without people signs by a name: typed once, and offered from then on, in the next window too.
  await refuse()
  await at(page, '[data-testid="to-do-refunds"]')
  const first = keysOf(page)
  await first.press('F12')
  await expect(page.getByTestId('refund-pick').first()).toBeFocused()
  await first.press('Enter')
  await expect(page.getByTestId('give-back').locator('.text-field input')).toBeFocused()
  await first.press(...'Amina', 'Enter')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  note({ task: '13 a refund given back, the first name of all', hand: 'keys', count: first.count(), most: 8 })
  await page.keyboard.press('Escape')
  await page.reload()
  await giveBack('13 a refund given back without people, in a new window')
  // Whoever is signed in signs what is given back.
  await page.evaluate(async () => {
    const { command } = Reflect.get(window, 'comptoir')
    await command('people.start', { actId: crypto.randomUUID(), name: 'Amina', pin: '2468' })
  })
  await giveBack('13 a refund given back')
  await page.evaluate(async () => {
    const { command } = Reflect.get(window, 'comptoir')
    const { value } = await command('app.snapshot', {})
    await command('settings.update', { till: { ...value.settings.till, shifts: true } })
    await command('till.open-shift', { actId: crypto.randomUUID(), float: { 'note-1000': 10 } })
  })
  await expect(page.locator('[data-testid="till-state"][data-open]')).toBeVisible()
  await giveBack('13 a refund given back while a shift is open')
  await refuse()
  const taps = await tapsOf(page)
  await taps.tap('[data-testid="to-do-refunds"]', '[data-testid="give-back-now"]')
  await expect(page.getByTestId('refund-done')).toContainText('rendus au client')
  note({ task: '13 a refund given back', hand: 'taps', count: taps.count(), most: 3 })
})

// What needs a day that went on already stands over a table of answers.

const maker = windowMakerOfSpec()
const looks = { locale: 'fr', theme: 'light' } as const

const showScene = (sales: SaleView[], answers: Answers = {}) =>
  standScene(maker, scene('counts', { sales, answers, shows: '.start-tiles' }), looks)

test('12 a sale of yesterday is found by the end of its number', async () => {
  const page = { until: 9, before: null, count: 1, hasRanks: false }
  const yesterday = saleIn('fulfilled', orders.mobile)
  const window = await showScene([], { 'history.page': ok({ ...page, sales: [yesterday] }) })
  const keys = keysOf(window.page)
  await keys.press('Control+f')
  await expect(window.page.locator('#sale-search')).toBeFocused()
  await keys.press(...'4567', 'Enter')
  await at(window.page, '[data-testid="sale-detail"]')
  note({ task: '12 a sale of yesterday', hand: 'keys', count: keys.count(), most: 8 })
  await window.close()
})

test('14 a sale that did not go through is sent again, 15 what waits is shown, 16 total and profit of today', async () => {
  const window = await showScene(
    [saleIn('unsent', orders.internet, {}, 1), saleIn('in-doubt', orders.mobile, {}, 2)].concat(
      saleIn('fulfilled', orders.mobile, {}, 3),
    ),
    { 'sale.resend': 'never' },
  )
  const { page } = window
  const taps = await tapsOf(page)
  // Read from the window as it opens: a whole row, with its phase in words.
  const waits = page.locator('[data-list="open"] .sale-row', { hasText: 'En doute' })
  await expect(waits).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.to-do [data-phase="in-doubt"]')).toHaveCount(0)
  await expect(page.locator('[data-list="open"] .sale-row')).toHaveCount(2)
  note({ task: '15 what only waits is in sight', hand: 'taps', count: taps.count(), most: 0 })
  await taps.tap('.to-do-sale .actions .button')
  expect(await window.asked()).toContain('sale.resend')
  note({
    task: '14 a sale that did not go through is sent again',
    hand: 'taps',
    count: taps.count(),
    most: 1,
  })
  await expect(page.getByTestId('day-total')).toContainText('2 050')
  const gain = await tapsOf(page)
  await gain.tap('[data-testid="day-gain"]')
  await expect(page.getByTestId('day-gain')).toContainText('Bénéfice')
  note({ task: '16 total and profit of today', hand: 'taps', count: gain.count(), most: 1 })
  await window.close()
})
