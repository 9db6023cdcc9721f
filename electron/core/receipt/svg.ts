/** A black and white picture as markup: one path of its black runs, which a strict content security policy lets stand. */
import { type Bitmap, isBlack } from './bitmap.ts'
import { type Html, html } from './markup.ts'

/** The picture in an element of this class, which gives it its size. What it shows stands beside it in words. */
export function renderBitmap(picture: Bitmap, className: string): Html {
  const size = `${picture.widthDots} ${picture.heightDots}`
  return html`<svg class="${className}" viewBox="0 0 ${size}" shape-rendering="crispEdges" aria-hidden="true"><path d="${pathOf(picture)}"></path></svg>
`
}

function pathOf(picture: Bitmap): string {
  const rows = Array.from({ length: picture.heightDots }, (_, y) =>
    runsIn(picture, y).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`),
  )
  return rows.flat().join('')
}

/** From where to where a row is black, the end not included. */
function runsIn(picture: Bitmap, y: number): readonly (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = []
  let from = -1
  for (let x = 0; x <= picture.widthDots; x += 1) {
    const black = x < picture.widthDots && isBlack(picture, x, y)
    if (black && from < 0) from = x
    if (!black && from >= 0) {
      runs.push([from, x])
      from = -1
    }
  }
  return runs
}
