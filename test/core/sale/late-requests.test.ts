/** A request that is late by minutes or days: whatever was decided meanwhile, the order is noticed when it lands. */
import { describe, expect, test } from 'vitest'
import { displayStatusOf } from '#shared/display-status.ts'
import { centimes } from '#shared/money.ts'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { booksOf, looksAt, phasesOf, startProvenCounter, until } from '../../support/core.ts'
import { callerOf } from '../../support/training-calls.ts'

const DAY_MS = 24 * 3_600_000
const send = { method: 'POST', path: '/v3/internet/send' } as const
const lost = { ...send, action: { do: 'cut', take: false } } as const

async function startLossy() {
  const shop = await startProvenCounter()
  const { service, counter } = shop
  /** A sale whose request was lost on its way and is not found. */
  const loseOne = async () => {
    await service.addFaults(lost)
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'unsent')
    return ref
  }
  return { ...shop, loseOne, land: (ref: string) => callerOf(service.baseUrl).send({ ref }) }
}

describe('sent again after a doubt, a sale', () => {
  test.each([
    ['refused', { status: 400, code: 'ERR_STOCK' }],
    ['refused for the balance', { status: 403, code: 'INSUFFICIENT_BALANCE' }],
    ['put off', { status: 429, code: 'RATE_LIMIT_EXCEEDED' }],
  ])('that is %s is not over: the first request may still land', async (_, answer) => {
    const { service, counter, loseOne, land } = await startLossy()
    const ref = await loseOne()
    await service.addFaults({ ...send, action: { do: 'answer', take: false, ...answer } })
    await counter.command('sale.resend', { ref })
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ attempts: 2 })
    expect(phasesOf(counter, ref)).not.toContain('refused')
    await land(ref)
    await counter.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })

  test('that is refused after a restart is not over either, and is in doubt for the refusal', async () => {
    const { service, restart, loseOne, land } = await startLossy()
    const ref = await loseOne()
    const after = await restart()
    await service.addFaults({
      ...send,
      action: { do: 'answer', take: false, status: 400, code: 'ERR_STOCK' },
    })
    await after.command('sale.resend', { ref })
    expect(await after.reached(ref, 'in-doubt')).toMatchObject({ reason: 'ERR_STOCK', attempts: 2 })
    await land(ref)
    await after.reached(ref, 'fulfilled')
  })
})

test('a sale whose first request never left is over when the second is refused', async () => {
  const gone = { on: false }
  const { service, counter } = await startProvenCounter({
    ports: {
      keyVault: {
        readKey: async () => (gone.on ? err({ problem: 'none' }) : ok(trainingKeys.sandbox)),
        readJournalKey: async () => err({ problem: 'denied' }),
        restoreJournalKey: async () => err({ problem: 'denied' }),
      },
    },
  })
  const order = {
    kind: 'internet',
    type: 'ADSL',
    number: '023456789',
    valueCentimes: centimes(100_000),
  } as const
  const { reviewId } = await counter.command('sale.review', order)
  gone.on = true
  const { ref } = await counter.command('sale.confirm', { reviewId })
  expect(displayStatusOf(await counter.reached(ref, 'unsent'))).toBe('unsent')
  gone.on = false
  await service.addFaults({ ...send, action: { do: 'answer', take: false, status: 400, code: 'ERR_PHONE' } })
  await counter.command('connection.check', {})
  await counter.opened()
  await counter.command('sale.resend', { ref })
  expect(await counter.reached(ref, 'refused')).toMatchObject({ reason: 'ERR_PHONE' })
})

describe('a sale that was given up', () => {
  test('says so, whatever surfaces later', async () => {
    const { counter, loseOne, land } = await startLossy()
    const ref = await loseOne()
    expect(await counter.readSale(ref)).toMatchObject({ givenUp: false })
    expect(await counter.command('sale.cancel', { ref })).toMatchObject({ givenUp: true })
    await land(ref)
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ givenUp: true })
    expect(phasesOf(counter, ref)).toContain('cancelled')
  })

  test('is watched on when the clock is set days ahead', async () => {
    const { clock, service, counter, loseOne, land } = await startLossy()
    const ref = await loseOne()
    await counter.command('sale.cancel', { ref })
    clock.setBy(3 * DAY_MS)
    const looks = await looksAt(service, ref)
    await until('it is looked at', async () => (await looksAt(service, ref)) > looks + 1)
    clock.setBy(-3 * DAY_MS)
    await land(ref)
    await counter.reached(ref, 'fulfilled')
  })

  test.each([1, 5, -30])('is watched again after a start %d days later by the clock', async (days) => {
    const { clock, counter, restart, loseOne, land } = await startLossy()
    const ref = await loseOne()
    await counter.command('sale.cancel', { ref })
    await counter.core.stop()
    clock.setBy(days * DAY_MS)
    const after = await restart()
    await land(ref)
    await until('it surfaced', () => phasesOf(after, ref).includes('fulfilled'))
  })
})
