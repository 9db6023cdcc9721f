/** The part of the contract that is about the books: history, exports, the bundle for support, reconciliation. */
import * as z from 'zod'
import {
  bundlePartInput,
  bundlePartSchema,
  bundleViewSchema,
  exportAnswerSchema,
  historyExportInput,
} from '../exports.ts'
import { historyPageInput, historyPageSchema, historySaleInput, saleHistorySchema } from '../history.ts'
import {
  findingViewSchema,
  reconciledDaySchema,
  reconciliationRunSchema,
  settlementSchema,
  shopDaySchema,
} from '../reconciliation.ts'
import { nothing, savedPath, typedName, typedReason } from './wire.ts'

/** A finding, or what a day's signature stands under, by its SHA-256. */
const digest = z.string().length(64)
/** Findings that are settled together, in one commit. */
const MAX_SETTLED = 200

export const bookCommands = {
  /** One page of all sales since the first day, newest first. Reads the journal alone, and works without a line. */
  'history.page': { input: historyPageInput, output: historyPageSchema },
  /** One sale with all that the journal holds of it, entry by entry. */
  'history.sale': { input: historySaleInput, output: saleHistorySchema },
  /** Asks where, and begins to save the sales that are looked for, as a table; its progress is an event. */
  'history.export': { input: historyExportInput, output: exportAnswerSchema },
  /** The same with every entry of the journal, in a form that can be checked without anything else. */
  'journal.export': { input: nothing, output: exportAnswerSchema },
  /** The export that runs, or the last one; and the end of it, with nothing left behind. */
  'export.state': { input: nothing, output: exportAnswerSchema },
  'export.cancel': { input: nothing, output: exportAnswerSchema },
  /** Puts a bundle for support together and shows what it holds. It leaves the counter by `support.save` alone. */
  'support.preview': { input: nothing, output: bundleViewSchema },
  /** What follows of one of its files, to be shown as well. */
  'support.part': { input: bundlePartInput, output: bundlePartSchema },
  /** Saves the bundle that was shown, where the person says; path is null when they changed their mind. */
  'support.save': {
    input: z.strictObject({ bundleId: z.string().max(64) }),
    output: savedPath,
  },
  /** How far the comparison with the service's books has come, and how the days stand, newest first. */
  'reconcile.state': {
    input: nothing,
    output: z.object({ run: reconciliationRunSchema, days: z.array(reconciledDaySchema) }),
  },
  /** Begins a run, from the given day on, or takes up the one that was put down. Reads at the service; changes no sale. */
  'reconcile.start': {
    input: z.strictObject({ fromDay: shopDaySchema.optional() }),
    output: reconciliationRunSchema,
  },
  /** Puts the run down; it can be taken up again where it was. */
  'reconcile.stop': { input: nothing, output: reconciliationRunSchema },
  /** What was found of a day, settled or not; or all that is open. `count`: of how many these are the first. */
  'reconcile.findings': {
    input: z.union([z.strictObject({ day: shopDaySchema }), z.strictObject({ open: z.literal(true) })]),
    output: z.object({ findings: z.array(findingViewSchema), count: z.int().nonnegative() }),
  },
  /** Says what findings are: all of them or none, each an entry with who, why and the evidence. Moves no money. */
  'reconcile.settle': {
    input: z.strictObject({
      findingIds: z.array(digest).min(1).max(MAX_SETTLED),
      settlement: settlementSchema,
      who: typedName,
      why: typedReason,
    }),
    output: z.object({ run: reconciliationRunSchema }),
  },
  /** Asks the service once more about the sale of a finding, and compares it anew. */
  'reconcile.look-again': {
    input: z.strictObject({ findingId: digest }),
    output: z.object({ stillFound: z.boolean() }),
  },
  /** Signs for a day as it was seen; where it is another by now, nothing is recorded. */
  'reconcile.sign-off': {
    input: z.strictObject({ day: shopDaySchema, digest, who: typedName }),
    output: reconciledDaySchema,
  },
} as const
