/**
 * A commit whose answer is lost: the disk has the entries and says that it has not. The journal here is a real one; only
 * the word it gives after a commit is taken away, as an I/O error at the last moment does.
 */
import { expect, onTestFinished, test } from 'vitest'
import { createEvents } from '#core/events.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { systemRandom } from '#core/ports.ts'
import { createCatalogs } from '#core/products/catalogs.ts'
import { createSaleService } from '#core/sale/sale-service.ts'
import { centimes } from '#shared/money.ts'
import { formsOfPartner } from '#shared/products/bill-account.ts'
import { err, ok } from '#shared/result.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { trainingKeys } from '#training/keys.ts'
import { clientFor, keepLog } from '../../support/api-client.ts'
import { booksOf, type Service, startShop, until } from '../../support/core.ts'
import { openWhole } from '../../support/journal.ts'
import { lineTransport } from '../../support/line.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { inVirtualTime } from '../../support/virtual-clock.ts'

const [firstRef, ref] = [refNumber(1), refNumber(2)] as const

type Fits = (body: SaleEntryBody) => boolean

/** The journal, with the first commit on `ref` that begins with such an entry done and then denied. */
function tear(journal: Journal, fits: Fits, onTorn: () => void): Journal {
  let torn = false
  return {
    ...journal,
    record(bodies, atMs) {
      const entries = journal.record(bodies, atMs)
      if (torn || bodies[0].ref !== ref || !fits(bodies[0])) return entries
      torn = true
      onTorn()
      throw new Error('disk I/O error')
    },
  }
}

const isA =
  (kind: SaleEntryBody['kind']): Fits =>
  (body) =>
    body.kind === kind

async function openTorn(fits: Fits, onTorn = () => {}) {
  const { clock, service } = await startShop()
  const journal = openWhole(temporaryFolder())
  const transport = lineTransport(clock)
  const key = { isThere: true }
  const client = clientFor(service.baseUrl, {
    clock,
    transport,
    readKey: async () => (key.isThere ? ok(trainingKeys.sandbox) : err({ problem: 'none' as const })),
  })
  const log = keepLog()
  const nothing = () => undefined
  const given = [firstRef]
  const refs = { newRef: () => given.shift() ?? ref }
  const events = createEvents(log)
  const published: SalePhase[] = []
  events.onEvent(({ event }) => {
    if (event.kind === 'sale-changed' && event.sale.ref === ref) published.push(event.sale.phase)
  })
  const catalogs = createCatalogs({ client, clock, refs, onFailure: nothing, billForms: formsOfPartner })
  const cardSeal = { seal: () => null, open: async () => err('no-key' as const) }
  const saleService = createSaleService({
    ...{
      journal: tear(journal, fits, onTorn),
      client,
      addressOf: () => undefined,
      clock,
      log,
      catalogs,
      events,
      refs,
      random: systemRandom,
    },
    ...{
      selling: () => ({ open: true }),
      balance: () => null,
      cardSeal,
      mayBeShared: () => false,
      showsOthers: () => false,
      lossToAnswer: () => undefined,
      onForeign: () => undefined,
      onFailure: nothing,
      onMoneyMoved: nothing,
    },
  })
  saleService.setLine(true)
  onTestFinished(async () => {
    await inVirtualTime(saleService.stop())
    await client.close()
  })
  const review = async (number: string) => {
    const valueCentimes = centimes(100_000)
    const made = await inVirtualTime(
      saleService.review({ kind: 'internet', type: 'ADSL', number, valueCentimes }),
    )
    if (!made.ok) throw new Error('no review')
    return made.value.reviewId
  }
  // A sale before it, by which the look-ups prove themselves.
  saleService.confirm(await review('023456780'))
  await until('the first is fulfilled', () => journal.readSale(firstRef)?.state === 'fulfilled')
  return { service, journal, saleService, key, published, reviewId: await review('023456789') }
}

