/** The table of attempts: each sending of a sale's request, when it began, and how it ended. A projection. */
import * as z from 'zod'
import { type Ref, refSchema } from '#shared/ref.ts'
import type { Db } from './connection.ts'
import { parseAs } from './documents.ts'

const storedAttemptSchema = z.strictObject({
  ref: refSchema,
  attempt: z.int().positive(),
  startedAtMs: z.int().nonnegative(),
  /** null while it runs, and for ever where the process died before its end was known. */
  endedAtMs: z.int().nonnegative().nullable(),
  outcome: z.enum(['accepted', 'refused', 'not-sent', 'doubted']).nullable(),
  /** The service's code of a refusal, or why nothing was sent or nothing is known. */
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type StoredAttempt = z.infer<typeof storedAttemptSchema>

const columns = `ref, attempt, started_at_ms AS startedAtMs, ended_at_ms AS endedAtMs, outcome, reason,
  request_id AS requestId`

export function writeAttempt(db: Db, attempt: StoredAttempt): void {
  db.prepare(
    `INSERT INTO attempts (ref, attempt, started_at_ms, ended_at_ms, outcome, reason, request_id)
     VALUES (@ref, @attempt, @startedAtMs, @endedAtMs, @outcome, @reason, @requestId)
     ON CONFLICT (ref, attempt) DO UPDATE SET
       ended_at_ms = excluded.ended_at_ms, outcome = excluded.outcome,
       reason = excluded.reason, request_id = excluded.request_id`,
  ).run(attempt)
}

/** A sale's attempts, first to last. Throws JournalFault on a row that does not parse. */
export const readAttempts = (db: Db, ref: Ref): readonly StoredAttempt[] =>
  db
    .prepare(`SELECT ${columns} FROM attempts WHERE ref = ? ORDER BY attempt`)
    .all(ref)
    .map((row) => parseAttempt(row))

export function readLastAttempt(db: Db, ref: Ref): StoredAttempt | undefined {
  const row = db
    .prepare(`SELECT ${columns} FROM attempts WHERE ref = ? ORDER BY attempt DESC LIMIT 1`)
    .get(ref)
  return row === undefined ? undefined : parseAttempt(row)
}

export const countAttempts = (db: Db): unknown => db.prepare('SELECT count(*) FROM attempts').pluck().get()

export const deleteAttempts = (db: Db): void => void db.prepare('DELETE FROM attempts').run()

const parseAttempt = (row: unknown): StoredAttempt => parseAs(storedAttemptSchema, row, 'an attempt')
