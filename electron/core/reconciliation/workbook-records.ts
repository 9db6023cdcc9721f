/** The shapes of what the workbook keeps, read back by schema: a row that does not fit is as good as lost. */
import * as z from 'zod'
import { centimesSchema } from '#shared/money.ts'
import { orderKinds } from '#shared/products/orders.ts'
import {
  dayTotalsSchema,
  type MovementSide,
  type OrderSide,
  orderSideSchema,
  shopDaySchema,
} from '#shared/reconciliation.ts'
import type { Db } from '../journal/connection.ts'
import { listedKinds } from '../products/kinds.ts'

const timeMs = z.int().nonnegative()

/** The lists that are read: that of each kind of order that has one, and the account's movements. */
export const serviceLists: readonly ServiceList[] = [...listedKinds, 'account']
export const serviceListSchema = z.enum([...orderKinds, 'account'])
export type ServiceList = z.infer<typeof serviceListSchema>

/** `wanted`, then read to its end; `short` where it shows fewer rows than it counts, `unavailable` where it is not offered. */
export const readingStates = ['wanted', 'read', 'short', 'unavailable'] as const

export const readingSchema = z.object({
  day: shopDaySchema,
  list: serviceListSchema,
  state: z.enum(readingStates),
  nextPage: z.int().positive(),
  tries: z.int().nonnegative(),
  begunAtMs: timeMs.nullable(),
})
export type Reading = z.infer<typeof readingSchema>

export const runRecordSchema = z.object({
  id: z.string(),
  fromDay: shopDaySchema,
  toDay: shopDaySchema,
  /** By how much the service's clock was ahead when it began, in milliseconds: the counter's days are read. */
  offsetMs: z.int(),
  step: z.enum(['reading', 'comparing', 'done']),
  /** The next day to compare. */
  nextDay: shopDaySchema,
  /** Paths by which a look has found an order in this run, and so can find one: by all names of a kind, or by ref alone. */
  proven: z.array(z.templateLiteral([z.enum(orderKinds), z.enum(['', ' by ref'])])),
  /** A person put it down; nothing takes it up again but a person, or the next day. */
  stopped: z.boolean(),
  failed: z.boolean(),
  completedAtMs: timeMs.nullable(),
  /** Where the journal ended as it began; null in a record of before this was kept. */
  journalEnd: z.object({ sequence: z.int().nonnegative(), hash: z.string() }).nullable().default(null),
})
export type RunRecord = z.infer<typeof runRecordSchema>

/** What a comparison knew of a day when it was made. */
export const comparedDaySchema = z.object({
  comparedAtMs: timeMs,
  /** Everything that a list showed by then is in it. Null where not all lists of the day were read to their end. */
  readFromMs: timeMs.nullable(),
  /** Cases that changed too late to be compared. */
  laterCases: z.int().nonnegative(),
  unprovenSales: z.int().nonnegative(),
  /** Movements of which nobody can say whose they are. */
  unprovenMovements: z.int().nonnegative(),
  unprovenCentimes: centimesSchema,
  totals: dayTotalsSchema,
})
export type ComparedDay = z.infer<typeof comparedDaySchema>

/** What the service said of one sale. */
export const lookSaidSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('unproven') }),
  z.object({ kind: z.literal('found'), order: orderSideSchema, readAtMs: timeMs }),
])
export type LookSaid = z.infer<typeof lookSaidSchema>

/** A row of a list on its way into the workbook. */
export interface ListedRow {
  readonly name: string
  readonly atMs: number | null
  readonly content:
    | { readonly kind: 'order'; readonly side: OrderSide }
    | { readonly kind: 'movement'; readonly side: MovementSide }
    | { readonly kind: 'unreadable' }
    /** Read, and of no interest. */
    | { readonly kind: 'nothing' }
}

// Statements of the workbook with their values in place, and the documents that its columns hold.

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

export const sqlOf = (db: Db): Sql => ({
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
