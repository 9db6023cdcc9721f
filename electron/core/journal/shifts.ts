/**
 * The table of shifts: each as it stands now, one document a row. A projection. One shift at the most is not closed, and
 * their numbers run from 1 without gaps, so that a closed shift's number is its Z's.
 */
import * as z from 'zod'
import { timeMsSchema } from '#shared/dates.ts'
import { type ShiftState, shiftStates } from '#shared/till/report.ts'
import type { Db } from './connection.ts'
import { parseDocument } from './documents.ts'
import { canonicalJson } from './entries.ts'
import { JournalRefusal } from './faults.ts'
import type { ShiftEntryBody } from './till-entry.ts'

const sequence = z.int().positive()

const storedShiftSchema = z.strictObject({
  shift: z.int().positive(),
  state: z.enum(shiftStates),
  openedAtMs: timeMsSchema,
  openedBy: z.string(),
  /** The entries that opened, last counted and closed it. */
  openedSequence: sequence,
  countedSequence: sequence.nullable(),
  closedSequence: sequence.nullable(),
})
export type StoredShift = z.infer<typeof storedShiftSchema>

/** From which states an entry leads on, and to which. Cash may move after the count: the count holds for its own moment. */
const steps: Readonly<
  Record<
    Exclude<ShiftEntryBody['kind'], 'shift-opened'>,
    { readonly from: readonly ShiftState[]; readonly to: ShiftState | 'same' }
  >
> = {
  'cash-moved': { from: ['open', 'counted'], to: 'same' },
  'shift-counted': { from: ['open', 'counted'], to: 'counted' },
  'shift-closed': { from: ['counted'], to: 'closed' },
}

/** The shift after an entry; `last` is the newest there is. Throws JournalRefusal where the entry is no step of it. */
export function nextShift(
  last: StoredShift | undefined,
  entry: { readonly body: ShiftEntryBody; readonly atMs: number; readonly sequence: number },
): StoredShift {
  const { body, atMs, sequence } = entry
  if (body.kind === 'shift-opened') {
    const number = (last?.shift ?? 0) + 1
    if ((last && last.state !== 'closed') || body.shift !== number) refuse(body, last)
    return {
      ...{ shift: number, state: 'open', openedAtMs: atMs, openedBy: body.who },
      ...{ openedSequence: sequence, countedSequence: null, closedSequence: null },
    }
  }
  const { from, to } = steps[body.kind]
  if (!last || last.shift !== body.shift || !from.includes(last.state)) refuse(body, last)
  return {
    ...last,
    state: to === 'same' ? last.state : to,
    countedSequence: body.kind === 'shift-counted' ? sequence : last.countedSequence,
    closedSequence: body.kind === 'shift-closed' ? sequence : last.closedSequence,
  }
}

function refuse({ kind, shift }: ShiftEntryBody, last: StoredShift | undefined): never {
  const stands = last ? `shift ${last.shift} is ${last.state}` : 'there is no shift'
  throw new JournalRefusal('step-refused', `${kind} of shift ${shift}: ${stands}`)
}

export function writeShift(db: Db, shift: StoredShift): void {
  db.prepare(
    `INSERT INTO shifts (shift, document) VALUES (?, ?)
     ON CONFLICT (shift) DO UPDATE SET document = excluded.document`,
  ).run(shift.shift, canonicalJson(shift))
}

export const readShift = (db: Db, shift: number): StoredShift | undefined =>
  readShifts(db, 'WHERE shift = ?', shift)[0]

/** The newest shift, open or closed. */
export const readLastShift = (db: Db): StoredShift | undefined =>
  readShifts(db, 'ORDER BY shift DESC LIMIT 1')[0]

/** Closed shifts with a number below `before`, newest first. */
export const listClosedShifts = (db: Db, before: number, limit: number): readonly StoredShift[] =>
  readShifts(
    db,
    `WHERE shift < ? AND document ->> '$.state' = 'closed' ORDER BY shift DESC LIMIT ?`,
    before,
    limit,
  )

export const countShifts = (db: Db): unknown => db.prepare('SELECT count(*) FROM shifts').pluck().get()

export const deleteShifts = (db: Db): void => void db.prepare('DELETE FROM shifts').run()

const readShifts = (db: Db, clauses: string, ...values: readonly number[]): readonly StoredShift[] =>
  db
    .prepare(`SELECT document FROM shifts ${clauses}`)
    .pluck()
    .all(...values)
    .map(parseShift)

const parseShift = (text: unknown): StoredShift => parseDocument(storedShiftSchema, text, 'a shift')
