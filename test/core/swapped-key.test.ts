/** A key, an account or an address that is another than the one that was checked: nothing is sold by it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { trainingKeys } from '#training/keys.ts'
import { booksOf, startShop, until } from '../support/core.ts'
import { putKey, startWholeCounter, type WholeCounter } from '../support/counter.ts'
import { startRewriter } from '../support/rewriter.ts'
import { closedWith, statusOf, validate } from '../support/selling-status.ts'

const sandbox = 'sandbox:0550000000'
const holdSend = { method: 'POST', path: '/v3/internet/send', action: { do: 'hold', take: true } } as const
const line = { kind: 'internet', type: 'ADSL', number: '024000001' } as const
const card = { ...line, valueCentimes: centimes(100_000) }
const bills = { partner: 'Algérie Télécom', account: { phoneNumber: '023456789' } } as const

type Shop = Awaited<ReturnType<typeof startShop>>

/** A counter whose sandbox account is open. `at`: its hosts, where they are not the service's own. */
async function openSandbox(shop: Shop, at: Partial<WholeCounter['addresses']> = {}) {
  const { baseUrl, billUrl } = shop.service
  const counter = await startWholeCounter({ ...shop, service: { baseUrl, billUrl, ...at } })
  await counter.add(trainingKeys.sandbox)
  await counter.switchTo(sandbox)
  await counter.opened()
  return counter
}

/** A check may join the one under way, which has asked already: the second is begun after this. */
async function checkAnew(counter: WholeCounter): Promise<void> {
  await counter.command('connection.check', {})
  await counter.command('connection.check', {})
}

const reviewOf = async (counter: WholeCounter) => (await counter.command('sale.review', card)).reviewId

describe('a key that replaced the checked one', () => {
  test('is checked before any other call, and one of another environment sells nothing', async () => {
    const shop = await startShop()
    const counter = await openSandbox(shop)
    const reviewId = await reviewOf(counter)
    putKey(counter, sandbox, trainingKeys.production)
    const { ref } = await counter.command('sale.confirm', { reviewId })
    await counter.reached(ref, 'unsent')
    expect(await counter.readSale(ref)).toMatchObject({ reason: 'key-unknown' })
    expect(await closedWith(counter)).toBe('key-refused')
    expect((await shop.service.ledger()).orders).toEqual([])
    expect(await counter.ask('sale.resend', { ref })).toMatchObject({ error: { kind: 'selling-closed' } })
  })

  test('closes selling from the first call that it holds back', async () => {
    const shop = await startShop()
    const counter = await openSandbox(shop)
    putKey(counter, sandbox, trainingKeys.production)
    expect(await counter.ask('internet.products', { type: 'ADSL' })).toEqual({
      ok: false,
      error: { kind: 'selling-closed', why: 'connecting' },
    })
    expect((await statusOf(counter)).selling).toMatchObject({ open: false, why: 'connecting' })
    expect(await closedWith(counter)).toBe('key-refused')
  })

  test('sells once the service has named it the same account’s', async () => {
    const shop = await startShop()
    const counter = await openSandbox(shop)
    await counter.ask('bills.discover', bills)
    putKey(counter, sandbox, trainingKeys.readOnly)
    expect(await counter.ask('sale.review', card)).toMatchObject({ error: { kind: 'selling-closed' } })
    expect(await closedWith(counter)).toBe('read-only-key')
    putKey(counter, sandbox, trainingKeys.sandbox)
    await checkAnew(counter)
    await counter.opened()
    await counter.reached((await counter.sell('024000001')).ref, 'fulfilled')
  })
})

describe('a key of another account of the same environment', () => {
  /** The service in whose word the holder of the key is another, from when the test says so. */
  async function startDisguised() {
    const shop = await startShop()
    const word = { isOther: false }
    const baseUrl = await startRewriter(shop.service.baseUrl, (path, text) =>
      word.isOther && path.startsWith(validate.path) ? text.replaceAll('0550000000', '0660000009') : text,
    )
    return { shop, word, baseUrl }
  }

  test('sells nothing here, and its account is named', async () => {
    const { shop, word, baseUrl } = await startDisguised()
    const counter = await openSandbox(shop, { baseUrl })
    word.isOther = true
    await checkAnew(counter)
    expect(await statusOf(counter)).toMatchObject({
      account: null,
      selling: { why: 'other-account', detail: expect.stringContaining('0660000009') },
    })
    expect(await counter.ask('sale.review', card)).toMatchObject({ error: { kind: 'selling-closed' } })
  })

  test('proves no absence: a sale in doubt is not looked at, and not sent twice', async () => {
    const { shop, word, baseUrl } = await startDisguised()
    const first = await openSandbox(shop, { baseUrl })
    await shop.service.addFaults(holdSend)
    const { ref } = await first.sell('024000001')
    await until('it is held', async () => (await shop.service.heldCount()) === 1)
    await first.core.stop()
    word.isOther = true
    const service = { baseUrl, billUrl: shop.service.billUrl }
    const { dataDir, keychain } = first
    const again = await startWholeCounter({ ...shop, service, dataDir, keychain, started: false })
    again.core.start()
    expect(await closedWith(again)).toBe('other-account')
    expect(await again.ask('sale.look-up', { ref })).toMatchObject({ ok: false })
    expect((await again.readSale(ref)).phase).toBe('in-doubt')
    expect(await booksOf(shop.service, ref)).toMatchObject({ orders: 1 })
  })
})

