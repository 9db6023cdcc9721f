/**
 * The files of official receipts, in a folder beside the journal, each under the hash of its bytes. Invariant: a file is
 * whole and on disk before any entry names it, and what is read is what the entry names, byte for byte, or nothing.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { OfficialReceipt } from '#shared/official-receipt.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { writeDurably } from '../durable-file.ts'

export interface ReceiptStore {
  /** Writes the bytes under their hash; the same file again changes nothing. Throws the system's error. */
  keep(sha256: string, bytes: Uint8Array): void
  /** The bytes of a receipt, or why they cannot be had: no file that can be read, or another than was kept. */
  read(receipt: OfficialReceipt): Result<Uint8Array, 'missing' | 'changed'>
}

/** `folder` and `name` are the journal's: environments and accounts never share a store. */
export function createReceiptStore({
  folder,
  name,
}: {
  readonly folder: string
  readonly name: string
}): ReceiptStore {
  const store = join(folder, `${name}.receipts`)
  return {
    keep(sha256, bytes) {
      mkdirSync(store, { recursive: true, mode: 0o700 })
      writeDurably(join(store, sha256), bytes)
    },
    read({ sha256, byteCount }) {
      try {
        const path = join(store, sha256)
        // Its size is looked at first: what somebody has put there may be too large to read.
        if (statSync(path).size !== byteCount) return err('changed')
        const bytes = readFileSync(path)
        return createHash('sha256').update(bytes).digest('hex') === sha256 ? ok(bytes) : err('changed')
      } catch {
        return err('missing')
      }
    },
  }
}