/** How many times the sale's request arrived. */
async function sendsTo(service: Service): Promise<number> {
  const requests = await service.requests()
  return requests.filter((one) => one.method === 'POST' && one.ref === ref).length
}

const kindsIn = (journal: Journal) => journal.readEntries(ref).map(({ body }) => body.kind)

test('a sale that is on disk after all is put in doubt and found absent; nothing was sent', async () => {
  const { service, journal, saleService, reviewId } = await openTorn(isA('sale-recorded'))
  expect(saleService.confirm(reviewId)).toMatchObject({ ok: false, error: { kind: 'journal', ref } })
  await until('it is unsent', () => journal.readSale(ref)?.state === 'unsent')
  expect(saleService.confirm(reviewId)).toMatchObject({ ok: true, value: { ref, phase: 'unsent' } })
  expect(await sendsTo(service)).toBe(0)
})

test('an answer that is on disk after all is written once', async () => {
  const { service, journal, saleService, reviewId } = await openTorn(isA('accepted'))
  expect(saleService.confirm(reviewId)).toMatchObject({ ok: true })
  await until('it is fulfilled', () => journal.readSale(ref)?.state === 'fulfilled')
  expect(kindsIn(journal).filter((kind) => kind !== 'observed')).toEqual([
    'sale-recorded',
    'attempt-started',
    'accepted',
  ])
  expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
})

test('an attempt sent again that is on disk after all is not sent, and can be sent again', async () => {
  const { service, journal, saleService, reviewId } = await openTorn(isA('attempt-started'))
  const action = { do: 'cut', take: false } as const
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action })
  saleService.confirm(reviewId)
  await until('it is unsent', () => journal.readSale(ref)?.state === 'unsent')
  await expect(saleService.resend(ref)).rejects.toThrow('disk I/O error')
  expect(journal.readSale(ref)).toMatchObject({ state: 'sending', attempts: 2 })
  await until('it is unsent again', () => journal.readSale(ref)?.state === 'unsent')
  expect(await saleService.resend(ref)).toMatchObject({ ok: true, value: { attempts: 3 } })
  await until('it is fulfilled', () => journal.readSale(ref)?.state === 'fulfilled')
  expect(await sendsTo(service)).toBe(2)
})

test('an attempt sent again that is on disk after all is put in doubt while the line is down', async () => {
  const { service, journal, saleService, reviewId } = await openTorn(isA('attempt-started'))
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
  saleService.confirm(reviewId)
  await until('it is unsent', () => journal.readSale(ref)?.state === 'unsent')
  saleService.setLine(false)
  await expect(saleService.resend(ref)).rejects.toThrow('disk I/O error')
  await until('it is in doubt', () => journal.readSale(ref)?.state === 'in-doubt')
  expect(journal.readSale(ref)).toMatchObject({ reason: 'restart', attempts: 2 })
  saleService.setLine(true)
  await until('it is unsent again', () => journal.readSale(ref)?.state === 'unsent')
})

test('an end that is on disk after all is published to the windows', async () => {
  const { journal, saleService, published, reviewId } = await openTorn(
    (body) => body.kind === 'observed' && body.status === 'FULFILLED',
  )
  saleService.confirm(reviewId)
  await until('it is fulfilled', () => journal.readSale(ref)?.state === 'fulfilled')
  expect(published.at(-1)).toBe('fulfilled')
})

test('a resend is sent even before the earlier attempt’s end is known to be on disk', async () => {
  let resent: Promise<unknown> = Promise.resolve()
  const { service, journal, saleService, key, reviewId } = await openTorn(isA('not-sent'), () => {
    key.isThere = true
    resent = Promise.resolve().then(() => saleService.resend(ref))
  })
  key.isThere = false
  saleService.confirm(reviewId)
  await until('it is fulfilled', () => journal.readSale(ref)?.state === 'fulfilled')
  expect(await resent).toMatchObject({ ok: true, value: { attempts: 2 } })
  expect(await sendsTo(service)).toBe(1)
  expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
})
