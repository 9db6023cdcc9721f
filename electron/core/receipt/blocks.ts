/**
 * What stands on the paper from top to bottom, before anything is known of its width: the one order in which printer text
 * and pictures are laid out. Invariant: every amount of the document, and the ref of a slip, is a value that may not break.
 */
import { centimes, formatDinars } from '#shared/money.ts'
import type { Logo } from '#shared/shop.ts'
import { type Bitmap, bitmapOfBits } from './bitmap.ts'
import type {
  PaperDocument,
  SheetDocument,
  SheetPart,
  SlipCard,
  SlipDocument,
  SlipLine,
  Wording,
} from './document.ts'

export type Size = 'small' | 'normal' | 'large' | 'huge'

export interface WordsBlock {
  readonly kind: 'words'
  readonly text: string
  readonly size: Size
  readonly isBold: boolean
  /** White on black, over the whole width. */
  readonly isInverse: boolean
}

export interface Value {
  readonly text: string
  /** The currency, in each language of the slip; empty where the value is no money. */
  readonly units: readonly string[]
  /** Digits and codes read left to right wherever they stand; words follow their own script. */
  readonly reads: 'left-to-right' | 'as-written'
  /** Of a code every sign counts: none is written in other letters. */
  readonly isCode: boolean
  /** Money, the ref and what is shown to pick something up stand on one line, whole, or there is no slip. */
  readonly mayBreak: boolean
}

export interface LineBlock {
  readonly kind: 'line'
  readonly label: Wording
  readonly value: Value
  readonly size: Size
  readonly isBold: boolean
  /** The label above, the value in the middle below it. */
  readonly isStacked: boolean
}

/** The code of a card in a box of its own: what is typed off the paper, sign by sign. */
export interface CodeBlock {
  readonly kind: 'code'
  readonly label: Wording
  readonly text: string
}

export type Block =
  | WordsBlock
  | LineBlock
  | { readonly kind: 'rule'; readonly isThick: boolean }
  | { readonly kind: 'gap' }
  | { readonly kind: 'picture'; readonly picture: Bitmap }
  | { readonly kind: 'ruler' }
  | { readonly kind: 'qr' | 'barcode'; readonly text: string }
  | CodeBlock

/** The blocks of a document. Throws RangeError where an amount is not money. */
export const blocksOf = (document: PaperDocument): readonly Block[] =>
  document.kind === 'slip' ? slipBlocks(document) : sheetBlocks(document)

function slipBlocks(slip: SlipDocument): readonly Block[] {
  const strong = slip.standing === 'owed' || slip.standing === 'part-owed'
  const proves = slip.standing !== 'unsold' && slip.standing !== 'given-up'
  return [
    ...markBlocks(slip.mark),
    ...headBlocks(slip, slip.isShort),
    ...markBlocks(slip.duplicate),
    ...words(slip.title, { size: 'normal', isBold: true }),
    ...words(slip.replaces, { size: 'small' }),
    ...words(slip.warning, { size: 'normal', isBold: true, isInverse: true }),
    gap,
    // Beside codes it is no larger than they are.
    lineBlock(slip.subject, slip, {
      ...{ size: slip.cards.length > 0 ? 'normal' : 'large', isBold: true, isStacked: true },
    }),
    ...(slip.pickUpCode
      ? [
          gap,
          lineBlock(slip.pickUpCode, slip, { size: 'huge', isBold: true, isStacked: true, mayBreak: false }),
          { kind: 'barcode', text: slip.pickUpCode.text } as const,
        ]
      : []),
    thinRule,
    ...slip.lines.map((line) => lineBlock(line, slip)),
    ...slip.cards.flatMap((card) => cardBlocks(card, slip)),
    ...words(slip.cardNote, { size: 'small' }),
    strong ? thickRule : thinRule,
    lineBlock(slip.total, slip, { size: proves ? 'large' : 'normal', isBold: true }),
    ...(strong ? [thickRule] : []),
    ...(slip.isShort ? [] : [gap, ...words(slip.notice, { size: 'normal' })]),
    ...signatureBlocks(slip.signature),
    thinRule,
    lineBlock({ kind: 'code', label: slip.refLabel, text: slip.ref }, slip, {
      size: 'normal',
      isBold: true,
      isStacked: true,
      mayBreak: false,
    }),
    ...(slip.qr === null ? [] : [gap, { kind: 'qr', text: slip.qr } as const]),
    ...(slip.printed ? [lineBlock(slip.printed, slip, { size: 'small' })] : []),
    ...footBlocks(slip),
  ]
}

function sheetBlocks(sheet: SheetDocument): readonly Block[] {
  return [
    ...markBlocks(sheet.mark),
    ...headBlocks(sheet),
    ...markBlocks(sheet.duplicate),
    ...words(sheet.title, { size: 'normal', isBold: true }),
    thinRule,
    ...sheet.parts.flatMap((part) => partBlocks(part, sheet)),
    thinRule,
    lineBlock(sheet.printed, sheet, { size: 'small' }),
    ...footBlocks(sheet),
  ]
}

