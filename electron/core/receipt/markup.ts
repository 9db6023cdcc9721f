/**
 * HTML in which nothing from outside can become markup: a template whose values are escaped unless they were made by the
 * same template. The type, not the caller's care, tells the two apart.
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
