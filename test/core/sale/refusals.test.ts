/**
 * A refusal is said only where it is true: what stands between may deliver a request twice and hand on the answer to the
 * second, so each refusal is held against one look at the service before it ends a sale.
 */
import { describe, expect, test } from 'vitest'
import { displayStatusOf } from '#shared/display-status.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { FaultAction } from '#training/faults.ts'
import type { TrainingOptions } from '#training/options.ts'
import { cutPower, phasesOf, startCore, startCounter, until } from '../../support/core.ts'
import { profileWithPaths } from '../../support/profiles.ts'
import { endpoints, sellOne } from '../../support/sell.ts'
import { callerOf } from '../../support/training-calls.ts'

type Named = Exclude<OrderKind, 'gift-card'>
type Refusal = readonly [Named, number, string]

/** Each is of the request itself, and of every delivery of it: the sale is over. */
const final: readonly Refusal[] = [
  ['internet', 400, 'ERR_PHONE'],
  ['mobile', 400, 'ERR_VALIDATION'],
  ['bill', 400, 'INVALID_ACCOUNT'],
]
/** Each is of the moment: an earlier delivery may be the cause, or the same request may be sent again. */
const passing: readonly Refusal[] = [
  ['internet', 400, 'ERR_STOCK'],
  ['mobile', 403, 'INSUFFICIENT_BALANCE'],
  ['bill', 409, 'BILL_ALREADY_PAID'],
  ['bill', 404, 'NOT_FOUND'],
  ['internet', 429, 'RATE_LIMIT_EXCEEDED'],
  ['mobile', 403, 'API_DISABLED'],
  ['bill', 503, 'AUTH_UNAVAILABLE'],
  ['bill', 503, 'PARTNER_UNAVAILABLE'],
  ['bill', 409, 'PAYMENT_IN_PROGRESS'],
]

const answer = (take: boolean, status: number, code: string): FaultAction => ({
  ...{ do: 'answer', take, status, code },
})
const everyLook = (kind: Named, action: FaultAction, times: number) =>
  endpoints[kind].looks.map((path) => ({ method: 'GET', path, action, times }) as const)

/** A counter that has sold one of the kind before, by which its look-ups have proved themselves. */
async function startProven(
  kind: Named,
  options: Parameters<typeof startCounter>[0] = {},
  training: TrainingOptions = {},
) {
  const shop = await startCounter(options, training)
  const { service, counter } = shop
  const { ref } = await sellOne[kind](counter)
  await counter.reached(ref, 'fulfilled')
  const debitsBefore = (await service.ledger()).movements.length
  return {
    ...shop,
    /** Sells one to which the service answers this. */
    async sellTo(action: FaultAction) {
      await service.addFaults({ method: 'POST', path: endpoints[kind].send, action })
      return sellOne[kind](counter, 1)
    },
    movements: async () => (await service.ledger()).movements.slice(debitsBefore).map(({ type }) => type),
    looks: async (ref: string, transactionId = ref) =>
      (await service.requests()).filter(
        ({ method, path }) => method === 'GET' && (path.endsWith(ref) || path.endsWith(transactionId)),
      ).length,
  }
}

describe('an order that the service took, and whose second delivery is answered', () => {
  test.each([...final, ...passing])(
    'of %s, %i %s, is found and never shown as refused or not sent',
    async (kind, ...refusal) => {
      const { counter, sellTo, movements } = await startProven(kind)
      const { ref } = await sellTo(answer(true, ...refusal))
      expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ attempts: 1, givenUp: false })
      expect(phasesOf(counter, ref)).not.toContain('refused')
      expect(phasesOf(counter, ref)).not.toContain('unsent')
      expect(await movements()).toEqual(['DEBIT'])
    },
  )

  test.each([
    [429, 'RATE_LIMIT_EXCEEDED'],
    [400, 'ERR_STOCK'],
    [403, 'INSUFFICIENT_BALANCE'],
  ])('of gift cards, %i %s, is found in the list alone, as it has no name', async (...refusal) => {
    const { service, counter } = await startCounter()
    const action = answer(true, ...refusal)
    await service.addFaults({ method: 'POST', path: endpoints['gift-card'].send, action })
    const { ref } = await sellOne['gift-card'](counter)
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref).slice(0, 2)).toEqual(['sending', 'in-doubt'])
  })

  test.each(['internet', 'mobile', 'bill'] as const)(
    'of %s, 401, waits in doubt until the service may be asked again',
    async (kind) => {
      const { clock, counter, sellTo } = await startProven(kind)
      const { ref } = await sellTo(answer(true, 401, 'INVALID_ACCESS_TOKEN'))
      await clock.pass(10 * 60_000)
      expect(phasesOf(counter, ref)).toEqual(['sending', 'in-doubt'])
      await counter.command('connection.check', {})
      await counter.reached(ref, 'fulfilled')
    },
  )
})

