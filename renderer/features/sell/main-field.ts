/** The one field of a step that typing goes to when nothing has the focus. */

/** Marks it in the page. */
export const mainField = { 'data-main-field': true } as const

export const focusMainField = (): void =>
  document.querySelector<HTMLElement>('.sell-panel [data-main-field]')?.focus()
