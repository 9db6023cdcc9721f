/**
 * A name for a downloaded file that every file system takes and no person is deceived by, made from the header that
 * suggests one. Keeps: the name is one path segment, its extension tells its true type, and nothing in it is invisible.
 */
import { type FileType, fileExtensions } from './file-type.ts'

/** Leaves room for a folder and for a person's own " (2)" under the shortest limits of file systems, in bytes as well. */
const MAX_STEM_CHARACTERS = 60

/** Used where a header suggests nothing that is left after cleaning. */
const FALLBACK_STEM = 'receipt'

/** Names that Windows keeps for devices, whatever extension follows. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i

/** The extensions that tell a type of ours: the true one takes their place. */
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
