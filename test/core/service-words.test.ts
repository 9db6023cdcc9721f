/** What the service says of itself is told on every screen while it holds, and keeps nobody from selling. */
import { expect, test } from 'vitest'
import type { FaultAction } from '#training/faults.ts'
import { startCore, startShop, until } from '../support/core.ts'
import { statusOf } from '../support/selling-status.ts'

const cards = { method: 'GET', path: '/v3/internet/products' } as const
const billers = { method: 'GET', path: '/v3/partners' } as const

async function startWatch() {
  const shop = await startShop()
  const counter = await startCore(shop)
  const noticed = async () => (await statusOf(counter)).notices
  const ask = () => counter.ask('internet.products', { type: 'ADSL' })
  const failing = (
    as: Extract<FaultAction, { do: 'fail' }>['as'],
    at: typeof cards | typeof billers = cards,
  ) => shop.service.addFaults({ ...at, action: { do: 'fail', as } })
  return { counter, noticed, ask, failing }
}

test('maintenance of a part is told until that part answers, and is not taken for a cut line', async () => {
  const { counter, noticed, ask, failing } = await startWatch()
  await failing('SERVICE_UNAVAILABLE')
  expect(await ask()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', reason: 'service-unavailable' },
  })
  expect(await noticed()).toEqual(['service-maintenance'])
  expect(await statusOf(counter)).toMatchObject({ connection: 'online', selling: { open: true } })
  expect(await ask()).toMatchObject({ ok: true })
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
