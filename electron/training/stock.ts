/** What the account holds: a balance in each environment, and the cards the production key can still buy. */
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import type { Environment } from './keys.ts'
import type { Store } from './store.ts'

/** Where cards of one kind stand: the product within the service, and what one of them is worth. */
export interface Shelf {
  readonly product: string
  readonly valueCentimes: Centimes
}

export function readBalance(store: Store, environment: Environment): Centimes {
  const read = store.prepare('SELECT balance_centimes FROM accounts WHERE environment = ?').pluck()
  return centimesSchema.parse(read.get(environment))
}

/** What the environment began with when the data file was made. */
export function readOpeningBalance(store: Store, environment: Environment): Centimes {
  const read = store.prepare('SELECT opening_centimes FROM accounts WHERE environment = ?').pluck()
  return centimesSchema.parse(read.get(environment))
}

/** For the books alone, which write the movement that belongs to it. The table refuses a balance below zero. */
export function setBalance(store: Store, environment: Environment, balance: Centimes): void {
  store.prepare('UPDATE accounts SET balance_centimes = ? WHERE environment = ?').run(balance, environment)
}

/** Puts cards on the shelf of a new data file; an existing shelf stays as it is. */
export function stockCards(store: Store, { product, valueCentimes }: Shelf, count: number): void {
  store.prepare('INSERT OR IGNORE INTO cards VALUES (?, ?, ?)').run(product, valueCentimes, count)
}

/** A value that is not sold has no cards. */
export function cardsLeft(store: Store, { product, valueCentimes }: Shelf): number {
  const count = store
    .prepare('SELECT remaining FROM cards WHERE product = ? AND value_centimes = ?')
    .pluck()
    .get(product, valueCentimes)
  return z.int().parse(count ?? 0)
}

export function moveCards(store: Store, { product, valueCentimes }: Shelf, by: number): void {
  store
    .prepare('UPDATE cards SET remaining = remaining + ? WHERE product = ? AND value_centimes = ?')
    .run(by, product, valueCentimes)
}
