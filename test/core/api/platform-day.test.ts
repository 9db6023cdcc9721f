/** The platform's calls against the training service: what the one says, the other reads whole. */
import { afterAll, describe, expect, test } from 'vitest'
import type { CallOutcome } from '#core/api/outcome.ts'
import { ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { clientFor } from '../../support/api-client.ts'
import { refNumber } from '../../support/refs.ts'
import { startService } from '../../support/training.ts'
import { handClock } from '../../support/training-calls.ts'

const DAY_MS = 86_400_000

const clock = handClock()
const service = await startService({ nowMs: clock.nowMs })
const readKey = async () => ok(trainingKeys.sandbox)
const client = clientFor(service.baseUrl, { billUrl: service.billUrl, readKey })
afterAll(() => Promise.all([client.close(), service.close()]))

async function readOf<Value>(call: Promise<CallOutcome<Value>>): Promise<Value> {
  const outcome = await call
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

test('the service is up', async () => {
  const { isApiUp, operators } = await readOf(client.ping())
  expect(isApiUp).toBe(true)
  expect([...operators.keys()].sort()).toEqual(['djezzy', 'mobilis', 'mobilisFixedPlans', 'ooredoo'])
})

describe('mobile top-ups', () => {
  test('the plans are of all kinds, every one readable', async () => {
    const { plans, unreadableCount } = await readOf(client.listMobilePlans())
    expect(unreadableCount).toBe(0)
    expect(new Set(plans.map(({ kind }) => kind))).toEqual(new Set(['dynamic', 'fixed', 'menu']))
    expect(plans.filter(({ kind }) => kind === 'menu')).toHaveLength(3)
    expect(plans.every(({ operator }) => operator !== null)).toBe(true)
    const wholesale = plans.filter(({ isWholesale }) => isWholesale)
    expect(wholesale.map(({ costMillionths }) => costMillionths)).toEqual(wholesale.map(() => null))
    expect(wholesale.length).toBeGreaterThan(0)
  })

  test.each([
    ['0661234567', 'FULFILLED'],
    ['0600000001', 'REFUNDED'],
    ['0600000002', 'REFUNDED'],
  ])('to %s ends as %s, and is found by ref, by id and in the list', async (MSSIDN, status) => {
    const ref = refNumber(Number(MSSIDN) % 1_000_000)
    const body = { plan_code: 'PREPAID_DJEZZY', MSSIDN, amount: 100, ref }
    const { topupId, topupRef } = await readOf(client.sendMobile(body))
    expect(topupRef).toBe(ref)
    clock.pass(60_000)
    const found = await readOf(client.findMobileByRef(ref))
    expect(found).toMatchObject({ topupId, ref, status, number: MSSIDN, amountCentimes: 10_000 })
    expect(await readOf(client.findMobileById(topupId))).toEqual(found)
    expect(found.offers.length > 0).toBe(MSSIDN === '0600000002')
    expect(found.refundMessage === null).toBe(status === 'FULFILLED')
    expect(await client.sendMobile(body)).toMatchObject({ kind: 'in-doubt', reason: 'duplicated-ref' })
    const { rows } = await readOf(client.listMobileTopups())
    const item = rows.flatMap((row) => (row.kind === 'item' && row.item.ref === ref ? [row.item] : []))
    expect(item).toEqual([found])
  })

  test('a menu brings the offers that fit the number', async () => {
    const ref = refNumber(90)
    const menu = { plan_code: 'GETMENU_Mobilis', MSSIDN: '0661234567', amount: 0, ref }
    await readOf(client.sendMobile(menu))
    clock.pass(60_000)
    const { offers } = await readOf(client.findMobileByRef(ref))
    expect(offers.length).toBeGreaterThan(0)
    expect(offers.every(({ amountCentimes }) => amountCentimes > 0)).toBe(true)
  })

  test('the list is cut into pages and by time', async () => {
    const first = await readOf(client.listMobileTopups({ page: 1, pageSize: 2 }))
    const second = await readOf(client.listMobileTopups({ page: 2, pageSize: 2 }))
    expect([first.page, first.rows.length, second.page]).toEqual([1, 2, 2])
    expect(first.totalCount).toBeGreaterThan(2)
    const [from, to] = [new Date(clock.nowMs() + DAY_MS), new Date(clock.nowMs() + 2 * DAY_MS)]
    const later = { from: from.toISOString(), to: to.toISOString() }
    expect(await readOf(client.listMobileTopups(later))).toMatchObject({ totalCount: 0, rows: [] })
  })
})

describe('gift cards', () => {
  test('are ordered from the catalog and delivered; the codes come wrapped', async () => {
    const { categories, unreadableCount } = await readOf(client.readGiftCardCatalog())
    expect(unreadableCount).toBe(0)
    const products = categories.flatMap(({ products }) => products).filter(({ isEnabled }) => isEnabled)
    const productId = products[0]?.productId ?? ''
    const { types } = await readOf(client.checkGiftCardProduct(productId))
    const type = types.find(({ stockCount }) => stockCount >= 2)
    const order = { productId, typeId: type?.typeId ?? '', quantity: 2 }
    const { orderId } = await readOf(client.placeGiftCardOrder(order))
    clock.pass(60_000)
    const found = await readOf(client.findGiftCardOrder(orderId))
    expect(found).toMatchObject({
      orderId,
      status: 'FULFILLED',
      fulfilledQuantity: 2,
      unreadableCardCount: 0,
    })
    expect(found.priceCentimes).toBe(type?.priceCentimes)
    expect(found.cards.map(({ code }) => code.reveal().length > 0)).toEqual([true, true])
    const { rows } = await readOf(client.listGiftCardOrders())
    expect(rows).toContainEqual({ kind: 'item', item: expect.objectContaining({ orderId }) })
  })

  test.each([
    ['TEST_REFUND', 'REFUNDED', 0],
    ['TEST_PARTIAL', 'PARTIALLY_FILLED', 2],
  ])('of type %s end as %s', async (typeId, status, fulfilledQuantity) => {
    const { categories } = await readOf(client.readGiftCardCatalog())
    const productId = categories[0]?.products[0]?.productId ?? ''
    const { orderId } = await readOf(client.placeGiftCardOrder({ productId, typeId, quantity: 4 }))
    clock.pass(60_000)
    expect(await readOf(client.findGiftCardOrder(orderId))).toMatchObject({ status, fulfilledQuantity })
  })
})

test('a payment link is made, and its status read', async () => {
  const productInfo = { title: 'Recharge', amount: 1_500 }
  const { paymentRef, paymentUrl } = await readOf(client.createPaymentLink({ productInfo }))
  expect(paymentUrl).toMatch(/^https:/)
  const status = await readOf(client.checkPaymentLink(paymentRef))
  expect(status).toMatchObject({ paymentRef, status: 'PENDING', amountCentimes: 150_000, isSandbox: true })
  expect(await client.checkPaymentLink('TRAIN-ABCDEF-GHJK')).toMatchObject({
    kind: 'refused',
    refusal: { code: 'PAYMENT_NOT_FOUND' },
  })
})

test('the account’s movements are read, newest first', async () => {
  const { rows, totalCount } = await readOf(client.listAccountTransactions({ pageSize: 100 }))
  expect(rows).toHaveLength(totalCount)
  const items = rows.flatMap((row) => (row.kind === 'item' ? [row.item] : []))
  expect(items).toHaveLength(rows.length)
  expect(new Set(items.map(({ type }) => type))).toContain('FLEXY')
  const times = items.map(({ atMs }) => atMs)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
