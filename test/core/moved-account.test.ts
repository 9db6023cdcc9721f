/** An account whose addresses change: never in passing, never unsigned, and what was sent to the old ones is not lost there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kindOf } from '#core/products/kinds.ts'
import type { AddressesInput } from '#shared/accounts.ts'
import { trainingKeys } from '#training/keys.ts'
import { looksAt, type Service, startShop, until } from '../support/core.ts'
import { startWholeCounter } from '../support/counter.ts'
import { openWhole } from '../support/journal.ts'
import { storedSale } from '../support/stored-sale.ts'

const sandbox = 'sandbox:0550000000'
const inSandbox = { environment: 'sandbox', account: '0550000000' } as const
const send = { method: 'POST', path: '/v3/internet/send' } as const
const addressesOf = ({ baseUrl, billUrl }: AddressesInput): AddressesInput => ({ baseUrl, billUrl })

/** A counter with a sandbox account open, and another service to which it may be moved. */
async function openShop() {
  const shop = await startShop()
  const { service: other } = await startShop()
  const counter = await startWholeCounter(shop)
  await counter.add(trainingKeys.sandbox)
  await counter.switchTo(sandbox)
  await counter.opened()
  return {
    ...{ ...shop, ...counter, other },
    async findAt(service: Service) {
      const found = await counter.check(trainingKeys.sandbox, addressesOf(service))
      if (!found.ok) throw new Error(found.error.kind)
      return found.value
    },
    async moveTo(service: Service, who = 'Amina') {
      const { findingId } = await this.findAt(service)
      return counter.ask('accounts.add', { findingId, label: 'Shop', who })
    },
    isAt: async () => {
      const { accounts } = await counter.command('accounts.list', {})
      return addressesOf(accounts.find(({ id }) => id === sandbox) ?? { baseUrl: '', billUrl: '' })
    },
  }
}

/** What the closed journal records of moves. */
function movesIn(dataDir: string) {
  const journal = openWhole(join(dataDir, 'journal'), { name: 'sandbox-0550000000', ...inSandbox })
  const entries = journal.readEntries()
  journal.close()
  return entries.flatMap(({ body }) => {
    if (body.kind !== 'addresses-changed') return []
    const { from, to, who } = body
    return [{ from, to, who }]
  })
}

const absenceMs = kindOf(storedSale('internet')).absence.spanMs

const ordersAt = async (service: Service, ref: string) =>
  (await service.ledger()).orders.filter((order) => order.ref === ref).length

describe('addresses of an account', () => {
  test('that differ from its present ones are shown with the finding, and need a person’s name', async () => {
    const shop = await openShop()
    const { findingId, known } = await shop.findAt(shop.other)
    expect(known).toEqual(addressesOf(shop.service))
    expect(await shop.ask('accounts.add', { findingId, label: 'Shop' })).toMatchObject({
      error: { kind: 'invalid-input', field: 'who' },
    })
    expect(await shop.isAt()).toEqual(addressesOf(shop.service))
    await shop.command('accounts.add', { findingId, label: 'Shop', who: 'Amina' })
    expect(await shop.isAt()).toEqual(addressesOf(shop.other))
    await shop.opened()
    await shop.core.stop()
    const [from, to] = [addressesOf(shop.service), addressesOf(shop.other)]
    expect(movesIn(shop.dataDir)).toEqual([{ from, to, who: 'Amina' }])
  })

  test('of an account that is not open change as openly, in its own journal', async () => {
    const shop = await openShop()
    await shop.switchTo('training')
    expect((await shop.moveTo(shop.other, 'Badis')).ok).toBe(true)
    expect(movesIn(shop.dataDir)).toMatchObject([{ to: addressesOf(shop.other), who: 'Badis' }])
  })

  test('that were only changed in the list of accounts do not become its own', async () => {
    const shop = await openShop()
    await shop.core.stop()
    const list = join(shop.dataDir, 'accounts.json')
    const text = readFileSync(list, 'utf8')
    writeFileSync(list, text.replaceAll(shop.service.baseUrl, shop.other.baseUrl))
    const again = await startWholeCounter({ ...shop, started: false })
    const { baseUrl } = shop.other
    const { billUrl } = shop.service
    const found = await again.check(trainingKeys.sandbox, { baseUrl, billUrl })
    if (!found.ok) throw new Error(found.error.kind)
    expect(found.value.known).toEqual(addressesOf(shop.service))
    const asked = { findingId: found.value.findingId, label: 'Shop' }
    expect(await again.ask('accounts.add', asked)).toMatchObject({ error: { field: 'who' } })
    await again.command('accounts.add', { ...asked, who: 'Amina' })
    await again.core.stop()
    expect(movesIn(shop.dataDir)).toMatchObject([{ from: addressesOf(shop.service), who: 'Amina' }])
  })

  test('do not change while a sale is being sent', async () => {
    const shop = await openShop()
    await shop.service.addFaults({ ...send, action: { do: 'hold', take: true } })
    const { ref } = await shop.sell('024000001')
    await until('it is held', async () => (await shop.service.heldCount()) === 1)
    expect(await shop.moveTo(shop.other)).toMatchObject({ error: { kind: 'account', problem: 'busy' } })
    expect(await shop.isAt()).toEqual(addressesOf(shop.service))
    await shop.service.release()
    await shop.reached(ref, 'fulfilled')
  })

  test('do not change if the keychain refuses the key: the journal records that', async () => {
    const shop = await openShop()
    const { findingId } = await shop.findAt(shop.other)
    shop.keychain.refusal = 'locked'
    expect(await shop.ask('accounts.add', { findingId, label: 'Shop', who: 'Amina' })).toMatchObject({
      error: { kind: 'account', problem: 'keychain-locked' },
    })
    shop.keychain.refusal = undefined
    expect(await shop.isAt()).toEqual(addressesOf(shop.service))
    await shop.core.stop()
    expect(movesIn(shop.dataDir).map(({ to }) => to)).toEqual([
      addressesOf(shop.other),
      addressesOf(shop.service),
    ])
  })
})

