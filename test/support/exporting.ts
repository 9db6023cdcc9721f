/** A counter with many past sales, whose person saves in a folder of theirs. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportView } from '#shared/exports.ts'
import { type Counter, startCore, startShop, until } from './core.ts'
import { writePastJournal } from './past-journal.ts'
import { pickingPerson } from './picked-files.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A data folder whose training journal holds so many sales. */
export function pastFolder(sales: number): string {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'journal'))
  writePastJournal(join(dataDir, 'journal', 'training-training.journal'), sales)
  return dataDir
}

export async function startExporting(options: { readonly dataDir?: string; readonly sales?: number } = {}) {
  const { sales = 0 } = options
  const dataDir = options.dataDir ?? (sales > 0 ? pastFolder(sales) : temporaryFolder())
  const person = pickingPerson()
  const shop = await startShop()
  const counter = await startCore({ ...shop, dataDir, started: sales === 0, ports: { files: person.files } })
  return { ...counter, person, saved: () => readdirSync(person.folder).sort() }
}

/** The export once it is over. */
export async function ended({ tell }: Pick<Counter, 'tell'>): Promise<ExportView> {
  const read = async () => (await tell('export.state', {})).export
  await until('the export is over', async () => (await read())?.state !== 'running')
  const view = await read()
  if (!view) throw new Error('nothing was exported')
  return view
}

/** The views of exports that the windows were told. */
export const toldExports = ({ events }: Pick<Counter, 'events'>): readonly ExportView[] =>
  events.flatMap(({ event }) => (event.kind === 'export-changed' ? event.export : []))
