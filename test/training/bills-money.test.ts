/** Bill payments in the books: money moves only in SUCCESS and REFUNDED, what is under way is spoken for, nothing is forgotten. */
import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BillAccount } from '#shared/products/bill-account.ts'
import { trainingKeys } from '#training/keys.ts'
import type { Ledger } from '#training/ledger.ts'
import type { TrainingOptions } from '#training/options.ts'
import { client, invoice } from '../support/bill-accounts.ts'
import { newDataFile, startServiceForTest } from '../support/service-hooks.ts'
import { BILLER_MS, billClientOf, refusalOf } from '../support/training-bills.ts'
import { callerOf, handClock } from '../support/training-calls.ts'

const clock = handClock()
beforeEach(clock.reset)

async function start(options: TrainingOptions = {}, key: string = trainingKeys.production) {
  const service = await startServiceForTest({ nowMs: clock.nowMs, ...options })
  const platform = callerOf(service.baseUrl, key)
  const balance = async () => (await platform.get('/v3/account/balance')).body.data.balance
  return { service, platform, billClient: billClientOf(service.billUrl, clock, key), balance }
}

const movementsOf = ({ movements }: Ledger) =>
  movements.map(({ type, ref, amount }) => `${type} ${ref} ${amount}`)
const contract = (contractNumber: string): BillAccount => ({ contractNumber })

describe('production', () => {
  test('debits the total once the payment has succeeded, and not before', async () => {
    const { service, billClient, balance } = await start({ balanceDinars: 1_000 })
    const id = await billClient.start('SONELGAZ', contract('1'), 'sale-1')
    expect([await balance(), movementsOf(await service.ledger())]).toEqual([1_000, []])
    clock.pass(BILLER_MS)
    expect(await balance()).toBe(470)
    const { orders, movements, balances } = await service.ledger()
    expect(balances.production).toBe(470)
    expect(orders).toEqual([
      {
        id,
        ref: 'sale-1',
        environment: 'production',
        kind: 'bill',
        number: '1',
        value: 500,
        cost: 530,
        status: 'SUCCESS',
        createdAt: '2026-10-05T08:00:05.000Z',
      },
    ])
    expect(movements).toEqual([
      {
        orderId: id,
        ref: 'sale-1',
        type: 'DEBIT',
        amount: 530,
        environment: 'production',
        simulated: false,
        at: '2026-10-05T08:00:08.000Z',
      },
    ])
  })

  test.each<[string, BillAccount, string[], number]>([
    ['declined', invoice('4004004004'), [], 1_000],
    ['given back', invoice('6006006006'), ['DEBIT sale-1 930', 'REFUND sale-1 930'], 1_000],
  ])('of a payment that is %s keeps its balance', async (_, account, movements, left) => {
    const { service, billClient, balance } = await start({ balanceDinars: 1_000 })
    await billClient.start('SONELGAZ', account, 'sale-1')
    clock.pass(BILLER_MS)
    expect([await balance(), movementsOf(await service.ledger())]).toEqual([1_000, []])
    clock.pass(3_600_000)
    expect([await balance(), movementsOf(await service.ledger())]).toEqual([left, movements])
  })

  test('refuses what the balance cannot pay beside the payments under way, and consumes no ref', async () => {
    const { service, platform, billClient } = await start({ balanceDinars: 1_200 })
    const { transactionId, bills } = await billClient.ready('SONELGAZ', contract('2'), 'sale-2')
    await billClient.start('SONELGAZ', invoice('6006006006'), 'sale-1')
    const pay = () => billClient.pay({ transactionId, billId: bills[0].billId, ref: 'pay-2' })
    const refused = await pay()
    expect([refusalOf(refused), refused.body.error.details]).toEqual([
      '403 INSUFFICIENT_BALANCE',
      { required: 530, available: 270 },
    ])
    expect((await platform.send({ ref: 'card', value: 500 })).body.error.code).toBe('INSUFFICIENT_BALANCE')
    expect((await billClient.read(transactionId)).status).toBe('READY')
    clock.pass(63_000)
    expect((await pay()).status).toBe(200)
    expect(movementsOf(await service.ledger())).toEqual(['DEBIT sale-1 930', 'REFUND sale-1 930'])
  })

  test('adds up: the balance is the opening one less what succeeded', async () => {
    const { service, billClient, balance } = await start({ balanceDinars: 20_000 })
    const accounts = [
      contract('a'),
      invoice('4004004004'),
      invoice('6006006006'),
      contract('b'),
      contract('c'),
    ]
    for (const [sale, account] of accounts.entries())
      await billClient.start('SONELGAZ', account, `sale-${sale}`)
    clock.pass(120_000)
    expect(await balance()).toBe(20_000 - 3 * 530)
    for (const { id, status } of (await service.ledger()).orders) {
      const types = (await service.ledger()).movements
        .filter(({ orderId }) => orderId === id)
        .map(({ type }) => type)
      const expected = { SUCCESS: ['DEBIT'], FAILED: [], REFUNDED: ['DEBIT', 'REFUND'] }[status]
      expect(types).toEqual(expected)
    }
  })
})

