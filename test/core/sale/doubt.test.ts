/**
 * An answer that is lost, kind by kind: whether the service took the order is found out by looking, it holds one order and
 * one debit at the most, and what it never took may be sent again as the same sale.
 */
import { describe, expect, test } from 'vitest'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { FaultAction } from '#training/faults.ts'
import {
  type Counter,
  cutPower,
  phasesOf,
  type Service,
  startCore,
  startCounter,
  until,
} from '../../support/core.ts'
import { saidNotReceived } from '../../support/gift-card-shop.ts'
import { endpoints, sellOne } from '../../support/sell.ts'

const impatient = { limits: { headersMs: 300 } }
/** An internet sale's doubts are in faults.test.ts, with more of them. */
const kinds = orderKinds.filter((kind) => kind !== 'internet')

/** A counter that has sold one of the kind before, by which its look-ups have proved themselves. */
async function startProven(kind: OrderKind) {
  const shop = await startCounter({ config: impatient })
  const { service, counter } = shop
  const { ref } = await sellOne[kind](counter)
  await counter.reached(ref, 'fulfilled')
  const before = await booksOf(service, kind)
  const lose = (action: FaultAction) =>
    service.addFaults({ method: 'POST', path: endpoints[kind].send, action })
  /** The orders and movements of the sales after the first one. */
  const since = async () => {
    const now = await booksOf(service, kind)
    return { sent: now.sent - before.sent, movements: now.movements.slice(before.movements.length) }
  }
  return { ...shop, lose, since, sell: () => sellOne[kind](counter, 1) }
}

async function booksOf(service: Service, kind: OrderKind) {
  const { movements } = await service.ledger()
  const sent = (await service.requests()).filter(({ path }) => path === endpoints[kind].send)
  return { sent: sent.length, movements: movements.map(({ type }) => type) }
}

/** An order without a name is believed absent only after a day, or by a person's word. */
async function endedUnsent(kind: OrderKind, counter: Counter, ref: Ref) {
  if (kind === 'gift-card') await saidNotReceived(counter, ref)
  return counter.reached(ref, 'unsent')
}

const doubtful: readonly (readonly [string, (take: boolean) => FaultAction])[] = [
  ['cut', (take) => ({ do: 'cut', take })],
  ['a 500', (take) => ({ do: 'answer', take, status: 500, code: 'INTERNAL_SERVER_ERROR' })],
]

describe.each(kinds)('an answer to a %s sale that is', (kind) => {
  test.each(doubtful)('%s, after the order was taken, is settled by looking', async (_, fault) => {
    const { counter, lose, since, sell } = await startProven(kind)
    await lose(fault(true))
    const { ref } = await sell()
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toContain('in-doubt')
    expect(await since()).toEqual({ sent: 1, movements: ['DEBIT'] })
  })

  test.each(doubtful)(
    '%s, before it was taken, ends unsent and sells once when sent again',
    async (_, fault) => {
      const { counter, lose, since, sell } = await startProven(kind)
      await lose(fault(false))
      const { ref } = await sell()
      const reason = kind === 'gift-card' ? 'not-received' : 'not-found'
      expect(await endedUnsent(kind, counter, ref)).toMatchObject({ attempts: 1, reason })
      expect(new Set(phasesOf(counter, ref))).toEqual(new Set(['sending', 'in-doubt', 'unsent']))
      expect(await since()).toEqual({ sent: 1, movements: [] })
      expect(await counter.command('sale.resend', { ref })).toMatchObject({ phase: 'sending', attempts: 2 })
      await counter.reached(ref, 'fulfilled')
      expect(await since()).toEqual({ sent: 2, movements: ['DEBIT'] })
    },
  )
})

// An order without a ref is known again only where it lands in time: see gift-card-doubt.test.ts.
test.each(kinds.filter((kind) => kind !== 'gift-card'))(
  'late, the order of a %s sale surfaces in the sale that was not found',
  async (kind) => {
    const { service, counter, lose, since, sell } = await startProven(kind)
    await lose({ do: 'hold', take: 'late' })
    const { ref } = await sell()
    await counter.reached(ref, 'unsent')
    await counter.command('sale.cancel', { ref })
    await service.release()
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ givenUp: true, attempts: 1 })
    expect(await since()).toEqual({ sent: 1, movements: ['DEBIT'] })
  },
)

describe.each(orderKinds)('after a power cut, a %s sale', (kind) => {
  test.each([
    { take: true, found: 'fulfilled', movements: ['DEBIT'] },
    { take: false, found: 'unsent', movements: [] },
  ] as const)('whose request was on its way (taken: $take) is in doubt, then $found', async (row) => {
    const { clock, service, counter, lose, since, sell } = await startProven(kind)
    await lose({ do: 'hold', take: row.take })
    const { ref } = await sell()
    await until('the request is held', async () => (await service.heldCount()) === 1)
    const after = await startCore({ clock, service, dataDir: cutPower(counter), started: false })
    const { startedAtMs } = await after.command('app.snapshot', {})
    const doubted = await after.readSale(ref)
    expect(doubted).toMatchObject({ phase: 'in-doubt', reason: 'restart', attempts: 1 })
    expect(doubted.changedAtMs).toBeGreaterThanOrEqual(startedAtMs)
    after.core.start()
    if (row.found === 'unsent') await endedUnsent(kind, after, ref)
    await after.reached(ref, row.found)
    expect(await since()).toEqual({ sent: 1, movements: row.movements })
  })

  test('that was accepted is followed to its end', async () => {
    const { counter, restartAfterCut, since, sell } = await startProven(kind)
    const { ref } = await sell()
    await counter.reached(ref, 'handling')
    const after = await restartAfterCut()
    await after.reached(ref, 'fulfilled')
    expect(await since()).toEqual({ sent: 1, movements: ['DEBIT'] })
  })
})
