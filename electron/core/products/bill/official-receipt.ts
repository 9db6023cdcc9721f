/**
 * The receipt download (service-api.md, "GET /v3/bills/transactions/{transactionId}/receipt"). A file is accepted whole
 * or not at all: its length and type must be what its headers say. 404 may also mean "not yet".
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { transactionIdSchema } from '#shared/ids.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { proveFileType, safeFileName } from '../../api/file-kind.ts'
import type { AnsweredFile } from '../../api/reading.ts'
import type { BillReceipt } from './records.ts'

const answeredFile = z.custom<AnsweredFile>(
  (content) => typeof content === 'object' && content !== null && 'bytes' in content && 'headers' in content,
)

const receipt: z.ZodType<BillReceipt> = answeredFile.transform((file, context) => {
  const { bytes, headers } = file
  const type = proveFileType(headers['content-type'], bytes)
  if (type === undefined || !isWhole(file)) {
    context.addIssue('not a whole file of a known type')
    return z.NEVER
  }
  const name = safeFileName(headers['content-disposition'], type)
  return { bytes, type, name, sha256: createHash('sha256').update(bytes).digest('hex') }
})

/**
 * The transport ends a body that falls short of its Content-Length; a file that comes without one, and not in chunks
 * either, may have been cut anywhere. Bytes that a proxy has packed are not the file.
 */
function isWhole({ bytes, headers }: AnsweredFile): boolean {
  const told = headers['content-length']
  const ended =
    told === undefined ? headers['transfer-encoding'] !== undefined : Number(told) === bytes.length
  return bytes.length > 0 && ended && (headers['content-encoding'] ?? 'identity') === 'identity'
}

const request = z.strictObject({ transactionId: transactionIdSchema })

export const downloadReceipt: Endpoint<z.infer<typeof request>, BillReceipt> = {
  name: 'downloadReceipt',
  host: 'bills',
  method: 'GET',
  path: '/v3/bills/transactions/{transactionId}/receipt',
  class: 'read',
  request,
  answers: { 200: receipt },
  answerKind: 'file',
}
