/** The one field of a step that typing goes to when nothing has the focus. */

/** Marks it in the page. */
export const mainField = { 'data-main-field': true } as const

/** Marks a field in which every character is text, and none a shortcut. */
export const anyText = { 'data-any-text': true } as const

export const mainFieldIn = (part: Element | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>('[data-main-field]') ?? null

export const focusMainField = (): void => mainFieldIn(document.querySelector('.sell-panel'))?.focus()
