/** Mobile top-ups, which have two sources: the ref, whose path has to prove itself, and the list, whose silence proves nothing. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { looksAt, phasesOf, startCounter, startProvenCounter, until } from '../../support/core.ts'
import { busy } from '../../support/list-rewrites.ts'
import { profileWithPaths } from '../../support/profiles.ts'
import { endpoints, sellOne } from '../../support/sell.ts'

/** More looks than an absent order needs to be believed absent. */
const ENOUGH_LOOKS = 8
const HOUR_MS = 3_600_000
const lost = (take: boolean) =>
  ({ method: 'POST', path: endpoints.mobile.send, action: { do: 'cut', take } }) as const
const sell = sellOne.mobile

/** A profile whose path by ref is wrong: the service answers NOT_FOUND to everything under it. */
const wrongPath = profileWithPaths({ mobileByRef: '/v3/mobile/no-such-path/{ref}' })

test('a lost top-up is found in the list where the path by ref does not exist', async () => {
  const { service, counter } = await startCounter({ config: { profile: wrongPath } })
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toContain('in-doubt')
})

test('a top-up that is not in the list is not absent if no ref was ever found', async () => {
  const { service, counter } = await startCounter({ config: { profile: wrongPath } })
  const known = await sell(counter)
  await counter.reached(known.ref, 'fulfilled')
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
})

test('the path of one kind proves nothing about another’s', async () => {
  const { service, counter } = await startProvenCounter()
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
  await sell(counter)
  expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found' })
})

test('a path without usable answers leaves the list and the id to decide', async () => {
  const { service, counter } = await startCounter({
    rewrite: (path, text) => (path.includes('/mobile/check-ref/') ? '<h1>404</h1>' : text),
  })
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await counter.reached(ref, 'fulfilled')
  const next = await sell(counter)
  await counter.reached(next.ref, 'fulfilled')
})

test('an unreadable row of the list prevents that a top-up is absent', async () => {
  const odd = { on: false }
  const { service, counter } = await startCounter({
    rewrite: (path, text) =>
      odd.on && path.startsWith('/v3/mobile/list')
        ? text.replace(/"items":\[(?=(\])?)/, (_, isEmpty) => `"items":[{"status":7}${isEmpty ? '' : ','}`)
        : text,
  })
  const known = await sell(counter)
  await counter.reached(known.ref, 'fulfilled')
  odd.on = true
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
  odd.on = false
  await counter.reached(ref, 'unsent')
})

test('a top-up in doubt that the service does not know the end of is unknown, and never failed', async () => {
  const { service, counter } = await startCounter()
  await service.addFaults(lost(true))
  const order = { kind: 'mobile', planCode: 'PREPAID_MOBILIS', number: '0600000004' } as const
  const { ref } = await counter.sellOrder({ ...order, amountCentimes: centimes(50_000) })
  await counter.reached(ref, 'unknown')
  expect(await counter.ask('sale.resend', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
  expect(await counter.ask('sale.cancel', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
  await counter.reached(ref, 'refunded')
  expect(phasesOf(counter, ref).filter((phase) => phase === 'refused' || phase === 'unsent')).toEqual([])
})

test('a person may call a top-up in doubt not received once looks cannot settle it, and it is sent again under its ref', async () => {
  const { service, counter } = await startCounter()
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await counter.reached(ref, 'in-doubt')
  const decision = { kind: 'not-received' } as const
  const asked = { ref, decision, seen: [], who: 'Amina', why: 'the operator says so' }
  expect(await counter.readSale(ref)).toMatchObject({ decidable: false })
  expect(await counter.ask('sale.decide', asked)).toMatchObject({
    error: { kind: 'not-allowed-now', state: 'in-doubt', action: 'decide', ref },
  })
  await until('looks do not end it', async () => (await counter.readSale(ref)).decidable)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'path-unproven' })
  expect(await counter.command('sale.decide', asked)).toMatchObject({
    phase: 'unsent',
    reason: 'not-received',
  })
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
  const sent = (await service.requests()).filter(({ path }) => path === endpoints.mobile.send)
  expect(sent.map((one) => one.ref)).toEqual([ref, ref])
})

test('a top-up sent again a day later is absent although the account made thousands in between', async () => {
  const { clock, service, counter, restart } = await startCounter({
    rewrite: busy('/v3/mobile/list'),
  })
  const known = await sell(counter)
  await counter.reached(known.ref, 'fulfilled')
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await counter.reached(ref, 'unsent')
  await counter.core.stop()
  clock.setBy(26 * HOUR_MS)
  const later = await restart()
  await service.addFaults(lost(false))
  await later.command('sale.resend', { ref })
  await later.reached(ref, 'in-doubt')
  await until('it is believed absent', async () => (await later.readSale(ref)).phase === 'unsent')
  expect(await later.readSale(ref)).toMatchObject({ attempts: 2, reason: 'not-found' })
})
