/**
 * GET /v3/bills/transactions/{transactionId}/receipt: the file of a payment that succeeded (service-api.md). Each biller
 * has a type of its own, so that every type of the document can be met.
 */
import { crc32, deflateSync } from 'node:zlib'
import { receiptMaxAgeMs } from '#shared/limits.ts'
import { centimes, dinarsOf } from '#shared/money.ts'
import { billers } from '#shared/products/bill.ts'
import type { FoundFile, Reply } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Call } from '../call.ts'
import { refusals } from './guards.ts'
import { receiptReadyAtMs, transactionStep } from './outcome.ts'
import { operationIdOf, paidLines } from './record.ts'
import { type BillPayment, type BillTransaction, findTransaction } from './transactions.ts'

const kinds = {
  pdf: { contentType: 'application/pdf', extension: 'pdf', write: writePdf },
  png: { contentType: 'image/png', extension: 'png', write: writePng },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg', write: writeJpeg },
  /** A file that nobody identified: its text as it is. */
  odd: {
    contentType: 'application/octet-stream',
    extension: 'bin',
    write: (lines: readonly string[]) => Buffer.from(lines.join('\n')),
  },
} as const

/** The raw file, or NOT_FOUND: not SUCCESS, not owned, of the other environment, or not there yet. */
export function downloadReceipt({ store, holder, params, nowMs, behaviour }: Call): Reply {
  const transaction = findTransaction(store, holder.environment, params['transactionId'] ?? '')
  if (!transaction?.payment) return refusals.notFound('No such receipt')
  const { status, sinceMs } = transactionStep(transaction, nowMs)
  const lateMs = behaviour.receiptTime === 'with-status' ? 0 : LATE_RECEIPT_MS
  const readyAtMs = lateMs + receiptReadyAtMs(transaction.ending, sinceMs, transaction.payment.speed)
  if (status !== 'SUCCESS' || nowMs < readyAtMs) return refusals.notFound('No such receipt')
  return receiptFile(transaction, transaction.payment, sinceMs, behaviour)
}

const LATE_RECEIPT_MS = 600_000

function receiptFile(
  transaction: BillTransaction,
  payment: BillPayment,
  paidAtMs: number,
  { receiptName }: Behaviour,
): FoundFile {
  const { id, partner, ending } = transaction
  const { contentType, extension, write } =
    kinds[ending === 'paid-odd-receipt' ? 'odd' : billers[partner].practiceReceipt]
  return {
    ok: true,
    bytes: write(receiptLines(transaction, payment, paidAtMs)),
    headers: {
      'Content-Type': contentType,
      'Content-Disposition':
        receiptName === 'plain'
          ? `attachment; filename="receipt-${id}.${extension}"`
          : `attachment; filename*=UTF-8''re%C3%A7u-${id}.${extension}`,
      'Cache-Control': `private, max-age=${receiptMaxAgeMs / MS_PER_SECOND}`,
      'X-Content-Type-Options': 'nosniff',
    },
  }
}

const MS_PER_SECOND = 1_000

function receiptLines(
  transaction: BillTransaction,
  payment: BillPayment,
  paidAtMs: number,
): readonly string[] {
  const { id, partner, accountValue } = transaction
  const { amountCentimes, feeCentimes } = payment
  const bills = paidLines(transaction).map(
    ({ label, period, amountCentimes: amount }) => `${label} ${period}: ${written(amount)}`,
  )
  return [
    'TRAINING RECEIPT - NO MONEY WAS PAID TO A BILLER',
    `${partner} - ${accountValue}`,
    ...bills,
    `Amount: ${written(amountCentimes)}`,
    `Fee: ${written(feeCentimes)}`,
    `Total: ${written(centimes(amountCentimes + feeCentimes))}`,
    `Operation: ${operationIdOf(id)}`,
    `Transaction: ${id}`,
    `Paid at: ${new Date(paidAtMs).toISOString()}`,
  ]
}

const written = (amountCentimes: BillPayment['amountCentimes']) =>
  `${dinarsOf(amountCentimes).toFixed(2)} DZD`

// A PDF of one page of text, written by hand: no library is worth its weight for a training receipt.

const PAGE = { widthPoints: 420, heightPoints: 595, marginPoints: 36 } as const
const FONT_POINTS = 9
const LINE_POINTS = 16