test('the sandbox pays bills that no balance could, and leaves simulated movements', async () => {
  const { service, billClient, balance } = await start({ balanceDinars: 0 }, trainingKeys.sandbox)
  await billClient.start('SONELGAZ', contract('1'), 'sale-1')
  clock.pass(BILLER_MS)
  const { movements } = await service.ledger()
  expect([await balance(), movements.map(({ simulated }) => simulated)]).toEqual([0, [true]])
})

describe('a balance to practise with', () => {
  test('moves with what the sandbox sells, and is filled up before it runs out', async () => {
    const { service, billClient, balance } = await start(
      { balanceDinars: 1_000, practiceBalance: true },
      trainingKeys.sandbox,
    )
    await billClient.start('SONELGAZ', contract('1'), 'sale-1')
    expect(await balance()).toBe(1_000)
    clock.pass(BILLER_MS)
    expect(await balance()).toBe(470)
    await billClient.start('SONELGAZ', contract('2'), 'sale-2')
    clock.pass(BILLER_MS)
    expect(await balance()).toBe(940)
    expect(movementsOf(await service.ledger())).toEqual([
      'DEBIT sale-1 530',
      'CREDIT deposit-sale-2 1000',
      'DEBIT sale-2 530',
    ])
  })

  test('does not move unless it was requested', async () => {
    const { billClient, balance } = await start({ balanceDinars: 1_000 }, trainingKeys.sandbox)
    await billClient.start('SONELGAZ', contract('1'), 'sale-1')
    clock.pass(BILLER_MS)
    expect(await balance()).toBe(1_000)
  })
})

