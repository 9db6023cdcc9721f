/**
 * Cards that the service has delivered and whose codes are not in the journal: the sale is over, and the codes are fetched for
 * some minutes more. None that is sealed is ever given up again.
 */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { JournalRefusal } from '#core/journal/faults.ts'
import { createSeal, SEAL_KEY_BYTES } from '#core/journal/seal.ts'
import type { KeyVault, VaultRefusal } from '#core/ports.ts'
import { noDetails } from '#core/products/kind.ts'
import { observe } from '#core/sale/observe.ts'
import { delayAfter } from '#core/schedule/cadence.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Counter, type Service, startCounter, until } from '../../support/core.ts'
import { lost, openShop, sell } from '../../support/gift-card-shop.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { entryFor } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { storedSale } from '../../support/stored-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MINUTE_MS = 60_000
/** More looks than an order of some seconds takes to be over. */
const LOOKS_BEFORE = 8
/** More waits than there are between the looks at a sale that is over. */
const MANY_WAITS = 100
const listPath = '/v3/gift-cards/list'
const orderPath = '/v3/gift-cards/checkOrder'
const withoutCards = (text: string) => text.replace(/"cards":\[.*?\]/g, '"cards":[]')
const withOddCards = (text: string) => text.replace(/"cards":\[\{.*?\},/g, '"cards":[{"value":{}},')

/** The orders themselves come without what `rewrite` takes from them, while the shop's odd is on. */
const openPoorShop = (rewrite: (text: string) => string) =>
  openShop({ isFresh: true, rewrite: (path, text) => (path.startsWith(orderPath) ? rewrite(text) : text) })

const looksAtOrders = async (service: Service): Promise<number> =>
  (await service.requests()).filter(({ path }) => path.startsWith(orderPath)).length

/** The waits between the looks at a sale that is over and not all read. */
function waitsForTheRest(): readonly number[] {
  const all = Array.from({ length: MANY_WAITS }, (_, looks) => delayAfter('undelivered-rest', looks))
  const waits = all.filter((delayMs) => delayMs !== undefined)
  expect(waits.length).toBeLessThan(MANY_WAITS)
  return waits
}

const cardsOf = async (counter: Counter, ref: Ref) => (await counter.readSale(ref)).cards

const gotCards = (counter: Counter, ref: Ref, count: number) =>
  until(`${count} cards are there`, async () => (await cardsOf(counter, ref)).length === count)

/** The entries of one sale, and the sale itself, in the journal of a counter that has stopped. */
async function recordedBy(counter: Counter, ref: Ref) {
  await counter.core.stop()
  const journal = openWhole(join(counter.dataDir, 'journal'), {
    ...{ name: 'training-training', account: 'training' },
  })
  const entries = journal.readEntries(ref).map(({ body }) => body)
  return { sale: journal.readSale(ref) ?? expect.fail('no sale'), entries }
}

describe('missing codes', () => {
  test('from the row of the list are read in the order itself, in the same look', async () => {
    const row = { isShown: false }
    const { clock, service, counter } = await openShop({
      isFresh: true,
      rewrite: (path, text) => {
        if (!path.startsWith(listPath)) return text
        return row.isShown
          ? withoutCards(text)
          : text.replace(/"items":\[.*?\],(?="pagination")/s, '"items":[],')
      },
    })
    await service.addFaults(lost(true))
    const { ref, recordedAtMs } = await sell(counter)
    await until('it was delivered', () => clock.nowMs() > recordedAtMs + MINUTE_MS)
    row.isShown = true
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ deliveredCount: 2 })
    const { sale, entries } = await recordedBy(counter, ref)
    expect(sale.cards).toHaveLength(2)
    expect(entries.filter(({ kind }) => kind === 'observed')).toHaveLength(1)
    expect(await looksAtOrders(service)).toBe(1)
  })

  test.each([
    ['are left out', withoutCards, 0],
    ['cannot be read, all or some,', withOddCards, 1],
  ] as const)('because they %s come as soon as the service has them', async (_, rewrite, before) => {
    const { service, counter, odd } = await openPoorShop(rewrite)
    const { ref } = await sell(counter)
    const ended = await counter.reached(ref, 'fulfilled')
    expect(ended).toMatchObject({ state: 'fulfilled', deliveredCount: 2 })
    expect(ended.cards).toHaveLength(before)
    odd.on = false
    await gotCards(counter, ref, 2)
    const looks = await looksAtOrders(service)
    const { sale, entries } = await recordedBy(counter, ref)
    expect(sale).toMatchObject({ state: 'fulfilled', debitCentimes: ended.debitCentimes })
    const observed = entries.flatMap((body) =>
      body.kind === 'observed' && body.status === 'FULFILLED' ? [body] : [],
    )
    expect(observed.map(({ cards }) => cards.length)).toEqual([before, 2])
    expect(await looksAtOrders(service)).toBe(looks)
  })

  test('are fetched after a power cut as well', async () => {
    const { counter, odd, restartAfterCut } = await openPoorShop(withoutCards)
    const { ref } = await sell(counter)
    await counter.reached(ref, 'fulfilled')
    odd.on = false
    const after = await restartAfterCut()
    await gotCards(after, ref, 2)
    expect(await after.readSale(ref)).toMatchObject({ phase: 'fulfilled', incomplete: false })
  })

  test('are said to have come by the event that brings the last of them, and by no other', async () => {
    const { counter, odd } = await openPoorShop(withOddCards)
    const { ref } = await sell(counter)
    await counter.reached(ref, 'fulfilled')
    odd.on = false
    await gotCards(counter, ref, 2)
    const came = counter.events.flatMap(({ event }) =>
      event.kind === 'sale-changed' && event.restCame ? [event.sale] : [],
    )
    expect(came).toMatchObject([{ ref, incomplete: false, cards: [{}, {}] }])
  })

  test('are asked for during ten minutes, and then no more', async () => {
    const waits = waitsForTheRest()
    const spanMs = waits.reduce((sum, wait) => sum + wait, 0)
    expect(spanMs).toBeGreaterThanOrEqual(10 * MINUTE_MS)
    expect(spanMs).toBeLessThan(12 * MINUTE_MS)

    const { clock, service, counter } = await openPoorShop(withoutCards)
    const { ref } = await sell(counter)
    await counter.reached(ref, 'fulfilled')
    let [looks, sinceMs] = [0, 0]
    await until('nobody has looked for long', async () => {
      const now = await looksAtOrders(service)
      if (now !== looks) [looks, sinceMs] = [now, clock.nowMs()]
      return clock.nowMs() > sinceMs + 10 * MINUTE_MS
    })
    expect(looks).toBeGreaterThan(waits.length)
    expect(looks).toBeLessThan(waits.length + LOOKS_BEFORE)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'fulfilled', cards: [], incomplete: true })
  })

  test('never undo a delivery: another status of the service is not written', async () => {
    const says = { refunded: false }
    const { counter } = await openPoorShop((text) => {
      const poor = withoutCards(text)
      const none = poor.replaceAll(/"fulfilled_quantity":\d+/g, '"fulfilled_quantity":0')
      return says.refunded ? none.replaceAll('"FULFILLED"', '"REFUNDED"') : poor
    })
    const { ref } = await sell(counter)
    const ended = await counter.reached(ref, 'fulfilled')
    says.refunded = true
    const what = 'a record that was found is impossible'
    await until('it was seen', () => counter.log.lines.some((line) => line.what === what))
    expect(await counter.readSale(ref)).toEqual(ended)
  })
})