/** The file, in Latin-1 throughout: its offsets count bytes, and one character is one byte. */
function writePdf(lines: readonly string[]): Buffer {
  const content = pageContent(lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.widthPoints} ${PAGE.heightPoints}]` +
      ' /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, place) => {
    const offset = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

function pageContent(lines: readonly string[]): string {
  const top = PAGE.heightPoints - PAGE.marginPoints - FONT_POINTS
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  return `BT\n/F1 ${FONT_POINTS} Tf\n${LINE_POINTS} TL\n${PAGE.marginPoints} ${top} Td\n${shown}\nET`
}

/** What Latin-1 cannot write becomes a question mark; the three characters that end or escape a string are escaped. */
const escaped = (text: string) =>
  text.replace(/[^\u0020-\u007e\u00a1-\u00ff]/gu, '?').replace(/[\\()]/g, '\\$&')

// A baseline greyscale JPEG that carries the receipt as its comment and as rows of cells. Each cell is one block of 8 × 8
// pixels of one shade, so that a block is its mean alone and the coding tables shrink to four symbols.

/** The means of a black and of a white block, less 128, times 8, divided by the quantum below. */
const BLACK_MEAN = -64
const WHITE_MEAN = 63
const QUANTUM = 16
const BLOCK_COEFFICIENTS = 64

/** The codes of the only three sizes that a difference of two means has here, as bits. */
const sizeCodes: Readonly<Record<number, string>> = { 0: '0', 6: '10', 7: '110' }
const sizes = [0, 6, 7] as const
const END_OF_BLOCK = '0'

function writeJpeg(lines: readonly string[]): Buffer {
  const height = lines.length * CELL_PIXELS
  const width = CELLS_PER_LINE * CELL_PIXELS
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xfe, [...Buffer.from(lines.join('\n'), 'latin1')]),
    segment(0xdb, [0, ...Array.from({ length: BLOCK_COEFFICIENTS }, () => QUANTUM)]),
    segment(0xc0, frame),
    // One code of one, two and three bits: the sizes of a mean's difference. Then the one that ends a block.
    segment(0xc4, [0x00, 1, 1, 1, ...zeros(13), ...sizes]),
    segment(0xc4, [0x10, 1, ...zeros(15), 0x00]),
    segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    codedBlocks(lines),
    Buffer.from([0xff, 0xd9]),
  ])
}

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)

function segment(marker: number, data: readonly number[]): Buffer {
  const length = data.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...data])
}

/** Every block as the difference of its mean from the one before it, filled up with ones to whole bytes. */
function codedBlocks(lines: readonly string[]): Buffer {
  const means = lines.flatMap(cellsOf).map((black) => (black ? BLACK_MEAN : WHITE_MEAN))
  const bits = means.map((mean, place) => codeOf(mean - (means[place - 1] ?? 0))).join('')
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2))
  // A byte of ones would read as a marker; a zero behind it says that it is none.
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
}

function codeOf(difference: number): string {
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const code = sizeCodes[size]
  if (code === undefined) throw new RangeError(`no code for a difference of ${difference}`)
  const value = difference < 0 ? difference + 2 ** size - 1 : difference
  return `${code}${size === 0 ? '' : value.toString(2).padStart(size, '0')}${END_OF_BLOCK}`
}

// A PNG that carries the receipt twice: as text in its metadata, and as rows of cells to look at.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const KEYWORD = 'Description'

/** An 8-bit greyscale picture. */
function writePng(lines: readonly string[]): Buffer {
  const width = CELLS_PER_LINE * CELL_PIXELS
  const height = lines.length * CELL_PIXELS
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Depth 8, greyscale, and the only methods of compression, filter and interlace that need no more words.
  header.set([8, 0, 0, 0, 0], 8)
  const rows = lines.flatMap((line) => Array.from({ length: CELL_PIXELS }, () => pixelRow(line)))
  const text = `${KEYWORD}\0${lines.join('\n')}`
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(text, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** One row of pixels behind its filter byte. */
function pixelRow(line: string): Buffer {
  const row = Buffer.alloc(1 + CELLS_PER_LINE * CELL_PIXELS, 0xff)
  row[0] = 0
  for (const [cell, black] of cellsOf(line).entries()) {
    if (black) row.fill(0, 1 + cell * CELL_PIXELS, 1 + (cell + 1) * CELL_PIXELS)
  }
  return row
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

// A line of text as a row of black and white cells: a picture of letters would take a font.

const CELLS_PER_LINE = 64
const CELL_PIXELS = 8
const BITS_PER_CHARACTER = 8

/** The line's bits from its first character on, as many as fit; true is black. */
function cellsOf(line: string): readonly boolean[] {
  const bytes = Buffer.from(line, 'latin1')
  return Array.from({ length: CELLS_PER_LINE }, (_, cell) => {
    const byte = bytes[Math.floor(cell / BITS_PER_CHARACTER)] ?? 0
    return ((byte >> (cell % BITS_PER_CHARACTER)) & 1) === 1
  })
}
