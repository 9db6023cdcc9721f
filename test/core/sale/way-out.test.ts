/** Nobody is left without a way out: what looks do not end is put before a person within ten minutes of a good line. */
import { describe, expect, test } from 'vitest'
import type { OrderKind } from '#shared/products/orders.ts'
import type { SaleView } from '#shared/views.ts'
import { type Counter, startCounter, until } from '../../support/core.ts'
import { endpoints, sellOne } from '../../support/sell.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const notFound = { do: 'answer', take: false, status: 404, code: 'NOT_FOUND' } as const

/** A counter whose looks at one kind of sale are answered with a changed text while `state.odd` is set. */
async function openOdd(kind: OrderKind, change: (text: string) => string) {
  const state = { odd: false }
  const isLook = (path: string) => endpoints[kind].looks.some((look) => path.startsWith(look))
  const shop = await startCounter({
    rewrite: (path, text) => (state.odd && isLook(path) ? change(text) : text),
  })
  return { ...shop, state }
}

/** A list that shows nothing; any other answer as it is. */
const emptied = (text: string) => text.replace(/"items":\[.*?\],(?="pagination")/s, '"items":[],')
const word = (status: string) => (text: string) => text.replace(/"status":"[A-Z_]+"/g, `"status":"${status}"`)
const decidableAt = (counter: Counter, ref: SaleView['ref']) =>
  until('it is for a person', async () => (await counter.readSale(ref)).decidable)

/** Another id, and a hundred dinars more. */
function otherBill(text: string): string {
  const { data, ...answer } = JSON.parse(text)
  if (!data?.selectedBill) return text
  const { selectedBill: bill, total } = data
  const other = { ...bill, billId: `x${bill.billId}`, amount: bill.amount + 100 }
  return JSON.stringify({ ...answer, data: { ...data, selectedBill: other, total: total + 100 } })
}

describe('an accepted sale that looks do not end', () => {
  test.each<readonly [string, OrderKind, string, (text: string) => string]>([
    ['a record of another amount', 'internet', 'record-differs', (text) => text.replace('1000', '2000')],
    [
      'a top-up of another amount',
      'mobile',
      'record-differs',
      (text) => text.replace('"topup_amount":500', '"topup_amount":700'),
    ],
    [
      'cards of another quantity',
      'gift-card',
      'record-differs',
      (text) => text.replace('"quantity":2', '"quantity":3'),
    ],
    ['a payment of another bill', 'bill', 'record-differs', otherBill],
    ['a word that no table has', 'internet', 'unknown-word', word('CANCELLED')],
    ['a word of another kind’s', 'gift-card', 'unknown-word', word('FAILED')],
  ])('%s (%s) is put before a person, and looked up still', async (_, kind, reason, change) => {
    const { clock, counter, state, restart } = await openOdd(kind, change)
    const { ref, recordedAtMs } = await sellOne[kind](counter)
    state.odd = true
    await decidableAt(counter, ref)
    expect(clock.nowMs() - recordedAtMs).toBeLessThanOrEqual(10 * MINUTE_MS)
    expect(await counter.readSale(ref)).toMatchObject({ state: 'following', reason })
    const after = await restart()
    expect(await after.readSale(ref)).toMatchObject({ state: 'following', decidable: true, reason })
    state.odd = false
    expect(await after.reached(ref, 'fulfilled')).toMatchObject({ decidable: false, byDecision: null })
  })

  test.each<OrderKind>(['internet', 'mobile', 'gift-card', 'bill'])(
    'an order of kind %s that is not found any more is put before a person',
    async (kind) => {
      const { clock, counter, service, state } = await openOdd(kind, emptied)
      const { ref, recordedAtMs } = await sellOne[kind](counter)
      for (const path of endpoints[kind].looks)
        if (!path.endsWith('/list'))
          await service.addFaults({ method: 'GET', path, action: notFound, times: 500 })
      state.odd = true
      await decidableAt(counter, ref)
      expect(clock.nowMs() - recordedAtMs).toBeLessThanOrEqual(10 * MINUTE_MS)
      expect(await counter.readSale(ref)).toMatchObject({ state: 'following', reason: 'order-vanished' })
    },
  )

  test.each<readonly [string, OrderKind, number]>([
    ['QUEUED', 'internet', 48],
    ['UNKNOWN_ERROR', 'mobile', 24],
    ['HANDLING', 'gift-card', 1],
    ['UNKNOWN', 'bill', 24],
  ])(
    '%s of kind %s is not in doubt for as long as it may last (%i h), and is afterwards',
    async (status, kind, hours) => {
      const { clock, counter, state } = await openOdd(kind, word(status))
      const { ref, recordedAtMs } = await sellOne[kind](counter)
      state.odd = true
      await clock.pass(hours * HOUR_MS)
      expect(await counter.readSale(ref)).toMatchObject({ serverStatus: status, decidable: false })
      await decidableAt(counter, ref)
      expect(clock.nowMs() - recordedAtMs).toBeLessThanOrEqual((hours + 1) * HOUR_MS + 10 * MINUTE_MS)
      expect(await counter.readSale(ref)).toMatchObject({ reason: 'overdue' })
    },
  )
})

