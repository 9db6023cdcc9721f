/** Between the cashier's steps and the customer's display: what the counter sends, and what the display makes of what comes. */
import { describe, expect, test } from 'vitest'
import type { DisplayView } from '#shared/display.ts'
import { centimes } from '#shared/money.ts'
import { createClient } from '../../renderer/client.ts'
import { createDisplay, readPausesMs } from '../../renderer/features/display/display-screen.tsx'
import { sendDisplaySubject } from '../../renderer/features/display/send-display-subject.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { createTestBridge, ok, refuse, reviewOf, saleOf } from '../support/bridge.ts'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

const viewOf = (change: Partial<DisplayView> = {}): DisplayView => ({
  ...{ place: 'screen', environment: 'training', shopName: '', theme: 'system', languages: ['fr'] },
  ...{ scene: { kind: 'idle' }, logo: null, prices: [] },
  ...change,
})

describe('the counter', () => {
  function startSelling() {
    const { bridge, answer, asked } = createTestBridge()
    const client = createClient(bridge)
    const wait = () => new Promise<void>(() => {})
    const sales = createCounter({ client, wait })
    const selling = createSelling({ client, wait, sales })
    answer('internet.check-number', () =>
      ok({ type: 'ADSL', number: '023456789', subscriber: { customerNumber: '1***', offer: null } }),
    )
    answer('internet.products', () => ok({ products: [] }))
    answer('display.show', () => ok({}))
    const sent = () => asked.flatMap(({ name, input }) => (name === 'display.show' ? [input] : []))
    return { client, selling, sales, answer, sent }
  }

  test('names its review or sale, once each, and nothing else of it', async () => {
    const { client, selling, sales, answer, sent } = startSelling()
    const stop = sendDisplaySubject(client, selling)
    const review = reviewOf()
    const from = selling.store.getState().step
    if (from.kind !== 'entry') throw new Error('selling begins with an entry')
    const asked = { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: 1 } as never
    const atReview = { kind: 'review', from, asked, review, error: null } as const
    selling.store.setState({ step: atReview })
    selling.store.setState({ step: { ...atReview, error: { kind: 'internal' } } })
    selling.takeGiven(centimes(100_000))
    // The change of several sales is not this one's.
    selling.joinSales([saleOf(2)])
    answer('sale.confirm', () => ok(saleOf(1)))
    await selling.confirm()
    sales.keep(saleOf(1, { phase: 'queued' }))
    selling.next()
    expect(sent()).toEqual([
      { subject: { kind: 'none' } },
      { subject: { kind: 'review', reviewId: review.reviewId } },
      { subject: { kind: 'review', reviewId: review.reviewId, givenCentimes: 100_000 } },
      { subject: { kind: 'review', reviewId: review.reviewId } },
      { subject: { kind: 'confirmed', reviewId: review.reviewId } },
      { subject: { kind: 'sale', ref: saleOf(1).ref } },
      { subject: { kind: 'none' } },
    ])
    stop()
    selling.open('bill')
    expect(sent()).toHaveLength(7)
  })

  test('sells on if the display cannot be reached', async () => {
    const { client, selling, answer } = startSelling()
    answer('display.show', () => {
      throw new Error('gone')
    })
    expect(() => sendDisplaySubject(client, selling)).not.toThrow()
    await settle()
    expect(selling.store.getState().step.kind).toBe('entry')
  })
})

describe('the display', () => {
  function startDisplay(...answers: readonly unknown[]) {
    const test = createTestBridge()
    const waits: number[] = []
    let place = 0
    test.answer('display.read', () => answers[Math.min(place++, answers.length - 1)])
    const wait = async (delayMs: number) => void waits.push(delayMs)
    const display = createDisplay({ client: createClient(test.bridge), wait })
    const stop = display.start()
    return { ...test, waits, stop, view: () => display.store.getState().view }
  }
  const readAt = (sequence: number, shopName: string) => ok({ sequence, view: viewOf({ shopName }) })

  test('shows what it read, then what events bring, and never an older state again', async () => {
    const { view, sendNumbered } = startDisplay(readAt(5, 'read'))
    await settle()
    expect(view()?.shopName).toBe('read')
    sendNumbered(9, { kind: 'display-changed', view: viewOf({ shopName: 'published' }) })
    sendNumbered(7, { kind: 'display-changed', view: viewOf({ shopName: 'late' }) })
    expect(view()?.shopName).toBe('published')
  })

  test('shows nothing, and reads again, after a switch of accounts or an unreadable message', async () => {
    const { view, sendNumbered, send } = startDisplay(readAt(1, 'old'), readAt(2, 'new'), readAt(3, 'newest'))
    await settle()
    sendNumbered(2, { kind: 'account-changed' })
    expect(view()).toBeNull()
    await settle()
    expect(view()?.shopName).toBe('new')
    send({ sequence: 3, event: { kind: 'display-changed', view: { ...viewOf(), costCentimes: 1 } } })
    expect(view()).toBeNull()
    await settle()
    expect(view()?.shopName).toBe('newest')
  })

  test('asks a few times if it is refused, and then waits for an event', async () => {
    const refused = refuse({ kind: 'not-allowed-now', state: 'switching', action: 'display.read' })
    const { view, asked, waits, sendNumbered } = startDisplay(refused)
    await settle()
    expect(asked).toHaveLength(readPausesMs.length)
    expect(waits).toEqual(readPausesMs.slice(1))
    expect(view()).toBeNull()
    sendNumbered(1, { kind: 'display-changed', view: viewOf({ shopName: 'published' }) })
    expect(view()?.shopName).toBe('published')
  })
})
