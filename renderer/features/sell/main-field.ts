/** The one field of a step that typing goes to when nothing has the focus. */

/** Marks it in the page. */
export const mainField = { 'data-main-field': true } as const

export const mainFieldIn = (part: Element | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>('[data-main-field]') ?? null

export const focusMainField = (): void => mainFieldIn(document.querySelector('.sell-panel'))?.focus()
