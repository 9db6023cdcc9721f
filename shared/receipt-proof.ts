/** The signed text in the QR code of a receipt, as windows know it: see electron/core/receipt/proof.ts. */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'
import { isRef, type Ref, refSchema } from './ref.ts'

/** Longer than any; a scanner that types something else is cut off. */
export const receiptTextMaxCharacters = 300

/** `another-key`: signed by another shop, or by a key that this one has no more: nothing is known of it. */
export const receiptVerdicts = ['ours', 'false', 'another-key'] as const

export const checkedReceiptSchema = z.object({
  verdict: z.enum(receiptVerdicts),
  /** What the text says, true or not. */
  ref: refSchema,
  amountCentimes: z.int().nonnegative(),
  /** What the paper is worth, in capitals. */
  state: z.string().max(12),
  madeAtMs: timeMsSchema,
})
export type CheckedReceipt = z.infer<typeof checkedReceiptSchema>

/** The ref in the text of a receipt; undefined in any other text. Says nothing of whether it is true. */
export function refOfReceipt(text: string): Ref | undefined {
  const [, ref] = /^C1\.([0-9A-Z]{26})\..*\.[0-9A-Z]{103}$/.exec(text.trim()) ?? []
  return isRef(ref) ? ref : undefined
}
