/** Ten thousand open sales after a restart: settled by the lists where these have them, within the rate, behind the counter. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { openJournal } from '#core/journal/open.ts'
import { rateLimitCount } from '#shared/limits.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { makeRef, type Ref } from '#shared/ref.ts'
import { type Counter, startCore, until } from '../../support/core.ts'
import { busiestMinute, type CountedCall } from '../../support/counting-service.ts'
import { confirmed, journalOptions, orderOf, transactionOf } from '../../support/journal-entries.ts'
import { type HeldOrder, isList, startListingService } from '../../support/listing-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { byTier } from '../../support/tier.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const SALES = byTier(800, 10_000)
const EVERY_MS = 5_000
const HOUR_MS = 3_600_000
/** What is left over where no more than a few sales of a kind and time are due. */
const FEW = 100
/** Three quarters of the limit: the rest belongs to the cashier. */
const OWN_CALLS = rateLimitCount * 0.75
/** Sales that are in no list. */
const BACKLOG = 400
/** Entries of so many sales go to the disk together: how they came there is not what is tested. */
const SALES_PER_COMMIT = 50

/** One sale in forty is of an internet card, which no list has; as many of the others are listed by half. */
function ordersOf(count: number, sinceMs: number): readonly HeldOrder[] {
  const listed: readonly OrderKind[] = ['mobile', 'gift-card', 'bill']
  return Array.from({ length: count }, (_, sale) => {
    const atMs = sinceMs + sale * EVERY_MS
    const kind = sale % 40 === 0 ? 'internet' : (listed[sale % 3] ?? 'mobile')
    const ref = makeRef(atMs, crypto.getRandomValues(new Uint8Array(10)))
    const serviceId = kind === 'bill' ? transactionOf(ref) : `order-${sale}`
    return { kind, ref, serviceId, atMs, isIncomplete: kind !== 'internet' && sale % 40 === 1 }
  })
}

/** Notes of each attempt that a clock which was so far ahead had jumped before it began. */
const inDoubt = (body: SaleEntryBody, aheadMs: number): SaleEntryBody =>
  body.kind === 'attempt-started' && aheadMs > 0
    ? { ...body, serverOffsetMs: 0, otherOffsetMs: -aheadMs }
    : body

/** The journal of a counter that died while the service worked on all of these; its clock was `aheadMs` ahead. */
function writeJournal(dataDir: string, orders: readonly HeldOrder[], aheadMs: number): void {
  const folder = join(dataDir, 'journal')
  mkdirSync(folder, { recursive: true })
  const mine = { name: 'training-training', account: 'training', nowMs: () => orders[0]?.atMs ?? 0 }
  const opened = openJournal(journalOptions(folder, mine))
  if (!opened.ok) throw new Error(opened.error.detail)
  for (let first = 0; first < orders.length; first += SALES_PER_COMMIT) {
    const some = orders.slice(first, first + SALES_PER_COMMIT)
    const bodies = some.flatMap(({ ref, kind, serviceId }): readonly SaleEntryBody[] => [
      ...confirmed(ref, { order: orderOf(ref)[kind] }),
      { kind: 'accepted', ref, attempt: 1, serviceId, requestId: null },
    ])
    const [one, ...others] = bodies.map((body) => inDoubt(body, aheadMs))
    if (one) opened.value.record([one, ...others], (some[0]?.atMs ?? 0) + aheadMs)
  }
  opened.value.close()
}

/** The sales that were published as delivered so far. */
function settledIn({ core }: Counter): ReadonlySet<Ref> {
  const settled = new Set<Ref>()
  core.onEvent(({ event }) => {
    if (event.kind === 'sale-changed' && event.sale.phase === 'fulfilled') settled.add(event.sale.ref)
  })
  return settled
}

