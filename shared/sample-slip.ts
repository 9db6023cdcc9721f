/** The address of a sample slip under the app's own origin: the shop's header and footer as they are set, and no sale. */
import type { Settings } from './views.ts'

export const sampleSlipPath = ({ widthMm, language }: Settings['slip']): string =>
  `/slip/sample/${widthMm}/${language}`

/** Reads a path made by sampleSlipPath, or undefined for any other. */
export function parseSampleSlipPath(path: string): Settings['slip'] | undefined {
  const [, width, language] = /^\/slip\/sample\/(58|80)\/(fr|ar|both)$/.exec(path) ?? []
  if (language === undefined) return undefined
  return { widthMm: width === '58' ? 58 : 80, language: language as Settings['slip']['language'] }
}
