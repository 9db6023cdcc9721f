/** Where the rows of the history stand on the page, for the field above them; and what a key does among them. Pure but for the focus. */

export const rowsId = 'history-rows'

export const rowId = (row: number): string => `history-row-${row}`

export const focusRows = (): void => document.getElementById(rowsId)?.focus()

/** The row that a key leads to from `row`; undefined where the key is none of the list's. */
export function rowAfterKey(key: string, row: number, rows: number, onScreen: number): number | undefined {
  const last = Math.max(0, rows - 1)
  const places: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + onScreen,
    PageUp: row - onScreen,
    Home: 0,
    End: last,
  }
  const place = Object.hasOwn(places, key) ? places[key] : undefined
  return place === undefined ? undefined : Math.min(last, Math.max(0, place))
}
