/**
 * A scroll over more rows than a browser can lay out: Chromium's boxes end at some 33 million pixels, and their places lose
 * their fractions at 16. Rows have places as high as they like; the box that scrolls is never higher than `maxBoxPx`, and one
 * pixel of it stands for as many of theirs as it takes. A list that fits is not scaled at all. Pure.
 */

/** Below the number of pixels that a 32-bit fraction still tells apart. */
export const maxBoxPx = 12_000_000

export interface Scale {
  /** How high the box is that scrolls. */
  readonly boxPx: number
  /** How many pixels of the rows go by for one of the box. */
  readonly factor: number
}

export function scaleFor(rows: number, rowPx: number, viewPx: number): Scale {
  const allPx = rows * rowPx
  if (allPx <= maxBoxPx) return { boxPx: allPx, factor: 1 }
  return { boxPx: maxBoxPx, factor: (allPx - viewPx) / (maxBoxPx - viewPx) }
}

/** Where a row that begins at `startPx` is drawn in the box while the rows are scrolled to `offsetPx`. */
export const drawnAt = (startPx: number, offsetPx: number, { factor }: Scale): number =>
  factor === 1 ? startPx : startPx - offsetPx + offsetPx / factor

export interface View {
  readonly rowPx: number
  readonly viewPx: number
  /** How far the rows are scrolled. */
  readonly offsetPx: number
}

/** How far the rows have to be scrolled to have a whole row in view: as little as it takes, or to the middle. */
export function offsetFor(row: number, { rowPx, viewPx, offsetPx }: View, place: 'near' | 'middle'): number {
  const startPx = row * rowPx
  const lowestPx = startPx + rowPx - viewPx
  if (place === 'middle') return Math.max(0, startPx - (viewPx - rowPx) / 2)
  return Math.max(0, Math.min(startPx, Math.max(lowestPx, offsetPx)))
}
