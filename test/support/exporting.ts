/** A counter with many past sales, whose person saves in a folder of theirs. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportView } from '#shared/exports.ts'
import { systemClock } from './api-client.ts'
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

const nowhere = { baseUrl: 'http://127.0.0.1:9', billUrl: 'http://127.0.0.1:9' }

/** One over past sales asks no service and is in real time: what it takes is its files' time alone. */
export async function startExporting(options: { readonly dataDir?: string; readonly sales?: number } = {}) {
  const { sales = 0 } = options
  const dataDir = options.dataDir ?? (sales > 0 ? pastFolder(sales) : undefined)
  const person = pickingPerson()
  const isPast = dataDir !== undefined
  const shop = isPast ? { clock: systemClock, service: nowhere } : await startShop()
  const folder = isPast ? { dataDir } : {}
  const counter = await startCore({ ...shop, ...folder, started: !isPast, ports: { files: person.files } })
  return { ...counter, person, saved: () => readdirSync(person.folder).sort() }
}

/** The export once it is over. */
export async function ended({ command }: Pick<Counter, 'command'>): Promise<ExportView> {
  const read = async () => (await command('export.state', {})).export
  await until('the export is over', async () => (await read())?.state !== 'running')
  const view = await read()
  if (!view) throw new Error('nothing was exported')
  return view
}

/** The views of exports that were published to the windows. */
export const publishedExports = ({ events }: Pick<Counter, 'events'>): readonly ExportView[] =>
  events.flatMap(({ event }) => (event.kind === 'export-changed' ? event.export : []))
