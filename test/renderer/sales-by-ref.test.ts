/** The window's one place for each sale: the dialog, the notes and the outcome hold its ref and read it there. */
import { expect, test } from 'vitest'
import type { SaleView } from '#shared/views.ts'
import { createClient } from '../../renderer/client.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { listedSales } from '../../renderer/mirror.ts'
import { createScreen } from '../../renderer/screen-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { createTestBridge, ok, saleOf, snapshotOf } from '../support/bridge.ts'

const wait = () => new Promise<void>(() => undefined)

/** A window whose lists hold these sales. */
async function startWindow(sales: readonly SaleView[]) {
  const testBridge = createTestBridge()
  let snapshot = snapshotOf({ sales: [...sales] })
  testBridge.answer('app.snapshot', () => ok(snapshot))
  const client = createClient(testBridge.bridge)
  const counter = createCounter({ client, wait })
  counter.start()
  await counter.resync()
  const screen = createScreen(counter)
  const selling = createSelling({ client, wait, sales: counter })
  let { sequence } = snapshot
  const heldRefs = () => {
    const { dialog, notes } = screen.store.getState()
    const { step } = selling.store.getState()
    return [dialog, ...notes.map(({ content }) => content), step].map((held) =>
      held && 'ref' in held ? held.ref : null,
    )
  }
  return {
    counter,
    screen,
    selling,
    /** The refs in the dialog, in the notes and at the outcome. */
    heldRefs,
    /** Each sale that is shown: in the dialog, in the notes, at the outcome. */
    shown: () => heldRefs().map((ref) => (ref ? counter.saleOf(ref) : null)),
    listed: () => listedSales(counter.store.getState()),
    change(sale: SaleView) {
      sequence += 1
      testBridge.sendNumbered(sequence, { kind: 'sale-changed', sale })
    },
    /** A new snapshot, with other lists. */
    async relist(...left: readonly SaleView[]) {
      snapshot = snapshotOf({ sequence, sales: [...left] })
      await counter.resync()
    },
  }
}

const sending = saleOf(1, { state: 'sending', phase: 'sending' })
const { ref } = sending

/** Shows a sale in the dialog, in a note and at the outcome. */
function showEverywhere({ screen, selling }: Awaited<ReturnType<typeof startWindow>>): void {
  selling.resumeSale(sending)
  screen.addSaleNote(sending)
  screen.openSale(sending)
}

test('an event of a sale reaches the dialog, the note and the outcome from the one place', async () => {
  const window = await startWindow([saleOf(2), sending])
  showEverywhere(window)
  expect(window.heldRefs()).toEqual([ref, ref, ref])
  const before = [window.screen.store.getState(), window.selling.store.getState()]
  window.change(saleOf(1))
  expect(window.shown()).toEqual([saleOf(1), saleOf(1), saleOf(1)])
  expect(new Set(window.shown()).size).toBe(1)
  expect(window.selling.sold()).toBe(window.shown()[0])
  // Neither store holds anything of the sale that could change.
  expect(window.screen.store.getState()).toBe(before[0])
  expect(window.selling.store.getState()).toBe(before[1])
})

test('a sale that left the lists is shown as long as the dialog, a note or the outcome holds its ref', async () => {
  const window = await startWindow([sending])
  const { counter, screen, selling } = window
  showEverywhere(window)
  window.change(saleOf(1))
  await window.relist(saleOf(2))
  expect(window.listed()).toEqual([saleOf(2)])
  expect(window.shown()).toEqual([saleOf(1), saleOf(1), saleOf(1)])
  screen.close()
  expect(counter.saleOf(ref)).toEqual(saleOf(1))
  selling.next()
  expect(counter.saleOf(ref)).toEqual(saleOf(1))
  screen.dismiss(screen.store.getState().notes[0]?.id ?? Number.NaN)
  expect(counter.saleOf(ref)).toBeUndefined()
  expect(counter.saleOf(saleOf(2).ref)).toEqual(saleOf(2))
})

test('a sale of an answer is kept while it is open, and takes its place in the lists with its first event', async () => {
  const window = await startWindow([saleOf(5), saleOf(3)])
  const { counter, screen } = window
  screen.openSale(saleOf(4))
  expect(window.shown()).toEqual([saleOf(4), null])
  expect(window.listed()).toEqual([saleOf(5), saleOf(3)])
  screen.openSale(saleOf(1))
  expect(counter.saleOf(saleOf(4).ref)).toBeUndefined()
  window.change(saleOf(1, { phase: 'refunded', state: 'refunded' }))
  screen.openSale(saleOf(4))
  window.change(saleOf(4, { attempts: 2 }))
  screen.close()
  expect(window.listed().map((sale) => sale.ref)).toEqual([5, 4, 3, 1].map((seed) => saleOf(seed).ref))
  expect(counter.saleOf(saleOf(4).ref)).toEqual(saleOf(4, { attempts: 2 }))
})

test('an answer that is older than the events does not replace a listed sale', async () => {
  const window = await startWindow([saleOf(1)])
  window.screen.openSale(sending)
  expect(window.shown()).toEqual([saleOf(1), null])
})

test('a sale that a screen holds besides is kept until the screen releases it', async () => {
  const window = await startWindow([])
  const release = window.counter.hold({ refs: () => [ref] })
  window.counter.keep(sending)
  window.screen.openSale(saleOf(2))
  window.screen.close()
  expect(window.counter.saleOf(ref)).toEqual(sending)
  release()
  expect(window.counter.saleOf(ref)).toBeUndefined()
})

test('a list and its rows stay the same objects until one of its sales changes', async () => {
  const window = await startWindow([saleOf(3), saleOf(2), saleOf(1)])
  const before = window.listed()
  window.screen.openSale(saleOf(9))
  for (const digit of '0661234567') window.selling.beginWith(digit)
  window.screen.close()
  expect(window.listed()).toBe(before)
  window.change(saleOf(2, { attempts: 2 }))
  const [first, second, third] = window.listed()
  expect([first, third]).toEqual([saleOf(3), saleOf(1)])
  expect(first).toBe(before[0])
  expect(third).toBe(before[2])
  expect(second).toEqual(saleOf(2, { attempts: 2 }))
})
