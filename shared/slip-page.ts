/** The address of a slip's page under the app's own origin: one place for the window that shows it and the core that renders it. */
import { isRef, type Ref } from './ref.ts'
import type { Settings } from './views.ts'

/** Rolls, then A5 and A4, by their width. */
const pageWidthsMm = [58, 80, 148, 210] as const

export interface SlipPage {
  readonly ref: Ref
  readonly language: Settings['slip']['language']
  readonly widthMm: (typeof pageWidthsMm)[number]
}

export const slipPath = ({ ref, widthMm, language }: SlipPage): string =>
  `/slip/${ref}/${widthMm}/${language}`

const shape = /^\/slip\/([0-9A-Z]{26})\/(\d{2,3})\/(fr|ar|both)$/

/** Reads a path made by slipPath, or undefined for any other. */
export function parseSlipPath(path: string): SlipPage | undefined {
  const [, ref, width, language] = shape.exec(path) ?? []
  const widthMm = pageWidthsMm.find((one) => String(one) === width)
  if (!isRef(ref) || widthMm === undefined) return undefined
  return { ref, widthMm, language: language as SlipPage['language'] }
}

// The address of a sample slip under the app's own origin: the shop's header and footer as they are set, and no sale.

export type SampleSlip = Pick<Settings['slip'], 'widthMm' | 'language'>

export const sampleSlipPath = ({ widthMm, language }: SampleSlip): string =>
  `/slip/sample/${widthMm}/${language}`

/** Reads a path made by sampleSlipPath, or undefined for any other. */
export function parseSampleSlipPath(path: string): SampleSlip | undefined {
  const [, width, language] = /^\/slip\/sample\/(58|80)\/(fr|ar|both)$/.exec(path) ?? []
  if (language === undefined) return undefined
  return { widthMm: width === '58' ? 58 : 80, language: language as Settings['slip']['language'] }
}
