/** The address of a slip's page under the app's own origin: one place for the window that shows it and the core that renders it. */
import { isRef, type Ref } from './ref.ts'
import type { Settings } from './views.ts'

export interface SlipPage {
  readonly ref: Ref
  readonly language: Settings['slip']['language']
  readonly widthMm: Settings['slip']['widthMm']
}

export const slipPath = (page: SlipPage): string => `/slip/${page.ref}/${page.widthMm}/${page.language}`

/** Reads a path made by slipPath, or undefined for any other. */
export function parseSlipPath(path: string): SlipPage | undefined {
  const [, ref, width, language] = /^\/slip\/([0-9A-Z]{26})\/(58|80)\/(fr|ar|both)$/.exec(path) ?? []
  if (!isRef(ref)) return undefined
  return { ref, widthMm: width === '58' ? 58 : 80, language: language as SlipPage['language'] }
}
