/** Sales by their place in the journal, found by kind, state and time without opening their documents. */
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import { type SaleState, saleStates } from '#shared/states/sale.ts'
import type { Db } from '../journal/connection.ts'

/** What a sale has to be, beside its words. Empty lists ask for nothing. Times in milliseconds since 1970, `untilMs` not among them. */
export interface Standing {
  readonly kinds: readonly OrderKind[]
  readonly states: readonly SaleState[]
  readonly fromMs: number
  readonly untilMs: number
}

/** Places in the journal, both among those asked for. */
export interface Span {
  readonly first: number
  readonly last: number
}

export const kindsOf = ({ kinds }: Standing): readonly OrderKind[] => (kinds.length > 0 ? kinds : orderKinds)

const statesOf = ({ states }: Standing): readonly SaleState[] => (states.length > 0 ? states : saleStates)

export const asksNothing = (standing: Standing): boolean =>
  standing.kinds.length === 0 && standing.states.length === 0 && hasNoPeriod(standing)

export const hasNoPeriod = ({ fromMs, untilMs }: Standing): boolean =>
  fromMs === 0 && untilMs === Number.MAX_SAFE_INTEGER

/** A condition of SQL with the values for its signs. */
interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** Within the span and the days asked for. Times that are not asked for are not read: that is half of a row's cost. */
function within(standing: Standing, { first, last }: Span): Condition {
  const place = { sql: 'recorded_sequence BETWEEN ? AND ?', values: [first, last] }
  if (hasNoPeriod(standing)) return place
  return {
    sql: `${place.sql} AND recorded_at_ms >= ? AND recorded_at_ms < ?`,
    values: [...place.values, standing.fromMs, standing.untilMs],
  }
}

/** Of the kinds and states asked for. */
const ofStanding = (standing: Standing): Condition => ({
  sql: 'kind IN (SELECT value FROM json_each(?)) AND state IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(kindsOf(standing)), JSON.stringify(statesOf(standing))],
})

/** The newest of the span that are so, newest first, `limit` at the most. */
export function listStanding(db: Db, standing: Standing, span: Span, limit: number): readonly number[] {
  const bounds = within(standing, span)
  if (standing.kinds.length === 0 && standing.states.length === 0) {
    const sql = `SELECT recorded_sequence FROM sales INDEXED BY sales_in_order WHERE ${bounds.sql}
      ORDER BY recorded_sequence DESC LIMIT ?`
    return numbers(
      db
        .prepare(sql)
        .pluck()
        .all(...bounds.values, limit),
    )
  }
  // Each pair is a run of its own in the index, and has its newest first: what is newest of all is among these.
  const sql = `SELECT recorded_sequence FROM sales INDEXED BY sales_by_standing WHERE kind = ? AND state = ?
    AND ${bounds.sql} ORDER BY recorded_sequence DESC LIMIT ?`
  const statement = db.prepare(sql).pluck()
  return pairsOf(standing)
    .flatMap((pair) => numbers(statement.all(...pair, ...bounds.values, limit)))
    .sort(newestFirst)
    .slice(0, limit)
}

/** How many of the span are so; undefined where there are more than `limit`. */
export function countStanding(db: Db, standing: Standing, span: Span, limit: number): number | undefined {
  const bounds = within(standing, span)
  const sql = `SELECT count(*) FROM (SELECT 1 FROM sales INDEXED BY sales_by_standing WHERE kind = ? AND state = ?
    AND ${bounds.sql} LIMIT ?)`
  const statement = db.prepare(sql).pluck()
  let count = 0
  for (const pair of pairsOf(standing)) {
    count += Number(statement.get(...pair, ...bounds.values, limit + 1 - count))
    if (count > limit) return undefined
  }
  return count
}

/** What one look into the index costs, in rows of a list that SQLite reads in their order: twice that and more. */
const LOOK_ROWS = 3

/** The same as `keepStanding`, for sales that lie together: where few of a state lie between them, those are listed. */
export function keepNear(db: Db, standing: Standing, ids: readonly number[]): readonly number[] {
  const isListed = standing.states.length > 0 && ids.length > 0
  const rows = isListed ? listFew(db, standing, ids, LOOK_ROWS * ids.length) : undefined
  if (rows === undefined) return keepStanding(db, standing, ids)
  const asked = new Set(ids)
  return rows.filter((id) => asked.has(id)).sort(newestFirst)
}

/** All that are so between the first and the last of these, in no order; undefined where there are more than `limit`. */
function listFew(
  db: Db,
  standing: Standing,
  ids: readonly number[],
  limit: number,
): readonly number[] | undefined {
  const bounds = within(standing, { first: Math.min(...ids), last: Math.max(...ids) })
  const { sql, values } = ofStanding(standing)
  const rows = db
    .prepare(
      `SELECT recorded_sequence FROM sales INDEXED BY sales_by_standing WHERE ${sql} AND ${bounds.sql} LIMIT ?`,
    )
    .pluck()
    .all(...values, ...bounds.values, limit + 1)
  return rows.length > limit ? undefined : numbers(rows)
}

/** Those of these sales that are so, newest first. Each costs one look into the index, and what is not asked for costs nothing. */
export function keepStanding(db: Db, standing: Standing, ids: readonly number[]): readonly number[] {
  const { kinds, states, fromMs, untilMs } = standing
  // The signs before the columns keep SQLite from any other way than by the place.
  const asked: readonly (readonly [string, ...(string | number)[]])[] = [
    ...(kinds.length > 0
      ? [['+kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds)] as const]
      : []),
    ...(states.length > 0
      ? [['+state IN (SELECT value FROM json_each(?))', JSON.stringify(states)] as const]
      : []),
    ...(hasNoPeriod(standing)
      ? []
      : [['+recorded_at_ms >= ? AND +recorded_at_ms < ?', fromMs, untilMs] as const]),
  ]
  const sql = `SELECT recorded_sequence FROM json_each(?) AS asked
    CROSS JOIN sales INDEXED BY sales_in_order ON recorded_sequence = asked.value
    WHERE ${['true', ...asked.map(([condition]) => condition)].join(' AND ')}`
  const statement = db.prepare(sql).pluck()
  const values = asked.flatMap(([, ...given]) => given)
  return numbers(statement.all(JSON.stringify(ids), ...values)).sort(newestFirst)
}

/** All of the span that are so, newest first. For a span of one block. */
export function walkStanding(db: Db, standing: Standing, span: Span): readonly number[] {
  const bounds = within(standing, span)
  const { sql, values } = ofStanding(standing)
  return numbers(
    db
      .prepare(
        `SELECT recorded_sequence FROM sales INDEXED BY sales_in_order WHERE ${bounds.sql} AND ${sql}
          ORDER BY recorded_sequence DESC`,
      )
      .pluck()
      .all(...bounds.values, ...values),
  )
}

export const newestFirst = (a: number, b: number): number => b - a

const pairsOf = (standing: Standing): readonly (readonly [OrderKind, SaleState])[] =>
  kindsOf(standing).flatMap((kind) => statesOf(standing).map((state) => [kind, state] as const))

const numbers = (found: readonly unknown[]): number[] => found.map(Number)
