/**
 * What the system's keychain may say against the journal that was opened: see electron/core/journal/anchor.ts. Selling stays
 * closed until a person has answered.
 */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'

/**
 * The journal ends before what was written; its witness is gone, or what the keychain knew of it, so that it may; it is another
 * one; it is the same in another folder.
 */
export const journalDoubts = ['older', 'unwitnessed', 'other', 'moved'] as const

/** Sales may be missing in the journal: it is held against the service's lists before the next sale. */
export const mayLackSales = (problem: JournalDoubt['problem']): boolean =>
  problem === 'older' || problem === 'unwitnessed'

export const journalDoubtSchema = z.object({
  problem: z.enum(journalDoubts),
  /** When the journal's end was last written into the keychain. */
  anchoredAtMs: timeMsSchema,
  /** older: how many entries are missing at the least, where that can be counted. */
  missingEntries: z.int().positive().optional(),
  /** moved: where the journal was. */
  otherFolder: z.string().optional(),
  /** A person has accepted this journal, and it is held against the service's lists before the next sale. */
  isAccepted: z.boolean(),
})
export type JournalDoubt = z.infer<typeof journalDoubtSchema>
