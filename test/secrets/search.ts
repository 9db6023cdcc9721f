/** The search for planted secrets in bytes: of files, whatever they are packed in, of what was shown, and of a process. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { formsOfBytes, formsOfText } from './secrets.ts'

export interface Searched {
  /** Where the bytes are from. */
  readonly place: string
  readonly bytes: Buffer
}

/** Every file below a folder. Nothing of ours holds a lock on any of them any more. */
export function filesBelow(folder: string): readonly Searched[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .flatMap((path) => {
      const bytes = readFileSync(join(folder, path))
      return [{ place: path, bytes }, ...unpacked(path, bytes)]
    })
}

function unpacked(path: string, bytes: Buffer): readonly Searched[] {
  return [gunzipSync, inflateSync, brotliDecompressSync, unzip].flatMap((unpack) => {
    try {
      return [{ place: `${path}, unpacked`, bytes: unpack(bytes) }]
    } catch {
      return []
    }
  })
}

const ZIP_ENTRY = Buffer.from('PK\x03\x04', 'latin1')

/** All that is in a zip, one behind the other. Throws for what is none. */
function unzip(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = bytes.indexOf(ZIP_ENTRY); at >= 0; at = bytes.indexOf(ZIP_ENTRY, at + 1)) {
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const method = bytes.readUInt16LE(at + 8)
    // What follows a packed part is none of it, which zlib is not asked to mind.
    parts.push(method === 8 ? inflateRawSync(bytes.subarray(from)) : bytes.subarray(from))
  }
  if (parts.length === 0) throw new Error('no zip')
  return Buffer.concat(parts)
}

/** What Linux shows of a running process: its arguments and its environment. Other systems show it in no file. */
export const processPlaces = (pid: number): readonly Searched[] =>
  (process.platform === 'linux' ? ['cmdline', 'environ'] : []).map((name) => ({
    place: `${name} of the process`,
    bytes: readFileSync(`/proc/${pid}/${name}`),
  }))

/** Each finding as `place: form of the n-th secret`; the secret itself is never named. */
export function findSecrets(
  searched: readonly Searched[],
  texts: readonly string[],
  keys: readonly Uint8Array[] = [],
): readonly string[] {
  const secrets = [...texts.map(formsOfText), ...keys.map((key) => formsOfBytes(Buffer.from(key)))]
  return searched.flatMap(({ place, bytes }) =>
    secrets.flatMap((forms, number) =>
      [...forms].flatMap(([form, written]) =>
        bytes.includes(written) ? `${place}: ${form} of secret ${number}` : [],
      ),
    ),
  )
}
