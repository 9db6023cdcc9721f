/** The service's books: each order one debit and at most one refund, balances that follow, and memory across restarts. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import type { Ledger } from '#training/ledger.ts'
import type { TrainingOptions } from '#training/options.ts'
import { newDataFile, startServiceForTest } from '../support/service-hooks.ts'
import { callerOf, handClock } from '../support/training-calls.ts'

const clock = handClock()
beforeEach(clock.reset)

async function start(options: TrainingOptions = {}) {
  const service = await startServiceForTest({ nowMs: clock.nowMs, ...options })
  const sandbox = callerOf(service.baseUrl)
  const production = callerOf(service.baseUrl, trainingKeys.production)
  const balance = async (from = production) => (await from.get('/v3/account/balance')).body.data.balance
  return { service, sandbox, production, balance }
}

/** The movements in short: `DEBIT sale-1 965`. */
const movementsOf = ({ movements }: Ledger) =>
  movements.map(({ type, ref, amount }) => `${type} ${ref} ${amount}`)

describe('the sandbox', () => {
  test('moves no balance, uses up no card, and leaves simulated movements', async () => {
    const { service, sandbox, balance } = await start({ balanceDinars: 1_234.56 })
    for (let sale = 0; sale < 30; sale += 1) {
      expect((await sandbox.send({ ref: `sale-${sale}`, value: 500 })).status).toBe(200)
    }
    expect(await balance(sandbox)).toBe(1_234.56)
    const { orders, movements, balances, openingBalances } = await service.ledger()
    expect(balances).toEqual({ sandbox: 1_234.56, production: 1_234.56 })
    expect(openingBalances).toEqual(balances)
    expect(orders[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ref: 'sale-0',
      environment: 'sandbox',
      kind: 'internet',
      number: '023456789',
      value: 500,
      cost: 482.5,
      status: 'HANDLING',
      createdAt: '2026-10-05T08:00:00.000Z',
    })
    expect(movements).toHaveLength(30)
    expect(movements[0]).toEqual({
      orderId: orders[0]?.id,
      ref: 'sale-0',
      type: 'DEBIT',
      amount: 482.5,
      environment: 'sandbox',
      simulated: true,
      at: '2026-10-05T08:00:00.000Z',
    })
  })
})

