/** What the service says of itself is shown on every screen while it holds, and keeps nobody from selling. */
import { expect, test } from 'vitest'
import type { FaultAction } from '#training/faults.ts'
import { startCore, until } from '../support/core.ts'
import { checksAt, statusOf } from '../support/selling-status.ts'
import { startLineService } from '../support/training.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const cards = { method: 'GET', path: '/v3/internet/products' } as const
const plans = { method: 'GET', path: '/v3/mobile/plans' } as const
const billers = { method: 'GET', path: '/v3/partners' } as const
/** After a check the line is not looked at again for as long as this. */
const REST_MS = 2_000
/** What the service said of itself is believed for as long as this. */
const BELIEVED_MS = 5 * 60_000

/** An open counter whose time the test turns, and which looks at the line again as soon as a call fails. */
async function startWatch() {
  const clock = virtualClock()
  const service = startLineService(clock)
  const counter = await startCore({ service, clock })
  const noticed = async () => (await statusOf(counter)).notices
  const ask = () => counter.ask('internet.products', { type: 'ADSL' })
  const failing = (
    as: Extract<FaultAction, { do: 'fail' }>['as'],
    at: typeof cards | typeof plans | typeof billers = cards,
  ) => service.addFaults({ ...at, action: { do: 'fail', as } })
  /** The line was found good since then: a check has the balance read, which is asked for now and then as well. */
  const balanceReadSince = (sinceMs: number) =>
    until('the balance was read', async () => ((await statusOf(counter)).balance?.atMs ?? 0) >= sinceMs)
  await balanceReadSince(1)
  await clock.pass(REST_MS)
  return { clock, counter, noticed, ask, failing, balanceReadSince, checks: () => checksAt(service) }
}

test('maintenance of a part is shown until that part answers, and is not a cut line', async () => {
  const { clock, counter, noticed, ask, failing, balanceReadSince, checks } = await startWatch()
  const before = await checks()
  await clock.pass(1)
  await failing('SERVICE_UNAVAILABLE')
  expect(await ask()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', reason: 'service-unavailable' },
  })
  expect(await noticed()).toEqual(['service-maintenance'])
  await balanceReadSince(clock.nowMs())
  expect(await checks()).toBe(before + 1)
  expect(await counter.ask('mobile.plans', {})).toMatchObject({ ok: true })
  await counter.command('mobile.down', {})
  expect(await noticed()).toEqual(['service-maintenance'])
  expect(await statusOf(counter)).toMatchObject({ connection: 'online', selling: { open: true } })
  expect(await ask()).toMatchObject({ ok: true })
  expect(await noticed()).toEqual([])
})

test('maintenance of two parts is shown until both answer', async () => {
  const { counter, noticed, ask, failing } = await startWatch()
  await failing('SERVICE_UNAVAILABLE')
  await ask()
  await failing('SERVICE_UNAVAILABLE', plans)
  await counter.ask('mobile.plans', {})
  expect(await ask()).toMatchObject({ ok: true })
  expect(await noticed()).toEqual(['service-maintenance'])
  expect(await counter.ask('mobile.plans', {})).toMatchObject({ ok: true })
  expect(await noticed()).toEqual([])
})

test('a used-up rate is shown until there is room', async () => {
  const { counter, noticed, ask, failing } = await startWatch()
  await failing('RATE_LIMIT_EXCEEDED')
  expect(await ask()).toMatchObject({ ok: false, error: { kind: 'refused', code: 'RATE_LIMIT_EXCEEDED' } })
  expect(counter.events.at(-1)?.event).toMatchObject({ status: { notices: ['too-many-requests'] } })
  expect(await noticed()).toEqual(['too-many-requests'])
  expect(await ask()).toMatchObject({ ok: true })
  // No time goes by here: it is the answer that ended it.
  expect(await noticed()).toEqual([])
})

test('a rate that stays used up for minutes asks persons to stop, until there is room', async () => {
  const { clock, noticed, ask, failing } = await startWatch()
  for (let minute = 0; minute < 4; minute += 1) {
    await failing('RATE_LIMIT_EXCEEDED')
    await ask()
    expect(await noticed()).toEqual([minute < 3 ? 'too-many-requests' : 'requests-refused-for-long'])
    await clock.pass(60_000)
  }
  await clock.pass(10 * 60_000)
  expect(await ask()).toMatchObject({ ok: true })
  expect(await noticed()).toEqual([])
})

test('nobody is asked to stop because a person set the clock', async () => {
  const { clock, noticed, ask, failing } = await startWatch()
  await failing('RATE_LIMIT_EXCEEDED')
  await ask()
  clock.setBy(4 * 60_000)
  await failing('RATE_LIMIT_EXCEEDED')
  await ask()
  expect(await noticed()).toEqual(['too-many-requests'])
})

test('maintenance of the bill host is separate, and ends by itself without another call', async () => {
  const { clock, counter, noticed, failing, balanceReadSince } = await startWatch()
  await clock.pass(1)
  const saidAtMs = clock.nowMs()
  await failing('SERVICE_UNAVAILABLE', billers)
  await counter.ask('bills.partners', {})
  const endsMs = clock.nowMs() + BELIEVED_MS
  expect(await noticed()).toEqual(['bills-maintenance'])
  await balanceReadSince(saidAtMs)
  const publishedNotices = () =>
    counter.events.flatMap(({ event }) => (event.kind === 'status-changed' ? [event.status.notices] : []))
  await clock.pass(endsMs - clock.nowMs() - 1)
  await balanceReadSince(saidAtMs + 1)
  expect(publishedNotices().at(-1)).toEqual(['bills-maintenance'])
  await clock.pass(1)
  expect(publishedNotices().at(-1)).toEqual([])
})

test('notices of a service end when its account is left', async () => {
  const { clock, counter, failing } = await startWatch()
  await failing('SERVICE_UNAVAILABLE', billers)
  await counter.ask('bills.partners', {})
  await counter.core.stop()
  const before = counter.events.length
  await clock.pass(BELIEVED_MS)
  expect(counter.events).toHaveLength(before)
  expect(clock.waits()).toBe(0)
})
