/** What the outside world must supply to the core. The shell fills these on Electron, tests fill them with real parts. */
import type { Ref } from '#shared/ref.ts'
import type { Result } from '#shared/result.ts'

export interface Clock {
  /** Milliseconds since 1970 by the machine's clock, which a person may set wrong or back. */
  nowMs(): number
  /** Runs `work` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, work: () => void): () => void
}

export interface KeyVault {
  /** The API key of the active account. It goes into the request header and nowhere else. */
  readKey(): Promise<Result<string, { readonly problem: 'none' | 'locked' | 'denied' | 'unavailable' }>>
}

export interface RefSource {
  newRef(): Ref
}

export interface Printer {
  /**
   * Renders one of the app's own pages (a slip) to PDF and saves it where the person says.
   * `path` is null when they changed their mind.
   */
  savePdf(pagePath: string, suggestedName: string): Promise<Result<{ readonly path: string | null }, string>>
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface Log {
  /** `facts` hold no key, no card code and no PIN: callers pick fields, they never pass whole requests. */
  write(
    level: LogLevel,
    what: string,
    facts?: Readonly<Record<string, string | number | boolean | null>>,
  ): void
}

export interface Ports {
  readonly clock: Clock
  readonly keyVault: KeyVault
  readonly refs: RefSource
  readonly printer: Printer
  readonly log: Log
}
