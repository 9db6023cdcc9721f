/** Statements of the workbook with their values in place, and the documents that its columns hold. */
import type Database from 'better-sqlite3'
import type * as z from 'zod'

type Values = readonly unknown[]

interface Sql {
  /** The first row; undefined where there is none. */
  one(sql: string, ...values: Values): unknown
  all(sql: string, ...values: Values): readonly unknown[]
  /** The first column of the first row, and of all rows. */
  pluck(sql: string, ...values: Values): unknown
  pluckAll(sql: string, ...values: Values): readonly unknown[]
  run(sql: string, ...values: Values): void
}

export const sqlOf = (db: Database.Database): Sql => ({
  one: (sql, ...values) => db.prepare(sql).get(...values),
  all: (sql, ...values) => db.prepare(sql).all(...values),
  pluck(sql, ...values) {
    return db
      .prepare(sql)
      .pluck()
      .get(...values)
  },
  pluckAll(sql, ...values) {
    return db
      .prepare(sql)
      .pluck()
      .all(...values)
  },
  run: (sql, ...values) => void db.prepare(sql).run(...values),
})

/** What a column holds as JSON; undefined where it holds nothing, or nothing that fits. */
export const documentIn = <T>(schema: z.ZodType<T>, text: unknown): T | undefined =>
  typeof text === 'string' ? schema.safeParse(JSON.parse(text)).data : undefined
