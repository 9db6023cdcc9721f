/**
 * A baseline greyscale JPEG that carries the receipt as its comment and as rows of cells. Each cell is one block of 8 × 8
 * pixels of one shade, so that a block is its mean alone and the coding tables shrink to four symbols.
 */
import { CELL_PIXELS, CELLS_PER_LINE, cellsOf } from './cells.ts'

/** The means of a black and of a white block, less 128, times 8, divided by the quantum below. */
const BLACK_MEAN = -64
const WHITE_MEAN = 63
const QUANTUM = 16
const BLOCK_COEFFICIENTS = 64

/** The codes of the only three sizes that a difference of two means has here, as bits. */
const sizeCodes: Readonly<Record<number, string>> = { 0: '0', 6: '10', 7: '110' }
const sizes = [0, 6, 7] as const
const END_OF_BLOCK = '0'

export function writeJpeg(lines: readonly string[]): Buffer {
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
