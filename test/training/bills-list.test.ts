/** The list of bill transactions and the look-up by ref: filters, paging, order, scope, and what they refuse. */
import { describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { client, invoice, line } from '../support/bill-accounts.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { BILLER_MS, billClientOf, refusalOf } from '../support/training-bills.ts'

const { service, clock, billClient } = serviceForEachTest()

const list = (query = '') => billClient.get(`/v3/bills/transactions${query}`)
const refsOf = async (query = '') => (await list(query)).body.data.map(({ ref }: { ref: string }) => ref)

describe('the list', () => {
  test('is empty at first, with its counts', async () => {
    const { body } = await list()
    expect([body.data, body.meta]).toEqual([
      [],
      { timestamp: expect.any(String), total: 0, limit: 20, offset: 0 },
    ])
  })

  test('is newest first, of discoveries and payments, each as in the single read', async () => {
    const paid = await billClient.start('SONELGAZ', { contractNumber: '1' }, 'a')
    await billClient.discover({ ref: 'b' })
    await billClient.discover({ ref: 'c' })
    const { body } = await list()
    expect(body.data.map(({ ref }: { ref: string }) => ref)).toEqual(['c', 'b', 'a'])
    expect(body.data[2]).toEqual(await billClient.read(paid))
  })

  test('is cut by limit and offset, and counts all that fit', async () => {
    for (let sale = 0; sale < 25; sale += 1) await billClient.discover({ ref: `sale-${sale}` })
    expect(await refsOf()).toEqual(Array.from({ length: 20 }, (_, place) => `sale-${24 - place}`))
    const { body } = await list('?limit=4&offset=23')
    expect(body.data.map(({ ref }: { ref: string }) => ref)).toEqual(['sale-1', 'sale-0'])
    expect(body.meta).toMatchObject({ total: 25, limit: 4, offset: 23 })
    expect((await list('?offset=100')).body).toMatchObject({ data: [], meta: { total: 25 } })
    expect((await list('?limit=100')).body.data).toHaveLength(25)
  })

  test('is filtered by every status', async () => {
    await billClient.start('SONELGAZ', { contractNumber: '1' }, 'paid')
    await billClient.start('SEAAL', client('100004'), 'declined')
    await billClient.start('SONELGAZ', invoice('6006006006'), 'given-back')
    await billClient.start('Algérie Télécom', line('030000001'), 'paid-late')
    await billClient.discover({ partner: 'ADE', account: { reference: '1' }, ref: 'open' })
    clock.pass(BILLER_MS)
    expect(await refsOf('?status=UNKNOWN')).toEqual(['paid-late', 'given-back'])
    expect(await refsOf('?status=SUCCESS')).toEqual(['paid'])
    clock.pass(60_000)
    await billClient.start('SONELGAZ', { contractNumber: '2' }, 'going')
    await billClient.discover({ partner: 'Algérie Télécom', account: line('030000002'), ref: 'asking' })
    expect(await refsOf('?status=PENDING')).toEqual(['asking'])
    expect(await refsOf('?status=READY')).toEqual(['open'])
    expect(await refsOf('?status=PROCESSING')).toEqual(['going'])
    expect(await refsOf('?status=UNKNOWN')).toEqual([])
    expect(await refsOf('?status=SUCCESS')).toEqual(['paid-late', 'paid'])
    expect(await refsOf('?status=FAILED')).toEqual(['declined'])
    expect(await refsOf('?status=REFUNDED')).toEqual(['given-back'])
    clock.pass(BILLER_MS)
    expect(await refsOf('?status=FAILED')).toEqual(['asking', 'declined'])
  })

  test('is filtered by partner, accents included, and by both', async () => {
    await billClient.discover({ ref: 'gaz' })
    await billClient.discover({ partner: 'Algérie Télécom', account: line('021223344'), ref: 'line' })
    const partner = encodeURIComponent('Algérie Télécom')
    expect(await refsOf(`?partner=${partner}`)).toEqual(['line'])
    expect(await refsOf(`?partner=${partner}&status=READY`)).toEqual([])
    clock.pass(BILLER_MS)
    expect(await refsOf(`?partner=${partner}&status=READY`)).toEqual(['line'])
  })

  test.each([
    ['from=2026-10-06', ['tuesday']],
    ['to=2026-10-05', ['monday']],
    ['from=2026-10-05&to=2026-10-06', ['tuesday', 'monday']],
    ['from=2026-10-05T08:00:00.000Z', ['tuesday', 'monday']],
    ['from=2026-10-05T08:00:00.001Z', ['tuesday']],
    ['to=2026-10-05T08:00:00Z', ['monday']],
    ['to=2026-10-05T09:00:00%2B01:00', ['monday']],
    ['to=2026-10-05T08:59:59%2B01:00', []],
    ['from=2026-10-07&to=2026-10-01', []],
  ])('is filtered by time: %s', async (query, refs) => {
    await billClient.discover({ ref: 'monday' })
    clock.pass(86_400_000)
    await billClient.discover({ ref: 'tuesday' })
    expect(await refsOf(`?${query}`)).toEqual(refs)
  })

  test.each([
    ['status=ready', ['status']],
    ['status=', ['status']],
    ['status=DONE', ['status']],
    ['partner=seaal', ['partner']],
    ['from=yesterday', ['from']],
    ['from=2026-02-30', ['from']],
    ['to=2026-10-05 08:00', ['to']],
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['limit=2.5', ['limit']],
    ['limit=', ['limit']],
    ['offset=-1', ['offset']],
    ['offset=a', ['offset']],
    [
      'status=x&partner=x&from=x&to=x&limit=x&offset=x',
      ['status', 'partner', 'from', 'to', 'limit', 'offset'],
    ],
  ])('refuses %s and lists every failed field', async (query, fields) => {
    const answer = await list(`?${query}`)
    expect(refusalOf(answer)).toBe('400 ERR_VALIDATION')
    const details: string[] = answer.body.error.details
    expect(details.map((one) => one.split(':')[0])).toEqual(fields)
  })

  test('knows no ref filter', async () => {
    await billClient.discover({ ref: 'a' })
    await billClient.discover({ ref: 'b' })
    expect(await refsOf('?ref=a')).toEqual(['b', 'a'])
  })

  test('never crosses environments', async () => {
    const { body } = await billClient.discover()
    const production = billClientOf(service.billUrl, clock, trainingKeys.production)
    expect((await production.get('/v3/bills/transactions')).body.meta.total).toBe(0)
    const answer = await production.get(`/v3/bills/transactions/${body.data.transactionId}`)
    expect(refusalOf(answer)).toBe('404 NOT_FOUND')
    expect((await production.get('/v3/bills/transactions/by-ref?ref=sale-1&partner=SONELGAZ')).status).toBe(
      404,
    )
  })
})

describe('one transaction', () => {
  test.each(['0'.repeat(24), 'x', 'by-name'])('%s is not found', async (id) => {
    expect(refusalOf(await billClient.get(`/v3/bills/transactions/${id}`))).toBe('404 NOT_FOUND')
  })
})

describe('by ref', () => {
  const byRef = (ref: string, partner: string) =>
    billClient.get(
      `/v3/bills/transactions/by-ref?ref=${encodeURIComponent(ref)}&partner=${encodeURIComponent(partner)}`,
    )

  test('finds by the discovery ref, also once paid, and never by the payment ref', async () => {
    const id = await billClient.start('Algérie Télécom', line('021223344'), 'shop/7 é')
    const found = await byRef('shop/7 é', 'Algérie Télécom')
    expect(found.body.data).toEqual(await billClient.read(id))
    expect(refusalOf(await byRef('shop/7 é-pay', 'Algérie Télécom'))).toBe('404 NOT_FOUND')
    expect(refusalOf(await byRef('shop/7 é', 'ADE'))).toBe('404 NOT_FOUND')
  })

  test('finds the newest where an older one failed under the same ref', async () => {
    const failing = { partner: 'Algérie Télécom', account: line('030000002'), ref: 'again' }
    await billClient.discover(failing)
    clock.pass(BILLER_MS)
    const { body } = await billClient.discover(failing)
    expect((await byRef('again', 'Algérie Télécom')).body.data.transactionId).toBe(body.data.transactionId)
  })

  test('needs both', async () => {
    const answer = await billClient.get('/v3/bills/transactions/by-ref?partner=x')
    expect(refusalOf(answer)).toBe('400 ERR_VALIDATION')
    expect(answer.body.error.details).toEqual([
      expect.stringMatching(/^ref:/),
      expect.stringMatching(/^partner:/),
    ])
  })
})