describe('a doubt that looks do not end', () => {
  const lost = (kind: OrderKind) =>
    ({ method: 'POST', path: endpoints[kind].send, action: { do: 'cut', take: true } }) as const

  test.each([
    ['the code of a 404', { code: 'NOT_FOUND' }],
    ['a code that no table has', { code: 'ERR_NOT_FOUND' }],
    ['a server’s page', { html: true }],
  ])(
    'of cards is put before a person where the account’s history has no path but %s, restarts or not',
    async (_, answer) => {
      const { clock, counter, service, restart } = await startCounter({
        rewrite: (path, text) => (path.startsWith('/v3/gift-cards/list') ? emptied(text) : text),
      })
      const action = { do: 'answer', take: false, status: 404, ...answer } as const
      const history = { method: 'GET', path: '/v3/account/transactions', action } as const
      await service.addFaults(lost('gift-card'), { ...history, times: 500 })
      const { ref, recordedAtMs } = await sellOne['gift-card'](counter)
      await counter.reached(ref, 'in-doubt')
      await clock.pass(4 * MINUTE_MS)
      const after = await restart()
      await decidableAt(after, ref)
      expect(clock.nowMs() - recordedAtMs).toBeLessThanOrEqual(7 * MINUTE_MS)
      expect(await after.readSale(ref)).toMatchObject({ state: 'in-doubt', reason: 'path-unproven' })
    },
  )

  test.each<OrderKind>(['internet', 'gift-card', 'bill'])(
    'of kind %s whose looks bring no answer is put before a person, restarts or not',
    async (kind) => {
      const { clock, counter, service, state, restart } = await openOdd(kind, () => '<h1>')
      await service.addFaults(lost(kind))
      const { ref, recordedAtMs } = await sellOne[kind](counter)
      state.odd = true
      await counter.reached(ref, 'in-doubt')
      await clock.pass(7 * MINUTE_MS)
      expect(await counter.readSale(ref)).toMatchObject({ decidable: false })
      const after = await restart()
      await decidableAt(after, ref)
      expect(clock.nowMs() - recordedAtMs).toBeLessThanOrEqual(10 * MINUTE_MS)
      expect(await after.readSale(ref)).toMatchObject({ state: 'in-doubt', reason: 'never-answered' })
    },
  )
})

test('a doubt with few looks, because of the rate limit, still reaches a person in time', async () => {
  const { clock, counter, service } = await startCounter({}, { rateLimit: 4 })
  await service.addFaults({
    method: 'POST',
    path: endpoints['gift-card'].send,
    action: { do: 'cut', take: false },
  })
  const { ref } = await sellOne['gift-card'](counter)
  await counter.reached(ref, 'in-doubt')
  // The time since its request left cannot be measured by this clock.
  clock.setBy(-10 * HOUR_MS)
  const beganMs = clock.elapsedMs()
  await decidableAt(counter, ref)
  expect(clock.elapsedMs() - beganMs).toBeLessThanOrEqual(15 * MINUTE_MS)
})