describe('production', () => {
  test('debits at once and gives back what was refunded, to the centime, once', async () => {
    const { service, production, sandbox, balance } = await start({ balanceDinars: 10_000 })
    await production.send({ ref: 'kept', value: 500 })
    await production.send({ ref: 'back', number: '030000001', value: 2000 })
    expect(await balance()).toBe(10_000 - 482.5 - 1_930)
    clock.pass(2_999)
    expect(await balance()).toBe(10_000 - 482.5 - 1_930)
    clock.pass(1)
    expect(await balance()).toBe(10_000 - 482.5)
    clock.pass(86_400_000)
    for (let poll = 0; poll < 3; poll += 1) await production.readStatus('back')
    const ledger = await service.ledger()
    expect(movementsOf(ledger)).toEqual(['DEBIT kept 482.5', 'DEBIT back 1930', 'REFUND back 1930'])
    expect(ledger.movements.map(({ simulated }) => simulated)).toEqual([false, false, false])
    expect(ledger.balances).toEqual({ sandbox: 10_000, production: 9_517.5 })
    expect(await balance(sandbox)).toBe(10_000)
  })

  test('refuses what the balance cannot pay, with both amounts, and takes it once a refund came', async () => {
    const { service, production } = await start({ balanceDinars: 1_000 })
    await production.send({ ref: 'first', number: '030000001' })
    const { status, body } = await production.send({ ref: 'second' })
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_BALANCE'])
    expect(body.error.details).toEqual({ required: 965, available: 35 })
    expect(movementsOf(await service.ledger())).toEqual(['DEBIT first 965'])
    clock.pass(3_000)
    expect((await production.send({ ref: 'second' })).status).toBe(200)
  })

  test('runs out of a card, says so in the products, and puts a refunded one back', async () => {
    const { service, production, sandbox } = await start({ balanceDinars: 1_000_000 })
    const available = async (from: typeof production) => {
      const { body } = await from.get('/v3/internet/products?type=ADSL')
      return body.data.products.find((product: { value: number }) => product.value === 1000).available
    }
    let sold = 0
    while (sold < 1_000 && (await available(production))) {
      const number = sold === 0 ? '030000001' : '023456789'
      expect((await production.send({ ref: `sale-${sold}`, number })).status).toBe(200)
      sold += 1
    }
    expect(sold).toBe(25)
    const { status, body } = await production.send({ ref: 'one-more' })
    expect([status, body.error.code]).toEqual([400, 'ERR_STOCK'])
    expect((await production.send({ ref: 'sale-1' })).body.error.code).toBe('DUPLICATED_REF')
    expect(await available(sandbox)).toBe(true)
    clock.pass(3_000)
    expect(await available(production)).toBe(true)
    expect((await production.send({ ref: 'one-more' })).status).toBe(200)
    expect((await service.ledger()).orders).toHaveLength(26)
  })

  test('adds up: each balance is the opening one less debits plus refunds', async () => {
    const { service, production, sandbox } = await start()
    const numbers = ['023456789', '030000001', '030000002', '030000000']
    for (let sale = 0; sale < 40; sale += 1) {
      const value = [500, 1000, 2000, 3000][sale % 3] ?? 500
      const over = { ref: `sale-${sale >> 1}`, number: numbers[sale % 4], value }
      await (sale % 5 === 0 ? sandbox : production).send(over)
      clock.pass(500)
    }
    const { movements, orders, balances } = await service.ledger()
    const real = movements.filter(({ simulated }) => !simulated)
    const centimes = real.reduce(
      (sum, { type, amount }) => sum + (type === 'DEBIT' ? -1 : 1) * amount * 100,
      0,
    )
    expect(balances).toEqual({ sandbox: 50_000, production: (5_000_000 + centimes) / 100 })
    expect(real.some(({ type }) => type === 'REFUND')).toBe(true)
    for (const { id, status } of orders) {
      const types = movements.filter(({ orderId }) => orderId === id).map(({ type }) => type)
      expect(types).toEqual(status === 'REFUNDED' ? ['DEBIT', 'REFUND'] : ['DEBIT'])
    }
  })
})

describe('a refund', () => {
  test('is in the ledger when it is due although nobody polled, with its own time', async () => {
    const { service, sandbox } = await start()
    await sandbox.send({ number: '030000001' })
    clock.pass(3_600_000)
    const { movements, orders } = await service.ledger()
    expect(orders.map(({ status }) => status)).toEqual(['REFUNDED'])
    expect(movements.map(({ type, at }) => [type, at])).toEqual([
      ['DEBIT', '2026-10-05T08:00:00.000Z'],
      ['REFUND', '2026-10-05T08:00:03.000Z'],
    ])
  })
})

