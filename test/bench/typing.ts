/**
 * `npm run bench`: how long after a key is pressed the window shows what it did, by the browser's own event timing: in an
 * empty counter, and in one with 5,000 open sales and a busy day behind it, whose sales go on changing meanwhile; then in a
 * whole counter over a journal of a year, which asks its service for the 5,000 all the while: there the fields of a sale alone,
 * because the window of the stand-in draws what is typed into the search only with the next key, in an empty counter as well.
 * How long that window takes until it is drawn is shown beside an empty counter's. The built window is measured, in
 * Chromium. The keys that lead to a field draw the whole window anew: they are counted apart, beside those of an empty counter.
 * Exit 1 where typing is not smooth, or the window is late, with its first picture or with such a key.
 */
import type { Browser, Page } from 'playwright-core'
import type { AppEvent } from '#shared/ipc/wire.ts'
import type { SaleView } from '#shared/views.ts'
import { saleOf, snapshotOf } from '../support/bridge.ts'
import { createWindowMaker, launchChromium } from '../support/window-page.ts'
import { ensureBuilt } from '../tasks/build.mjs'
import { withCounter, withYearOldCounter } from './year-old-counter.ts'

const openCount = 5_000
const endedCount = 1_500
/** From a key's press to the picture that shows it, for 95 of 100 keys: two frames. */
const smoothMs = 32
/** How much longer a year-old counter may take to its first paint, and for a key that leads to a field, than an empty one. */
const mostTimesEmpty = 1.5
/** A quick typist's pace, which is a slow scanner's. */
const keyPauseMs = 60
/** Until the browser has reported a key. */
const drawnWithinMs = 500
const rounds = 6
const changesBetweenKeys = 5
const nowMs = Date.UTC(2026, 10, 20, 13, 5)
const size = { width: 1024, height: 768, scale: 1 }

const print = (line: string) => void process.stdout.write(`${line}\n`)

const openSale = (seed: number, change: Partial<SaleView> = {}): SaleView =>
  saleOf(seed, {
    ...{ state: 'following', phase: seed % 7 === 0 ? 'unknown' : 'handling', serverStatus: 'HANDLING' },
    ...{ recordedAtMs: nowMs - seed * 1_000, changedAtMs: nowMs - seed * 1_000 },
    ...change,
  })

const endedSale = (seed: number): SaleView =>
  saleOf(openCount + seed, { recordedAtMs: nowMs - seed * 900, changedAtMs: nowMs - seed * 900 })

const seeds = (count: number) => Array.from({ length: count }, (_, place) => place + 1)
const busySales: readonly SaleView[] = [
  ...seeds(openCount).map((seed) => openSale(seed)),
  ...seeds(endedCount).map(endedSale),
]

/** What is typed, and where, and the keys that lead there: the number of a sale, and the search among the sales. */
const fields = [
  { name: 'the field', keys: ['F2', 'Escape'], at: '#one-field', typed: '0661234567 500' },
  { name: 'the number', keys: ['Escape', 'F2'], at: '#line-number', typed: '023456789' },
  { name: 'the search', keys: ['Control+f', 'Escape', 'Control+f'], at: '#sale-search', typed: '0234567' },
] as const
type Field = (typeof fields)[number]

