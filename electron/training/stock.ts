/** What the account holds: a balance in each environment, and the cards the production key can still buy. */
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import type { Environment } from './keys.ts'
import type { Store } from './store.ts'

export function readBalance(store: Store, environment: Environment): Centimes {
  const read = store.prepare('SELECT balance_centimes FROM accounts WHERE environment = ?').pluck()
  return centimesSchema.parse(read.get(environment))
}

/** Runs inside the caller's transaction, like every move. The table refuses a balance below zero. */
export function moveBalance(store: Store, environment: Environment, byCentimes: number): void {
  store
    .prepare('UPDATE accounts SET balance_centimes = balance_centimes + ? WHERE environment = ?')
    .run(byCentimes, environment)
}

/** Puts cards on the shelf of a new data file; an existing shelf stays as it is. */
export function stockCards(store: Store, product: string, valueCentimes: Centimes, count: number): void {
  store.prepare('INSERT OR IGNORE INTO cards VALUES (?, ?, ?)').run(product, valueCentimes, count)
}

/** A value that is not sold has no cards. */
export function cardsLeft(store: Store, product: string, valueCentimes: Centimes): number {
  const count = store
    .prepare('SELECT remaining FROM cards WHERE product = ? AND value_centimes = ?')
    .pluck()
    .get(product, valueCentimes)
  return z.int().parse(count ?? 0)
}

export function moveCards(store: Store, product: string, valueCentimes: Centimes, by: number): void {
  store
    .prepare('UPDATE cards SET remaining = remaining + ? WHERE product = ? AND value_centimes = ?')
    .run(by, product, valueCentimes)
}
