/** What the outside world must supply to the core. The shell fills these on Electron, tests fill them with real parts. */
import { randomUUID } from 'node:crypto'
import type { AuthorityView, Environment } from '#shared/accounts.ts'
import type { JournalDoubt } from '#shared/journal-doubt.ts'
import type { PrinterPaperName } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { Result } from '#shared/result.ts'
import type { UpdateFile } from './updates/version-file.ts'

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
  /** A change was under way and could not be called back: it may yet be made, and only asking again shows it. */
  readonly mayLand?: true
}

/** Why there is no key to send: the keychain's word, or what it holds is no key or was kept for other addresses. */
export interface KeyRefusal {
  readonly problem: VaultRefusal['problem'] | 'malformed' | 'moved'
}

export interface KeyVault {
  /** The last recorded end of the account's journal, see journal/anchor.ts. Missing, both, where nothing is kept: in training. */
  readAnchor?(): Promise<Result<string | null, VaultRefusal>>
  saveAnchor?(text: string): Promise<Result<void, VaultRefusal>>
  /** The API key of the active account. It goes into the request header and nowhere else. */
  readKey(): Promise<Result<string, KeyRefusal>>
  /**
   * The 32 bytes that seal the secrets of one journal: made when first asked for, and then kept for ever, because what is
   * sealed opens with no other. Where it is not `mayMake`, none is made: the journal holds what another key has sealed.
   */
  readJournalKey(journalId: string, mayMake: boolean): Promise<Result<Uint8Array, VaultRefusal>>
  /**
   * Puts a journal's key, read from its recovery code, in the place of what is kept, which stays under another name: it may
   * have sealed something. The caller has proved that the key fits.
   */
  restoreJournalKey(journalId: string, key: Uint8Array): Promise<Result<void, VaultRefusal>>
}

/** Whose journal and whose key: a name of the service's in one environment. */
export interface AccountName {
  readonly environment: Environment
  readonly account: string
}

/** The vault of one account. */
export interface AccountVault extends KeyVault {
  /** Keeps a text under the account's name, which `readKey` then gives: a shop's key with its addresses, see accounts/kept-key.ts. */
  saveKey(text: string): Promise<Result<void, VaultRefusal>>
  /** Takes the API key out of the keychain. Journal keys stay: without them nobody could open what they sealed. */
  forgetKey(): Promise<Result<void, VaultRefusal>>
}

/** What the keychain keeps for the whole counter, whichever account is open. */
export interface CounterVault {
  /** The digest of the file of authorities that a person agreed to, see api/authorities.ts; null where none was kept. */
  readAuthorities(): Promise<Result<string | null, VaultRefusal>>
  saveAuthorities(digest: string): Promise<Result<void, VaultRefusal>>
}

export interface Clipboard {
  /** The text on the clipboard, empty where there is none. What `isWanted` does not stay there: it is cleared at once. */
  take(isWanted: (text: string) => boolean): Promise<string>
}

/** Files that a person picks, or says where to save. The error is for support. */
export interface Files {
  /** `path` is null when they changed their mind. */
  saveText(suggestedName: string, text: string): Promise<Result<{ readonly path: string | null }, string>>
  /** The same for a file of any other kind, which the name's ending gives. */
  saveBytes(
    suggestedName: string,
    bytes: Uint8Array,
  ): Promise<Result<{ readonly path: string | null }, string>>
  /** A picture that is a PNG by its ending, of 1 MB at the most; `bytes` is empty when they changed their mind. */
  openPicture(): Promise<Result<{ readonly path: string | null; readonly bytes: Uint8Array }, string>>
  /** A certificate by its ending, of 1 MB at the most; `bytes` is empty when they changed their mind. */
  openCertificate(): Promise<Result<{ readonly path: string | null; readonly bytes: Uint8Array }, string>>
  /** A file of 1 MB at the most; `path` is null, and `text` empty, when they changed their mind. */
  openText(): Promise<Result<{ readonly path: string | null; readonly text: string }, string>>
  /** A folder that a person picks; `path` is null when they changed their mind. */
  askFolder(): Promise<Result<{ readonly path: string | null }, string>>
  /** Where a file is to be saved, which the core writes itself: one that no memory holds. The name's ending says its type. */
  askPath(suggestedName: string): Promise<Result<{ readonly path: string | null }, string>>
}

/** What is different each time. Where none is given it is the machine's own. */
export interface Random {
  /** A number from 0 to 1, 1 excluded. */
  draw(): number
  /** A name that nothing else has, 64 characters at the most. */
  newId(): string
}

export interface RefSource {
  newRef(): Ref
}

/** A printer that the system has a driver for: its name for the system, and the one that people know. */
export interface SystemPrinter {
  readonly name: string
  readonly displayName: string
}