/** Runs in the page: keeps the time of each key that took longer than a frame. */
function watchKeys(): void {
  const durations: number[] = []
  Reflect.set(window, 'keyDurations', durations)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Takes what was reported of the keys so far, once the last of them is drawn. */
async function takeSlowMs(page: Page): Promise<readonly number[]> {
  await page.waitForTimeout(drawnWithinMs)
  return page.evaluate(() => Reflect.get(globalThis, 'keyDurations').splice(0))
}

interface Keys {
  readonly count: number
  /** Those that took longer than a frame; the browser reports no others. */
  readonly slowMs: readonly number[]
}

interface Measured {
  readonly typed: Keys
  /** Those that led to the field. */
  readonly leading: Keys
}

async function typeInto(page: Page, field: Field, changes: readonly AppEvent[]): Promise<Measured> {
  await takeSlowMs(page)
  const [typedMs, leadingMs]: [number[], number[]] = [[], []]
  let sequence = await page.evaluate(() => Number(Reflect.get(globalThis, 'lastSequence') ?? 0))
  for (let round = 0; round < rounds; round += 1) {
    for (const key of field.keys) await page.keyboard.press(key)
    await page.locator(`${field.at}:focus`).waitFor()
    leadingMs.push(...(await takeSlowMs(page)))
    for (const key of field.typed) {
      if (changes.length > 0) {
        const some = seeds(changesBetweenKeys).map(
          (n) => changes[(sequence + n) % changes.length] as AppEvent,
        )
        await page.evaluate(
          ({ first, events }) => {
            for (const [place, event] of events.entries())
              Reflect.get(globalThis, 'publish')({ sequence: first + place, event })
          },
          { first: sequence + 1, events: some },
        )
        sequence += changesBetweenKeys
      }
      await page.keyboard.press(key)
      await page.waitForTimeout(keyPauseMs)
    }
    typedMs.push(...(await takeSlowMs(page)))
  }
  await page.evaluate((it) => Reflect.set(globalThis, 'lastSequence', it), sequence)
  return {
    typed: { count: rounds * field.typed.length, slowMs: typedMs },
    leading: { count: rounds * field.keys.length, slowMs: leadingMs },
  }
}

/** Keys that were not reported took a frame at the most. */
function percentile({ count, slowMs }: Keys, part: number): number {
  const all = [...Array.from({ length: Math.max(0, count - slowMs.length) }, () => 16), ...slowMs]
  return all.toSorted((a, b) => a - b)[Math.ceil(all.length * part) - 1] ?? 0
}

async function measure(
  browser: Browser,
  sales: readonly SaleView[],
  changes: readonly AppEvent[],
): Promise<readonly Measured[]> {
  const maker = createWindowMaker(browser, size)
  const snapshot = snapshotOf({ sales: [...sales] })
  const window = await maker.open({ 'app.snapshot': { ok: true, value: snapshot } }, nowMs)
  const measured = await measureFields(window.page, fields, changes)
  await window.close()
  return measured
}

async function measureFields(
  page: Page,
  asked: readonly Field[],
  changes: readonly AppEvent[],
): Promise<readonly Measured[]> {
  await page.locator('#one-field').waitFor()
  await page.evaluate(watchKeys)
  const measured: Measured[] = []
  for (const field of asked) measured.push(await typeInto(page, field, changes))
  return measured
}

function printMeasured(what: string, measured: readonly Measured[]): boolean {
  const isSmooth = measured.map(({ typed, leading }, place) => {
    const [p50, p95, max] = [0.5, 0.95, 1].map((part) => percentile(typed, part))
    print(
      `${what.padEnd(34)}${fields[place]?.name.padEnd(12)}` +
        `p50 ${p50} ms, p95 ${p95} ms, max ${max} ms (${typed.count} keys); ` +
        `to it p50 ${percentile(leading, 0.5)} ms, max ${percentile(leading, 1)} ms`,
    )
    return (p95 ?? 0) <= smoothMs
  })
  return isSmooth.every(Boolean)
}

/** No field's keys that lead to it take much longer than in an empty counter. */
const isNoLater = (measured: readonly Measured[], empty: readonly Measured[]): boolean =>
  measured.every(({ leading }, place) => {
    const usual = empty[place]?.leading
    return usual !== undefined && percentile(leading, 0.5) <= mostTimesEmpty * percentile(usual, 0.5)
  })

const openings = 5

interface Opened {
  /** Until the browser has painted anything of it. */
  readonly paintedMs: number
  /** Until the first field is there, and the lists with it. */
  readonly drawnMs: number
}

/** How long the window takes from its beginning, by the page's own clock: the medians of some openings. */
async function openingOf(page: Page): Promise<Opened> {
  const all: Opened[] = []
  for (let opening = 0; opening < openings; opening += 1) {
    await page.reload()
    await page.waitForFunction(() => Reflect.has(globalThis, 'drawnAtMs'))
    all.push(
      await page.evaluate(() => {
        const [painted] = performance.getEntriesByName('first-contentful-paint')
        return { paintedMs: painted?.startTime ?? 0, drawnMs: Number(Reflect.get(globalThis, 'drawnAtMs')) }
      }),
    )
  }
  const median = (of: keyof Opened) =>
    Math.round(all.map((one) => one[of]).toSorted((a, b) => a - b)[Math.floor(openings / 2)] ?? 0)
  return { paintedMs: median('paintedMs'), drawnMs: median('drawnMs') }
}

const printOpening = (what: string, { paintedMs, drawnMs }: Opened) =>
  print(`${what.padEnd(34)}first paint ${paintedMs} ms, all of it ${drawnMs} ms`)

await ensureBuilt(print)
const browser = await launchChromium()
const changes = seeds(200).map(
  (seed): AppEvent => ({
    kind: 'sale-changed',
    sale: openSale(seed * 20, { requestId: `changed-${seed}` }),
  }),
)
print('From a key to its picture; 16 ms stands for one frame or less.')
printMeasured('an empty counter', await measure(browser, [], []))
const still = printMeasured(`${openCount} open sales`, await measure(browser, busySales, []))
const moving = printMeasured(
  `${openCount} open sales that change`,
  await measure(browser, busySales, changes),
)
await browser.close()
const year = `a year, and ${openCount} open sales`
const wholeFields = [fields[0], fields[1]]
const empty = await withCounter(async (page) => ({
  opened: await openingOf(page),
  typed: await measureFields(page, wholeFields, []),
}))
printOpening('an empty counter', empty.opened)
printMeasured('an empty counter, whole', empty.typed)
const whole = await withYearOldCounter({ openCount, print }, async (page) => {
  const opened = await openingOf(page)
  printOpening(year, opened)
  const typed = await measureFields(page, wholeFields, [])
  const isSmooth = printMeasured(year, typed)
  return (
    isSmooth && isNoLater(typed, empty.typed) && opened.paintedMs <= mostTimesEmpty * empty.opened.paintedMs
  )
})
process.exitCode = still && moving && whole ? 0 : 1
