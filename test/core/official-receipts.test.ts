/** Official receipts of paid bills: fetched by themselves, kept beside the journal, held against their hash, given out whole. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { JournalRefusal } from '#core/journal/faults.ts'
import { receiptPath, receiptSheetPath } from '#shared/official-receipt.ts'
import type { Ref } from '#shared/ref.ts'
import { line, client as seaal } from '../support/bill-accounts.ts'
import {
  type Counter,
  cutPower,
  type Service,
  startCore,
  startCounter,
  startShop,
  until,
} from '../support/core.ts'
import { openWhole } from '../support/journal.ts'
import { confirmed, entryFor, orderOf, startMs } from '../support/journal-entries.ts'
import { pickingPerson } from '../support/picked-files.ts'
import { refNumber } from '../support/refs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const phone = (number: string) => ({ partner: 'Algérie Télécom', account: line(number) }) as const
const png = { partner: 'SEAAL', account: seaal('100002') } as const
const pdf = phone('023456789')
const late = phone('030000006')
const odd = phone('030000007')

async function pay(counter: Counter, account: Parameters<Counter['payBills']>[0]): Promise<Ref> {
  const { ref } = await counter.payBills(account)
  await counter.reached(ref, 'fulfilled')
  return ref
}

async function kept(counter: Counter, ref: Ref) {
  await until('the receipt is kept', async () => (await counter.readSale(ref)).officialReceipt !== null)
  const { officialReceipt } = await counter.readSale(ref)
  if (officialReceipt === null) throw new Error('no receipt')
  return officialReceipt
}

const shelfOf = ({ dataDir }: Pick<Counter, 'dataDir'>) =>
  join(dataDir, 'journal', 'training-training.receipts')
const downloads = async (service: Service) =>
  (await service.requests()).filter(({ path }) => path.endsWith('/receipt')).length

describe('a paid bill', () => {
  test.each([
    ['a PDF', pdf, 'application/pdf', '%PDF-'],
    ['a picture', png, 'image/png', '\x89PNG'],
    ['a file that nobody named', odd, 'application/octet-stream', 'TRAINING'],
  ])('has its receipt fetched by itself: %s', async (_what, account, type, beginning) => {
    const counter = await startCore(await startShop())
    const ref = await pay(counter, account)
    const receipt = await kept(counter, ref)
    const bytes = readFileSync(join(shelfOf(counter), receipt.sha256))
    expect(receipt).toMatchObject({ type, byteCount: bytes.length })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(receipt.sha256)
    expect(bytes.toString('latin1').startsWith(beginning)).toBe(true)
    expect(counter.events.at(-1)?.event).toMatchObject({
      kind: 'sale-changed',
      sale: { officialReceipt: receipt },
    })
  })

  test('is not changed by its receipt: neither its state nor its time', async () => {
    const counter = await startCore(await startShop())
    const ref = await pay(counter, pdf)
    const { officialReceipt: _none, ...before } = await counter.readSale(ref)
    await kept(counter, ref)
    const { officialReceipt: _kept, ...after } = await counter.readSale(ref)
    expect(after).toEqual(before)
  })

  test('whose receipt is not there yet, or incomplete, is asked for again', async () => {
    const { service, counter } = await startCounter()
    const { ref, order } = await counter.payBills(png)
    const path = `/v3/bills/transactions/${order.kind === 'bill' ? order.transactionId : ''}/receipt`
    const notFound = { do: 'answer', take: false, status: 404, code: 'NOT_FOUND' } as const
    const faulty = { method: 'GET', path } as const
    await service.addFaults(
      { ...faulty, action: notFound, times: 2 },
      { ...faulty, action: { do: 'cut-body', take: true }, times: 3 },
      { ...faulty, action: { do: 'garble', take: true } },
    )
    const { sha256, byteCount } = await kept(counter, ref)
    expect(readdirSync(shelfOf(counter))).toEqual([sha256])
    expect(readFileSync(join(shelfOf(counter), sha256))).toHaveLength(byteCount)
    expect(await downloads(service)).toBe(7)
  })

  test('whose receipt was not fetched before a crash has it fetched after', async () => {
    const shop = await startShop()
    const before = await startCore(shop)
    const ref = await pay(before, late)
    expect((await before.readSale(ref)).officialReceipt).toBeNull()
    const after = await startCore({ ...shop, dataDir: cutPower(before) })
    await before.core.stop()
    expect(await kept(after, ref)).toMatchObject({ type: 'application/pdf' })
  })
})

test('the journal names the receipt, and a rebuild gives the same sale', async () => {
  const counter = await startCore(await startShop())
  const ref = await pay(counter, png)
  const receipt = await kept(counter, ref)
  await counter.core.stop()
  const journal = openWhole(join(counter.dataDir, 'journal'), {
    name: 'training-training',
    account: 'training',
  })
  expect(journal.readEntries(ref).at(-1)?.body).toMatchObject({ kind: 'receipt-kept', receipt })
  const sale = journal.readSale(ref)
  journal.rebuildProjections()
  expect(journal.readSale(ref)).toEqual(sale)
})

test('the journal refuses a receipt of anything but a paid bill', () => {
  const journal = openWhole(temporaryFolder())
  const receipt = { sha256: 'a'.repeat(64), type: 'image/png', byteCount: 1, name: 'receipt.png' } as const
  for (const [place, kind] of (['internet', 'bill'] as const).entries()) {
    const ref = refNumber(place + 1)
    journal.record(confirmed(ref, { order: orderOf(ref)[kind] }), startMs)
    if (kind === 'internet')
      journal.record([entryFor('accepted', ref), entryFor('found-fulfilled', ref)], startMs)
    const kept = { kind: 'receipt-kept', ref, receipt, requestId: null } as const
    expect(() => journal.record([kept], startMs)).toThrow(JournalRefusal)
    expect(journal.readSale(ref)?.officialReceipt).toBeNull()
  }
})

describe('a kept receipt', () => {
  test('that is a picture is shown at an address of its own, and on a sheet; a PDF is not', async () => {
    const counter = await startCore(await startShop())
    const [picture, document] = [await pay(counter, png), await pay(counter, pdf)]
    const { sha256 } = await kept(counter, picture)
    await kept(counter, document)
    const { core } = counter
    expect(core.readPage(receiptPath(picture))).toEqual({
      ...{ status: 200, contentType: 'image/png' },
      body: readFileSync(join(shelfOf(counter), sha256)),
    })
    expect(core.readPage(receiptSheetPath(picture))?.body).toContain(`src="${receiptPath(picture)}"`)
    expect(core.readPage(receiptPath(document))).toBeUndefined()
    expect(core.readPage(receiptSheetPath(document))).toBeUndefined()
  })

  test('is saved as the service made it, under its own name', async () => {
    const person = pickingPerson()
    const counter = await startCore({ ...(await startShop()), ports: { files: person.files } })
    const ref = await pay(counter, pdf)
    const { name, sha256 } = await kept(counter, ref)
    const { path } = await counter.command('official.save', { ref })
    expect(path).toContain(name)
    expect(readFileSync(path ?? '')).toEqual(readFileSync(join(shelfOf(counter), sha256)))
  })

  test('that was changed or is gone is not shown, and is fetched again on request', async () => {
    const counter = await startCore(await startShop())
    const ref = await pay(counter, png)
    const { sha256 } = await kept(counter, ref)
    const file = join(shelfOf(counter), sha256)
    const whole = readFileSync(file)
    writeFileSync(file, Buffer.from(whole).fill(0, whole.length - 1))
    expect(await counter.ask('official.save', { ref })).toMatchObject({
      error: { kind: 'receipt-file', problem: 'changed', ref },
    })
    expect(counter.core.readPage(receiptPath(ref))).toBeUndefined()
    rmSync(file)
    expect(await counter.ask('official.save', { ref })).toMatchObject({ error: { problem: 'missing' } })
    expect(await counter.command('official.fetch', { ref })).toMatchObject({ officialReceipt: { sha256 } })
    expect(readFileSync(file)).toEqual(whole)
  })
})

describe('a receipt that is asked for', () => {
  test('is reported as not there yet in the service’s own word', async () => {
    const counter = await startCore(await startShop())
    const ref = await pay(counter, late)
    expect(await counter.ask('official.fetch', { ref })).toMatchObject({
      error: { kind: 'refused', code: 'NOT_FOUND', ref },
    })
  })

  test('of a sale that has none is refused, and nothing is asked of the service', async () => {
    const { service, counter } = await startCounter()
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    expect(await counter.ask('official.fetch', { ref })).toMatchObject({ error: { kind: 'sale-not-found' } })
    expect(await downloads(service)).toBe(0)
    expect(existsSync(shelfOf(counter))).toBe(false)
  })
})
