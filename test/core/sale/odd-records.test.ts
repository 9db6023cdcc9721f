/** A service that says things which its document does not: the sale stays open and visible, and ends when it can. */
import { expect, test } from 'vitest'
import { phasesOf, startCounter, until } from '../../support/core.ts'

const HOUR_MS = 3_600_000
const isLookUp = (path: string) => /\/v3\/internet\/check-(ref|id)\//.test(path)

/** A counter whose service's answers to look-ups are rewritten while `state.odd` is set. */
async function startOdd(rewrite: (text: string) => string) {
  const state = { odd: true }
  const shop = await startCounter({
    rewrite: (path, text) => (state.odd && isLookUp(path) ? rewrite(text) : text),
  })
  return { ...shop, state }
}

test('a status that nobody knows is unknown, not failed, and followed until it is settled', async () => {
  const { counter, state } = await startOdd((text) => text.replace(/HANDLING|FULFILLED/, 'UNKNOWN_ERROR'))
  const { ref } = await counter.sell('023456789')
  expect(await counter.reached(ref, 'unknown')).toMatchObject({
    state: 'following',
    serverStatus: 'UNKNOWN_ERROR',
  })
  expect(await counter.ask('sale.resend', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
  expect(await counter.ask('sale.cancel', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
  state.odd = false
  await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'unknown', 'fulfilled'])
})

test('a queued sale that is refunded, which no table says, is believed and logged', async () => {
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
