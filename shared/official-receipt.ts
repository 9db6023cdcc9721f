/**
 * The official receipt of a paid bill: the service's own file, as the screens know it. Its bytes are kept by the core under
 * their hash; a window is given what may be shown of them, under the app's own origin.
 */
import * as z from 'zod'
import { productOf } from './products/orders.ts'
import { isRef, type Ref } from './ref.ts'
import type { SaleView } from './views.ts'

/** service-api.md, "GET /v3/bills/transactions/{transactionId}/receipt": the types that a receipt may have. */
export const receiptTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/octet-stream',
] as const
export type ReceiptType = (typeof receiptTypes)[number]

/** SHA-256 in lowercase hexadecimal: the name under which the bytes are kept. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

export const officialReceiptSchema = z.object({
  sha256: sha256Schema,
  type: z.enum(receiptTypes),
  byteCount: z.int().positive(),
  /** A name that every file system takes, whose ending is that of the true type. */
  name: z.string().min(1).max(100),
})
export type OfficialReceipt = z.infer<typeof officialReceiptSchema>

/** Whether a receipt is issued for this sale: one that is paid, of a kind that has them. */
export const hasOfficialReceipt = ({ order, state }: Pick<SaleView, 'order' | 'state'>): boolean =>
  productOf(order).hasOfficialReceipt && state === 'fulfilled'

/** Pictures alone are shown: a page that shows a PDF would need a plug-in, which no window of ours has. */
const shownTypes: readonly ReceiptType[] = ['image/png', 'image/jpeg']
export const isShownType = (type: ReceiptType): boolean => shownTypes.includes(type)

/** The address of the picture itself, under the app's own origin. */
export const receiptPath = (ref: Ref): string => `/receipt/${ref}/file`
/** The address of a sheet with the picture on it, for the system's printer. */
export const receiptSheetPath = (ref: Ref): string => `/receipt/${ref}/sheet`

/** Reads a path made by one of the two, or undefined for any other. */
export function parseReceiptPath(
  path: string,
): { readonly ref: Ref; readonly what: 'file' | 'sheet' } | undefined {
  const [, ref, what] = /^\/receipt\/([0-9A-Z]{26})\/(file|sheet)$/.exec(path) ?? []
  return isRef(ref) ? { ref, what: what === 'sheet' ? 'sheet' : 'file' } : undefined
}
