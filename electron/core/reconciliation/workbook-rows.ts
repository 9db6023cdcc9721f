/**
 * What the service's lists showed, row by row, found by day and by every name. Keeps that a row that comes twice is one row,
 * that its day is the counter's own, and that what a list does not show any more is gone once it was read to its end.
 */
import * as z from 'zod'
import { sumCentimes } from '#shared/money.ts'
import {
  type MovementSide,
  movementSideSchema,
  type OrderSide,
  orderSideSchema,
  shopDayOf,
} from '#shared/reconciliation.ts'
import type { Db } from '../journal/connection.ts'
import type { Seen } from './judge.ts'
import type { Mark } from './workbook.ts'
import { type ListedRow, type ServiceList, serviceListSchema } from './workbook-records.ts'

/** A day's rows of one kind are read up to this number. */
const MAX_ROWS = 50_000

export interface UnreadableRow {
  readonly list: ServiceList
  readonly name: string
  readonly atMs: number
}

/** A movement with the name of its row, which distinguishes those of the same content. */
export interface ListedMovement extends Seen<MovementSide> {
  readonly rowName: string
}

export interface Rows {
  keep(row: ListedRow, mark: Mark): void
  /** What the run did not read again, of a list of a day that was read to its end. */
  dropUnmarked(mark: Mark): void
  dropBefore(day: string): void
  /** How many rows were read under this mark. */
  countMarked(mark: Mark): number
  listOrders(day: string): readonly Seen<OrderSide>[]
  listMovements(day: string): readonly ListedMovement[]
  listUnreadable(day: string): readonly UnreadableRow[]
  /** Orders under an id of the service's or a ref. */
  findOrders(names: readonly string[]): readonly Seen<OrderSide>[]
  findMovements(objectIds: readonly string[]): readonly Seen<MovementSide>[]
  /** Whether the account's history has a movement of this type at all. */
  hasMovement(type: string): boolean
  /** The words of what is known to have come in. */
  typesOfIncoming(): readonly string[]
}

const seenSchema = z.object({ rowName: z.string(), side: z.string(), readAtMs: z.int() })
const unreadableSchema = z.object({
  list: serviceListSchema,
  name: z.string(),
  atMs: z.int(),
})

export function createRows(db: Db): Rows {
  const insert = db.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const columns = 'name AS rowName, side, read_at_ms AS readAtMs'
  const read = <Side>(schema: z.ZodType<Side>, sql: string, ...values: readonly unknown[]) =>
    z
      .array(seenSchema)
      .parse(db.prepare(`SELECT ${columns} FROM rows ${sql} LIMIT ${MAX_ROWS}`).all(...values))
      .map(({ side, ...row }) => ({ ...row, side: schema.parse(JSON.parse(side)) }))

  return {
    keep({ name, atMs, content }, { mark, offsetMs, readAtMs, day, list }) {
      const side = content.kind === 'order' || content.kind === 'movement' ? content.side : null
      const ref = content.kind === 'order' ? content.side.ref : null
      const object = content.kind === 'movement' ? content.side.objectId : null
      // Nothing is of a time after it was read: a later time is of another zone, or of another clock.
      const hereMs = atMs === null ? null : Math.min(atMs - offsetMs, readAtMs)
      const ownDay = hereMs === null ? day : shopDayOf(hereMs)
      const text = side && JSON.stringify(side)
      insert.run(list, name, content.kind, ownDay, ref, object, hereMs, readAtMs, mark, text)
    },
    dropUnmarked: ({ day, list, runId }) =>
      // The list of the day beside may show rows of this one that its own does not, where it reads bounds in another zone.
      void db
        .prepare(`DELETE FROM rows WHERE day = ? AND list = ? AND mark NOT LIKE ? || '/%'`)
        .run(day, list, runId),
    dropBefore: (day) => void db.prepare('DELETE FROM rows WHERE day < ?').run(day),
    countMarked: ({ mark, list }) =>
      z
        .int()
        .parse(db.prepare('SELECT count(*) FROM rows WHERE mark = ? AND list = ?').pluck().get(mark, list)),
    listOrders: (day) => read(orderSideSchema, "WHERE day = ? AND kind = 'order' ORDER BY at_ms, name", day),
    listMovements: (day) =>
      wholesOf(read(movementSideSchema, "WHERE day = ? AND kind = 'movement' ORDER BY at_ms, name", day)),
    listUnreadable: (day) =>
      z.array(unreadableSchema).parse(
        db
          .prepare(
            `SELECT list, name, coalesce(at_ms, read_at_ms) AS atMs FROM rows
              WHERE day = ? AND kind = 'unreadable' LIMIT ${MAX_ROWS}`,
          )
          .all(day),
      ),
    findOrders(names) {
      const wanted = JSON.stringify(names)
      const among = '(SELECT value FROM json_each(?))'
      return read(
        orderSideSchema,
        `WHERE kind = 'order' AND (name IN ${among} OR ref IN ${among}) ORDER BY at_ms, name`,
        wanted,
        wanted,
      )
    },
    findMovements: (objectIds) =>
      wholesOf(
        read(
          movementSideSchema,
          "WHERE kind = 'movement' AND object IN (SELECT value FROM json_each(?)) ORDER BY at_ms, name",
          JSON.stringify(objectIds),
        ),
      ),
    hasMovement: (type) =>
      db.prepare("SELECT 1 FROM rows WHERE kind = 'movement' AND side ->> '$.type' = ? LIMIT 1").get(type) !==
      undefined,
    typesOfIncoming: () =>
      z
        .array(z.string())
        .parse(
          db
            .prepare(
              `SELECT DISTINCT side ->> '$.type' FROM rows WHERE kind = 'movement' AND side ->> '$.direction' = 'in'`,
            )
            .pluck()
            .all(),
        ),
  }
}

// One movement that the account's history lists in several rows: an amount, and the fee on it. Pure. Keeps that rows are put
// together only where the balances that each of them names say that they are one.

/** The movements in the same order, each whole, under the name of its first row. */
function wholesOf(rows: readonly ListedMovement[]): readonly ListedMovement[] {
  const parts = Map.groupBy(rows, ({ side, rowName }) => placeOf(side) ?? rowName)
  return [...parts.values()].flatMap((group) => asOne(group) ?? group)
}

/** What all parts of a movement have in common; undefined where it does not say between which balances it leads. */
function placeOf(side: MovementSide): string | undefined {
  const { type, direction, objectId, atMs, oldBalanceCentimes: from, newBalanceCentimes: to } = side
  if (from === null || to === null || from === to) return undefined
  return JSON.stringify([type, direction, objectId, atMs, from, to])
}

function asOne(group: readonly ListedMovement[]): ListedMovement | undefined {
  const [first, ...others] = group
  if (!first || others.length === 0) return undefined
  const { oldBalanceCentimes: from, newBalanceCentimes: to } = first.side
  const amountCentimes = sumCentimes(group.map(({ side }) => side.amountCentimes))
  if (from === null || to === null || amountCentimes !== Math.abs(to - from)) return undefined
  return { ...first, side: { ...first.side, amountCentimes } }
}
