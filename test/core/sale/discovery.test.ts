/** What an account owes: a discovery sent once, followed to its end, and shown in the cashier's terms whatever goes wrong. */
import { describe, expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { DISCOVERY_WAITS_MS } from '#core/products/bill/discoveries.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Fault } from '#training/faults.ts'
import { type Service, startCounter } from '../../support/core.ts'

type Account = CommandInput<'bills.discover'>

const line = (phoneNumber: string): Account => ({ partner: 'Algérie Télécom', account: { phoneNumber } })

const sentBy = async (service: Service, path: string) =>
  (await service.requests()).filter((seen) => seen.path.startsWith(path)).length

const discovers = (action: Fault['action'], times = 1): Fault => ({
  ...{ method: 'POST', path: '/v3/bills/discover', action, times },
})
const reads = (action: Fault['action'], times: number): Fault => ({
  ...{ method: 'GET', path: '/v3/bills/transactions', action, times },
})

test('finds the bills of an account, and leaves no trace in the journal', async () => {
  const { counter } = await startCounter()
  const account = { sonelgaz: { invoice_number: '9876543210', amount_without_stamp: '1', ebb_key: 'K' } }
  const found = await counter.command('bills.discover', { partner: 'SONELGAZ', account })
  expect(found).toMatchObject({ partner: 'SONELGAZ', accountNumber: '9876543210' })
  expect(found.bills.map(({ amountCentimes, feeCentimes }) => [amountCentimes, feeCentimes])).toEqual([
    [120_000, 3_000],
    [85_000, 3_000],
  ])
  expect((await counter.command('app.snapshot', {})).sales).toEqual([])
})

test('an account that owes nothing has no bills', async () => {
  const { counter } = await startCounter()
  const account = { electronic_payment_key: '0123456789012340000000002' }
  expect((await counter.command('bills.discover', { partner: 'ADE', account })).bills).toEqual([])
})

describe('the service’s end is given with its code', () => {
  test.each([
    ['SEAAL', { seaal: { code_client: '100005', code_contrat: '12' } }, 'INVALID_ACCOUNT'],
    ['Algérie Télécom', { phoneNumber: '030000002' }, 'PARTNER_UNAVAILABLE'],
    ['Algérie Télécom', { phoneNumber: '030000003' }, 'BILL_ALREADY_PAID'],
    ['Algérie Télécom', { phoneNumber: '030000004' }, 'PAYMENT_IN_PROGRESS'],
  ] as const)('%s %o: %s', async (partner, account, code) => {
    const { counter } = await startCounter()
    expect(await counter.ask('bills.discover', { partner, account })).toMatchObject({
      error: { kind: 'refused', code },
    })
  })
})

test('an account of another biller is refused before anything is sent', async () => {
  const { counter, service } = await startCounter()
  const account = { phoneNumber: '023456789' }
  expect(await counter.ask('bills.discover', { partner: 'ADE', account })).toMatchObject({
    error: { kind: 'invalid-input', field: 'account', problem: 'not-this-partner' },
  })
  expect(await sentBy(service, '/v3/bills')).toBe(0)
})

describe('an answer that was lost', () => {
  test('is found by the ref of its discovery, which is sent once', async () => {
    const { counter, service } = await startCounter()
    await service.addFaults(discovers({ do: 'cut', take: true }))
    const found = await counter.command('bills.discover', line('023456789'))
    expect(found.bills).toHaveLength(1)
    expect(await sentBy(service, '/v3/bills/discover')).toBe(1)
    const paid = await counter.sellOrder({
      ...{ kind: 'bill', discoveryRef: found.discoveryRef },
      billIds: found.bills.map(({ billId }) => billId),
    })
    expect(paid.order).toMatchObject({ transactionId: found.transactionId })
  })

  test('to a discovery that was not taken is reported after a few looks', async () => {
    const { counter, service } = await startCounter()
    await service.addFaults(discovers({ do: 'cut', take: false }))
    expect(await counter.ask('bills.discover', line('023456789'))).toMatchObject({
      error: { kind: 'unreachable', reason: 'NOT_FOUND' },
    })
    expect(await sentBy(service, '/v3/bills/discover')).toBe(1)
    expect(await sentBy(service, '/v3/bills/transactions')).toBe(3)
  })
})

test('looks without an answer are not its end', async () => {
  const { counter, service } = await startCounter()
  await service.addFaults(reads({ do: 'cut', take: false }, callLimits.maxTries * 2))
  expect((await counter.command('bills.discover', line('023456789'))).bills).toHaveLength(1)
})

test('a discovery that takes too long is given up after its last look', async () => {
  const { service, counter } = await startCounter({
    rewrite: (_path, text) => text.replace('"READY"', '"PENDING"'),
  })
  expect(await counter.ask('bills.discover', line('023456789'))).toMatchObject({
    error: { kind: 'unreachable', reason: 'discovery-pending' },
  })
  expect(await sentBy(service, '/v3/bills/transactions')).toBe(DISCOVERY_WAITS_MS.length)
})

test('another’s transaction is never taken for it', async () => {
  const { counter } = await startCounter({
    rewrite: (path, text) =>
      path.startsWith('/v3/bills/transactions') ? text.replace(/"ref":"[^"]*"/, '"ref":"another"') : text,
  })
  expect(await counter.ask('bills.discover', line('023456789'))).toMatchObject({
    error: { kind: 'unreachable', reason: 'answer-disagrees' },
  })
})
