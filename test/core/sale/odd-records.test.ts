/** A service that says things which its document does not: the sale stays open and visible, and ends when it can. */
import { describe, expect, test } from 'vitest'
import { orderKinds } from '#shared/products/orders.ts'
import { phasesOf, startCore, startCounter, startShop, until } from '../../support/core.ts'
import { answerAt, deliverAt } from '../../support/line.ts'
import { endpoints, sellOne } from '../../support/sell.ts'

const HOUR_MS = 3_600_000
const isLookUp = (path: string) => /\/v3\/internet\/check-(ref|id)\//.test(path)

const gone = { do: 'answer', take: false, status: 404, code: 'NO_SUCH_TOPUP' } as const

/** A counter whose service's answers to look-ups are rewritten while `state.odd` is set. */
async function startOdd(rewrite: (text: string) => string) {
  const state = { odd: true }
  const shop = await startCounter({
    rewrite: (path, text) => (state.odd && isLookUp(path) ? rewrite(text) : text),
  })
  return { ...shop, state }
}

test.each([...['UNKNOWN_ERROR', 'FAILED', 'CANCELLED']])(
  'the status %s, which nobody knows, is kept, is unknown and not failed, and is followed until it is settled',
  async (serverStatus) => {
    const { counter, state } = await startOdd((text) => text.replace(/HANDLING|FULFILLED/, serverStatus))
    const { ref } = await counter.sell('023456789')
    expect(await counter.reached(ref, 'unknown')).toMatchObject({ state: 'following', serverStatus })
    expect(await counter.ask('sale.resend', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
    expect(await counter.ask('sale.cancel', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
    state.odd = false
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'unknown', 'fulfilled'])
  },
)

test('a queued sale that is refunded, which is in no table, is accepted and logged', async () => {
  const { clock, counter, state } = await startOdd((text) => text.replace('FULFILLED', 'REFUNDED'))
  const { ref } = await counter.sell('030000002')
  await counter.reached(ref, 'refunded')
  expect(counter.log.lines.filter(({ what }) => what.includes('do not expect'))).toHaveLength(1)
  state.odd = false
  await clock.pass(HOUR_MS)
  expect((await counter.readSale(ref)).phase).toBe('refunded')
})

test.each([
  ['another number', (text: string) => text.replace(/"number":"023456789"/, '"number":"023456780"')],
  ['another value', (text: string) => text.replace(/"value":1000/, '"value":2000')],
] as const)('a record of %s is not taken for ours, and the doubt stays', async (_, rewrite) => {
  const { counter, service, state } = await startOdd(rewrite)
  const action = { do: 'cut', take: true } as const
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action })
  const { ref } = await counter.sell('023456789')
  await until('it was looked at in vain', () =>
    counter.log.lines.some(({ what }) => what === 'a record that was found is not-ours'),
  )
  expect((await counter.readSale(ref)).phase).toBe('in-doubt')
  state.odd = false
  await counter.reached(ref, 'fulfilled')
})

test('an order that is acknowledged under another ref is in doubt until it is found under ours', async () => {
  const { counter } = await startCounter({
    rewrite: (path, text) =>
      path === '/v3/internet/send' ? text.replace(/"topupRef":"[^"]+"/, '"topupRef":"another"') : text,
  })
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toContain('in-doubt')
})

describe('a lost order whose record says', () => {
  const lost = { do: 'cut', take: true } as const
  test.each([
    ['internet', 'a masked number', (text: string) => text.replaceAll('"023456789"', '"023***789"')],
    ['mobile', 'a masked number', (text: string) => text.replaceAll('"0770123456"', '"0770***456"')],
    [
      'mobile',
      'a ref of the service’s own',
      (text: string) => text.replaceAll(/"ref":"[^"]+"/g, '"ref":"T-77"'),
    ],
  ] as const)('(%s) %s is ours by our own name', async (kind, _, rewrite) => {
    const odd = { on: false }
    const { service, counter } = await startCounter({
      rewrite: (path, text) => (odd.on && path.startsWith(`/v3/${kind}/`) ? rewrite(text) : text),
    })
    odd.on = true
    await service.addFaults({ method: 'POST', path: endpoints[kind].send, action: lost })
    const { ref } = await sellOne[kind](counter)
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toContain('in-doubt')
  })
})

test('a top-up that the service knows by a ref of its own is accepted and followed by its id', async () => {
  const { service, counter } = await startCounter({
    rewrite: (path, text) =>
      path.startsWith('/v3/mobile/') ? text.replaceAll(/"(ref|topupRef)":"[^"]+"/g, '"$1":"T-77"') : text,
  })
  await service.addFaults({ method: 'GET', path: '/v3/mobile/check-', action: gone, times: 4 })
  const { ref } = await sellOne.mobile(counter)
  await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'fulfilled'])
})

test('a record under our ref with neither our ref nor our id is not ours where its id is another sale’s', async () => {
  const other = { id: '', ref: '' }
  const { clock, counter } = await startCounter({
    rewrite: (path, text) =>
      path.startsWith('/v3/mobile/check-') &&
      other.id !== '' &&
      ![other.ref, other.id].some((own) => path.endsWith(own))
        ? text.replace(/"_id":"[^"]+"/, `"_id":"${other.id}"`).replaceAll(/"ref":"[^"]+"/g, '"ref":"T-77"')
        : text,
  })
  const first = await sellOne.mobile(counter)
  other.id = (await counter.reached(first.ref, 'fulfilled')).serviceId ?? ''
  other.ref = first.ref
  const { ref } = await sellOne.mobile(counter)
  await clock.pass(60_000)
  expect(counter.log.lines.some(({ what }) => what === 'a record that was found is not-ours')).toBe(true)
  expect(phasesOf(counter, ref)).not.toContain('fulfilled')
})

test.each(['internet', 'mobile'] as const)(
  '“not found” under another code is an absence too (%s)',
  async (kind) => {
    const { service, counter } = await startCounter({
      rewrite: (path, text) =>
        path.includes('/check-') ? text.replace('"NOT_FOUND"', '"NO_SUCH_TOPUP"') : text,
    })
    const known = await sellOne[kind](counter)
    await counter.reached(known.ref, 'fulfilled')
    await service.addFaults({
      method: 'POST',
      path: endpoints[kind].send,
      action: { do: 'cut', take: false },
    })
    const { ref } = await sellOne[kind](counter)
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found' })
  },
)

test.each(orderKinds)('a success under the status 201 is one (%s)', async (kind) => {
  const { clock, service } = await startShop()
  const created = (baseUrl: string) =>
    answerAt(async (request) => {
      const delivery = await deliverAt(baseUrl, request)
      if (delivery.kind !== 'whole' || request.method !== 'POST') return delivery
      return { kind: 'whole', answer: { ...delivery.answer, status: 201 } }
    }).baseUrl
  const at = { baseUrl: created(service.baseUrl), billUrl: created(service.billUrl) }
  const counter = await startCore({ clock, service: at })
  const { ref } = await sellOne[kind](counter)
  await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'fulfilled'])
})
