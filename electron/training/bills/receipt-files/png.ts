/** A PNG that carries the receipt twice: as text in its metadata, and as rows of cells to look at. */
import { crc32, deflateSync } from 'node:zlib'
import { CELL_PIXELS, CELLS_PER_LINE, cellsOf } from './cells.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const KEYWORD = 'Description'

/** An 8-bit greyscale picture. */
export function writePng(lines: readonly string[]): Buffer {
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
