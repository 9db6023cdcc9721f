/** The one field of a step that typing goes to when nothing has the focus. */

/** Marks it in the page. */
export const mainField = { 'data-main-field': true } as const

/** Marks a field in which every character is text, and none a shortcut. */
export const anyText = { 'data-any-text': true } as const

export const mainFieldIn = (part: Element | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>('[data-main-field]') ?? null

/**
 * Gives the focus to the field of the step, or else to its title, so that a digit picks there. Where neither stands (selling is
 * closed) nothing keeps the focus: what is typed next is not for the field that had it.
 */
export function focusMainField(): void {
  const panel = document.querySelector('.sell-panel')
  const target = mainFieldIn(panel) ?? panel?.querySelector<HTMLElement>('.step-head h1')
  if (target) target.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
