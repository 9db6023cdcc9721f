/// <reference path="./yazl.d.ts" />
/**
 * A zip as a stream of bytes. Invariant: what goes in is pulled no faster than what comes out is taken, so that a few blocks
 * are held however large the file is; where either end gives up, so does the other.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipPart {
  /** Its path within the zip. */
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

type ZipParts = AsyncIterable<ZipPart> | Iterable<ZipPart>

const FILE_MODE = 0o100600

/** The parts one after the other, each asked for when the one before has been read. `atMs`: when they are said to be of. */
export async function* zipStream(parts: ZipParts, atMs: number): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipFile()
  const output = zip.outputStream
  let source: Readable | undefined

  async function feed(): Promise<void> {
    for await (const { name, content } of parts) {
      if (output.destroyed) return
      source = Readable.from(content, { objectMode: false })
      zip.addReadStream(source, name, { mtime: new Date(atMs), mode: FILE_MODE })
      await finished(source)
    }
    zip.end()
  }

  const fed = feed().catch((fault: unknown) => {
    output.destroy(fault instanceof Error ? fault : new Error(String(fault)))
  })
  try {
    for await (const bytes of output) yield bytes
  } finally {
    source?.destroy()
    output.destroy()
    await fed
  }
}
