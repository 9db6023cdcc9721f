/** A data file of the first version: brought up to date with all its orders, their money and what was still to come. */
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { createFirstTables } from '#training/migrations.ts'
import { newDataFile, startServiceForTest } from '../support/service-hooks.ts'
import { callerOf, handClock } from '../support/training-calls.ts'

/** Two production orders and one of the sandbox, as the first version wrote them: one refunded, one still to be. */
function writeFirstVersion(nowMs: number): string {
  const dataFile = newDataFile()
  const file = new Database(dataFile)
  createFirstTables(file)
  const order = file.prepare(
    "INSERT INTO orders VALUES (?, ?, ?, 'internet', 'ADSL', ?, 100000, 96500, ?, 1, ?, ?)",
  )
  file.exec("INSERT INTO accounts VALUES ('sandbox', 5000000), ('production', 4903500)")
  order.run('a'.repeat(24), 'production', 'back', '030000001', nowMs - 60_000, nowMs - 57_000, 1)
  order.run('b'.repeat(24), 'production', 'queued', '030000002', nowMs - 10_000, null, 0)
  order.run('c'.repeat(24), 'sandbox', 'soon', '030000001', nowMs - 1_000, nowMs + 2_000, 0)
  const movement = file.prepare('INSERT INTO movements VALUES (?, ?, ?, 96500, ?)')
  movement.run(1, 'a'.repeat(24), 'DEBIT', nowMs - 60_000)
  movement.run(2, 'a'.repeat(24), 'REFUND', nowMs - 57_000)
  movement.run(3, 'b'.repeat(24), 'DEBIT', nowMs - 10_000)
  movement.run(4, 'c'.repeat(24), 'DEBIT', nowMs - 1_000)
  file.prepare("INSERT INTO cards VALUES ('ADSL', 100000, 24)").run()
  file.pragma('user_version = 1')
  file.close()
  return dataFile
}

test('keeps its orders and goes on with them', async () => {
  const clock = handClock()
  const dataFile = writeFirstVersion(clock.nowMs())
  const service = await startServiceForTest({ nowMs: clock.nowMs, dataFile, balanceDinars: 1 })
  const statuses = async () =>
    (await service.ledger()).orders.map(({ ref, status }) => [ref, status].join(' '))
  expect(await statuses()).toEqual(['back REFUNDED', 'queued QUEUED', 'soon HANDLING'])
  expect(await service.ledger()).toMatchObject({
    openingBalances: { sandbox: 50_000, production: 50_000 },
    balances: { sandbox: 50_000, production: 49_035 },
  })
  const production = callerOf(service.baseUrl, trainingKeys.production)
  const { items } = (await production.get('/v3/account/transactions')).body.data
  const ends = items.map((item: { oldBalance: number; newBalance: number }) => [
    item.oldBalance,
    item.newBalance,
  ])
  expect(ends).toEqual([
    [50_000, 49_035],
    [49_035, 50_000],
    [50_000, 49_035],
  ])
  expect((await production.send({ ref: 'queued' })).body.error.code).toBe('DUPLICATED_REF')

  clock.pass(10_000)
  expect(await statuses()).toEqual(['back REFUNDED', 'queued FULFILLED', 'soon REFUNDED'])
  const { movements } = await service.ledger()
  expect(movements.map(({ ref, type }) => `${type} ${ref}`)).toEqual([
    'DEBIT back',
    'REFUND back',
    'DEBIT queued',
    'DEBIT soon',
    'REFUND soon',
  ])
  const order = { productId: 'steam-us', typeId: 'steam-us-5', quantity: 1 }
  expect((await production.post('/v3/gift-cards/placeOrder', order)).status).toBe(200)
})

test('is left as it was where it cannot be brought up to date', async () => {
  const dataFile = writeFirstVersion(0)
  const file = new Database(dataFile)
  file.prepare("UPDATE orders SET speed = -1 WHERE ref = 'soon'").run()
  file.close()
  await expect(startServiceForTest({ dataFile })).rejects.toThrow(`cannot use its data file ${dataFile}`)
  const after = new Database(dataFile, { readonly: true })
  expect(after.pragma('user_version', { simple: true })).toBe(1)
  expect(after.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(3)
  after.close()
})
