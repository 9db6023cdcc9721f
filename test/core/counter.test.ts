/** The counter over its accounts: one is left and another opened, deliberately, and both journals record it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { slipPath } from '#shared/slip-page.ts'
import { trainingKeys } from '#training/keys.ts'
import { looksAt, startShop, until } from '../support/core.ts'
import { putKey, startWholeCounter, switchesIn, type WholeCounter } from '../support/counter.ts'
import { closedWith, statusOf, validate } from '../support/selling-status.ts'

const sandbox = 'sandbox:0550000000'
const inSandbox = { environment: 'sandbox', account: '0550000000' } as const
const inTraining = { environment: 'training', account: 'training' } as const
const who = 'Amina'

/** A counter in training that has a sandbox account on its list. */
async function openShop(options: Parameters<typeof startShop>[0] = {}) {
  const shop = await startShop(options)
  const counter = await startWholeCounter(shop)
  await counter.add(trainingKeys.sandbox)
  return { ...shop, ...counter }
}

const holdSend = { method: 'POST', path: '/v3/internet/send', action: { do: 'hold', take: true } } as const
const environmentOf = async (counter: WholeCounter) => (await statusOf(counter)).environment

describe('a switch', () => {
  test('opens the other account in a journal of its own, and both journals record who did it', async () => {
    const shop = await openShop()
    const { ref } = await shop.sell('024000001')
    await shop.reached(ref, 'fulfilled')
    await shop.switchTo(sandbox)
    await shop.opened()
    expect(await statusOf(shop)).toMatchObject({
      environment: 'sandbox',
      account: { username: '0550000000' },
    })
    expect((await shop.command('app.snapshot', {})).sales).toEqual([])
    expect((await shop.command('accounts.list', {})).accounts.map(({ isActive }) => isActive)).toEqual([
      false,
      true,
    ])
    await shop.switchTo('training', 'Badis')
    expect((await shop.readSale(ref)).phase).toBe('fulfilled')
    await shop.core.stop()
    expect(switchesIn(shop.dataDir, inTraining)).toEqual(['left sandbox Amina', 'opened sandbox Badis'])
    expect(switchesIn(shop.dataDir, inSandbox)).toEqual(['opened training Amina', 'left training Badis'])
  })

  test('is published in the one numbering without a gap, and its event comes last', async () => {
    const shop = await openShop()
    await shop.reached((await shop.sell('024000001')).ref, 'fulfilled')
    await shop.switchTo(sandbox)
    await shop.opened()
    const numbers = shop.events.map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
    expect(shop.events.filter(({ event }) => event.kind === 'account-changed')).toHaveLength(1)
    expect((await shop.command('app.snapshot', {})).sequence).toBe(numbers.at(-1))
  })

  test('outlives a restart', async () => {
    const shop = await openShop()
    await shop.switchTo(sandbox)
    await shop.core.stop()
    const again = await startWholeCounter({ ...shop, keychain: shop.keychain })
    expect(await environmentOf(again)).toBe('sandbox')
    await again.core.stop()
    expect(switchesIn(shop.dataDir, inSandbox)).toEqual(['opened training Amina'])
  })

  test('to the open account does nothing, to an unknown one is refused', async () => {
    const shop = await openShop()
    await shop.switchTo('training')
    expect(await shop.ask('accounts.switch', { accountId: 'sandbox:nobody', who })).toMatchObject({
      error: { kind: 'account', problem: 'unknown-account' },
    })
    await shop.core.stop()
    expect(switchesIn(shop.dataDir, inTraining)).toEqual([])
  })

  test('requested twice at once happens one after the other', async () => {
    const shop = await openShop()
    await Promise.all([shop.switchTo(sandbox), shop.switchTo('training', 'Badis'), shop.switchTo(sandbox)])
    expect(await environmentOf(shop)).toBe('sandbox')
    await shop.core.stop()
    expect(switchesIn(shop.dataDir, inTraining)).toEqual([
      ...['left sandbox Amina', 'opened sandbox Badis', 'left sandbox Amina'],
    ])
  })

  test('answers a delayed review with the closed journal, not with an internal error', async () => {
    const shop = await openShop()
    const path = '/v3/internet/check-number'
    await shop.service.addFaults({ method: 'GET', path, action: { do: 'hold', take: true } })
    const asked = { kind: 'internet', type: 'ADSL', number: '024000001' } as const
    const reviewing = shop.ask('sale.review', { ...asked, valueCentimes: centimes(100_000) })
    await until('the service is asked', async () => (await looksAt(shop.service, path)) > 0)
    const switching = shop.switchTo(sandbox)
    await shop.service.release()
    expect(await reviewing).toMatchObject({ error: { kind: 'journal', problem: 'unreadable' } })
    await switching
  })

  test('refuses commands for the account that is being left; a snapshot waits for the new one', async () => {
    const shop = await openShop()
    const switching = shop.switchTo(sandbox)
    await Promise.resolve()
    const [sold, snapshot] = await Promise.all([
      shop.ask('internet.products', { type: 'ADSL' }),
      shop.command('app.snapshot', {}),
    ])
    expect(sold).toMatchObject({ error: { kind: 'not-allowed-now', state: 'switching' } })
    expect(snapshot.status.environment).toBe('sandbox')
    await switching
  })

  test('keeps no review: what was priced in one account is not sold in another', async () => {
    const shop = await openShop()
    const { reviewId } = await shop.command('sale.review', {
      ...{ kind: 'internet', type: 'ADSL', number: '024000001' },
      valueCentimes: centimes(100_000),
    })
    await shop.switchTo(sandbox)
    await shop.opened()
    expect(await shop.ask('sale.confirm', { reviewId })).toMatchObject({ error: { kind: 'review-expired' } })
    expect((await shop.service.ledger()).orders).toEqual([])
  })
})

