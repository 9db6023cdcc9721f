/**
 * What every way to a printer has in common: a link is made ready, and then prints once. Invariant: opening lets no byte of
 * the slip out, so that whatever fails there is known to have printed nothing; after that nothing is said that is not known.
 */
import type { PrinterPaperName, PrintProblem } from '#shared/printing.ts'
import type { Result } from '#shared/result.ts'

/** `printed`: the printer said so behind the slip. `sent`: it was handed over. `failed`: nothing is on paper. `doubted`: nobody knows. */
export type PrintEnd =
  | { readonly kind: 'printed' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed' | 'doubted'; readonly problem: PrintProblem }

export interface Link {
  /** Hands everything over, once. Never rejects; ends within the limits of its transport. */
  print(): Promise<PrintEnd>
  close(): void
}

export type OpenedLink = Result<Link, PrintProblem>

export const printed = { kind: 'printed' } as const
export const sent = { kind: 'sent' } as const
export const failed = (problem: PrintProblem) => ({ kind: 'failed', problem }) as const
export const doubted = (problem: PrintProblem) => ({ kind: 'doubted', problem }) as const

/** How long a printer is waited for, and how many jobs may wait. Every wait of a transport has its row here. */
export const printLimits = {
  /** Until a job's turn comes: one that waited longer fails. */
  waitMs: 90_000,
  /** Until a network printer takes the connection. */
  connectMs: 5_000,
  /** A printer that still ends its last connection refuses the next for a moment: nothing has left, so it is tried again. */
  connectTries: 3,
  connectAgainMs: 400,
  /** Until a printer answers how it is. Many never do. */
  statusMs: 800,
  /** Until it answers after a slip: it prints meanwhile. */
  statusAfterMs: 20_000,
  /** Between two looks at how it is, while it prints what it holds. */
  statusEveryMs: 1_000,
  /** Without a byte taken. */
  stallMs: 15_000,
  /** Until a printer that reports nothing has closed the connection from its side, which it does when it has printed. */
  closeMs: 20_000,
  /** For a command of the system's, such as lp. */
  commandMs: 15_000,
  /** Until a spooler has said that a job is done, and how often it is asked. */
  followMs: 60_000,
  followEveryMs: 500,
  /** A slip takes so much longer for each of its bytes at 9,600 baud, the slowest there is between here and the head. */
  msPerByte: 1.1,
  /** Rendering and handing over a page to the system's driver. */
  pageMs: 40_000,
} as const
export type PrintLimits = { readonly [Name in keyof typeof printLimits]: number }

/** Jobs of one printer that are not on their way yet. */
export const MAX_WAITING_JOBS = 20

// What goes to a printer: a slip's bytes, or a page of ours for the system's driver.

export interface PrinterPage {
  /** Under the app's own origin, and there only while the job is on its way. */
  readonly path: string
  readonly paper: PrinterPaperName
}

export type Printable =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'page' } & PrinterPage)
