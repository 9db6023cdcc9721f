/** What the service says of itself is told on every screen while it holds, and keeps nobody from selling. */
import { expect, test } from 'vitest'
import type { FaultAction } from '#training/faults.ts'
import { steppedClock } from '../support/clock.ts'
import { startCore, until } from '../support/core.ts'
import { checksAt, statusOf } from '../support/selling-status.ts'
import { startServiceForTest } from '../support/service-hooks.ts'

const cards = { method: 'GET', path: '/v3/internet/products' } as const
const plans = { method: 'GET', path: '/v3/mobile/plans' } as const
const billers = { method: 'GET', path: '/v3/partners' } as const
/** After a check the line is not looked at again for as long as this. */
const REST_MS = 2_000

/** An open counter whose time the test turns, and which looks at the line again as soon as a call fails. */
async function startWatch() {
  const clock = steppedClock()
  const service = await startServiceForTest({ nowMs: clock.nowMs })
  const counter = await startCore({ service, clock })
  const noticed = async () => (await statusOf(counter)).notices
  const ask = () => counter.ask('internet.products', { type: 'ADSL' })
  const failing = (
    as: Extract<FaultAction, { do: 'fail' }>['as'],
    at: typeof cards | typeof plans | typeof billers = cards,
  ) => service.addFaults({ ...at, action: { do: 'fail', as } })
  const balanceAtMs = async () => (await statusOf(counter)).balance?.atMs
  await until('the balance is known', async () => (await balanceAtMs()) !== undefined)
  await clock.pass(REST_MS)
  return { clock, counter, noticed, ask, failing, balanceAtMs, checks: () => checksAt(service) }
}

test('maintenance of a part is told until that part answers, and is not taken for a cut line', async () => {
  const { clock, counter, noticed, ask, failing, balanceAtMs, checks } = await startWatch()
  const before = { checks: await checks(), balanceAtMs: (await balanceAtMs()) ?? 0 }
  await clock.pass(1)
  await failing('SERVICE_UNAVAILABLE')
  expect(await ask()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', reason: 'service-unavailable' },
  })
  expect(await noticed()).toEqual(['service-maintenance'])
  await until('the key and the balance were asked for', async () => {
    return (await checks()) > before.checks && ((await balanceAtMs()) ?? 0) > before.balanceAtMs
  })
  expect(await counter.ask('mobile.plans', {})).toMatchObject({ ok: true })
  await counter.tell('mobile.down', {})
  expect(await noticed()).toEqual(['service-maintenance'])
  expect(await statusOf(counter)).toMatchObject({ connection: 'online', selling: { open: true } })
  expect(await ask()).toMatchObject({ ok: true })
  expect(await noticed()).toEqual([])
})

test('maintenance of two parts is told until both answer', async () => {
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

test('a rate that is used up is told until there is room', async () => {
  const { counter, noticed, ask, failing } = await startWatch()
  await failing('RATE_LIMIT_EXCEEDED')
  expect(await ask()).toMatchObject({ ok: false, error: { kind: 'refused', code: 'RATE_LIMIT_EXCEEDED' } })
  expect(counter.events.at(-1)?.event).toMatchObject({ status: { notices: ['too-many-requests'] } })
  expect(await ask()).toMatchObject({ ok: true })
  await until('it is told no more', async () => (await noticed()).length === 0)
})

test('maintenance of the bill host is told apart', async () => {
  const { counter, noticed, failing } = await startWatch()
  await failing('SERVICE_UNAVAILABLE', billers)
  await counter.ask('bills.partners', {})
  expect(await noticed()).toEqual(['bills-maintenance'])
})
