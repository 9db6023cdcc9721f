/**
 * What leaves the counter as a file: the history as a table, the journal in full, a bundle for support. One export runs at a
 * time, and its view says all of it; a bundle is shown before it is saved, and what is saved is what was shown.
 */
import * as z from 'zod'
import { historyPageInput } from './history.ts'

const count = z.int().nonnegative()

export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** What is looked for and how it is narrowed, as on the history's own screen. */
export const historyExportInput = z.strictObject({
  query: historyPageInput.shape.query,
  filters: historyPageInput.shape.filters,
  format: z.enum(tableFormats),
})
export type HistoryExportAsked = z.infer<typeof historyExportInput>

export const exportStates = ['running', 'saved', 'cancelled', 'failed'] as const

export const exportViewSchema = z.object({
  what: z.enum([...tableFormats, 'journal']),
  state: z.enum(exportStates),
  path: z.string(),
  /** Sales of a table, entries of a journal: written so far. */
  rows: count,
  /** How far it is through the entries, of how many. */
  done: count,
  total: count,
  /** Why it failed: a code of the system's, or another word for support. */
  problem: z.string().nullable(),
})
export type ExportView = z.infer<typeof exportViewSchema>

/** Null: the person changed their mind, or nothing was exported since the counter was opened. */
export const exportAnswerSchema = z.object({ export: exportViewSchema.nullable() })

/** Of a file's text no more is shown at once; what follows is asked for part by part. */
export const previewCharacters = 20_000
export const partCharacters = 100_000

export const bundleViewSchema = z.object({
  /** By its content: only what was shown is saved under it. */
  bundleId: z.string(),
  files: z.array(
    z.object({ name: z.string(), bytes: count, text: z.string().max(previewCharacters), isCut: z.boolean() }),
  ),
})
/** What follows of a file that was shown as far as `from`. */
export const bundlePartInput = z.strictObject({
  bundleId: z.string().max(64),
  name: z.string().max(100),
  from: count,
})
export type BundlePartAsked = z.infer<typeof bundlePartInput>
export const bundlePartSchema = z.object({ text: z.string().max(partCharacters), isCut: z.boolean() })
export type BundlePart = z.infer<typeof bundlePartSchema>
export type BundleView = z.infer<typeof bundleViewSchema>