describe('a data file', () => {
  test('has the same history after a restart at another speed, money included', async () => {
    const dataFile = newDataFile()
    const first = await start({ dataFile, balanceDinars: 5_000 })
    const ids = [
      await first.billClient.start('SONELGAZ', contract('1'), 'paid'),
      await first.billClient.start('SONELGAZ', invoice('6006006006'), 'back'),
    ]
    await first.service.switchPartner('ADE', 'UNAVAILABLE')
    const { body } = await first.billClient.discover({ account: contract('2'), ref: 'open' })
    await first.service.close()

    clock.pass(BILLER_MS)
    const second = await start({ dataFile, speed: 100 })
    const statuses = async () =>
      Promise.all(
        [...ids, body.data.transactionId].map(async (id) => (await second.billClient.read(id)).status),
      )
    expect(await statuses()).toEqual(['SUCCESS', 'UNKNOWN', 'READY'])
    expect(await second.balance()).toBe(4_470)
    clock.pass(60_000)
    expect(await statuses()).toEqual(['SUCCESS', 'REFUNDED', 'READY'])
    expect((await second.billClient.get('/v3/partners')).body.data.ADE.status).toBe('UNAVAILABLE')
    expect(refusalOf(await second.billClient.discover({ account: contract('3'), ref: 'paid' }))).toBe(
      '403 DUPLICATED_REF',
    )
    expect(refusalOf(await second.billClient.discover({ account: contract('1'), ref: 'new' }))).toBe(
      '409 BILL_ALREADY_PAID',
    )
  })

  test('of a service that was killed holds every payment that was acknowledged', async () => {
    const dataFile = newDataFile()
    const { billClient } = await start({ dataFile, balanceDinars: 5_000 })
    const id = await billClient.start('SONELGAZ', contract('1'), 'sale-1')
    // What a killed process leaves behind: the file and its log as they stand, nothing closed.
    const left = newDataFile()
    for (const part of ['', '-wal']) copyFileSync(`${dataFile}${part}`, `${left}${part}`)
    clock.pass(BILLER_MS)
    const next = await start({ dataFile: left })
    expect((await next.billClient.read(id)).status).toBe('SUCCESS')
    expect(movementsOf(await next.service.ledger())).toEqual(['DEBIT sale-1 530'])
    expect(await next.balance()).toBe(4_470)
  })

  test('whose bill is below the minimum of SEAAL: the order is refused, unless its total reaches it', async () => {
    const dataFile = newDataFile()
    const { billClient } = await start({ dataFile })
    const { transactionId, bills } = await billClient.ready('SEAAL', client('100001'), 'sale-1')
    const other = new Database(dataFile)
    other.prepare('UPDATE bill_lines SET amount_centimes = 19900 WHERE place < 2').run()
    other.close()
    const [first, second] = bills
    const refused = await billClient.pay({ transactionId, billId: first.billId })
    expect([refusalOf(refused), refused.body.error.details]).toEqual([
      '400 ERR_VALIDATION',
      [expect.any(String)],
    ])
    const together = await billClient.pay({ transactionId, billIds: [first.billId, second.billId] })
    expect(together.status).toBe(200)
    expect((await billClient.read(transactionId)).total).toBe(398 + 30)
  })

  test('that was damaged is a failure of the service, not a wrong amount', async () => {
    const dataFile = newDataFile()
    const { billClient } = await start({ dataFile })
    const id = await billClient.start('SONELGAZ', contract('1'), 'sale-1')
    const other = new Database(dataFile)
    other.prepare("UPDATE bill_transactions SET ending = 'won'").run()
    other.close()
    const warned = new Promise((resolve) => process.once('warning', resolve))
    expect(refusalOf(await billClient.get(`/v3/bills/transactions/${id}`))).toBe('500 INTERNAL_ERROR')
    expect(String(await warned)).toContain('ending')
  })
})

describe('faults', () => {
  test('strike the bill host: a payment taken and cut off is found by its discovery ref, once', async () => {
    const { service, billClient } = await start()
    const { transactionId, bills } = await billClient.ready('SONELGAZ', contract('1'), 'sale-1')
    await service.addFaults({ method: 'POST', path: '/v3/bills/pay', action: { do: 'cut', take: true } })
    const pay = { transactionId, billId: bills[0].billId }
    await expect(billClient.pay(pay)).rejects.toThrow()
    const found = await billClient.get('/v3/bills/transactions/by-ref?ref=sale-1&partner=SONELGAZ')
    expect([found.body.data.status, found.body.data.transactionId]).toEqual(['PROCESSING', transactionId])
    expect((await service.requests()).at(-1)).toMatchObject({ ref: 'sale-1', took: true })
    expect(refusalOf(await billClient.pay(pay))).toBe('403 DUPLICATED_REF')
    clock.pass(BILLER_MS)
    expect(movementsOf(await service.ledger())).toEqual(['DEBIT sale-1 530'])
  })

  test('that deliver a payment twice pay it once', async () => {
    const { service, billClient } = await start()
    const { transactionId, bills } = await billClient.ready('SONELGAZ', contract('1'), 'sale-1')
    await service.addFaults({ method: 'POST', path: '/v3/bills/pay', action: { do: 'duplicate-delivery' } })
    const answer = await billClient.pay({ transactionId, billId: bills[0].billId })
    expect(refusalOf(answer)).toBe('403 DUPLICATED_REF')
    clock.pass(BILLER_MS)
    expect(movementsOf(await service.ledger())).toEqual(['DEBIT sale-1 530'])
  })
})
