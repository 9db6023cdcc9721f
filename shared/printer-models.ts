/**
 * What receipt printers are, as data: how many dots their heads have across the paper, and what the usual makes are known to
 * print with. A model only proposes: what counts is what a person has set, having looked at the test page.
 */

/** Rolls, by their width in millimetres. */
export const rollWidths = [58, 80] as const
type RollWidth = (typeof rollWidths)[number]

/** Dots across the paper. What is sent beyond them is lost, so that a wider slip loses the ends of its lines. */
export const headDots = [384, 420, 512, 576] as const
export type HeadDots = (typeof headDots)[number]

interface Head {
  readonly paper: RollWidth
  /** Characters of twelve dots in a row. */
  readonly columns: number
  readonly dotsPerMm: number
}

const MM_PER_INCH = 25.4
/** 180 dots an inch: printers of 80 mm by Epson (TM-T70, T88, T90), Bixolon and others that follow them. */
const coarse = 180 / MM_PER_INCH
/** 203 dots an inch: nearly all others. */
const fine = 8

export const heads: Readonly<Record<HeadDots, Head>> = {
  384: { paper: 58, columns: 32, dotsPerMm: fine },
  420: { paper: 58, columns: 35, dotsPerMm: fine },
  512: { paper: 80, columns: 42, dotsPerMm: coarse },
  576: { paper: 80, columns: 48, dotsPerMm: fine },
}

export const headsOf = (paper: RollWidth): readonly HeadDots[] =>
  headDots.filter((dots) => heads[dots].paper === paper)

/** What most printers of a roll have. */
export const usualDots: Readonly<Record<RollWidth, HeadDots>> = { 58: 384, 80: 576 }

interface PrinterTraits {
  /** On the roll that it takes as it is sold. */
  readonly dots: HeadDots
  readonly codePage: CodePage
  /** It draws QR and bar codes itself, in a few bytes. */
  readonly drawsCodes: boolean
  readonly cuts: boolean
}

const usual: PrinterTraits = { dots: 576, codePage: 'cp858', drawsCodes: true, cuts: true }
const small: PrinterTraits = { ...usual, dots: 384, cuts: false }

/** By what queues and drivers are called; the first that fits counts. */
const models: readonly (readonly [RegExp, PrinterTraits])[] = [
  // Before the QR code, and without the page that has a euro.
  [/TM-?T88\s?(II|III)\b|TM-?T90\b|SRP-?350\b(?!.*(III|V))/i, { ...usual, dots: 512, drawsCodes: false }],
  [/TM-?T(70|88)|TM-?L90|SRP-?350|LK-?T(20|200|21)\b|SLK-?TS?400/i, { ...usual, dots: 512 }],
  [/TM-?(P20|P60)|SPP-?R2\d\d/i, small],
  [/TM-?(T20|T82|T81|m30|m10)|SRP-?(330|332|352|Q300)|CT-?S\d|TSP|mC-?Print/i, usual],
  // What is sold under many names draws no codes in half of the cases, and takes none for a text.
  [/(XP|POS|ZJ|RP|MTP|MPT|PT|GP|HS)[-_ ]?5[78]|58\s?mm/i, { ...small, codePage: 'cp850', drawsCodes: false }],
  [/(XP|POS|ZJ|RP|GP|HS|TP)[-_ ]?80|XP-?[QN]\d|80\s?mm/i, { ...usual, codePage: 'cp850' }],
]

/** What a printer of this name is known to have, else what most have. */
export const traitsOf = (name: string): PrinterTraits =>
  models.find(([pattern]) => pattern.test(name))?.[1] ?? usual

/** The code pages in which receipt printers write French: their names here, and the number by which ESC t chooses each. */
export const codePages = ['cp858', 'wpc1252', 'cp850', 'cp437'] as const
export type CodePage = (typeof codePages)[number]

/** The numbers that Epson gave them and that nearly all others took over. */
export const codePageNumbers: Readonly<Record<CodePage, number>> = {
  cp437: 0,
  cp850: 2,
  wpc1252: 16,
  cp858: 19,
}
