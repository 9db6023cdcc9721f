/** Promise 6: nothing that was committed is lost, the chain holds, and the tables are what the entries make of them. */
import { type EntryRow, findBrokenLink, findDifferingTables } from '../journal-file.ts'
import type { Report } from './report.ts'

export function checkKept(
  entries: readonly EntryRow[],
  committed: readonly string[],
  folder: string,
  report: Report,
): void {
  const lost = committed.findIndex((hash, place) => entries[place]?.hash !== hash)
  if (lost !== -1) report(6, `entry ${lost + 1} was committed and is not there`)
  // The entry that makes a journal is written before the file has its name.
  const unknown = entries.length - Math.max(1, committed.length)
  if (lost === -1 && unknown > 0) report(6, `${unknown} entries are there that no commit has put there`)
  const broken = findBrokenLink(entries)
  if (broken !== undefined) report(6, `the chain breaks at entry ${broken}`)
  for (const table of findDifferingTables(folder)) report(6, `a rebuild makes the table ${table} otherwise`)
}
