/** A table of the suite's output: a row for each point, a column for each thing sold, in the cell how it ended. */
export interface Table {
  /** Cells by row, in the order in which a run comes by the rows. */
  addColumn(column: string, cells: Readonly<Record<string, string>>): void
  print(): string
}

const NOT_THERE = '·'

export function createTable(title: string): Table {
  const rows: string[] = []
  const columns = new Map<string, Readonly<Record<string, string>>>()

  /** A row that is new stands behind the one that came before it in its column. */
  function addRows(names: readonly string[]): void {
    let place = 0
    for (const name of names) {
      const known = rows.indexOf(name)
      if (known < 0) rows.splice(place, 0, name)
      place = (known < 0 ? place : known) + 1
    }
  }

  return {
    addColumn(column, cells) {
      columns.set(column, cells)
      addRows(Object.keys(cells))
    },
    print() {
      const lines = [
        [title, ...columns.keys()],
        ...rows.map((row) => [row, ...[...columns.values()].map((cells) => cells[row] ?? NOT_THERE)]),
      ]
      const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? []
      return lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
    },
  }
}
