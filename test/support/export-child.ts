/** A process of its own that exports a history: `<data folder> <where to> <csv or xlsx>`, for a test that kills it. */
import { join } from 'node:path'
import { historyPagesOf, tableChunks } from '#core/exports/table.ts'
import { openUnfinished, writeTarget } from '#core/exports/target-file.ts'
import { openJournal } from '#core/journal/open.ts'
import { tableFormats } from '#shared/exports.ts'
import { noFilters } from '#shared/history.ts'
import { journalOptions } from './journal-entries.ts'

const [, , dataDir = '', path = '', named] = process.argv
const format = tableFormats.find((one) => one === named) ?? 'csv'
const name = { name: 'training-training', account: 'training' }
const journal = openJournal(journalOptions(join(dataDir, 'journal'), name))
if (!journal.ok) throw new Error(journal.error.detail)
const pages = historyPagesOf(journal.value)({ query: '', filters: noFilters })
const source = {
  format,
  locale: 'fr',
  environment: 'training',
  showsCosts: true,
  atMs: 0,
  advance: () => undefined,
} as const
const log = { write: () => undefined }
await writeTarget(path, tableChunks(pages, source), {
  unfinished: openUnfinished(dataDir, log),
  signal: new AbortController().signal,
})
