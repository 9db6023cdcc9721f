/**
 * The class attribute of an element that has several classes, or of a component that takes no missing one; what is missing
 * is left out.
 */
export const classNames = (...names: readonly (string | undefined)[]): string =>
  names.filter(Boolean).join(' ')