describe('sales', () => {
  test('that are open stay behind, and are followed when the account is opened again', async () => {
    const shop = await openShop()
    const { ref } = await shop.sell('030000002')
    await shop.reached(ref, 'queued')
    await shop.switchTo(sandbox)
    await shop.opened()
    const looks = await looksAt(shop.service, ref)
    await shop.switchTo('training')
    await shop.reached(ref, 'fulfilled')
    expect(await looksAt(shop.service, ref)).toBeGreaterThan(looks)
  })

  test('that are on their way keep the account open', async () => {
    const shop = await openShop()
    await shop.service.addFaults(holdSend)
    const { ref } = await shop.sell('024000001')
    expect(await shop.ask('accounts.switch', { accountId: sandbox, who })).toMatchObject({
      error: { kind: 'account', problem: 'busy' },
    })
    await until('it is held', async () => (await shop.service.heldCount()) === 1)
    await shop.service.release()
    await shop.reached(ref, 'handling', 'fulfilled')
    await shop.switchTo(sandbox)
    expect(await environmentOf(shop)).toBe('sandbox')
  })

  test('that are in doubt do not prevent a switch', async () => {
    const shop = await openShop()
    await shop.service.addFaults(
      { method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: true } },
      {
        method: 'GET',
        path: '/v3/internet/check-ref',
        action: { do: 'answer', take: false, status: 500 },
        times: 100,
      },
    )
    const { ref } = await shop.sell('024000001')
    await shop.reached(ref, 'in-doubt')
    await shop.switchTo(sandbox)
    await shop.service.clearFaults()
    await shop.switchTo('training')
    await shop.reached(ref, 'fulfilled')
  })

  test.each([
    ['sandbox', trainingKeys.sandbox, true],
    ['production', trainingKeys.production, false],
  ] as const)(
    'of the %s have TEST on their slips if they are worth nothing',
    async (environment, key, marked) => {
      const shop = await openShop()
      await shop.switchTo(await shop.add(key))
      await shop.opened()
      const { ref } = await shop.sell('024000001')
      await shop.reached(ref, 'fulfilled')
      const page = String(shop.core.readPage(slipPath({ ref, language: 'fr', widthMm: 80 }))?.body)
      expect(page).toContain(ref)
      expect(page.includes('TEST')).toBe(marked)
      const { orders } = await shop.service.ledger()
      expect(orders.map((order) => order.environment)).toEqual([environment])
    },
  )
})

describe('a key', () => {
  test('that only reads keeps selling closed, until another takes its place', async () => {
    const shop = await openShop()
    await shop.switchTo(await shop.add(trainingKeys.readOnly))
    expect(await closedWith(shop)).toBe('read-only-key')
    await shop.add(trainingKeys.sandbox)
    await shop.opened()
  })

  test('that is refused in one account stays refused there, and does not affect another', async () => {
    const shop = await openShop()
    putKey(shop, sandbox, 'no-such-key')
    await shop.switchTo(sandbox)
    expect(await closedWith(shop)).toBe('key-refused')
    const checks = async () =>
      (await shop.service.requests()).filter(({ path }) => path === validate.path).length
    const spent = await checks()
    await shop.switchTo('training')
    await shop.opened()
    expect(existsSync(join(shop.dataDir, 'refused-key.json'))).toBe(false)
    await shop.switchTo(sandbox)
    expect(await closedWith(shop)).toBe('key-refused')
    expect(await checks()).toBe(spent + 1)
    await shop.add(trainingKeys.sandbox)
    await shop.opened()
  })
})

describe('a switch that fails', () => {
  test('because the list cannot be written leaves the counter where it was, and both journals record it', async () => {
    const shop = await openShop()
    mkdirSync(join(shop.dataDir, 'accounts.json.tmp'))
    expect(await shop.ask('accounts.switch', { accountId: sandbox, who })).toMatchObject({
      error: { kind: 'account', problem: 'not-kept' },
    })
    await shop.opened()
    expect(await environmentOf(shop)).toBe('training')
    await shop.core.stop()
    expect(switchesIn(shop.dataDir, inTraining)).toEqual(['left sandbox Amina', 'opened sandbox Amina'])
    expect(switchesIn(shop.dataDir, inSandbox)).toEqual(['opened training Amina', 'left training Amina'])
  })

  test('because a journal does not open closes selling, and the account can still be left', async () => {
    const shop = await openShop()
    await shop.core.stop()
    writeFileSync(join(shop.dataDir, 'journal', 'training-training.journal'), 'no journal')
    const again = await startWholeCounter({ ...shop, keychain: shop.keychain, started: false })
    expect(await statusOf(again)).toMatchObject({ journal: { kind: 'closed' } })
    await again.switchTo(sandbox)
    expect(await statusOf(again)).toMatchObject({ environment: 'sandbox', journal: { kind: 'open' } })
  })
})
