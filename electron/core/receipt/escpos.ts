/**
 * The bytes that receipt printers understand (ESC/POS), from a finished layout. Decides nothing about what stands on the
 * paper. Invariant: each picture goes out in bands that a small printer's buffer holds, and the styles of one row are never
 * those of the next.
 */
import { codePageNumbers } from '#shared/printer-models.ts'
import { type Bitmap, rowBytesOf } from './bitmap.ts'
import { encodeOn } from './code-page.ts'
import { barcodeHeightDots } from './codes.ts'
import { drawRows } from './draw.ts'
import type { Placed, PrintArea } from './layout.ts'
import type { PictureRow } from './picture-rows.ts'
import type { PrinterPaper } from './printer-paper.ts'
import type { TextRow } from './text-rows.ts'

const ESC = 0x1b
const GS = 0x1d
const FS = 0x1c
const LF = 0x0a

const font = (isSmall: boolean) => [ESC, 0x4d, isSmall ? 1 : 0]
/** From one row to the next. A printer whose unit is finer than a dot leaves no less than its letters are high. */
const lineDots = (isSmall: boolean) => [ESC, 0x33, isSmall ? 20 : 26]

/**
 * As it was switched on; no double-byte characters, which printers from Asia begin with; American signs below 0x80; its first
 * font.
 */
const start = (placed: readonly Placed[], paper: PrinterPaper) => [
  ...[ESC, 0x40, FS, 0x2e, ESC, 0x52, 0],
  ...[ESC, 0x74, codePageNumbers[pageFor(placed, paper)]],
  ...font(false),
  ...lineDots(false),
]

/** Both pages are the same but for the euro, and more printers know the one that has none. */
function pageFor(placed: readonly Placed[], { codePage }: PrinterPaper): PrinterPaper['codePage'] {
  const hasEuro = placed.some((one) => one.kind === 'text' && one.runs.some(({ text }) => text.includes('€')))
  return codePage === 'cp858' && !hasEuro ? 'cp850' : codePage
}

/** On for 50 ms and off for half a second: what every drawer of this kind opens at, whichever of the two pins it hangs on. */
const kickDrawer = [...[ESC, 0x70, 0, 25, 250], ...[ESC, 0x70, 1, 25, 250]]
/** Fed to the cutter and cut, all but a corner. */
const feedAndCut = [GS, 0x56, 66, 0]
/** As far as from the head to the edge that paper is torn at. */
const feedToEdge = [ESC, 0x64, 5]

/** The whole of one slip's bytes. Throws where a text was laid out that the code page cannot write. */
export function escposOf(placed: readonly Placed[], paper: PrinterPaper, area: PrintArea): Uint8Array {
  const parts: (readonly number[] | Uint8Array)[] = [start(placed, paper)]
  if (paper.drawer) parts.push(kickDrawer)
  for (const run of runsOf(placed)) {
    if (run.kind === 'pictures') {
      for (const picture of drawRows(run.rows, area.widthDots, area.pen())) parts.push(...bandsOf(picture))
    } else parts.push(...bytesOf(run.one, paper))
  }
  parts.push(paper.cuts ? feedAndCut : feedToEdge)
  return joined(parts)
}

type Run =
  | { readonly kind: 'pictures'; readonly rows: PictureRow[] }
  | { readonly kind: 'one'; readonly one: Exclude<Placed, PictureRow> }

/** Rows of pictures that follow each other are drawn together. */
function runsOf(placed: readonly Placed[]): readonly Run[] {
  const runs: Run[] = []
  for (const one of placed) {
    const last = runs.at(-1)
    if (one.kind !== 'picture') runs.push({ kind: 'one', one })
    else if (last?.kind === 'pictures') last.rows.push(one)
    else runs.push({ kind: 'pictures', rows: [one] })
  }
  return runs
}

function bytesOf(
  one: Exclude<Placed, PictureRow>,
  paper: PrinterPaper,
): readonly (readonly number[] | Uint8Array)[] {
  switch (one.kind) {
    case 'text':
      return textBytes(one, paper)
    case 'dots':
      return bandsOf(one.picture)
    case 'qr':
      return [
        ...[align(true), ...qrBytes(one.text, one.moduleDots), align(false)],
        ...whiteRows(QUIET_MODULES * one.moduleDots),
      ]
    case 'barcode':
      return [align(true), barcodeBytes(one.text, one.moduleDots), align(false)]
  }
}

const align = (isCentred: boolean) => [ESC, 0x61, isCentred ? 1 : 0]
const bold = (isOn: boolean) => [ESC, 0x45, isOn ? 1 : 0]
const size = (isDouble: boolean) => [GS, 0x21, isDouble ? 0x11 : 0]
const inverse = (isOn: boolean) => [GS, 0x42, isOn ? 1 : 0]

/** What a row switches on it switches off again, so that a lost byte spoils one row and not the rest of the slip. */
function textBytes({ runs, isCentred, isInverse }: TextRow, paper: PrinterPaper) {
  const isSmall = runs.some((run) => run.isSmall)
  return [
    ...(isCentred ? [align(true)] : []),
    ...(isInverse ? [inverse(true)] : []),
    ...(isSmall ? [font(true), lineDots(true)] : []),
    ...runs.flatMap(({ text, isBold, isDouble }) => [
      ...(isBold ? [bold(true)] : []),
      ...(isDouble ? [size(true)] : []),
      encodeOn(paper.codePage, text),
      ...(isDouble ? [size(false)] : []),
      ...(isBold ? [bold(false)] : []),
    ]),
    ...(isInverse ? [inverse(false)] : []),
    [LF],
    ...(isSmall ? [font(false), lineDots(false)] : []),
    ...(isCentred ? [align(false)] : []),
  ]
}

