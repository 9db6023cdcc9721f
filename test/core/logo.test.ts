/** The shop's logo: a picked PNG becomes dots that the settings and every slip take, and nothing else is decoded. */
import { crc32, deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pickLogo } from '#core/logo/pick-logo.ts'
import { err, ok } from '#shared/result.ts'
import { type Logo, logoMaxDots, logoSchema } from '#shared/shop.ts'
import { RUNS } from '../support/effort.ts'
import { noFiles } from '../support/no-files.ts'

const picking = (bytes: Uint8Array) => ({
  ...noFiles,
  openPicture: async () => ok({ path: '/logo.png', bytes }),
})

/** A PNG of one ground, with a black bar at its left that is `barWidth` wide. */
function pngOf(width: number, height: number, barWidth = 0, ground = 'white'): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.fillStyle = 'black'
  context.fillRect(0, 0, barWidth, height)
  return canvas.toBuffer('image/png')
}

async function logoOf(png: Uint8Array): Promise<Logo> {
  const picked = await pickLogo(picking(png))
  if (!picked.ok || picked.value.logo === null) throw new Error(JSON.stringify(picked))
  return picked.value.logo
}

const rowsOf = ({ bits, widthDots, heightDots }: Logo): readonly string[] => {
  const bytes = Buffer.from(bits, 'base64')
  return Array.from({ length: heightDots }, (_, row) =>
    [...bytes.subarray((row * widthDots) / 8, ((row + 1) * widthDots) / 8)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join(''),
  )
}

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of 8 by 2 pixels from its rows, each with the byte of its filter before it. */
function rawPng(
  bitDepth: number,
  colourType: number,
  rows: readonly number[][],
  extra: readonly Buffer[] = [],
) {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 2, bitDepth, colourType, 0, 0, 0])
  const data = deflateSync(Buffer.from(rows.flat()))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = [chunk('IHDR', header), ...extra, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([start, ...body])
}

const repeated = (...pixels: readonly number[][]) => [...pixels, ...pixels, ...pixels, ...pixels].flat()
const [black, white] = [[0], [255]]
const [black3, white3] = [
  [0, 0, 0],
  [255, 255, 255],
]

/** The same board of black and white dots, which begins with black, in every way to write it. */
const everyKind: Readonly<Record<string, Buffer>> = {
  'grey, 1 bit': rawPng(1, 0, [
    [0, 0x55],
    [0, 0xaa],
  ]),
  'grey, 4 bits': rawPng(4, 0, [
    [0, 0x0f, 0x0f, 0x0f, 0x0f],
    [0, 0xf0, 0xf0, 0xf0, 0xf0],
  ]),
  'grey, 8 bits': rawPng(8, 0, [
    [0, ...repeated(black, white)],
    [0, ...repeated(white, black)],
  ]),
  'grey, 16 bits': rawPng(16, 0, [
    [0, ...repeated([0, 0], [255, 255])],
    [0, ...repeated([255, 255], [0, 0])],
  ]),
  colours: rawPng(8, 2, [
    [0, ...repeated(black3, white3)],
    [0, ...repeated(white3, black3)],
  ]),
  'a palette': rawPng(
    1,
    3,
    [
      [0, 0x55],
      [0, 0xaa],
    ],
    [chunk('PLTE', Buffer.from([...black3, ...white3]))],
  ),
  'a palette with transparency': rawPng(
    1,
    3,
    [
      [0, 0x55],
      [0, 0xaa],
    ],
    [chunk('PLTE', Buffer.from([...black3, ...black3])), chunk('tRNS', Buffer.from([255, 0]))],
  ),
  'a colour that is none': rawPng(
    8,
    0,
    [
      [0, ...repeated(black, [7])],
      [0, ...repeated([7], black)],
    ],
    [chunk('tRNS', Buffer.from([0, 7]))],
  ),
  'grey with transparency': rawPng(8, 4, [
    [0, ...repeated([0, 255], [0, 0])],
    [0, ...repeated([0, 0], [0, 255])],
  ]),
  'colours with transparency': rawPng(8, 6, [
    [0, ...repeated([...black3, 255], [...black3, 0])],
    [0, ...repeated([...black3, 0], [...black3, 255])],
  ]),
  // The pixel before, the one above, both halved, the nearest of three: by hand, from the board of 8 bits.
  'filtered by the pixel before': rawPng(8, 0, [
    [1, 0, 255, 1, 255, 1, 255, 1, 255],
    [1, 255, 1, 255, 1, 255, 1, 255, 1],
  ]),
  'filtered by the row above': rawPng(8, 0, [
    [0, ...repeated(black, white)],
    [2, ...repeated([255], [1])],
  ]),
  'filtered by the mean': rawPng(8, 0, [
    [0, ...repeated(black, white)],
    [3, 255, 1, 255, 1, 255, 1, 255, 1],
  ]),
  'filtered by the nearest': rawPng(8, 0, [
    [0, ...repeated(black, white)],
    [4, 255, 1, 255, 1, 255, 1, 255, 1],
  ]),
}