describe('a data file', () => {
  test('keeps orders, movements, balances, cards and blocks across restarts', async () => {
    const dataFile = newDataFile()
    const first = await start({ dataFile })
    await first.sandbox.send({ ref: 'queued', number: '030000002' })
    await first.production.send({ ref: 'back', number: '030000001' })
    const wrong = callerOf(first.service.baseUrl, 'wrong')
    for (let attempt = 0; attempt < 5; attempt += 1) await wrong.get('/v3/validate')
    await first.service.close()

    clock.pass(10_000)
    const second = await start({ dataFile, balanceDinars: 1, speed: 100 })
    expect((await second.sandbox.get('/v3/validate')).body.error.code).toBe('IP_BLOCKED')
    const ledger = await second.service.ledger()
    expect(ledger.orders.map(({ ref, status }) => [ref, status])).toEqual([
      ['queued', 'QUEUED'],
      ['back', 'REFUNDED'],
    ])
    expect(movementsOf(ledger)).toEqual(['DEBIT queued 965', 'DEBIT back 965', 'REFUND back 965'])
    expect(ledger.balances).toEqual({ sandbox: 50_000, production: 50_000 })
    clock.pass(15 * 60_000)
    expect((await second.sandbox.send({ ref: 'queued' })).body.error.code).toBe('DUPLICATED_REF')
    expect((await second.sandbox.readStatus('queued')).body.data.status).toBe('FULFILLED')
  })

  test('is written through to the disk at every commit', async () => {
    const dataFile = newDataFile()
    const { sandbox } = await start({ dataFile })
    await sandbox.send()
    const reader = new Database(dataFile, { readonly: true })
    expect(reader.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(reader.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(1)
    reader.close()
  })

  test('that was damaged is a failure of the service, not a wrong amount', async () => {
    const dataFile = newDataFile()
    const { service, sandbox } = await start({ dataFile })
    await sandbox.send({ number: '030000001' })
    const other = new Database(dataFile)
    other.prepare('UPDATE dues SET amount_centimes = -1').run()
    other.close()
    clock.pass(3_000)
    const warned = once(process, 'warning')
    const platform = await sandbox.get('/v3/account/balance')
    expect([platform.status, platform.body.error.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
    const bill = await callerOf(service.billUrl).get('/v3/validate')
    expect([bill.status, bill.body.error.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(String(await warned)).toContain('amountCentimes')
  })

  test('that is no data file, or a newer one, is refused by name and left as it was', async () => {
    const dataFile = newDataFile()
    writeFileSync(
      dataFile,
      'a letter to a friend, much longer than a header of SQLite would have to be. '.repeat(20),
    )
    await expect(start({ dataFile })).rejects.toThrow(
      `cannot use its data file ${dataFile}: file is not a database`,
    )
    const newer = newDataFile()
    const made = new Database(newer)
    made.pragma('user_version = 99')
    made.close()
    await expect(start({ dataFile: newer })).rejects.toThrow(`${newer}: it was written by another version`)
  })
})

describe('starting', () => {
  test.each([
    [{ port: 70_000 }, 'port must be a whole number'],
    [{ billPort: 1.5 }, 'billPort must be a whole number'],
    [{ speed: 0 }, 'speed must be a number from 0.001'],
    [{ speed: Number.NaN }, 'speed must be a number'],
    [{ balanceDinars: -1 }, 'balanceDinars must be an amount'],
    [{ balanceDinars: 0.001 }, 'balanceDinars must be an amount'],
    [{ dataFile: '' }, 'dataFile must name a file'],
    [{ rateLimit: 0 }, 'rateLimit must be a whole number'],
    [{ seed: -1 }, 'seed must be a whole number from 0'],
    [{ seed: 1.5 }, 'seed must be a whole number from 0'],
    [{ whitelist: { sandbox: ['everyone'] } }, 'whitelist sandbox 0 must be an IP address'],
  ])('with %j is refused in a sentence', async (options, sentence) => {
    await expect(start(options)).rejects.toThrow(sentence)
  })

  test('on a port in use says which, and leaves nothing open', async () => {
    const dataFile = newDataFile()
    const { service } = await start()
    const port = Number(new URL(service.billUrl).port)
    await expect(start({ billPort: port, dataFile })).rejects.toThrow(`port ${port} is already in use`)
    await service.close()
    const next = await start({ billPort: port, dataFile })
    expect(next.service.billUrl).toBe(`http://127.0.0.1:${port}`)
  })

  test('and closing twice ends it once', async () => {
    const { service } = await start()
    await Promise.all([service.close(), service.close()])
    await expect(fetch(`${service.baseUrl}/v3/validate`)).rejects.toThrow()
  })
})
