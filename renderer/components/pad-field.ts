/** The field that the number pad of a step writes into. */

/** Marks it in the page. */
export const padField = { 'data-pad-field': true } as const

/**
 * Puts `text` in the place of what is selected in the field, and tells what stands there then; undefined where nothing is
 * selected, or where the field is not the one that is typed into.
 */
export function overSelection(text: string): string | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || !field.matches('[data-pad-field]')) return undefined
  const { value, selectionStart: from, selectionEnd: to } = field
  if (from === null || to === null || from === to) return undefined
  // The same text may stand there again: it would stay selected.
  field.setSelectionRange(to, to)
  return value.slice(0, from) + text + value.slice(to)
}
