/** Dispatch: whatever comes in, a typed reply goes out, and no money moves without a confirmed review. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDispatch, type Handlers } from '#core/dispatch.ts'
import { anybody } from '#core/till/actor.ts'
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { replySchema } from '#shared/ipc/wire.ts'
import { centimes } from '#shared/money.ts'
import { err, ok } from '#shared/result.ts'
import { slipPath } from '#shared/slip-page.ts'
import { keepLog } from '../support/api-client.ts'
import { startCore, startCounter, startShop } from '../support/core.ts'
import { startWholeCounter } from '../support/counter.ts'
import { RUNS } from '../support/effort.ts'
import { noPrinter } from '../support/no-printer.ts'
import { refNumber } from '../support/refs.ts'

const names = Object.keys(commands) as CommandName[]

const anyName = fc.oneof(fc.constantFrom(...names), fc.string(), fc.anything())
const nearlyRight = fc.record(
  {
    type: fc.constantFrom('ADSL', '4G', 'adsl', 4),
    number: fc.oneof(fc.stringMatching(/^0[0-9]{8}$/), fc.string()),
    kind: fc.constantFrom('internet', 'mobile', 'gift-card', 'bill'),
    planCode: fc.oneof(fc.constantFrom('PREPAID_MOBILIS', 'GETMENU_Mobilis'), fc.string()),
    amountCentimes: fc.constantFrom(50_000, 0, -1, 1e15),
    productId: fc.oneof(fc.constantFrom('steam-us', '..', ''), fc.string()),
    typeId: fc.oneof(fc.constantFrom('steam-us-5'), fc.string()),
    quantity: fc.constantFrom(1, 0, 101, 1.5),
    discoveryRef: fc.constantFrom(refNumber(1), 'x'),
    billIds: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
    valueCentimes: fc.oneof(fc.constantFrom(50_000, 100_000), fc.double(), fc.integer()),
    reviewId: fc.oneof(fc.uuid(), fc.string()),
    ref: fc.oneof(fc.constantFrom(refNumber(1)), fc.string()),
    locale: fc.constantFrom('fr', 'ar', 'xx'),
    shopName: fc.string(),
  },
  { requiredKeys: [] },
)
const anyInput = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true }),
  nearlyRight,
  fc.constant({}),
)

describe('the dispatch', () => {
  test('answers anything with a typed reply, and moves no money', async () => {
    const { service, counter } = await startCounter()
    await fc.assert(
      fc.asyncProperty(anyName, anyInput, async (name, input) => {
        expect(replySchema.safeParse(await counter.core.dispatch(name, input)).success).toBe(true)
      }),
      { numRuns: 10 * RUNS },
    )
    expect((await counter.command('app.snapshot', {})).sales).toEqual([])
    const { orders, movements } = await service.ledger()
    expect({ orders, movements }).toEqual({ orders: [], movements: [] })
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([])
  })

  test.each([
    ['no name', undefined, {}, 'name'],
    ['a name of Object', 'toString', {}, 'name'],
    ['no input', 'sale.confirm', undefined, 'input'],
    ['a field too many', 'app.snapshot', { more: 1 }, 'more'],
    ['a field too few', 'sale.confirm', {}, 'reviewId'],
    ['a ref that is none', 'sale.resend', { ref: 'x' }, 'ref'],
    [
      'half a centime',
      'sale.review',
      { kind: 'internet', type: 'ADSL', number: '1', valueCentimes: 0.5 },
      'valueCentimes',
    ],
    ['no cards', 'sale.review', { kind: 'gift-card', productId: 'p', typeId: 't', quantity: 0 }, 'quantity'],
    [
      'a bill that is asked for twice',
      'sale.review',
      { kind: 'bill', discoveryRef: refNumber(1), billIds: ['a', 'a'] },
      'billIds',
    ],
    ['an account without a number', 'bills.discover', { partner: 'ADE', account: {} }, 'account'],
    [
      'a decision that nobody signed',
      'sale.decide',
      { ref: refNumber(1), decision: { kind: 'not-received' }, seen: [], who: '  ', why: 'seen' },
      'who',
    ],
    [
      'a decision that does not say what was seen',
      'sale.decide',
      { ref: refNumber(1), decision: { kind: 'not-received' }, who: 'Amina', why: 'seen' },
      'seen',
    ],
    ['a field inside a field', 'settings.update', { slip: { language: 'fr', widthMm: 70 } }, 'slip.widthMm'],
  ])('names the field of %s', async (_, name, input, field) => {
    const counter = await startCore({ ...(await startShop()), started: false })
    expect(await counter.core.dispatch(name, input)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field },
    })
  })

  test('names the field of an impossible day, and checks it no further', async () => {
    const counter = await startCore({ ...(await startShop()), started: false })
    const span = { fromDay: 'x', toDay: '2026-01-31' }
    expect(await counter.core.dispatch('reports.read', span)).toMatchObject({
      error: { kind: 'invalid-input', field: 'fromDay' },
    })
  })

  test('refuses an input that throws when it is read', async () => {
    const counter = await startCore({ ...(await startShop()), started: false })
    const trap = Object.defineProperty({}, 'reviewId', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(await counter.core.dispatch('sale.confirm', trap)).toMatchObject({
      error: { kind: 'invalid-input', field: 'input' },
    })
  })

  test('refuses a field that is no text and cannot become one, before it asks for a permission', async () => {
    const counter = await startWholeCounter({ ...(await startShop()), started: false })
    const movement = Object.assign(['drop'], { toString: {} })
    expect(await counter.core.dispatch('till.move-cash', { actId: 'x', moved: { movement } })).toMatchObject({
      error: { kind: 'invalid-input' },
    })
  })
})

describe('an internal error', () => {
  const ref = refNumber(7)
  const lookUp = (work: () => unknown) => {
    const log = keepLog()
    const table = Object.fromEntries(names.map((name) => [name, async () => work()]))
    // A table that lies about its answers stands for a bug.
    return {
      log,
      dispatch: createDispatch({ handlers: table as unknown as Handlers, log, admit: () => ok(anybody) }),
    }
  }

  test.each([
    ['throws', () => expect.unreachable('a bug')],
    ['answers what the contract does not know', () => ok({ half: 'a sale' })],
    ['answers nothing', () => undefined],
  ])('that %s is answered with the ref, unknown rather than failed, and logged', async (_, work) => {
    const { log, dispatch } = lookUp(work)
    expect(await dispatch('sale.look-up', { ref })).toEqual({ ok: false, error: { kind: 'internal', ref } })
    expect(log.lines).toMatchObject([{ level: 'error', facts: { command: 'sale.look-up' } }])
  })

  test('is not made of a handler’s own error', async () => {
    const { log, dispatch } = lookUp(() => err({ kind: 'sale-not-found', ref }))
    expect(await dispatch('sale.look-up', { ref })).toEqual({
      ok: false,
      error: { kind: 'sale-not-found', ref },
    })
    expect(log.lines).toEqual([])
  })
})

describe('saving a slip', () => {
  const paths: string[] = []
  const printers = {
    saves: {
      ...noPrinter,
      savePdf: async (page: string, name: string, widthMm?: number) =>
        ok({ path: `${paths.push(page, name, `${widthMm}`)}` }),
    },
    fails: { ...noPrinter, savePdf: async () => err('no paper') },
    throws: { ...noPrinter, savePdf: async () => Promise.reject(new Error('a bug')) },
  }

  test('asks the printer for the page of the sale, under a name with its day', async () => {
    const counter = await startCore({ ...(await startShop()), ports: { printer: printers.saves } })
    const { ref, recordedAtMs } = await counter.sell('023456789')
    expect(await counter.ask('receipt.save-pdf', { ref })).toEqual({ ok: true, value: { path: '3' } })
    const day = new Date(recordedAtMs + 3_600_000).toISOString().slice(0, 10)
    expect(paths).toEqual([expect.stringMatching(/^\/paper\//), `${day}-${ref}.pdf`, '80'])
    expect(counter.core.readPage(paths[0] ?? '')).toBeUndefined()
    expect(counter.core.readPage(slipPath({ ref, language: 'fr', widthMm: 80 }))).toMatchObject({
      status: 200,
      body: expect.stringContaining(ref),
    })
    expect(counter.core.readPage('/slip/slip.css')).toMatchObject({ status: 200 })
    expect(counter.core.readPage(`/slip/${refNumber(1)}/80/fr`)).toBeUndefined()
    expect(counter.core.readPage('/slip/../settings.json')).toBeUndefined()
  })

  test('counts as a printed slip: the second is a duplicate, a cancelled one does not count', async () => {
    const pages: string[] = []
    let path: string | null = '/saved.pdf'
    const savePdf = async (page: string) => {
      pages.push(String(counter.core.readPage(page)?.body))
      return ok({ path })
    }
    const saves = { ...noPrinter, savePdf }
    const counter = await startCore({ ...(await startShop()), ports: { printer: saves } })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    for (const wanted of ['/saved.pdf', null, '/saved.pdf']) {
      path = wanted
      await counter.command('receipt.save-pdf', { ref })
    }
    expect(pages.map((page) => /DUPLICATA.\d/.exec(page)?.[0].at(-1))).toEqual([undefined, '1', '1'])
    const { jobs } = await counter.command('print.of-sale', { ref })
    expect(jobs).toMatchObject([
      { printer: 'PDF', state: 'sent', what: { copyNumber: 0 } },
      { printer: 'PDF', state: 'settled', settledAs: 'not-printed', what: { copyNumber: 1 } },
      { printer: 'PDF', state: 'sent', what: { copyNumber: 1 } },
    ])
    expect((await counter.command('app.snapshot', {})).printJobs).toEqual([])
  })

  test('of another state than before says so', async () => {
    const pages: string[] = []
    const savePdf = async (page: string) =>
      ok({ path: `/saved-${pages.push(String(counter.core.readPage(page)?.body))}` })
    const saves = { ...noPrinter, savePdf }
    const counter = await startCore({ ...(await startShop()), ports: { printer: saves } })
    const { ref } = await counter.sell('030000002')
    await counter.command('receipt.save-pdf', { ref })
    await counter.reached(ref, 'fulfilled', 'refused')
    await counter.command('receipt.save-pdf', { ref })
    expect(pages.map((page) => page.includes('Remplace le ticket de'))).toEqual([false, true])
  })

  test.each(['fails', 'throws'] as const)(
    'reports when the printer %s, and the sale is unchanged',
    async (how) => {
      const counter = await startCore({ ...(await startShop()), ports: { printer: printers[how] } })
      const { ref } = await counter.sell('023456789')
      expect(await counter.ask('receipt.save-pdf', { ref })).toMatchObject({
        error: { kind: 'printing', ref },
      })
      await counter.reached(ref, 'fulfilled')
    },
  )
})

test('the snapshot holds the day and everything open, newest first', async () => {
  const { counter } = await startCounter()
  const refs = []
  for (const number of ['030000002', '023456789', '023456780']) refs.unshift((await counter.sell(number)).ref)
  const { sales, sequence } = await counter.command('app.snapshot', {})
  expect(sales.map((sale) => sale.ref)).toEqual(refs)
  expect(sales[0]?.order).toMatchObject({ valueCentimes: centimes(100_000) })
  expect(sequence).toBe(counter.events.at(-1)?.sequence)
})
