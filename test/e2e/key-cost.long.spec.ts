/**
 * What a key in the field of a sale draws anew, counted by React's own commits in the built window: what a key does not
 * change is not drawn again, however much stands beside it.
 */
import { expect, test } from '@playwright/test'
import type { Page } from 'playwright-core'
import { saleOf, snapshotOf } from '../support/bridge.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

const maker = windowMakerOfSpec()
const nowMs = Date.UTC(2026, 10, 20, 13, 5)

/** Components that were drawn, by where they stand. */
interface Drawn {
  /** In the panel of the sale in hand, and on the way to it. */
  panel: number
  /** Everywhere else: lists, header, bars. */
  beside: number
}

/** The part of React's own record of a component that says whether it was drawn. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly stateNode: unknown
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/** Runs in the page, before React does: counts as its developer tools do. */
function countDrawn(): void {
  const drawn: Drawn = { panel: 0, beside: 0 }
  const componentTags = [0, 11, 15]
  const hasWorked = 1
  /** Whether the panel of the sale in hand is in it. */
  const walk = (fiber: Fiber): boolean => {
    const isPanel = fiber.stateNode instanceof Element && fiber.stateNode.matches('.sell-panel')
    const before = drawn.beside
    let holdsPanel = isPanel
    // The same children as before were not looked at.
    if (fiber.child !== fiber.alternate?.child)
      for (let child = fiber.child; child !== null; child = child.sibling)
        holdsPanel = walk(child) || holdsPanel
    if (isPanel) {
      drawn.panel += drawn.beside - before
      drawn.beside = before
    }
    if (componentTags.includes(fiber.tag) && (fiber.flags & hasWorked) !== 0)
      drawn[holdsPanel ? 'panel' : 'beside'] += 1
    return holdsPanel
  }
  Reflect.set(window, 'drawn', drawn)
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => void walk(root.current),
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  })
}

/** What the keys of `typed` draw, once the first of them has turned the tiles into choices. */
async function drawnBy(page: Page, field: string, typed: string): Promise<Drawn> {
  await page.locator(`${field}:focus`).waitFor()
  const [first = '', ...others] = typed
  await page.keyboard.press(first)
  await page.evaluate(() => Object.assign(Reflect.get(window, 'drawn'), { panel: 0, beside: 0 }))
  for (const key of others) await page.keyboard.press(key)
  await expect
    .poll(() =>
      page
        .locator(field)
        .inputValue()
        .then((text) => text.replace(/\s/g, '')),
    )
    .toBe(typed)
  return page.evaluate(() => Reflect.get(window, 'drawn') as Drawn)
}

/** The counter with so many open sales, counted from its beginning. */
async function opened(openCount: number) {
  const sales = Array.from({ length: openCount }, (_, place) =>
    saleOf(place + 1, { state: 'following', phase: 'handling', recordedAtMs: nowMs - place * 1_000 }),
  )
  const window = await maker.open({ 'app.snapshot': { ok: true, value: snapshotOf({ sales }) } }, nowMs)
  await window.page.addInitScript(countDrawn)
  await window.page.reload()
  return window
}

test('a key in the one field draws nothing but the panel it is in, with no sale open and with thousands', async () => {
  const drawn: Drawn[] = []
  for (const openCount of [0, 2_000]) {
    const { page, close } = await opened(openCount)
    drawn.push(await drawnBy(page, '#one-field', '0661234567'))
    await close()
  }
  const [none, thousands] = drawn as [Drawn, Drawn]
  expect(none.panel).toBeGreaterThan(0)
  expect(none.beside).toBe(0)
  expect(thousands).toEqual(none)
})
