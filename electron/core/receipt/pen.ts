/**
 * What draws words as dots: the bundled faces and the library that shapes and orders them (joined Arabic, digits that read
 * left to right). Read when the first picture is asked for, or a moment after the opening of a counter that prints some, so that a
 * counter that never prints one never pays for it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'

export interface Type {
  readonly sizeDots: number
  readonly weight: 400 | 600 | 700
  /** Every sign as wide as the next, and a zero that is no O: for codes, in one weight. */
  readonly isCode?: true
}

export interface Pen {
  /** How wide a text of this type is. Remembered by word: a shop's slips are made of the same ones. */
  measure(type: Type): Measure
  /** A white sheet to draw on, and what draws on it. */
  sheet(widthDots: number, heightDots: number): { readonly canvas: Canvas; readonly ink: SKRSContext2D }
  readonly canvas: typeof import('@napi-rs/canvas')
}

export const fontOf = ({ sizeDots, weight, isCode }: Type): string =>
  `${weight} ${sizeDots}px ${isCode ? '"Slip Code", ' : ''}"Slip Latin", "Slip Arabic"`

const families = [
  { family: 'Slip Latin', prefix: 'ibm-plex-sans-latin-' },
  { family: 'Slip Code', prefix: 'ibm-plex-mono-latin-' },
  { family: 'Slip Arabic', prefix: 'ibm-plex-sans-arabic-arabic-' },
]

/** Beside the built bundles the faces lie with the windows' files, in the sources under resources. */
const fontFolders = ['renderer/fonts', 'resources/public/fonts']
const MAX_FOLDERS_UP = 4

let pen: Pen | undefined

/** The one pen of this process. Throws where the faces or the library are missing; the next call tries again. */
export function takePen(): Pen {
  pen ??= createPen()
  return pen
}

function createPen(): Pen {
  const canvas: typeof import('@napi-rs/canvas') = createRequire(import.meta.url)('@napi-rs/canvas')
  registerFaces(canvas, findFonts())
  const ruler = canvas.createCanvas(1, 1).getContext('2d')
  const known = new Map<string, number>()
  return {
    canvas,
    measure(type) {
      const font = fontOf(type)
      return (text) => text.split(' ').reduce((sum, word, place) => sum + widthOf(word, place), 0)

      function widthOf(word: string, place: number): number {
        return widthOfWord(word) + (place === 0 ? 0 : widthOfWord(' '))
      }
      function widthOfWord(word: string): number {
        const key = `${font}\n${word}`
        const width = known.get(key)
        if (width !== undefined) return width
        if (known.size >= MAX_KNOWN_WORDS) known.clear()
        ruler.font = font
        const measured = ruler.measureText(word).width
        known.set(key, measured)
        return measured
      }
    },
    sheet(widthDots, heightDots) {
      const sheet = canvas.createCanvas(widthDots, heightDots)
      const ink = sheet.getContext('2d')
      ink.fillStyle = '#fff'
      ink.fillRect(0, 0, widthDots, heightDots)
      ink.textAlign = 'left'
      return { canvas: sheet, ink }
    },
  }
}

const MAX_KNOWN_WORDS = 10_000

function registerFaces({ GlobalFonts }: typeof import('@napi-rs/canvas'), folder: string): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.woff2'))
  for (const { family, prefix } of families) {
    const faces = files.filter((file) => file.startsWith(prefix))
    if (faces.length === 0) throw new Error(`no face ${prefix} in ${folder}`)
    for (const file of faces) {
      if (GlobalFonts.register(readFileSync(join(folder, file)), family) === null) {
        throw new Error(`${file} is no font that can be used`)
      }
    }
  }
}

function findFonts(): string {
  let above = import.meta.dirname
  for (let up = 0; up <= MAX_FOLDERS_UP; up += 1, above = dirname(above)) {
    for (const folder of fontFolders.map((path) => join(above, path))) {
      if (hasFiles(folder)) return folder
    }
  }
  throw new Error('the fonts are not where the counter was installed')
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

// Breaks words into lines, for printer text and pictures alike. Invariant: no character is lost but the spaces at breaks.

/** How wide a text is, in columns or dots. */
export type Measure = (text: string) => number

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })

/**
 * The lines of `text`, each at most `width` wide. It breaks at ordinary spaces; only a word that is wider than a whole
 * line is broken inside, between characters as a reader sees them. At least one line, which may be empty.
 */
export function wrapWords(text: string, width: number, measure: Measure): readonly string[] {
  if (measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((one) => partsOf(one, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) line = longer
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  lines.push(line)
  return lines
}

/** A word in pieces that fit: the word itself nearly always. */
function partsOf(word: string, width: number, measure: Measure): readonly string[] {
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  parts.push(part)
  return parts
}