describe('a refusal of an order that the service did not take', () => {
  test.each(final)('of %s, %i %s, ends the sale after one look', async (kind, ...refusal) => {
    const { clock, counter, sellTo, looks, movements } = await startProven(kind)
    const { ref, order } = await sellTo(answer(false, ...refusal))
    const sentAtMs = clock.nowMs()
    expect(await counter.reached(ref, 'refused')).toMatchObject({ reason: refusal[1], givenUp: false })
    expect(clock.nowMs() - sentAtMs).toBeLessThan(1_000)
    expect(phasesOf(counter, ref)).toEqual(['sending', 'refused'])
    const transactionId = order.kind === 'bill' ? order.transactionId : undefined
    // A bill's transaction was read when its bills were discovered.
    expect(await looks(ref, transactionId)).toBeGreaterThanOrEqual(1)
    expect(await counter.ask('sale.resend', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
    expect(await movements()).toEqual([])
  })

  test.each(passing)(
    'of %s, %i %s, is a doubt that a few looks end, and it may be sent again',
    async (kind, ...refusal) => {
      const { counter, sellTo, movements } = await startProven(kind)
      const { ref } = await sellTo(answer(false, ...refusal))
      expect(await counter.reached(ref, 'in-doubt')).toMatchObject({ reason: refusal[1] })
      const unsent = await counter.reached(ref, 'unsent')
      expect(displayStatusOf(unsent)).toBe('not-found')
      expect(unsent.lastRefusal).toBe(refusal[1])
      await counter.command('sale.resend', { ref })
      await counter.reached(ref, 'fulfilled')
      expect(await movements()).toEqual(['DEBIT'])
    },
  )

  test('is no longer shown for a request that was sent again and got no answer', async () => {
    const { service, counter, sellTo } = await startProven('mobile')
    const { ref } = await sellTo(answer(false, 403, 'INSUFFICIENT_BALANCE'))
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ lastRefusal: 'INSUFFICIENT_BALANCE' })
    const { send: path } = endpoints.mobile
    await service.addFaults({ method: 'POST', path, action: { do: 'cut', take: false } })
    await counter.command('sale.resend', { ref })
    await until('the request is in doubt', async () => (await counter.readSale(ref)).phase === 'in-doubt')
    expect((await counter.reached(ref, 'unsent')).lastRefusal).toBeNull()
  })

  test.each(['internet', 'mobile', 'bill'] as const)(
    'of %s is no refusal while the look brings no answer, nor after a power cut in it',
    async (kind) => {
      const { clock, service, counter, sellTo } = await startProven(kind)
      const { ref } = await sellTo(answer(true, 400, 'ERR_VALIDATION'))
      await service.addFaults(...everyLook(kind, { do: 'hold', take: true }, 9))
      await until('the look is held', async () => (await service.heldCount()) > 0)
      expect((await counter.readSale(ref)).phase).toBe('sending')
      const dataDir = cutPower(counter)
      await counter.reached(ref, 'in-doubt')
      expect(await counter.readSale(ref)).toMatchObject({ reason: 'ERR_VALIDATION' })
      await counter.core.stop()
      await service.clearFaults()
      const after = await startCore({ clock, service, dataDir })
      await after.reached(ref, 'fulfilled')
      expect(phasesOf(after, ref)).not.toContain('refused')
    },
  )

  test('is not final if the path of the look never found anything', async () => {
    const profile = profileWithPaths({ internetByRef: '/v3/internet/no-such-path/{ref}' })
    const { counter, sellTo } = await startProven('internet', { config: { profile } })
    const { ref } = await sellTo(answer(true, 400, 'ERR_STOCK'))
    expect(await counter.reached(ref, 'in-doubt')).toMatchObject({ reason: 'ERR_STOCK' })
  })

  test.each<Refusal>([
    ['mobile', 403, 'INSUFFICIENT_BALANCE'],
    ['internet', 400, 'ERR_STOCK'],
  ])('of %s, %i %s, is not shown if the taken order appears 45 s later', async (kind, ...refusal) => {
    const { counter, sellTo, movements } = await startProven(
      kind,
      {},
      {
        behaviour: { refLookUpLag: 'forty-five-seconds', mobileListLag: 'minute' },
      },
    )
    const { ref } = await sellTo(answer(true, ...refusal))
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).not.toContain('refused')
    expect(await movements()).toEqual(['DEBIT'])
  })

  test('of typed input is final for a journal’s first sale too', async () => {
    const { service, counter } = await startCounter()
    await service.addFaults({
      method: 'POST',
      path: endpoints.internet.send,
      action: answer(false, 400, 'ERR_PHONE'),
    })
    const { ref } = await sellOne.internet(counter)
    expect(await counter.reached(ref, 'refused')).toMatchObject({ reason: 'ERR_PHONE' })
  })
})

describe('a refused sale whose order surfaces', () => {
  const land = (baseUrl: string, ref: string) => callerOf(baseUrl).send({ ref })

  test('has who owes whom, and that it was refused before', async () => {
    const { service, counter, sellTo } = await startProven('internet')
    const { ref } = await sellTo(answer(false, 400, 'ERR_PHONE'))
    await counter.reached(ref, 'refused')
    await land(service.baseUrl, ref)
    const surfaced = await counter.reached(ref, 'fulfilled')
    expect([surfaced.givenUp, displayStatusOf(surfaced)]).toEqual([true, 'delivered-after-all'])
  })

  test('is watched for again after a start', async () => {
    const { clock, service, counter, sellTo, restart } = await startProven('internet')
    const { ref } = await sellTo(answer(false, 400, 'ERR_PHONE'))
    await counter.reached(ref, 'refused')
    await counter.core.stop()
    clock.setBy(24 * 3_600_000)
    const after = await restart()
    await land(service.baseUrl, ref)
    await until('it surfaced', () => phasesOf(after, ref).includes('fulfilled'))
  })
})