function partBlocks(part: SheetPart, sheet: SheetDocument): readonly Block[] {
  switch (part.kind) {
    case 'lines':
      return [
        ...words(part.heading, { size: 'normal', isBold: true }),
        ...part.lines.map((line) => lineBlock(line, sheet)),
        gap,
      ]
    case 'total':
      return [thickRule, lineBlock(part.line, sheet, { size: 'large', isBold: true }), thickRule]
    case 'words':
      return [...words(part.words, { size: 'normal' }), gap]
    case 'signature':
      return [...signatureBlocks(part.label), thinRule, gap]
    case 'ruler':
      return [{ kind: 'ruler' }, gap]
    case 'codes':
      return [{ kind: 'qr', text: part.qr }, gap, { kind: 'barcode', text: part.barcode }, gap]
  }
}

const signatureBlocks = (label: Wording | null): readonly Block[] =>
  label ? [gap, ...words(label, { size: 'normal' }), gap, gap, gap, gap, gap, gap] : []

const gap: Block = { kind: 'gap' }
const thinRule: Block = { kind: 'rule', isThick: false }
const thickRule: Block = { kind: 'rule', isThick: true }

type Headed = Pick<SlipDocument, 'shop'>

function headBlocks({ shop }: Headed, isShort = false): readonly Block[] {
  if (isShort) return [...plain(shop.name, { size: 'large', isBold: true })]
  if (shop.name === '' && shop.logo === null && shop.lines.length === 0) return []
  return [
    ...logoBlocks(shop.logo),
    ...plain(shop.name, { size: 'large', isBold: true }),
    ...shop.lines.flatMap((line) => plain(line, { size: 'small' })),
    gap,
  ]
}

const logoBlocks = (logo: Logo | null): readonly Block[] =>
  logo ? [{ kind: 'picture', picture: bitmapOfBits(logo) }, gap] : []

/** At the head and at the foot: a slip that is torn in two is still marked. */
const markBlocks = (mark: Wording | null): readonly Block[] =>
  mark ? [...words(mark, { size: 'normal', isBold: true, isInverse: true }), gap] : []

const footBlocks = ({ footer, mark }: Pick<SlipDocument, 'footer' | 'mark'>): readonly Block[] => [
  ...(footer === '' ? [] : [gap, ...plain(footer, { size: 'normal' })]),
  ...(mark ? [gap, ...words(mark, { size: 'normal', isBold: true, isInverse: true })] : []),
]

type Looks = Partial<Pick<WordsBlock, 'size' | 'isBold' | 'isInverse'>>

const plain = (text: string, looks: Looks): readonly Block[] =>
  text === '' ? [] : [{ kind: 'words', text, size: 'normal', isBold: false, isInverse: false, ...looks }]

const words = (wording: Wording | null, looks: Looks): readonly Block[] =>
  (wording ?? []).flatMap(({ text }) => plain(text, looks))

const cardBlocks = ({ code, serial }: SlipCard, slip: SlipDocument): readonly Block[] => [
  { kind: 'code', label: code.label, text: code.text },
  ...(serial ? [lineBlock(serial, slip)] : []),
]

type LineLooks = Partial<Pick<LineBlock, 'size' | 'isBold' | 'isStacked'> & Pick<Value, 'mayBreak'>>

function lineBlock(
  line: SlipLine,
  { currency }: Pick<SlipDocument, 'currency'>,
  { mayBreak = true, ...looks }: LineLooks = {},
): LineBlock {
  const value: Value =
    line.kind === 'amount'
      ? {
          text: figureOf(line.amountCentimes),
          units: currency.map(({ text }) => text),
          reads: 'left-to-right',
          isCode: false,
          mayBreak: false,
        }
      : {
          text: line.text,
          units: [],
          reads: line.kind === 'text' ? 'as-written' : 'left-to-right',
          isCode: line.kind === 'code',
          mayBreak,
        }
  return { kind: 'line', label: line.label, value, size: 'normal', isBold: false, isStacked: false, ...looks }
}

/** How an amount is written on paper. Throws RangeError for anything that is not money. */
export const figureOf = (amountCentimes: number): string => formatDinars(centimes(amountCentimes))

/** Every code of a card on it, in order. */
export const codesOf = (document: PaperDocument): readonly string[] =>
  document.kind === 'slip' ? document.cards.map(({ code }) => code.text) : []

/** Every amount of a document, as it is written: what no paper may lack. */
export function figuresOf(document: PaperDocument): readonly string[] {
  const lines: readonly SlipLine[] =
    document.kind === 'slip'
      ? [...document.lines, document.total]
      : document.parts.flatMap((part) => {
          if (part.kind === 'lines') return part.lines
          return part.kind === 'total' ? [part.line] : []
        })
  return lines.flatMap((line) => (line.kind === 'amount' ? [figureOf(line.amountCentimes)] : []))
}
