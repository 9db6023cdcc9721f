/** What a customer bought just before is paid together with what they buy now, also where midnight lies in between. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createClient } from '../../renderer/client.ts'
import { LanguageProvider, type Parts, PartsProvider } from '../../renderer/counter-context.tsx'
import { firstStepOf } from '../../renderer/features/sell/services.ts'
import { AmountGiven, areStillPaid } from '../../renderer/features/till/amount-given.tsx'
import { createScreen } from '../../renderer/screen-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { createTestBridge, ok, reviewOf, saleOf, snapshotOf } from '../support/bridge.ts'
import { startScreen } from '../support/selling-screen.ts'

const nextDayMs = Date.parse('2026-05-02T23:00:00Z')
const soldMs = nextDayMs - 10_000
const sold = saleOf(1, { recordedAtMs: soldMs, changedAtMs: soldMs, till: { means: 'cash' } })

afterEach(() => {
  vi.useRealTimers()
})

/** A window that has taken its snapshot, and hears its first event at `thenMs`. */
async function listsAt(thenMs: number) {
  const testBridge = createTestBridge()
  testBridge.answer('app.snapshot', () => ok(snapshotOf({ sales: [sold] })))
  let nowMs = soldMs
  const counter = createCounter({
    client: createClient(testBridge.bridge),
    wait: () => new Promise<void>(() => undefined),
    nowMs: () => nowMs,
  })
  counter.start()
  await counter.resync()
  nowMs = thenMs
  testBridge.sendNumbered(1, { kind: 'status-changed', status: snapshotOf().status })
  return counter
}

test.each([
  ['before', nextDayMs - 1],
  ['after', nextDayMs + 10_000],
])('the sale just before is offered %s midnight', async (_when, thenMs) => {
  const counter = await listsAt(thenMs)
  vi.setSystemTime(thenMs)
  const { selling } = startScreen()
  const state = counter.store.getState()
  const storage = { getItem: () => null, setItem: () => undefined }
  const parts = {
    ...{ client: {}, selling, screen: createScreen(counter, storage) },
    counter: { ...counter, store: createStore(() => state) },
  }
  const from = firstStepOf('internet')
  const step = { kind: 'review', from, asked: sold.order, review: reviewOf(), error: null } as never
  const children = createElement(AmountGiven, { step })
  const inLanguage = createElement(LanguageProvider, { locale: 'en', children })
  const page = renderToStaticMarkup(
    createElement(PartsProvider, { value: parts as never as Parts }, inLanguage),
  )
  expect(page).toContain('data-testid="same-customer"')
})

test('a sale that is paid together with another stays so when it leaves the lists, not when it comes to nothing', async () => {
  const counter = await listsAt(nextDayMs + 3_600_000)
  expect(counter.saleOf(sold.ref)).toBeUndefined()
  expect(areStillPaid([sold], counter.store.getState().salesByRef)).toBe(true)
  const refunded = { ...sold, state: 'refunded', phase: 'refunded' } as const
  expect(areStillPaid([sold], new Map([[sold.ref, refunded]]))).toBe(false)
})
