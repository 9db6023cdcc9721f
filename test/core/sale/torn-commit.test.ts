/**
 * A commit whose answer is lost: the disk has the entries and says that it has not. The journal here is a real one; only
 * the word it gives after a commit is taken away, as an I/O error at the last moment does.
 */
import { expect, onTestFinished, test } from 'vitest'
import { createEvents } from '#core/events.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { createSaleDesk } from '#core/sale/desk.ts'
import { createInternetLines } from '#core/sale/lines.ts'
import { centimes } from '#shared/money.ts'
import { ok } from '#shared/result.ts'
import type { StatusView } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import { clientFor, keepLog } from '../../support/api-client.ts'
import { booksOf, type Service, startShop, until } from '../../support/core.ts'
import { openWhole } from '../../support/journal.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [firstRef, ref] = [refNumber(1), refNumber(2)] as const
const open: StatusView = {
  environment: 'training',
  account: null,
  connection: 'online',
  balance: null,
  selling: { open: true },
  journal: { kind: 'open' },
}

/** The journal, with the first commit on `ref` that begins with an entry of this kind done and then denied. */
function tear(journal: Journal, kind: SaleEntryBody['kind']): Journal {
  let torn = false
  return {
    ...journal,
    record(bodies, atMs) {
      const entries = journal.record(bodies, atMs)
      if (torn || bodies[0].ref !== ref || bodies[0].kind !== kind) return entries
      torn = true
      throw new Error('disk I/O error')
    },
  }
}

async function openTorn(kind: SaleEntryBody['kind']) {
  const { clock, service } = await startShop({ pace: 60 })
  const journal = openWhole(temporaryFolder())
  const client = clientFor(service.baseUrl, { clock, readKey: async () => ok(trainingKeys.sandbox) })
  const log = keepLog()
  const nothing = () => undefined
  const refs = [firstRef]
  const lines = createInternetLines({ client, clock, onFailure: nothing })
  const desk = createSaleDesk({
    ...{ journal: tear(journal, kind), client, clock, log, lines, events: createEvents(log) },
    ...{
      refs: { newRef: () => refs.shift() ?? ref },
      status: () => open,
      onFailure: nothing,
      onMoneyMoved: nothing,
    },
  })
  desk.setLine(true)
  onTestFinished(async () => {
    await desk.stop()
    await client.close()
  })
  const review = async (number: string) => {
    const valueCentimes = centimes(100_000)
    const made = await desk.review({ kind: 'internet', type: 'ADSL', number, valueCentimes })
    if (!made.ok) throw new Error('no review')
    return made.value.reviewId
  }
  // A sale before it, by which the look-ups prove themselves.
  desk.confirm(await review('023456780'))
  await until('the first is fulfilled', () => journal.readSale(firstRef)?.state === 'fulfilled')
  return { service, journal, desk, reviewId: await review('023456789') }
}

/** How many times the sale's request arrived. */
async function sendsTo(service: Service): Promise<number> {
  const requests = await service.requests()
  return requests.filter((one) => one.method === 'POST' && one.ref === ref).length
}

const kindsIn = (journal: Journal) => journal.readEntries(ref).map(({ body }) => body.kind)

test('a sale that is on disk after all is put in doubt and found absent; nothing was sent', async () => {
  const { service, journal, desk, reviewId } = await openTorn('sale-recorded')
  expect(desk.confirm(reviewId)).toMatchObject({ ok: false, error: { kind: 'journal', ref } })
  await until('it is unsent', () => journal.readSale(ref)?.state === 'unsent')
  expect(desk.confirm(reviewId)).toMatchObject({ ok: true, value: { ref, phase: 'unsent' } })
  expect(await sendsTo(service)).toBe(0)
})

test('an answer that is on disk after all is written once', async () => {
  const { service, journal, desk, reviewId } = await openTorn('accepted')
  expect(desk.confirm(reviewId)).toMatchObject({ ok: true })
  await until('it is fulfilled', () => journal.readSale(ref)?.state === 'fulfilled')
  expect(kindsIn(journal).filter((kind) => kind !== 'observed')).toEqual([
    'sale-recorded',
    'attempt-started',
    'accepted',
  ])
  expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
})

test('an attempt sent again that is on disk after all is not sent, and can be sent again', async () => {
  const { service, journal, desk, reviewId } = await openTorn('attempt-started')
  const action = { do: 'cut', take: false } as const
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action })
  desk.confirm(reviewId)
  await until('it is unsent', () => journal.readSale(ref)?.state === 'unsent')
  await expect(desk.resend(ref)).rejects.toThrow('disk I/O error')
  expect(journal.readSale(ref)).toMatchObject({ state: 'sending', attempts: 2 })
  await until('it is unsent again', () => journal.readSale(ref)?.state === 'unsent')
  expect(await desk.resend(ref)).toMatchObject({ ok: true, value: { attempts: 3 } })
  await until('it is fulfilled', () => journal.readSale(ref)?.state === 'fulfilled')
  expect(await sendsTo(service)).toBe(2)
})