describe('a sale that was sent to the old addresses', () => {
  const silent = { do: 'answer', take: false, status: 500 } as const
  const lookFails = { method: 'GET', path: '/v3/internet/check-ref', times: 100, action: silent } as const

  test('in doubt is not absent because the new addresses do not know it: a person decides', async () => {
    const shop = await openShop()
    await shop.service.addFaults({ ...send, action: { do: 'cut', take: true } }, lookFails)
    const { ref } = await shop.sell('024000001')
    await shop.reached(ref, 'in-doubt')
    expect((await shop.moveTo(shop.other)).ok).toBe(true)
    await shop.opened()
    // The path by which absence is proved proves itself at the new address.
    const next = await shop.sell('024000002')
    await shop.reached(next.ref, 'fulfilled')
    const sale = await shop.readSale(ref)
    expect(sale).toMatchObject({ phase: 'in-doubt', reason: 'addresses-changed', decidable: true })
    const before = await looksAt(shop.other, ref)
    const nowMs = shop.clock.nowMs()
    await until('it was looked for long enough', async () => {
      const looks = (await looksAt(shop.other, ref)) - before
      return looks >= 4 && shop.clock.nowMs() - nowMs > absenceMs
    })
    expect((await shop.readSale(ref)).phase).toBe('in-doubt')
    expect(await shop.ask('sale.resend', { ref })).toMatchObject({ error: { kind: 'not-allowed-now' } })
    expect([await ordersAt(shop.service, ref), await ordersAt(shop.other, ref)]).toEqual([1, 0])
    const said = { who: 'Amina', why: 'asked them', seen: [] }
    await shop.command('sale.decide', { ref, decision: { kind: 'not-received' }, ...said })
    expect((await shop.command('sale.resend', { ref })).state).toBe('sending')
  })

  test('and not found there so far is in doubt again: a late order would not be seen', async () => {
    const shop = await openShop()
    const proof = await shop.sell('024000002')
    await shop.reached(proof.ref, 'fulfilled')
    await shop.service.addFaults({ ...send, action: { do: 'cut', take: false } })
    const { ref } = await shop.sell('024000001')
    await shop.reached(ref, 'unsent')
    expect((await shop.moveTo(shop.other)).ok).toBe(true)
    expect(await shop.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'addresses-changed' })
  })

  test('is found if the new addresses lead to the same service', async () => {
    const shop = await openShop()
    await shop.service.addFaults({ ...send, action: { do: 'cut', take: true } }, lookFails)
    const { ref } = await shop.sell('024000001')
    await shop.reached(ref, 'in-doubt')
    await shop.service.clearFaults()
    const baseUrl = shop.service.baseUrl.replace('127.0.0.1', 'localhost')
    expect((await shop.moveTo({ ...shop.service, baseUrl })).ok).toBe(true)
    await shop.reached(ref, 'fulfilled')
  })
})
