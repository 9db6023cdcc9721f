import { type Bitmap, isBlack } from './bitmap.ts'

/**
 * HTML in which nothing from outside can become markup: a template whose values are escaped unless they were made by the
 * same template. The type, not the caller's care, distinguishes the two.
 */
export interface Html {
  readonly markup: string
}

type Value = string | Html | readonly Html[]

/** Builds a piece of HTML: strings are escaped, pieces and lists of pieces are taken as they are. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = values.map((value, place) => markupOf(value) + (literals[place + 1] ?? ''))
  return { markup: (literals[0] ?? '') + parts.join('') }
}

export const nothing: Html = { markup: '' }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  return 'markup' in value ? value.markup : value.map((piece) => piece.markup).join('')
}

// A black and white picture as markup: one path of its black runs, which a strict content security policy lets stand.

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