/** A counter that starts anew over these orders, while the service has long delivered all of them. */
async function restart(orders: (nowMs: number) => readonly HeldOrder[], aheadMs = 0) {
  const clock = virtualClock()
  const held = orders(clock.nowMs())
  const dataDir = temporaryFolder()
  writeJournal(dataDir, held, aheadMs)
  const service = await startListingService(clock.nowMs, held)
  const counter = await startCore({ service, clock, dataDir, started: false })
  const settled = settledIn(counter)
  counter.core.start()
  return { service, counter, settled, held }
}

const isLook = ({ path }: CountedCall) => /check-(ref|id)|checkOrder|transactions\/[^/]+$/.test(path)
const isByCashier = ({ path }: CountedCall) => /internet\/(products|check-number|send)/.test(path)

test('thousands of open sales of all kinds settle by the lists, and what these leave out singly', async () => {
  const { service, settled, held } = await restart((nowMs) => ordersOf(SALES, nowMs - SALES * EVERY_MS))
  await until('all have settled', () => settled.size === held.length)

  const { calls } = service
  const singly = held.filter(({ kind, isIncomplete }) => kind === 'internet' || isIncomplete).length
  const looks = calls.filter(isLook).length
  expect(looks).toBeGreaterThanOrEqual(singly)
  expect(looks).toBeLessThan(singly + FEW)
  expect(calls.filter(({ path }) => isList(path)).length).toBeLessThan(SALES / 50)
  expect(busiestMinute(calls)).toBeLessThanOrEqual(rateLimitCount)
  expect(calls.filter(({ refused }) => refused)).toEqual([])
})

test('a row that contradicts the sale is not its own, as in any look', async () => {
  const mobile = (nowMs: number) =>
    ordersOf(60, nowMs - 60 * EVERY_MS).map((order, sale) => ({
      ...{ ...order, kind: 'mobile' as const, isIncomplete: false },
      ...(sale === 30 ? { number: '0660000000' } : {}),
    }))
  const { service, counter, settled, held } = await restart(mobile)
  const odd = held.find(({ number }) => number !== undefined) ?? expect.fail('no odd order')
  const logged = () => counter.log.lines.filter(({ what }) => what === 'a record that was found is not-ours')
  await until('the others have settled', () => settled.size === held.length - 1 && logged().length > 0)
  expect(logged()[0]).toMatchObject({ facts: { ref: odd.ref, field: 'number' } })
  expect((await counter.readSale(odd.ref)).phase).toBe('handling')
  expect(service.calls.filter(({ path }) => isList(path)).length).toBeGreaterThan(0)
})

test('bills that were sent while the clock was in doubt settle by their list as well', async () => {
  const bills = (nowMs: number) =>
    ordersOf(60, nowMs - 6 * HOUR_MS).map((order) => ({
      ...{ ...order, kind: 'bill' as const, isIncomplete: false },
    }))
  const { service, settled, held } = await restart(bills, 3 * HOUR_MS)
  await until('all have settled', () => settled.size === held.length)
  expect(service.calls.filter(isLook)).toEqual([])
})

test('a sale at the counter goes before the backlog, which keeps to its share of the rate', async () => {
  const internet = (nowMs: number) =>
    ordersOf(BACKLOG, nowMs - BACKLOG * EVERY_MS).map((order) => ({ ...order, kind: 'internet' as const }))
  const { service, counter, settled, held } = await restart(internet)
  const { calls } = service
  await until('the backlog is under way', () => calls.length > OWN_CALLS)
  const { ref } = await counter.sell('024000001')
  const sentAfter = calls.length
  await until('it is delivered', () => settled.has(ref))
  expect(calls.length - sentAfter).toBeLessThan(OWN_CALLS)
  expect(settled.size).toBeLessThan(held.length)
  await until('all have settled', () => settled.size === held.length + 1)

  expect(calls.filter(({ refused }) => refused)).toEqual([])
  const own = calls.filter((call) => !isByCashier(call))
  expect(busiestMinute(own)).toBeLessThanOrEqual(OWN_CALLS)
  expect(calls.filter((call) => isLook(call) && !call.path.endsWith(ref))).toHaveLength(held.length)
})
