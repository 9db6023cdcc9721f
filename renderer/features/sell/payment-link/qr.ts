/**
 * A text as a QR code that a camera reads off the screen: pure. Owns its strength and its quiet zone; how it is drawn is
 * qr-code.tsx's.
 */
import { encode } from 'uqr'

/** Light modules around the code, as its standard asks for: without them a camera does not find it. */
const quietModules = 4

export interface QrDrawing {
  /** Modules along one side, with the quiet zone on both ends. */
  readonly size: number
  /** The dark modules, as the path of an SVG whose unit is one module. */
  readonly path: string
}

/** Null for a text that is longer than any code holds. */
export function qrOf(text: string): QrDrawing | null {
  try {
    const { size, data } = encode(text, { ecc: 'M', border: quietModules })
    return { size, path: data.flatMap(runsOf).join('') }
  } catch {
    return null
  }
}

/** The dark runs of a row, each one rectangle: modules that touch leave no seam between them. */
function runsOf(row: readonly boolean[], y: number): readonly string[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return []
    const end = row.indexOf(false, x)
    const width = (end === -1 ? row.length : end) - x
    return [`M${x} ${y}h${width}v1h-${width}z`]
  })
}