describe('the bill host', () => {
  const notThere = '{"success":false,"error":{"code":"NOT_FOUND","message":"none"}}'

  /** A bill host whose word on the key is as the test says, beside a platform that takes every key for one that sells. */
  async function startBillHost() {
    const shop = await startShop()
    const baseUrl = await startRewriter(shop.service.baseUrl, (_path, text) =>
      text.replaceAll('READ-ONLY', 'READ-WRITE'),
    )
    const word = { says: (text: string) => text, asked: 0 }
    const billUrl = await startRewriter(shop.service.billUrl, (path, text) => {
      if (!path.startsWith(validate.path)) return text
      word.asked += 1
      return word.says(text)
    })
    const counter = await openSandbox(shop, { baseUrl, billUrl })
    word.asked = 0
    return { shop, word, counter }
  }

  test('is asked once for the key before the first bill, and not again', async () => {
    const { word, counter } = await startBillHost()
    expect(word.asked).toBe(0)
    await counter.reached((await counter.payBills(bills)).ref, 'fulfilled')
    await counter.command('bills.discover', { ...bills, account: { phoneNumber: '024000001' } })
    expect(word.asked).toBe(1)
  })

  test('of another environment sells no bills, until the key is checked anew', async () => {
    const { shop, word, counter } = await startBillHost()
    word.says = (text) => text.replaceAll('SANDBOX', 'PRODUCTION')
    for (let press = 0; press < 2; press += 1) {
      expect(await counter.ask('bills.discover', bills)).toEqual({
        ok: false,
        error: { kind: 'selling-closed', why: 'bills-elsewhere' },
      })
    }
    expect(word.asked).toBe(1)
    expect((await shop.service.requests()).filter(({ path }) => path.startsWith('/v3/bills'))).toEqual([])
    word.says = (text) => text
    await checkAnew(counter)
    await counter.reached((await counter.payBills(bills)).ref, 'fulfilled')
  })

  test('that does not answer sells no bills now, and does once it answers', async () => {
    const { word, counter } = await startBillHost()
    word.says = () => notThere
    expect(await counter.ask('bills.discover', bills)).toEqual({
      ok: false,
      error: { kind: 'selling-closed', why: 'bills-unknown' },
    })
    word.says = (text) => text
    await counter.reached((await counter.payBills(bills)).ref, 'fulfilled')
  })

  test('confirms one key alone: an older review confirms nothing', async () => {
    const { shop, counter } = await startBillHost()
    const { discoveryRef, bills: owed } = await counter.command('bills.discover', bills)
    const billIds = owed.map(({ billId }) => billId)
    const { reviewId } = await counter.command('sale.review', { kind: 'bill', discoveryRef, billIds })
    putKey(counter, sandbox, trainingKeys.readOnly)
    await checkAnew(counter)
    await counter.opened()
    expect(await counter.ask('sale.confirm', { reviewId })).toEqual({
      ok: false,
      error: { kind: 'selling-closed', why: 'bills-unknown' },
    })
    expect((await shop.service.ledger()).movements).toEqual([])
  })
})

describe('an address that was changed in the list of accounts', () => {
  test.each(['baseUrl', 'billUrl'] as const)('gets no key: %s', async (which) => {
    const shop = await startShop()
    const first = await openSandbox(shop)
    await first.core.stop()
    let calls = 0
    const other = createServer((_request, response) => {
      calls += 1
      response.end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const at = other.address()
    const file = join(first.dataDir, 'accounts.json')
    const list = JSON.parse(readFileSync(file, 'utf8'))
    list.accounts[0][which] = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
    writeFileSync(file, JSON.stringify(list))
    const { dataDir, keychain } = first
    const again = await startWholeCounter({ ...shop, dataDir, keychain, started: false })
    again.core.start()
    expect(await closedWith(again)).toBe('addresses-changed')
    await again.ask('bills.partners', {})
    expect(calls).toBe(0)
    await again.command('accounts.add', { ...(await again.find(trainingKeys.sandbox)), who: 'Amina' })
    await again.opened()
  })
})
