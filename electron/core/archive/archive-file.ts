/**
 * The file of an archive and its signature. Pure but for the reading. Its lines: a header, the report (the Z, or the day's
 * sums), each entry as the journal's export has it, an end that holds the digests of the header and the report and the last
 * hash, and the signature over that end. The form holds for ever: `verify-journal` checks it with the file and the public key.
 */
import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { Environment } from '#shared/accounts.ts'
import type { Archived } from '#shared/archive.ts'
import type { ZReport } from '#shared/till/report.ts'
import type { SpanReport } from '#shared/till/span-report.ts'
import { letOthersIn } from '../exports/target-file.ts'
import { canonicalJson } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'

const ARCHIVE_FORMAT = 'comptoir-archive'
const ARCHIVE_VERSION = 1
/** What is signed begins with it, so that the signature is of nothing else. */
const SIGNED_AS = 'comptoir-archive-1\n'
const SLICE_ROWS = 500

export interface SigningKey {
  readonly privateKey: KeyObject
  /** Its 32 bytes in hexadecimal. */
  readonly publicKey: string
}

/** Before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_BYTES = 32

/**
 * The key that signs the archives of a journal, made from the journal's own key in the keychain: whoever recovers that by its
 * code has this one again. Neither key can be derived from the other (HKDF).
 */
export function signingKeyOf(journalKey: Uint8Array, journalId: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', journalKey, journalId, 'comptoir archive key 1', 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: der.subarray(-PUBLIC_KEY_BYTES).toString('hex') }
}

/** What an archive is of: entries behind `after` up to `last`. */
export interface ArchivePlan {
  readonly of: Archived
  readonly environment: Environment
  readonly account: string
  readonly after: number
  readonly last: number
  readonly madeAtMs: number
  readonly report: { readonly z: ZReport } | { readonly day: SpanReport }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const line = (value: unknown): string => `${canonicalJson(value)}\n`

/** The lines of the file, some at a time. Throws JournalFault where the entries cannot be read. */
export async function* archiveChunks(
  journal: Pick<Journal, 'journalId' | 'readRows'>,
  { of, environment, account, after, last, madeAtMs, report }: ArchivePlan,
  { privateKey, publicKey }: SigningKey,
): AsyncGenerator<string, void, undefined> {
  const [before] = after === 0 ? [] : journal.readRows(after - 1, 1)
  const from = { sequence: after, hash: before?.hash ?? '0'.repeat(64) }
  const header = line({
    ...{ format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, journalId: journal.journalId },
    ...{ environment, account, of, from, madeAtMs, publicKey },
  })
  const reportLine = line({ report })
  yield header + reportLine
  let hash = from.hash
  for (let done = after; done < last; ) {
    const rows = journal.readRows(done, Math.min(SLICE_ROWS, last - done))
    const end = rows.at(-1)
    if (!end) throw new Error(`the entries behind ${done} cannot be read`)
    yield rows
      .map(({ sequence, at_ms: atMs, body, hash: own }) => {
        return `{"entry":{"atMs":${atMs},"body":${body},"sequence":${sequence}},"hash":"${own}"}\n`
      })
      .join('')
    done = end.sequence
    hash = end.hash
    await letOthersIn()
  }
  const end = line({
    end: { entries: last - after, hash, headerDigest: digestOf(header), reportDigest: digestOf(reportLine) },
  })
  const signature = sign(null, Buffer.from(SIGNED_AS + end), privateKey).toString('hex')
  yield end + line({ signature })
}