/** GS v 0 takes the rows of one band. */
const MAX_BAND_BYTES = 4_096
/** White that is worth a band of its own. */
const MIN_WHITE_ROWS = 8

type Bytes = readonly number[] | Uint8Array

/** A picture without what is white at the right of it and between its lines: nearly half of a slip, on a slow line a minute. */
const bandsOf = (picture: Bitmap): readonly Bytes[] =>
  stripesOf(picture).flatMap((stripe) =>
    stripe.usedBytes === 0 ? whiteRows(stripe.to - stripe.from) : inkBands(picture, stripe),
  )

interface Stripe {
  readonly from: number
  readonly to: number
  /** How far to the right it has a black dot; 0 where it has none. */
  readonly usedBytes: number
}

/** Rows with ink, and the white between them. */
function stripesOf(picture: Bitmap): readonly Stripe[] {
  const used = Array.from({ length: picture.heightDots }, (_, row) => usedBytesOf(picture, row))
  const isWide = (row: number) => whiteFrom(used, row) >= MIN_WHITE_ROWS
  const stripes: Stripe[] = []
  for (let from = 0, to = 0; from < used.length; from = to) {
    if (isWide(from)) to = from + whiteFrom(used, from)
    else while (to < used.length && !isWide(to)) to += 1
    stripes.push({ from, to, usedBytes: Math.max(...used.slice(from, to)) })
  }
  return stripes
}

/** How many rows are white from this one on. */
function whiteFrom(used: readonly number[], row: number): number {
  let end = row
  while (used[end] === 0) end += 1
  return end - row
}

function usedBytesOf(picture: Bitmap, row: number): number {
  const rowBytes = rowBytesOf(picture)
  return picture.bytes.subarray(row * rowBytes, (row + 1) * rowBytes).findLastIndex((byte) => byte !== 0) + 1
}

function inkBands(picture: Bitmap, { from, to, usedBytes }: Stripe): readonly Bytes[] {
  const rowBytes = rowBytesOf(picture)
  const bandRows = Math.floor(MAX_BAND_BYTES / usedBytes)
  const bands: Bytes[] = []
  for (let top = from; top < to; top += bandRows) {
    const rows = Math.min(bandRows, to - top)
    const dots = new Uint8Array(rows * usedBytes)
    for (let row = 0; row < rows; row += 1) {
      const at = (top + row) * rowBytes
      dots.set(picture.bytes.subarray(at, at + usedBytes), row * usedBytes)
    }
    bands.push(raster(usedBytes, rows), withoutCommands(dots))
  }
  return bands
}

const raster = (rowBytes: number, rows: number) => [
  GS,
  0x76,
  0x30,
  0,
  ...twoBytes(rowBytes),
  ...twoBytes(rows),
]

/** A feed is counted in units of a printer's own; the rows of a picture are dots on each. */
const whiteRows = (rows: number): readonly Bytes[] => [raster(1, rows), new Uint8Array(rows)]

const DLE = 0x10
/** What follows DLE in a command that printers obey as it comes in: how it is (EOT), go on or forget all (ENQ), drawer and power (DC4). */
const realTime: readonly number[] = [0x04, 0x05, 0x14]
/** As DLE, and the dot beside it: to an eye the same. */
const DLE_AND_A_DOT = 0x18

/**
 * A picture's dots in which no printer finds a command: it would obey one in the middle of a picture as well, open the drawer
 * or answer as if it had been asked behind the slip.
 */
function withoutCommands(dots: Uint8Array): Uint8Array {
  const isCommand = (byte: number, at: number) => byte === DLE && realTime.includes(dots[at + 1] ?? 0)
  return dots.some(isCommand) ? dots.map((byte, at) => (isCommand(byte, at) ? DLE_AND_A_DOT : byte)) : dots
}

const twoBytes = (value: number): readonly number[] => [value & 0xff, value >> 8]

/** White below a code that the printer draws, as a reader needs it. */
const QUIET_MODULES = 4

/** Model 2, medium correction: the printer draws it, so that a reader meets clean squares. */
function qrBytes(text: string, moduleDots: number): readonly (readonly number[])[] {
  const data = [...Buffer.from(text, 'latin1')]
  const code = (bytes: readonly number[]) => [GS, 0x28, 0x6b, ...twoBytes(bytes.length), ...bytes]
  return [
    code([0x31, 0x41, 0x32, 0]),
    code([0x31, 0x43, moduleDots]),
    code([0x31, 0x45, 0x31]),
    code([0x31, 0x50, 0x30, ...data]),
    code([0x31, 0x51, 0x30]),
  ]
}

/** CODE 128, set B; `{{` stands for a brace, which begins a command in its data. What it carries stands above it in words. */
function barcodeBytes(text: string, moduleDots: number): readonly number[] {
  const data = [...Buffer.from(`{B${text.replaceAll('{', '{{')}`, 'latin1')]
  return [
    ...[GS, 0x68, barcodeHeightDots, GS, 0x77, moduleDots, GS, 0x48, 0],
    ...[GS, 0x6b, 73, data.length, ...data],
  ]
}

function joined(parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