test('black is black and white is white, dot for dot', async () => {
  expect(rowsOf(await logoOf(pngOf(16, 2, 4)))).toEqual(['1111000000000000', '1111000000000000'])
})

test('a width that is no whole number of bytes is filled up with white on both sides', async () => {
  expect(rowsOf(await logoOf(pngOf(4, 1, 4)))).toEqual(['00111100'])
})

test('grey becomes a pattern with about as much black as it is dark, and what is transparent is white', async () => {
  const dark = rowsOf(await logoOf(pngOf(64, 64, 0, '#404040'))).join('')
  expect([...dark].filter((dot) => dot === '1').length / dark.length).toBeCloseTo(0.75, 1)
  expect(rowsOf(await logoOf(pngOf(8, 1, 0, 'transparent')))).toEqual(['00000000'])
})

test('a picture of any size fits the paper, and keeps its shape', async () => {
  const side = fc.integer({ min: 1, max: 600 })
  await fc.assert(
    fc.asyncProperty(side, side, async (width, height) => {
      const logo = await logoOf(pngOf(width, height))
      expect(logoSchema.safeParse(logo).success).toBe(true)
      expect(logo.widthDots).toBeLessThanOrEqual(logoMaxDots.width)
      expect(logo.heightDots).toBeLessThanOrEqual(Math.min(height, logoMaxDots.height))
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  )
})

describe('a file that is refused by its name', () => {
  const whole = Buffer.from(pngOf(16, 16))
  /** Of a chunk's own length, so that the checksum is right again. */
  const withHeader = (change: (data: Buffer) => unknown) => {
    const changed = Buffer.from(whole)
    change(changed.subarray(16))
    changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
    return changed
  }

  test.each([
    ['another picture', Buffer.from('GIF89a and no more than that'), 'not-a-png'],
    ['nothing at all', Buffer.alloc(0), 'not-a-png'],
    ['one whose checksum is wrong', Buffer.from(whole).fill(9, 30, 31), 'not-a-png'],
    [
      'a picture that is huge by its header',
      withHeader((data) => data.writeUInt32BE(60_000, 0)),
      'logo-too-large',
    ],
    [
      'one that is larger by its header than its data',
      withHeader((data) => data.writeUInt32BE(17, 4)),
      'not-a-png',
    ],
    ['one of a depth that there is not', withHeader((data) => data.writeUInt8(3, 8)), 'not-a-png'],
    ['an interlaced one', withHeader((data) => data.writeUInt8(1, 12)), 'logo-interlaced'],
  ])('%s', async (_what, bytes, problem) => {
    expect(await pickLogo(picking(bytes))).toMatchObject({ error: { field: 'logo', problem } })
  })

  test('one that is cut, anywhere', async () => {
    for (let length = 0; length < whole.length; length += 1)
      expect(await pickLogo(picking(whole.subarray(0, length)))).toMatchObject({ ok: false })
  })
})

test('a picture of every kind of the format is read correctly', async () => {
  for (const [name, png] of Object.entries(everyKind))
    expect([name, rowsOf(await logoOf(png))]).toEqual([name, ['10101010', '01010101']])
})

test('a cancelled choice changes nothing, and an unreadable file is reported', async () => {
  expect(await pickLogo(noFiles)).toEqual({ ok: true, value: { logo: null } })
  const failing = { ...noFiles, openPicture: async () => err('EACCES') }
  expect(await pickLogo(failing)).toMatchObject({ error: { field: 'logo', problem: 'EACCES' } })
})
