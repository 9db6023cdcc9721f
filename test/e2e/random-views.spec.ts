/**
 * The window decides nothing: whatever views, events and answers the contract allows, it draws them and keeps every open
 * sale in sight. Where a bug of ours keeps a part from being drawn all the same, the open sales stay, and nothing is sent.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import type { AppEvent } from '#shared/ipc/wire.ts'
import type { Snapshot } from '#shared/views.ts'
import {
  applyEvent,
  listedSales,
  noSales,
  openSales,
  takeSnapshot,
  type Views,
} from '../../renderer/mirror.ts'
import { type Scene, standScene } from '../screens/scene.ts'
import { sellingScenes } from '../screens/selling-scenes.ts'
import { busyDay, minuteMs, nowMs } from '../screens/views.ts'
import { effort } from '../support/effort.ts'
import { anyAnswers, anyEvent, anySnapshot } from '../support/random-views.ts'
import type { WindowPage } from '../support/window-page.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const runs = 6 * effort
const keys = [
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
  'F9',
  'F10',
  'F11',
  'Alt+1',
  '?',
  'Escape',
  'Enter',
  'Enter',
  '1',
  '2',
  '5',
  'ArrowDown',
  'Tab',
  'Space',
]
const journalOpen = { kind: 'open' } as const

const maker = windowMakerOfSpec()

/** What the window shows after these events: they are numbered from the snapshot's own number on. */
function mirrored(snapshot: Snapshot, events: readonly AppEvent[] = []): Views {
  let views = takeSnapshot(snapshot, noSales, new Set())
  for (const [place, event] of events.entries()) {
    const applied = applyEvent(views, { sequence: snapshot.sequence + place + 1, event })
    if (applied.kind === 'applied') views = applied.views
  }
  return views
}

/** A counter at which nobody is signed in shows nothing of its sales. */
const isLocked = ({ mirror: { till } }: Views): boolean =>
  till?.people.isOn === true && till.people.signedIn === null

async function expectWhole({ page, faults }: WindowPage, views: Views): Promise<void> {
  expect(faults.filter((fault) => !/404|Blocked script/.test(fault))).toEqual([])
  await expect(page.getByTestId('broken').or(page.getByTestId('broken-panel'))).toHaveCount(0)
  const shown = await page
    .locator('[data-list="open"] .sale-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ref')))
  const open = isLocked(views) ? [] : openSales(listedSales(views))
  expect(shown.toSorted()).toEqual(open.map(({ ref }) => ref).toSorted())
}

const walked = fc.record({
  scene: fc.constantFrom(...sellingScenes),
  snapshot: anySnapshot,
  answers: anyAnswers,
  events: fc.array(
    anyEvent.filter((event) => event.kind !== 'status-changed' || event.status.journal.kind === 'open'),
    { minLength: 6, maxLength: 12 },
  ),
  keys: fc.array(fc.constantFrom(...keys), { maxLength: 12 }),
})

/** Where another person signs in the window asks for a snapshot, and the table has that of the beginning alone. */
const keepsPerson = ({ till }: Snapshot, event: AppEvent): boolean =>
  event.kind !== 'till-changed' || event.till.people.signedIn === till?.people.signedIn

test('random views, events and answers are drawn, and every open sale stays in sight @long', async () => {
  test.setTimeout(600_000 * Math.max(1, effort))
  const { failed, seed, counterexamplePath, errorInstance } = await fc.check(
    fc.asyncProperty(walked, async ({ scene, snapshot: drawn, answers, keys: pressed, ...walk }) => {
      const events = walk.events.filter((event) => keepsPerson(drawn, event))
      const status = { ...drawn.status, journal: journalOpen, selling: { open: true } as const }
      const sales = [...new Map(drawn.sales.map((sale) => [sale.ref, sale])).values()]
      const snapshot: Snapshot = { ...drawn, sequence: 1, status, sales }
      const mixed: Scene = { ...scene, snapshot, answers: { ...answers, ...scene.answers } }
      const window = await standScene(maker, mixed, snapshot.settings)
      try {
        await expectWhole(window, mirrored(snapshot))
        await window.send(2, events)
        await expectWhole(window, mirrored(snapshot, events))
        for (const key of pressed) await window.page.keyboard.press(key)
        await expectWhole(window, mirrored(snapshot, events))
      } finally {
        await window.close()
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
  // The views themselves would fill pages; these two draw them again.
  if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}`, { cause: errorInstance })
})

const openRefs = openSales(busyDay).map(({ ref }) => ref)
const namedScene = (name: string): Scene => {
  const scene = sellingScenes.find((one) => one.name === name)
  if (!scene) throw new Error(`no scene is named ${name}`)
  return { ...scene, snapshot: { ...scene.snapshot, sales: busyDay } }
}
const refsIn = (window: WindowPage, list: string) =>
  window.page
    .locator(`${list} [data-ref]`)
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ref')))

test('a bug in a step leaves the open sales and the other services; nothing is sent', async () => {
  const window = await standScene(maker, namedScene('cards-types'), { locale: 'fr', theme: 'light' })
  const { page } = window
  await page.evaluate(() => {
    Reflect.set(Intl, 'DisplayNames', () => {
      throw new Error('a planted bug')
    })
  })
  await page.keyboard.press('1')
  await expect(page.getByTestId('broken-panel')).toBeVisible()
  expect((await refsIn(window, '[data-list="open"]')).toSorted()).toEqual(openRefs.toSorted())
  await page.keyboard.press('F2')
  await expect(page.locator('#line-number')).toBeVisible()
  await expect(page.getByTestId('broken-panel')).toHaveCount(0)
  expect((await window.asked()).filter((name) => /confirm|resend|cancel|decide|create/.test(name))).toEqual(
    [],
  )
  await window.close()
})

test('a bug in the lists themselves leaves the open sales in sight, and asking brings the counter back @long', async () => {
  const window = await standScene(maker, namedScene('internet-number'), { locale: 'ar', theme: 'dark' })
  const { page } = window
  const changed = {
    ...busyDay[0],
    changedAtMs: nowMs + minuteMs,
    recordedAtMs: nowMs + minuteMs,
  } as Snapshot['sales'][number]
  await page.evaluate(() => {
    const { prototype } = Intl.DateTimeFormat
    Object.assign(window, { healthy: Object.getOwnPropertyDescriptor(prototype, 'format') })
    const broken = () => {
      throw new Error('a planted bug')
    }
    Object.defineProperty(prototype, 'format', { configurable: true, get: broken })
  })
  await window.send(2, [{ kind: 'sale-changed', sale: changed }])
  await expect(page.getByTestId('broken')).toBeVisible()
  expect((await refsIn(window, '[data-list="open"]')).toSorted()).toEqual(openRefs.toSorted())
  await page.evaluate(() =>
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', Reflect.get(window, 'healthy')),
  )
  await page.getByTestId('broken').getByRole('button').click()
  await expect(page.locator('#line-number')).toBeVisible()
  await expect(page.locator('[data-list="open"] .sale-row')).toHaveCount(openRefs.length)
  expect((await window.asked()).filter((name) => /confirm|resend|cancel|decide|create/.test(name))).toEqual(
    [],
  )
  await window.close()
})