test('a complete delivery is not looked at any more', async () => {
  const { service, counter } = await openShop({ isFresh: true })
  const first = await sell(counter)
  const { serviceId } = await counter.reached(first.ref, 'fulfilled')
  const looks = async () =>
    (await service.requests()).filter(({ path }) => path === `${orderPath}/${serviceId}`).length
  const before = await looks()
  expect(before).toBeGreaterThan(0)
  const next = await sell(counter)
  await counter.reached(next.ref, 'fulfilled')
  expect(await looks()).toBe(before)
})

test('codes that no key could seal are read again, and kept once the keychain gives it', async () => {
  const key = new Uint8Array(SEAL_KEY_BYTES).fill(9)
  let answer: Result<Uint8Array, VaultRefusal> = err({ problem: 'locked' })
  const keyVault: KeyVault = {
    readKey: async () => ok(trainingKeys.sandbox),
    readJournalKey: async () => answer,
    restoreJournalKey: async () => err({ problem: 'denied' }),
  }
  const { counter } = await startCounter({ ports: { keyVault } })
  const { ref } = await sell(counter)
  const { cards, incomplete } = await counter.reached(ref, 'fulfilled')
  expect({ cards: cards.length, incomplete }).toEqual({ cards: 2, incomplete: true })
  answer = ok(key)
  const changes = () =>
    counter.events.filter(({ event }) => event.kind === 'sale-changed' && event.sale.ref === ref)
  const before = changes().length
  await until('they were kept', () => changes().length > before)
  const { sale } = await recordedBy(counter, ref)
  expect(sale.state).toBe('fulfilled')
  expect(counter.log.lines).toContainEqual(expect.objectContaining({ what: 'no key to seal cards with' }))
  const { open } = createSeal(key)
  expect(sale.cards.map(({ sealed }) => open(ref, 'card', sealed ?? '').ok)).toEqual([true, true])
})

