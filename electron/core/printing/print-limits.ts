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
  /** Until a printer that tells nothing has closed the connection from its side, which it does when it has printed. */
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
