/** The platform's three lists over one rule: pages, bounds, times, newest first, each environment its own. */
import { beforeAll, describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { serviceForTheFile } from '../support/service-hooks.ts'
import { callerOf } from '../support/training-calls.ts'

const SECOND_MS = 1_000

const { service, clock, sandbox, production } = serviceForTheFile({ balanceDinars: 1_000_000 })

/** 25 top-ups, 25 gift card orders and so 50 movements, a second apart from 08:00:00 on. */
beforeAll(async () => {
  for (let count = 0; count < 25; count += 1) {
    const topup = { plan_code: 'PIXX_500', MSSIDN: '0661234567', ref: `sale-${count}` }
    await sandbox.post('/v3/mobile/send', topup)
    await sandbox.post('/v3/gift-cards/placeOrder', {
      productId: 'steam-us',
      typeId: 'steam-us-5',
      quantity: 1,
    })
    clock.pass(SECOND_MS)
  }
})

const lists = [
  ['/v3/mobile/list', 25, 'created_at', 'together'],
  ['/v3/gift-cards/list', 25, 'time', 'each-alone'],
  ['/v3/account/transactions', 50, 'time', 'each-alone'],
] as const

describe.each(lists)('%s', (path, total, timeField, window) => {
  const read = async (query = '', from = sandbox) => (await from.get(`${path}${query}`)).body.data
  const times = (data: { items: Record<string, string>[] }) => data.items.map((item) => item[timeField])

  test('gives twenty on page 1 by default, newest first', async () => {
    const data = await read()
    const pagination = { page: 1, pageSize: 20, totalPages: Math.ceil(total / 20), totalResults: total }
    expect(data.pagination).toEqual(pagination)
    expect(data.items).toHaveLength(20)
    expect(times(data)[0]).toBe('2026-10-05T08:00:24.000Z')
    expect(times(data)).toEqual(times(data).toSorted().toReversed())
  })

  test('gives every item once over its pages, and none past the last', async () => {
    const ids = []
    for (let page = 1; page <= 8; page += 1) {
      const { items, pagination } = await read(`?page=${page}&pageSize=7`)
      expect(pagination).toEqual({ page, pageSize: 7, totalPages: Math.ceil(total / 7), totalResults: total })
      ids.push(...items.map(({ _id }: { _id: string }) => _id))
    }
    expect(new Set(ids).size).toBe(total)
    expect(ids).toHaveLength(total)
    expect((await read('?page=9&pageSize=7')).items).toEqual([])
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'pageSize=0',
    'pageSize=101',
    'pageSize=x',
    'from=yesterday&to=2026-10-05',
    'from=2026-10-05&to=05/10/2026',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await sandbox.get(`${path}?${query}`)
    expect([status, body.error.code]).toEqual([400, 'ERR_VALIDATION'])
    expect(`${query.split('=')[0]} to`).toContain(body.error.details.field)
  })

  test.each(['pageSize=1', 'pageSize=100', 'page=1'])('takes ?%s', async (query) => {
    expect((await sandbox.get(`${path}?${query}`)).status).toBe(200)
  })

  test('keeps to a window, both ends included, in any way ISO 8601 writes it', async () => {
    const each = total / 25
    const within = async (from: string, to: string) =>
      (await read(`?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`)).pagination.totalResults
    expect(await within('2026-10-05T08:00:05Z', '2026-10-05T08:00:09Z')).toBe(5 * each)
    expect(await within('2026-10-05T09:00:05.000+01:00', '2026-10-05T09:00:05.999+01:00')).toBe(each)
    expect(await within('2026-10-05', '2026-10-05')).toBe(total)
    expect(await within('2026-10-04', '2026-10-04')).toBe(0)
    expect(await within('2026-10-06', '2026-10-04')).toBe(0)
  })

  test('takes from and to as the document says', async () => {
    for (const query of ['from=2026-10-05', 'to=2026-10-05']) {
      const { status } = await sandbox.get(`${path}?${query}`)
      expect(status).toBe(window === 'together' ? 400 : 200)
    }
  })

  test('shows an environment its own and nothing else', async () => {
    const empty = { page: 1, pageSize: 20, totalPages: 0, totalResults: 0 }
    expect(await read('', production)).toEqual({ items: [], pagination: empty })
    const reader = callerOf(service.baseUrl, trainingKeys.readOnly)
    expect((await read('', reader)).pagination.totalResults).toBe(total)
  })
})

test('an item of a list equals its status endpoint, now and later', async () => {
  for (const waitMs of [0, 60_000]) {
    clock.pass(waitMs)
    const [topup] = (await sandbox.get('/v3/mobile/list')).body.data.items
    const { body } = await sandbox.get(`/v3/mobile/check-id/${topup._id}`)
    expect(body.data).toMatchObject(topup)
    const [order] = (await sandbox.get('/v3/gift-cards/list')).body.data.items
    expect((await sandbox.get(`/v3/gift-cards/checkOrder/${order._id}`)).body.data).toEqual(order)
  }
})
