/** What the outside world must supply to the core. The shell fills these on Electron, tests fill them with real parts. */
import type { Ref } from '#shared/ref.ts'
import type { Result } from '#shared/result.ts'

export interface Clock {
  /** Milliseconds since 1970 by the machine's clock, which a person may set wrong or back. */
  nowMs(): number
  /** Milliseconds since some moment before: only differences count. It never goes back, whatever a person sets. */
  elapsedMs(): number
  /** Runs `work` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, work: () => void): () => void
}

/** Why a keychain gives nothing: it holds none, a person has to unlock it, it refuses, or it cannot be used at all. */
export interface VaultRefusal {
  readonly problem: 'none' | 'locked' | 'denied' | 'unavailable'
}

export interface KeyVault {
  /** The API key of the active account. It goes into the request header and nowhere else. */
  readKey(): Promise<Result<string, VaultRefusal>>
  /**
   * The 32 bytes that seal the secrets of one journal: made when first asked for, and then kept for ever, because what is
   * sealed opens with no other.
   */
  readJournalKey(journalId: string): Promise<Result<Uint8Array, VaultRefusal>>
}

/** What is different each time. Where none is given it is the machine's own, see chance.ts. */
export interface Chance {
  /** A number from 0 to 1, 1 excluded. */
  draw(): number
  /** A name that nothing else has, 64 characters at the most. */
  newId(): string
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
