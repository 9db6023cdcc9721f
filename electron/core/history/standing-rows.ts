/** Sales by their place in the journal, found by kind, state and time without opening their documents. */
import { type OrderKind, orderKinds } from '#shared/orders.ts'
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

const within = 'recorded_sequence BETWEEN ? AND ? AND recorded_at_ms >= ? AND recorded_at_ms < ?'

/** The newest of the span that are so, newest first, `limit` at the most. */
export function listStanding(db: Db, standing: Standing, span: Span, limit: number): readonly number[] {
  const bounds = [span.first, span.last, standing.fromMs, standing.untilMs]
  if (standing.kinds.length === 0 && standing.states.length === 0) {
    const sql = `SELECT recorded_sequence FROM sales INDEXED BY sales_in_order WHERE ${within}
      ORDER BY recorded_sequence DESC LIMIT ?`
    return numbers(
      db
        .prepare(sql)
        .pluck()
        .all(...bounds, limit),
    )
  }
  // Each pair is a run of its own in the index, and has its newest first: what is newest of all is among these.
  const sql = `SELECT recorded_sequence FROM sales INDEXED BY sales_by_standing WHERE kind = ? AND state = ?
    AND ${within} ORDER BY recorded_sequence DESC LIMIT ?`
  const statement = db.prepare(sql).pluck()
  return pairsOf(standing)
    .flatMap((pair) => numbers(statement.all(...pair, ...bounds, limit)))
    .sort(newestFirst)
    .slice(0, limit)
}

/** How many of the span are so; undefined where there are more than `limit`. */
export function countStanding(db: Db, standing: Standing, span: Span, limit: number): number | undefined {
  const sql = `SELECT count(*) FROM (SELECT 1 FROM sales INDEXED BY sales_by_standing WHERE kind = ? AND state = ?
    AND ${within} LIMIT ?)`
  const statement = db.prepare(sql).pluck()
  let count = 0
  for (const pair of pairsOf(standing)) {
    const bounds = [span.first, span.last, standing.fromMs, standing.untilMs, limit + 1 - count]
    count += Number(statement.get(...pair, ...bounds))
    if (count > limit) return undefined
  }
  return count
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
export const walkStanding = (db: Db, standing: Standing, span: Span): readonly number[] =>
  numbers(
    db
      .prepare(
        `SELECT recorded_sequence FROM sales INDEXED BY sales_in_order WHERE ${within}
           AND kind IN (SELECT value FROM json_each(?)) AND state IN (SELECT value FROM json_each(?))
         ORDER BY recorded_sequence DESC`,
      )
      .pluck()
      .all(span.first, span.last, standing.fromMs, standing.untilMs, ...listsOf(standing)),
  )

export const newestFirst = (a: number, b: number): number => b - a

const listsOf = (standing: Standing): readonly [string, string] => [
  JSON.stringify(kindsOf(standing)),
  JSON.stringify(statesOf(standing)),
]

const pairsOf = (standing: Standing): readonly (readonly [OrderKind, SaleState])[] =>
  kindsOf(standing).flatMap((kind) => statesOf(standing).map((state) => [kind, state] as const))

const numbers = (found: readonly unknown[]): number[] => found.map(Number)
