/** The comparison that nobody asks for: once a day, behind whatever the counter does, and not at all while nothing may be asked. */
import { expect, test } from 'vitest'
import { rateLimitCount } from '#shared/limits.ts'
import { morningMs } from '../../support/clock.ts'
import { type Counter, until } from '../../support/core.ts'
import { busiestMinute } from '../../support/counting-service.ts'
import { openFindings, startReconciledShop } from '../../support/reconciled-shop.ts'
import { refuse, statusOf, validate } from '../../support/selling-status.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A shop of so many days that sold four things yesterday, of which its service has three; its time goes by as the test says. */
async function startOnClock(ageDays: number, rateLimit?: number) {
  const sinceMs = morningMs() - ageDays * DAY_MS
  const items = (['mobile', 'mobile', 'bill', 'internet'] as const).map((kind, n) =>
    soldItem(n, morningMs() - DAY_MS + n * MINUTE_MS, kind, 'delivered'),
  )
  const lost = items[0] ?? expect.fail()
  const book = bookOf(items.slice(1))
  const shop = await startReconciledShop({ sinceMs, items, book }, rateLimit ? { rateLimit } : {})
  return { ...shop, lost }
}

type Shop = Awaited<ReturnType<typeof startOnClock>>

const readsOf = async ({ service }: Pick<Shop, 'service'>) =>
  (await service.requests()).filter(({ path }) => /\/(list|transactions)$/.test(path))

const runOf = async (counter: Counter) => (await counter.command('reconcile.state', {})).run

/** When each run that came to its end did so. */
const endsOf = ({ events }: Counter): readonly number[] => [
  ...new Set(
    events.flatMap(({ event }) =>
      event.kind === 'reconciliation-changed' ? (event.run.completedAtMs ?? []) : [],
    ),
  ),
]

const booksOf = async (counter: Counter) => (await counter.command('reports.strip', {})).books

test('the strip shows the state of yesterday: not checked yet, differences to settle, or in agreement', async () => {
  const { clock, counter } = await startOnClock(2)
  expect(await booksOf(counter)).toBe('unchecked')
  await clock.pass(35 * MINUTE_MS)
  await until('the run has ended', () => endsOf(counter).length === 1)
  expect(await booksOf(counter)).toBe('differ')
  const { findings } = await counter.command('reconcile.findings', { open: true })
  const findingIds = findings.map(({ id }) => id)
  await counter.command('reconcile.settle', {
    findingIds,
    settlement: { kind: 'accept' },
    who: 'Amina',
    why: 'asked',
  })
  expect(await booksOf(counter)).toBe('agree')
})

test('the strip of a new shop shows nothing of its books', async () => {
  const { counter } = await startReconciledShop({ sinceMs: morningMs(), items: [], book: bookOf([]) })
  expect(await booksOf(counter)).toBeNull()
})

test('begins by itself half an hour after the opening, and once a day', async () => {
  const shop = await startOnClock(2)
  const { clock, counter, lost } = shop
  await clock.pass(25 * MINUTE_MS)
  expect(await readsOf(shop)).toEqual([])
  await clock.pass(10 * MINUTE_MS)
  await until('the run has ended', () => endsOf(counter).length === 1)
  expect(await openFindings(counter)).toEqual([`unknown-at-service ${lost.ref}`])
  const read = (await readsOf(shop)).length
  expect(read).toBeGreaterThan(0)
  // It looks again and again until the evening, and has nothing to do.
  await clock.pass(12 * 60 * MINUTE_MS)
  expect([endsOf(counter).length, (await readsOf(shop)).length]).toEqual([1, read])
  await clock.pass(8 * 60 * MINUTE_MS)
  await until('the next day’s run has ended', () => endsOf(counter).length === 2)
  await clock.pass(6 * 60 * MINUTE_MS)
  expect(endsOf(counter)).toHaveLength(2)
})

test('asks nothing while the key is refused, and goes on when it is good again', async () => {
  const shop = await startOnClock(2)
  const { clock, counter, service } = shop
  await clock.pass(MINUTE_MS)
  await service.addFaults({ ...validate, action: refuse(401, 'INVALID_ACCESS_TOKEN') })
  await counter.command('connection.check', {})
  await until('selling is closed', async () => !(await statusOf(counter)).selling.open)
  await clock.pass(3 * 60 * MINUTE_MS)
  expect(await readsOf(shop)).toEqual([])
  expect(endsOf(counter)).toEqual([])
  await counter.command('connection.check', {})
  await counter.opened()
  await until('the run has ended', () => endsOf(counter).length === 1)
  expect((await readsOf(shop)).length).toBeGreaterThan(0)
})

test('leaves the rate to the counter: a sale is sent while the comparison waits for its turn', async () => {
  const shop = await startOnClock(30, rateLimitCount)
  const { counter, service } = shop
  await counter.command('reconcile.start', {})
  await until('its share of the minute is spent', async () => (await runOf(counter)).state === 'waiting')
  const read = (await readsOf(shop)).length
  const { ref } = await counter.sell('023456789')
  const sent = async () => (await service.requests()).some(({ path }) => path === '/v3/internet/send')
  await until('the sale is sent', sent)
  expect([(await runOf(counter)).state, (await readsOf(shop)).length]).toEqual(['waiting', read])
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ attempts: 1 })
  await until('the run has ended', () => endsOf(counter).length === 1)
  const reads = (await readsOf(shop)).map(({ at, path }) => ({
    atMs: Date.parse(at),
    path,
    refused: false,
  }))
  expect(reads.length).toBeGreaterThan(100)
  expect(busiestMinute(reads)).toBeLessThanOrEqual(rateLimitCount / 2)
})
