/** "Not found" is believed only of a look-up that has found something: the path of the look-ups is not in the document. */
import { describe, expect, test } from 'vitest'
import {
  booksOf,
  looksAt,
  phasesOf,
  startCore,
  startCounter,
  startProvenCounter,
  startShop,
  until,
} from '../../support/core.ts'
import { profileWithPaths } from '../../support/profiles.ts'
import { endpoints, sellOne } from '../../support/sell.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const send = { method: 'POST', path: '/v3/internet/send' } as const
const lookByRef = { method: 'GET', path: '/v3/internet/check-ref' } as const
const lost = { ...send, action: { do: 'cut', take: false } } as const
const answerLost = { ...send, action: { do: 'cut', take: true } } as const
const notFound = { do: 'answer', take: true, status: 404, code: 'NOT_FOUND' } as const
/** More looks than an absent order needs to be believed absent. */
const ENOUGH_LOOKS = 8

/** A profile whose path by ref is wrong: the service answers NOT_FOUND to everything under it. */
const wrongPath = profileWithPaths({ internetByRef: '/v3/internet/no-such-path/{ref}' })

describe('a look-up by ref that never found anything', () => {
  test('proves no absence where its path does not exist', async () => {
    const { clock, service } = await startShop()
    const dataDir = temporaryFolder()
    const counter = await startCore({ clock, service, dataDir, config: { profile: wrongPath } })
    await service.addFaults(answerLost)
    const { ref } = await counter.sell('023456789')
    await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
    const { reason } = await counter.reached(ref, 'in-doubt')
    expect(reason).not.toBe('not-found')
    await counter.core.stop()

    const corrected = await startCore({ clock, service, dataDir })
    await corrected.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })

  test('proves none where it does not find a known order either, and that order ends by its id', async () => {
    const { service, counter } = await startCounter({ config: { profile: wrongPath } })
    const known = await counter.sell('023456780')
    await counter.reached(known.ref, 'fulfilled')
    await service.addFaults(answerLost)
    const { ref } = await counter.sell('023456789')
    await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
    expect(counter.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', what: expect.stringContaining('known order') }),
    )
  })

  test('leaves the first sale of a journal in doubt until another sale is found', async () => {
    const { service, counter } = await startCounter()
    await service.addFaults(lost)
    const { ref } = await counter.sell('023456789')
    await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
    await counter.sell('023456780')
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found' })
  })

  test('is tried on the newest known order after a restart', async () => {
    const { service, counter: before, restart } = await startProvenCounter()
    await service.addFaults(lost)
    const { ref } = await before.sell('023456789')
    await before.reached(ref, 'in-doubt')
    const after = await restart()
    await after.reached(ref, 'unsent')
    const [known] = (await service.ledger()).orders
    expect(known && (await looksAt(service, known.ref))).toBe(2)
  })
})

test.each(['internet', 'mobile'] as const)(
  'a sale of kind %s that never arrived is not found by a 404 with an unknown code',
  async (kind) => {
    const { service, counter } = await startCounter({}, { behaviour: { platformNotFound: 'ERR_NOT_FOUND' } })
    const known = await sellOne[kind](counter)
    await counter.reached(known.ref, 'fulfilled')
    const path = endpoints[kind].send
    await service.addFaults({ method: 'POST', path, action: { do: 'cut', take: false } })
    const { ref } = await sellOne[kind](counter)
    await counter.reached(ref, 'in-doubt')
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found' })
    expect(await booksOf(service, ref)).toEqual({ orders: 0, movements: [] })
  },
)

test('an accepted order is looked up by its ref first, so that the path proves itself, and then by its id', async () => {
  const { service, counter } = await startCounter()
  for (const number of ['030000002', '030000001']) {
    const { ref } = await counter.sell(number)
    await counter.reached(ref, 'fulfilled', 'refunded')
  }
  const looks = (await service.requests()).filter(({ path }) => /\/check-(ref|id)\//.test(path))
  expect(looks.map(({ path }) => path.includes('/check-ref/'))).toEqual(looks.map((_, place) => place === 0))
})

test('an accepted order that is not found again and again stays open, and the log says so', async () => {
  const { service, counter } = await startProvenCounter()
  await service.addFaults(
    { ...lookByRef, action: notFound, times: 20 },
    { method: 'GET', path: '/v3/internet/check-id', action: notFound, times: 20 },
  )
  const { ref } = await counter.sell('023456789')
  await until('it was looked up often', async () => (await looksAt(service, ref)) >= ENOUGH_LOOKS)
  expect((await counter.readSale(ref)).phase).toBe('handling')
  expect(counter.log.lines).toContainEqual({
    level: 'error',
    what: 'an accepted order is not found',
    facts: expect.objectContaining({ ref }),
  })
  await service.clearFaults()
  await counter.reached(ref, 'fulfilled')
})

test('an order that its ref finds 45 seconds late is never shown as not found', async () => {
  const behaviour = { refLookUpLag: 'forty-five-seconds' } as const
  const { clock, counter, service } = await startCounter({}, { behaviour })
  const known = await sellOne.internet(counter)
  await counter.reached(known.ref, 'fulfilled')
  // By now its ref finds it, so that the path is proven.
  await clock.pass(60_000)
  await service.addFaults(answerLost)
  const { ref } = await counter.sell('023456780')
  await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).not.toContain('unsent')
})