export interface Printer {
  /** The printers of the system; none where it has none, or does not say. */
  listPrinters(): Promise<readonly SystemPrinter[]>
  /**
   * Prints one of the app's own pages by the driver of a printer, or of the system's default where `deviceName` is null.
   * Refused: nothing was printed; unknown: it may have been.
   */
  printPage(
    pagePath: string,
    on: { readonly deviceName: string | null; readonly paper: PrinterPaperName },
  ): Promise<Result<void, 'refused' | 'unknown'>>
  /**
   * Renders one of the app's own pages (a slip) to PDF and saves it where the person says.
   * `path` is null when they changed their mind. `widthMm`: of a roll; missing: a sheet of A4.
   */
  savePdf(
    pagePath: string,
    suggestedName: string,
    widthMm?: number,
  ): Promise<Result<{ readonly path: string | null }, string>>
}

/** From the most talkative on. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  /** `facts` hold no key, no card code and no PIN: callers pick fields, they never pass whole requests. */
  write(
    level: LogLevel,
    what: string,
    facts?: Readonly<Record<string, string | number | boolean | null>>,
  ): void
  /** The newest lines, as many as `maxBytes` hold, oldest first. Missing where none are kept. */
  readonly recent?: ((maxBytes: number) => string) | undefined
}

export interface Ports {
  readonly clock: Clock
  readonly keyVault: KeyVault
  readonly refs: RefSource
  readonly printer: Printer
  readonly files: Files
  readonly log: Log
  /** Missing where no person can be asked: nothing is agreed to then. */
  readonly confirm?: Confirm
  /** For so long no other program gets a picture of the counter's window. Missing where no system can keep that. */
  readonly shieldScreen?: (forMs: number) => void
  /** Missing where there is none. */
  readonly clipboard?: Clipboard
  /** Missing where there is no desktop: a file is saved then, and that is all. */
  readonly outside?: Outside
}

/** Programs of the person's own, beside the counter. */
export interface Outside {
  /** Opens a message that they have agreed to. Whether a program was given it. Never rejects. */
  openMessage(link: string): Promise<boolean>
  /** Shows a saved file in its folder. */
  showFile(path: string): void
}

/** What only a person may decide. */
export type Question =
  /** To send a copied key to these origins. */
  | { readonly kind: 'send-key'; readonly hosts: readonly string[] }
  /** To send slips to this printer over the network. */
  | { readonly kind: 'new-printer'; readonly where: string }
  /** To trust this authority when the service's hosts show a certificate of its making. */
  | ({ readonly kind: 'new-authority' } & AuthorityView)
  /** To sell upon a journal against which the keychain speaks. */
  | {
      readonly kind: 'accept-journal'
      readonly problem: JournalDoubt['problem']
      readonly anchoredAtMs: number
      readonly folder: string
      readonly otherFolder: string
    }

/** Whether the person agrees. Asked by the system, where no page can answer. */
export type Confirm = (question: Question) => Promise<boolean>

/** What a notification says; anybody may read it. */
export interface DesktopNotification {
  readonly title: string
  readonly body: string
}

/** The desktop around the counter. */
export interface Desktop {
  /** Whether a person has the counter before them. */
  isCounterInFront(): boolean
  bringToFront(): void
  /** Called whenever the counter comes to the front. The answer ends that. */
  onFront(listener: () => void): () => void
  /**
   * Shows a notification; the answer takes it back. `onEnd` is called once, when a person has pressed it or it is gone by
   * itself, and not when it was taken back.
   */
  notify(notification: DesktopNotification, onEnd: (how: 'pressed' | 'gone') => void): () => void
}

/** A version's file that is here, by its hash. */
export interface FetchedUpdate {
  readonly version: string
  readonly file: UpdateFile
  readonly path: string
}

/** What puts a newer version in the place of this program. */
export interface UpdateInstaller {
  /** Makes a fetched version ready, after what the system itself checks of it. The error is for support. */
  take(update: FetchedUpdate): Promise<Result<void, string>>
  /** What was taken last is installed once this program has ended in order; it opens again then where that is wanted. */
  installAtEnd(opensAgain: boolean): void
  /** Ends the program in order. */
  quit(): void
}

/** What a counter needs that goes from one account to another. */
export interface CounterPorts extends Omit<Ports, 'keyVault'> {
  readonly clipboard: Clipboard
  /** Missing where there is no desktop: late endings are then shown by the counter's own notes alone. */
  readonly desktop?: Desktop
  /** Missing where a newer version comes by a person's hand. */
  readonly installer?: UpdateInstaller
  readonly confirm: Confirm
  vaultOf(name: AccountName): AccountVault
  readonly counterVault: CounterVault
}

// The machine's own random source: what the core draws from unless it is given another, by which a day can be played again.

export const systemRandom: Random = { draw: Math.random, newId: randomUUID }
