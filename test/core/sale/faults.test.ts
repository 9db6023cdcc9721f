/**
 * Everything that can go wrong on the wire, before and after the service takes the order. Whatever happens, the service
 * ends with one order and one debit, or with none, and the sale says which.
 */
import { describe, expect, test } from 'vitest'
import { makeRef } from '#shared/ref.ts'
import type { FaultAction } from '#training/faults.ts'
import {
  booksOf,
  phasesOf,
  startCore,
  startCounter,
  startProvenCounter,
  startShop,
  until,
} from '../../support/core.ts'

const send = { method: 'POST', path: '/v3/internet/send' } as const
const lookByRef = { method: 'GET', path: '/v3/internet/check-ref' } as const
const lookById = { method: 'GET', path: '/v3/internet/check-id' } as const
const impatient = { limits: { headersMs: 300 } }

const doubtful: readonly (readonly [string, (take: boolean) => FaultAction])[] = [
  ['cut', (take) => ({ do: 'cut', take })],
  ['cut in its body', (take) => ({ do: 'cut-body', take })],
  ['garbled', (take) => ({ do: 'garble', take })],
  ['of the wrong shape', (take) => ({ do: 'wrong-shape', take })],
  ['a 500', (take) => ({ do: 'answer', take, status: 500, code: 'INTERNAL_SERVER_ERROR' })],
  ['a 503', (take) => ({ do: 'answer', take, status: 503, code: 'SERVICE_UNAVAILABLE' })],
  ["a proxy's 502", (take) => ({ do: 'answer', take, status: 502, html: true })],
  ['an unknown code', (take) => ({ do: 'answer', take, status: 400, code: 'ERR_NEW' })],
  ['a lost 200', (take) => ({ do: 'answer', take, status: 200 })],
  ['held for too long', (take) => ({ do: 'hold', take })],
]

describe('an answer to a send that is', () => {
  test.each(doubtful)('%s, after the order was taken, is settled by looking up', async (_, fault) => {
    const { service, counter } = await startProvenCounter({ config: impatient })
    await service.addFaults({ ...send, action: fault(true) })
    const { ref } = await counter.sell('023456789')
    const ended = await counter.reached(ref, 'fulfilled')
    expect(ended.attempts).toBe(1)
    expect(phasesOf(counter, ref)).toContain('in-doubt')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })

  test.each(doubtful)(
    '%s, before it was taken, ends unsent and sells once when sent again',
    async (_, fault) => {
      const { service, counter } = await startProvenCounter({ config: impatient })
      await service.addFaults({ ...send, action: fault(false) })
      const { ref } = await counter.sell('023456789')
      const unsent = await counter.reached(ref, 'unsent')
      expect(unsent).toMatchObject({ attempts: 1, reason: 'not-found' })
      expect(phasesOf(counter, ref)).toEqual(['sending', 'in-doubt', 'unsent'])
      expect(await booksOf(service, ref)).toEqual({ orders: 0, movements: [] })

      expect(await counter.command('sale.resend', { ref })).toMatchObject({ phase: 'sending', attempts: 2 })
      await counter.reached(ref, 'fulfilled')
      expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
    },
  )

  test('the second of a request delivered twice is settled by looking up', async () => {
    const { service, counter } = await startProvenCounter()
    await service.addFaults({ ...send, action: { do: 'duplicate-delivery' } })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
    const doubt = counter.events.find(
      ({ event }) => event.kind === 'sale-changed' && event.sale.phase === 'in-doubt',
    )
    expect(doubt?.event).toMatchObject({ sale: { reason: 'duplicated-ref' } })
  })

  test('"duplicated" while nothing is found stays in doubt: the service says that it knows the ref', async () => {
    const { service, counter } = await startProvenCounter()
    const action = { do: 'answer', take: false, status: 403, code: 'DUPLICATED_REF' } as const
    await service.addFaults({ ...send, action })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'in-doubt')
    const looks = async () =>
      (await service.requests()).filter(({ ref: of, method }) => of === ref && method === 'GET')
    await until('it was looked up often', async () => (await looks()).length >= 7)
    expect((await counter.readSale(ref)).phase).toBe('in-doubt')
  })
})

/** Late requests of unsent and given-up sales are in restart.test.ts. */
test('a very late request finds its ref taken when the sale was sent again', async () => {
  const { service, counter } = await startProvenCounter({ config: impatient })
  await service.addFaults({ ...send, action: { do: 'hold', take: 'late' } })
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'unsent')
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
  await service.release()
  await until('the late one was taken as well', async () => {
    const sends = (await service.requests()).filter((one) => one.path === send.path && one.ref === ref)
    return sends.length === 2 && sends.every(({ took }) => took)
  })
  expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
})

describe('look-ups', () => {
  test.each(doubtful)('that are %s are asked again until they answer', async (_, fault) => {
    const { service, counter } = await startProvenCounter({ config: impatient })
    await service.addFaults(
      { ...send, action: { do: 'cut', take: true } },
      { ...lookByRef, action: fault(true), times: 3 },
    )
    const { ref } = await counter.sell('030000001')
    await counter.reached(ref, 'refunded')
    expect(phasesOf(counter, ref)).not.toContain('unsent')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT', 'REFUND'] })
  })

  const notFound = { do: 'answer', take: true, status: 404, code: 'NOT_FOUND' } as const

  test.each([
    // A card takes up to 45 seconds, and may not be shown before.
    ['for 45 seconds', [{ ...lookByRef, action: notFound, times: 6 }]],
    [
      'once, after a long time without any answer,',
      [
        { ...lookByRef, action: { do: 'cut', take: false }, times: 6 },
        { ...lookByRef, action: notFound, times: 2 },
      ],
    ],
  ] as const)('that find nothing %s do not end the doubt', async (_, looks) => {
    const { service, counter } = await startProvenCounter()
    await service.addFaults({ ...send, action: { do: 'cut', take: true } }, ...looks)
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).not.toContain('unsent')
  })

  test('that do not find an accepted order leave it open', async () => {
    const { service, counter } = await startProvenCounter()
    await service.addFaults(
      { ...lookById, action: notFound, times: 8 },
      { ...lookByRef, action: notFound, times: 4 },
    )
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'fulfilled'])
  })

  test('on demand report that the line is down, and change nothing', async () => {
    const { service, counter } = await startCounter()
    await service.addFaults(
      { ...lookByRef, action: { do: 'cut', take: false }, times: 3 },
      { ...lookById, action: { do: 'cut', take: false }, times: 3 },
    )
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'handling')
    const reply = await counter.ask('sale.look-up', { ref })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'unreachable', ref } })
    expect((await counter.readSale(ref)).phase).toBe('handling')
  })
})

test('a look-up of an unknown or ended sale is refused', async () => {
  const counter = await startCore(await startShop())
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  expect(await counter.ask('sale.look-up', { ref })).toMatchObject({
    error: { kind: 'not-allowed-now', ref },
  })
  const other = makeRef(1, new Uint8Array(10))
  for (const name of ['sale.look-up', 'sale.resend', 'sale.cancel', 'receipt.save-pdf'] as const) {
    expect(await counter.ask(name, { ref: other })).toMatchObject({ error: { kind: 'sale-not-found' } })
  }
})
