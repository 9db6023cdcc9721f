/**
 * Entries about paper and about codes that left the seal: what happened beside the sales. None of them is a step of a sale.
 * A job is queued before its bytes are made ready, and begun before the first of them leaves: one that is begun and has no
 * end may have printed. No entry holds what was printed; `documentSha256` is of the slip as it is without any code.
 */
import * as z from 'zod'
import { printProblems, printSettlements } from '#shared/printing.ts'
import { refSchema } from '#shared/ref.ts'
import { tillPaperSchema } from '#shared/till/papers.ts'
import { type RefundEntryBody, refundEntryKinds } from './till-entry.ts'

/** The sale that it is about; null for a test page and for papers of the till. */
const byJob = { jobId: z.string().min(1).max(64), ref: refSchema.nullable() }
const problem = z.enum(printProblems)
/** Who asked; missing where nobody is signed in or has asked, and in older entries. */
export const byWhoAsked = {
  who: z.string().min(1).max(80).optional(),
  personId: z.string().min(1).max(64).optional(),
  approvedBy: z.string().min(1).max(80).optional(),
}

export const printEntrySchemas = [
  z.strictObject({
    kind: z.literal('print-queued'),
    ...byJob,
    what: z.enum(['sale', 'official', 'till', 'test']),
    /** Which paper of the till. */
    till: tillPaperSchema.optional(),
    /** 0 is the slip itself, n the DUPLICATA n. */
    copyNumber: z.int().nonnegative(),
    /** The printer's name as the shop calls it. */
    printer: z.string().min(1).max(80),
    documentSha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** How many codes of cards are on the paper. */
    codes: z.int().nonnegative(),
    /**
     * What the slip shows of the sale: its display status, of a counted part how many came (`partly-fulfilled-came-2`), of
     * money given back how many centimes (`given-back-of-100000`), and while codes are missing how many can be on it
     * (`incomplete-with-1`). Earlier entries say the status without a count or an amount, or nothing.
     */
    shows: z.string().min(1).max(40).optional(),
    ...byWhoAsked,
  }),
  z.strictObject({ kind: z.literal('print-begun'), ...byJob }),
  /** Everything was handed over: what became of it then nobody has said. */
  z.strictObject({ kind: z.literal('print-sent'), ...byJob }),
  /** The printer has answered behind the slip, in its turn. */
  z.strictObject({ kind: z.literal('print-confirmed'), ...byJob }),
  /** Nothing is on paper: no byte left, or it is known that none arrived. */
  z.strictObject({ kind: z.literal('print-failed'), ...byJob, problem }),
  /** All of it, some of it or nothing is on paper. */
  z.strictObject({ kind: z.literal('print-doubted'), ...byJob, problem }),
  /** What a person saw, and who; or that it was printed again, by the entry that follows. */
  z.strictObject({
    kind: z.literal('print-settled'),
    ...byJob,
    as: z.enum(printSettlements),
    who: z.string().min(1).max(80).nullable(),
  }),
] as const

/** The codes of a sale's cards were opened for somebody's eyes. */
export const codesShownSchema = z.strictObject({
  kind: z.literal('codes-shown'),
  ref: refSchema,
  codes: z.int().positive(),
  ...byWhoAsked,
})

export type PrintEntryBody = z.infer<(typeof printEntrySchemas)[number]>
export type CodesShown = z.infer<typeof codesShownSchema>
export type BesideEntryBody = PrintEntryBody | CodesShown | RefundEntryBody

export const printEntryKinds: readonly string[] = printEntrySchemas.map(({ shape }) => shape.kind.value)

export const isPrintEntry = (body: { readonly kind: string }): body is PrintEntryBody =>
  printEntryKinds.includes(body.kind)

/** Kinds of what happened beside the sales: what was printed, shown and given back of them. */
export const besideEntryKinds: readonly string[] = [
  ...printEntryKinds,
  codesShownSchema.shape.kind.value,
  ...refundEntryKinds,
]

export const isBesideEntry = (body: { readonly kind: string }): body is BesideEntryBody =>
  besideEntryKinds.includes(body.kind)
