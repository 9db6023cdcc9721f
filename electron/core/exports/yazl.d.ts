/** The part of yazl that is used here; the package has no types of its own. */
declare module 'yazl' {
  import type { Readable } from 'node:stream'

  interface EntryOptions {
    readonly mtime?: Date
    readonly mode?: number
  }

  export class ZipFile {
    readonly outputStream: Readable
    addReadStream(source: Readable, name: string, options?: EntryOptions): void
    end(): void
  }
}
