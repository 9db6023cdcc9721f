/** What a zip holds, read by its own directory: the files' names, in their order, with their bytes. */
import { readFileSync } from 'node:fs'
import { crc32, inflateRawSync } from 'node:zlib'

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const DEFLATED = 8

/** Throws where a file's bytes are not those that the directory states. */
export function unzip(path: string): ReadonlyMap<string, string> {
  const zip = readFileSync(path)
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || zip.readUInt32LE(end) !== DIRECTORY_END) throw new Error('not a zip')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('the directory of the zip is broken')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    )
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    const bytes = zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is not as it was put in`)
    files.set(name, bytes.toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}
