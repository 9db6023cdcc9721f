/** Receipts: real files of each type, the document's headers, and NOT_FOUND for whatever is not a success. */
import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BillPartner } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import { trainingKeys } from '#training/keys.ts'
import { client, invoice, line } from '../support/bill-accounts.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { BILLER_MS, billClientOf, refusalOf } from '../support/training-bills.ts'

const { service, clock, billClient } = serviceForEachTest()

/** Pays and downloads by the link that the transaction gives. */
async function receiptOf(partner: BillPartner, account: BillAccount) {
  const id = await billClient.start(partner, account, 'sale-1')
  clock.pass(BILLER_MS)
  const { receiptUrl } = await billClient.read(id)
  const response = await fetch(receiptUrl, { headers: { 'X-Access-Token': trainingKeys.sandbox } })
  return { id, response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const checks: Readonly<Record<string, (bytes: Buffer) => void>> = {
  pdf: checkPdf,
  png: checkPng,
  jpg: checkJpeg,
  bin: (bytes) => expect(bytes.toString()).toContain('TRAINING'),
}

describe('a receipt', () => {
  test.each<[BillPartner, BillAccount, string, string]>([
    ['ADE', { reference: '1' }, 'application/pdf', 'pdf'],
    ['SONELGAZ', { contractNumber: '(1\\' }, 'application/pdf', 'pdf'],
    ['SEAAL', client('100001'), 'image/png', 'png'],
    ['AADL', { aadlNumber: '1' }, 'image/jpeg', 'jpg'],
    ['Algérie Télécom', line('021223344'), 'application/pdf', 'pdf'],
    ['Algérie Télécom', line('030000007'), 'application/octet-stream', 'bin'],
  ])('of %s %j is a whole file of %s with every header', async (partner, account, type, extension) => {
    const { id, response, bytes } = await receiptOf(partner, account)
    expect(response.status).toBe(200)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="receipt-${id}.${extension}"`,
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
    checks[extension]?.(bytes)
    expect(bytes.toString('latin1')).toContain(`Transaction: ${id}`)
  })

  test('is the same at every download', async () => {
    const first = await receiptOf('ADE', { reference: '1' })
    const again = await fetch(first.response.url, { headers: { 'X-Access-Token': trainingKeys.sandbox } })
    expect(Buffer.from(await again.arrayBuffer()).equals(first.bytes)).toBe(true)
  })

  test('can come later than the success', async () => {
    const { id, response } = await receiptOf('Algérie Télécom', line('030000006'))
    expect(response.status).toBe(404)
    expect((await billClient.read(id)).status).toBe('SUCCESS')
    clock.pass(8_000)
    expect((await billClient.get(`/v3/bills/transactions/${id}/receipt`)).status).toBe(200)
  })
})

describe('no receipt', () => {
  const receipt = (id: string, from = billClient) => from.get(`/v3/bills/transactions/${id}/receipt`)

  test('before the success, for another environment, without a key', async () => {
    const { body } = await billClient.discover()
    expect(refusalOf(await receipt(body.data.transactionId))).toBe('404 NOT_FOUND')
    const id = await billClient.start('ADE', { reference: '1' }, 'sale-2')
    const processing = await receipt(id)
    expect(refusalOf(processing)).toBe('404 NOT_FOUND')
    expect(processing.headers.get('content-type')).toContain('application/json')
    clock.pass(BILLER_MS)
    expect((await receipt(id)).status).toBe(200)
    const production = billClientOf(service.billUrl, clock, trainingKeys.production)
    expect(refusalOf(await receipt(id, production))).toBe('404 NOT_FOUND')
    expect((await receipt(id, billClientOf(service.billUrl, clock, null))).status).toBe(401)
    expect(refusalOf(await receipt('0'.repeat(24)))).toBe('404 NOT_FOUND')
  })

  test.each<[string, BillPartner, BillAccount]>([
    ['declined', 'SEAAL', client('100004')],
    ['given back', 'SONELGAZ', invoice('6006006006')],
  ])('where the payment was %s', async (_, partner, account) => {
    const id = await billClient.start(partner, account, 'sale-1')
    for (const ms of [BILLER_MS, 120_000]) {
      clock.pass(ms)
      expect(refusalOf(await receipt(id))).toBe('404 NOT_FOUND')
    }
  })
})

/** Every object stands where the table says, and the stream is as long as it claims. */
function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/)
  const tableAt = Number(/startxref\n(\d+)\n/.exec(text)?.[1])
  expect(text.slice(tableAt, tableAt + 5)).toBe('xref\n')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(5)
  for (const [place, offset] of offsets.entries()) {
    expect(text.slice(offset, offset + 7)).toBe(`${place + 1} 0 obj`)
  }
  const [, length, stream = ''] = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? []
  expect(stream.length).toBe(Number(length))
}

/** Every chunk has its right sum, and the pixels are as many as the header says. */
function checkPng(bytes: Buffer): void {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  const chunks = new Map<string, Buffer>()
  let at = 8
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at)
    const body = bytes.subarray(at + 4, at + 8 + length)
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4))
    at += 12 + length
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND'])
  const [header, data] = [chunks.get('IHDR'), chunks.get('IDAT')]
  const [width = 0, height = 0] = [header?.readUInt32BE(0), header?.readUInt32BE(4)]
  expect(inflateSync(data ?? Buffer.alloc(0)).length).toBe((width + 1) * height)
}

/** The segments follow each other from start to end, the coded blocks last. */
function checkJpeg(bytes: Buffer): void {
  const markers: number[] = []
  let at = 2
  while (markers.at(-1) !== 0xda) {
    expect(bytes[at]).toBe(0xff)
    markers.push(bytes[at + 1] ?? 0)
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(markers).toEqual([0xe0, 0xfe, 0xdb, 0xc0, 0xc4, 0xc4, 0xda])
  expect(bytes.subarray(-2).toString('hex')).toBe('ffd9')
  expect(bytes.subarray(at, -2).toString('hex')).not.toMatch(/^(?:..)*ff(?!00)/)
}
