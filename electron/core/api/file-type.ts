/**
 * What a downloaded file is, by what it says and by its first bytes (service-api.md, "GET
 * /v3/bills/transactions/{transactionId}/receipt"). A file that says one thing and is another is not believed.
 */

import type { ReceiptType } from '#shared/official-receipt.ts'

export type FileType = ReceiptType

/** The types a receipt may have, each with its file extension. */
export const fileExtensions = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/octet-stream': 'bin',
} as const satisfies Readonly<Record<FileType, string>>

/** How files of each type begin. */
const beginnings: readonly (readonly [FileType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

const isFileType = (word: string): word is FileType => Object.hasOwn(fileExtensions, word)

/**
 * The type of a file whose Content-Type header is `told`, or undefined where the two do not fit. Bytes that came as
 * `application/octet-stream`, which the service sends when it does not know, are called what they are.
 */
export function proveFileType(told: string | undefined, bytes: Uint8Array): FileType | undefined {
  const [word = ''] = (told ?? '').split(';')
  const type = word.trim().toLowerCase()
  if (!isFileType(type)) return undefined
  const found = beginnings.find(([, beginning]) =>
    beginning.every((byte, place) => bytes[place] === byte),
  )?.[0]
  if (type === 'application/octet-stream') return found ?? type
  return found === type ? type : undefined
}
