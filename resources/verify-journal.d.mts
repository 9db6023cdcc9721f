/** What does not fit, as a sentence that names the entry. */
export class Misfit extends Error {}

export function verifyExport(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<{ readonly entries: number; readonly hash: string }>

export function verifyArchive(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  publicKey?: string,
): Promise<{
  readonly entries: number
  readonly hash: string
  readonly publicKey: string
  /** No key was given: it was held against the one that it names itself. */
  readonly isOwnKey: boolean
}>

export function verifyFile(
  path: string,
  /** The public key of an archive, or a file that holds it. */
  given?: string,
): Promise<{
  readonly entries: number
  readonly hash: string
  /** Of an archive alone. */
  readonly publicKey?: string
  readonly isOwnKey?: boolean
}>
