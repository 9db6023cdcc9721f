/**
 * Everything that can go wrong, as one union that crosses to the screen as data. Each kind says, by the table below,
 * whether money may have moved and what the cashier does next; the words are in the locales under `error.<kind>`.
 */
import * as z from 'zod'
import { accountProblems } from './accounts.ts'
import { timeMsSchema } from './dates.ts'
import { refSchema } from './ref.ts'
import { tillProblems } from './till/till.ts'

const evidence = { ref: refSchema.optional(), requestId: z.string().optional() }

export const journalProblems = [
  'newer',
  /** It is whole and of an earlier version, and this program cannot bring it to its own: it is as it was. */
  'not-migrated',
  'vanished',
  'damaged',
  'chain-broken',
  /** The file is whole and ends before what had been written: an older copy, or its end was lost. */
  'older-copy',
  'unreadable',
  'not-ours',
  /** Another process has it open. */
  'in-use',
  'disk-full',
  'read-only',
  /** The disk answered a read or a write with an error: that says nothing of what is on it. */
  'disk-failing',
] as const
export type JournalProblem = (typeof journalProblems)[number]

/** The `reason` of an unreachable service that says itself that it is under maintenance, or interrupted for a while. */
export const serviceUnavailable = 'service-unavailable'

export const appErrorSchema = z.discriminatedUnion('kind', [
  /** A form, a command or a file holds something unusable. `field` is the input's own name, `line` the file's, from 1. */
  z.object({
    kind: z.literal('invalid-input'),
    field: z.string(),
    problem: z.string(),
    line: z.int().positive().optional(),
    ...evidence,
  }),
  /** The service refused: definite, nothing charged. `code` as the service spells it. */
  z.object({
    kind: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    attemptsLeft: z.int().optional(),
    /** IP_NOT_ALLOWED: the caller's address as the service sees it. */
    address: z.string().optional(),
    ...evidence,
  }),
  /** No answer that can be used: the line is cut, slow or garbled. Only for calls that move no money. */
  z.object({ kind: z.literal('unreachable'), reason: z.string(), ...evidence }),
  /** The review is unknown or too old; the number and price must be looked at again. */
  z.object({ kind: z.literal('review-expired'), ...evidence }),
  z.object({ kind: z.literal('sale-not-found'), ...evidence }),
  /** The sale's state refuses this action; the screen shows the sale as it stands. `fromMs`: only the time is missing. */
  z.object({
    kind: z.literal('not-allowed-now'),
    state: z.string(),
    action: z.string(),
    fromMs: timeMsSchema.optional(),
    ...evidence,
  }),
  /** A person decided about other orders than those between which there is to choose by now; nothing is recorded. */
  z.object({ kind: z.literal('choice-changed'), ...evidence }),
  /** Selling is closed: why is in the status. */
  z.object({ kind: z.literal('selling-closed'), why: z.string(), ...evidence }),
  /** The system asked, and the person did not agree: nothing was done. */
  z.object({ kind: z.literal('not-agreed'), ...evidence }),
  /** The machine's clock is more than a day off the service's: its days are not the service's. */
  z.object({ kind: z.literal('clock-wrong'), ...evidence }),
  z.object({ kind: z.literal('journal'), problem: z.enum(journalProblems), detail: z.string(), ...evidence }),
  /** The journal could not be asked about a sale, which may well exist. */
  z.object({
    kind: z.literal('journal-unread'),
    problem: z.enum(journalProblems),
    detail: z.string(),
    ...evidence,
  }),
  /** An account's key cannot be used, kept or left. Nothing was sold by it. */
  z.object({
    kind: z.literal('account'),
    problem: z.enum(accountProblems),
    /** open-sales: how many. */
    openSales: z.int().positive().optional(),
    ...evidence,
  }),
  /** A payment link was asked for and no answer came that can be used: it may have been made, and is never asked for again. */
  z.object({ kind: z.literal('link-maybe-made'), ...evidence }),
  z.object({ kind: z.literal('printing'), problem: z.string(), ...evidence }),
  /** The official receipt of a bill: its file is not there, is another than was kept, or could not be kept or used. */
  z.object({
    kind: z.literal('receipt-file'),
    problem: z.enum(['missing', 'changed', 'not-kept']),
    ...evidence,
  }),
  /** An act at the till cannot be done; nothing is recorded. */
  z.object({
    kind: z.literal('till'),
    problem: z.enum(tillProblems),
    /** pin-wait: from when on a PIN may be tried again. */
    fromMs: timeMsSchema.optional(),
    ...evidence,
  }),
  /** A fault of ours. During a money command the outcome is unknown: the journal is asked, nothing is sold again. */
  z.object({ kind: z.literal('internal'), ...evidence }),
])
export type AppError = z.infer<typeof appErrorSchema>
export type AppErrorKind = AppError['kind']

export interface Advice {
  /** Whether money may have moved: 'no' is certain, 'unknown' means look at the sale. */
  readonly money: 'no' | 'unknown'
  readonly next: 'correct' | 'wait' | 'look-again' | 'look-at-sale' | 'look-at-service' | 'call-support'
}

export const adviceFor: Readonly<Record<AppErrorKind, Advice>> = {
  'invalid-input': { money: 'no', next: 'correct' },
  refused: { money: 'no', next: 'correct' },
  unreachable: { money: 'no', next: 'wait' },
  'review-expired': { money: 'no', next: 'look-again' },
  'sale-not-found': { money: 'unknown', next: 'call-support' },
  'not-allowed-now': { money: 'no', next: 'look-at-sale' },
  'choice-changed': { money: 'no', next: 'look-at-sale' },
  'selling-closed': { money: 'no', next: 'wait' },
  'not-agreed': { money: 'no', next: 'look-again' },
  'clock-wrong': { money: 'no', next: 'correct' },
  journal: { money: 'no', next: 'call-support' },
  'journal-unread': { money: 'unknown', next: 'call-support' },
  account: { money: 'no', next: 'correct' },
  'link-maybe-made': { money: 'no', next: 'look-at-service' },
  printing: { money: 'no', next: 'wait' },
  'receipt-file': { money: 'no', next: 'wait' },
  till: { money: 'no', next: 'correct' },
  internal: { money: 'unknown', next: 'look-at-sale' },
}