describe('after a delivery', () => {
  const card = (codeTail: string, sealed: string | null) => ({ codeTail, serialTail: null, sealed })
  const found = (status: string, cards: readonly ReturnType<typeof card>[]) => ({
    ...{ status, serviceId: 'order-1', contradiction: null },
    details: { ...noDetails, deliveredCount: 2, debitCentimes: null, cards },
  })
  const [a, b] = [card('1111', 'a'), card('2222', 'b')]
  const unsealed = [card('1111', null), card('2222', null)]

  test.each([
    ['the missing card', [a], [a, b], 'news'],
    ['the key', unsealed, [a, b], 'news'],
    ['all that is known', [a, b], [a, b], 'nothing-new'],
    ['more, and no key', [a], unsealed, 'nothing-new'],
    ['less', [a, b], [b], 'nothing-new'],
    ['nothing', [], [], 'nothing-new'],
  ] as const)('%s is judged by what it brings', (_, cards, reported, kind) => {
    const over = { state: 'fulfilled', serverStatus: 'FULFILLED', serviceId: 'order-1' } as const
    const sale = storedSale('gift-card', { ...over, cards: [...cards] })
    expect(observe(sale, found('FULFILLED', reported), null).kind).toBe(kind)
    expect(observe(sale, found('REFUNDED', reported), null).kind).toBe('impossible')
  })

  test('no answer removes a sealed code while the order is in progress', () => {
    const open = { state: 'following', serverStatus: 'HANDLING', serviceId: 'order-1' } as const
    const seen = observe(
      storedSale('gift-card', { ...open, cards: [a, b] }),
      found('FULFILLED', unsealed),
      null,
    )
    expect(seen).toMatchObject({ kind: 'news', entry: { status: 'FULFILLED', cards: [] } })
  })

  test('the journal takes its missing codes, and nothing else', () => {
    const ref = refNumber(1)
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'partly-fulfilled')
    const observation = entryFor('found-partly', ref)
    if (observation.kind !== 'observed') throw new Error('no observation')
    expect(() => journal.record([observation], 7)).toThrow(JournalRefusal)
    expect(() => journal.record([{ ...observation, status: 'FULFILLED', cards: [a, b] }], 7)).toThrow(
      JournalRefusal,
    )
    journal.record([{ ...observation, cards: [a, b] }], 7)
    const sale = journal.readSale(ref)
    expect(sale).toMatchObject({ state: 'partly-fulfilled', cards: [a, b] })
    journal.rebuildProjections()
    expect(journal.readSale(ref)).toEqual(sale)
  })
})
