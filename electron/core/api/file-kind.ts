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
 * The type of a file whose Content-Type header is `contentType`, or undefined where the two do not fit. Bytes that came as
 * `application/octet-stream`, which the service sends when it does not know, are called what they are.
 */
export function proveFileType(contentType: string | undefined, bytes: Uint8Array): FileType | undefined {
  const [word = ''] = (contentType ?? '').split(';')
  const type = word.trim().toLowerCase()
  if (!isFileType(type)) return undefined
  const found = beginnings.find(([, beginning]) =>
    beginning.every((byte, place) => bytes[place] === byte),
  )?.[0]
  if (type === 'application/octet-stream') return found ?? type
  return found === type ? type : undefined
}

// A name for a downloaded file that every file system takes and no person is deceived by, made from the header that
// suggests one. Keeps: the name is one path segment, its extension is that of its true type, and nothing in it is invisible.

/** Leaves room for a folder and for a person's own " (2)" under the shortest limits of file systems, in bytes as well. */
const MAX_STEM_CHARACTERS = 60

/** Used where a header suggests nothing that is left after cleaning. */
const FALLBACK_STEM = 'receipt'

/** Names that Windows keeps for devices, whatever extension follows. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i

/** The extensions that stand for a type of ours: the true one takes their place. */
const knownExtension = /\.(pdf|png|jpe?g|bin)$/i

/** The name for a file of this type. `disposition` is its Content-Disposition header, where it came. Total. */
export function safeFileName(disposition: string | undefined, type: FileType): string {
  const suggested = suggestedName(disposition ?? '')
  const stem = cleanStem(lastSegment(suggested).replace(knownExtension, ''))
  return `${stem === '' || reserved.test(stem) ? FALLBACK_STEM : stem}.${fileExtensions[type]}`
}

const lastSegment = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''

/** Letters, digits and marks of any script stay; everything that a shell, a path or an eye trips over becomes a dash. */
function cleanStem(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-')
    .replace(/\s+/g, ' ')
  return trimEnds(Array.from(trimEnds(plain)).slice(0, MAX_STEM_CHARACTERS).join(''))
}

/** A leading dot hides a file and a leading dash reads as an option; Windows drops dots and spaces at the end. */
const trimEnds = (text: string): string => text.replace(/^[ .-]+/, '').replace(/[ .-]+$/, '')

/** RFC 6266: `filename*` in UTF-8 goes before `filename`. Empty where neither is there or can be read. */
function suggestedName(disposition: string): string {
  const encoded = /(?:^|;)\s*filename\*\s*=\s*UTF-8'[^']*'([^\s;]*)/i.exec(disposition)?.[1]
  if (encoded !== undefined) {
    const decoded = decodePercent(encoded)
    if (decoded !== undefined) return decoded
  }
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/i.exec(disposition)
  return plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2] ?? ''
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
