/** What the service itself said of a ref overrides any number of looks that find nothing: nothing that is recorded later erases it. */
import { expect, test } from 'vitest'
import type { Ref } from '#shared/ref.ts'
import { booksOf, looksAt, phasesOf, startProvenCounter, until } from '../../support/core.ts'
import { endpoints } from '../../support/sell.ts'

/** More looks than an absent order needs to be believed absent. */
const ENOUGH_LOOKS = 8
const send = { method: 'POST', path: endpoints.internet.send } as const
const lookAt = (ref: Ref) => ({ method: 'GET', path: `/v3/internet/check-ref/${ref}` }) as const
const notFound = { do: 'answer', take: false, status: 404, code: 'NOT_FOUND' } as const

test('after an hour without answers a ref that the service knows stays known, whatever later looks miss', async () => {
  const garbled = { on: false }
  const { service, counter } = await startProvenCounter({
    rewrite: (path, text) => (garbled.on && path.includes('/check-ref/') ? '<h1>' : text),
  })
  garbled.on = true
  await service.addFaults({ ...send, action: { do: 'duplicate-delivery' } })
  const { ref } = await counter.sell('023456789')
  await until('it is for a person', async () => (await counter.readSale(ref)).decidable)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'duplicated-ref-unseen' })
  await service.addFaults({ ...lookAt(ref), action: notFound, times: 50 })
  const before = await looksAt(service, ref)
  garbled.on = false
  await until('it was looked up often', async () => (await looksAt(service, ref)) >= before + ENOUGH_LOOKS)
  expect(phasesOf(counter, ref)).toEqual(['sending', 'in-doubt'])
  await service.clearFaults()
  await counter.reached(ref, 'fulfilled')
  expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
})

test('a foreign order seen once prevents that a sale is absent, after a restart too', async () => {
  const strange = { on: false }
  const { service, counter, restart } = await startProvenCounter({
    rewrite: (path, text) =>
      strange.on && path.includes('/check-ref/') ? text.replace('"023456789"', '"023456780"') : text,
  })
  await service.addFaults({ ...send, action: { do: 'cut', take: true } })
  strange.on = true
  const { ref } = await counter.sell('023456789')
  await until('the stranger was met', () =>
    counter.log.lines.some(({ what }) => what === 'a record that was found is not-ours'),
  )
  await service.addFaults({ ...lookAt(ref), action: notFound, times: 50 })
  strange.on = false
  const lookedOften = async () => {
    const before = await looksAt(service, ref)
    await until('it was looked up often', async () => (await looksAt(service, ref)) >= before + ENOUGH_LOOKS)
  }
  await lookedOften()
  expect(phasesOf(counter, ref)).toEqual(['sending', 'in-doubt'])
  const after = await restart()
  await lookedOften()
  expect(await after.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'stranger-found' })
  await service.clearFaults()
  await after.reached(ref, 'fulfilled')
})
