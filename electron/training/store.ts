/**
 * The training service's memory: one SQLite file (or none: `:memory:`), because the counter may be killed at any moment
 * and must find its training orders again. Owns the file and its pragmas; migrations/ owns its tables, and the tables'
 * own modules hold the SQL.
 */
import Database from 'better-sqlite3'
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import { migrations } from './migrations.ts'

export type Store = Database.Database

const BUSY_TIMEOUT_MS = 2_000

/**
 * Opens or makes the data file. `balance` is what each environment starts with in a new file. A file of an older version
 * is brought up to date in one commit, with all its orders.
 * Throws an Error that names the file where it cannot be opened, is no training data, or was written by a newer version.
 */
export function openStore(dataFile: string, balance: Centimes): Store {
  let store: Store | undefined
  try {
    store = new Database(dataFile, { timeout: BUSY_TIMEOUT_MS })
    if (!store.memory) store.pragma('journal_mode = WAL')
    // better-sqlite3's own default for WAL is NORMAL, which may forget an order at a power cut.
    store.pragma('synchronous = FULL')
    store.pragma('foreign_keys = ON')
    migrate(store, balance)
    store.exec(consumedRefs)
    return withKnownStatements(store)
  } catch (cause) {
    store?.close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The training service cannot use its data file ${dataFile}: ${reason}.`, { cause })
  }
}

/** Of requests that were refused, where that uses up their refs. Of this opening alone: a service need not remember them for ever. */
const consumedRefs =
  'CREATE TEMP TABLE consumed_refs (environment TEXT, scope TEXT, ref TEXT, PRIMARY KEY (environment, scope, ref))'

/** `scope`: the biller within which a ref is unique; empty on the platform. */
export function consumeRef(store: Store, environment: Environment, ref: string, scope = ''): void {
  store.prepare('INSERT OR IGNORE INTO consumed_refs VALUES (?, ?, ?)').run(environment, scope, ref)
}

export const isRefConsumed = (store: Store, environment: Environment, ref: string, scope = ''): boolean =>
  store
    .prepare('SELECT 1 FROM consumed_refs WHERE environment = ? AND scope = ? AND ref = ?')
    .get(environment, scope, ref) !== undefined

/** Each statement is prepared once: preparing costs more than most of them take to run. */
function withKnownStatements(store: Store): Store {
  const prepare = store.prepare.bind(store)
  const known = new Map<string, Database.Statement>()
  const prepareOnce = (sql: string): Database.Statement => {
    const statement = known.get(sql) ?? prepare(sql)
    known.set(sql, statement)
    return statement
  }
  return Object.assign(store, { prepare: prepareOnce })
}

/** The version is read again inside the transaction: two services may open one file at the same moment. */
function migrate(store: Store, balance: Centimes): void {
  if (readVersion(store) === migrations.length) return
  store
    .transaction(() => {
      const version = readVersion(store)
      if (version > migrations.length) throw new Error('it was written by another version of Comptoir')
      for (const step of migrations.slice(version)) step(store)
      if (version === 0) openAccounts(store, balance)
      store.pragma(`user_version = ${migrations.length}`)
    })
    .immediate()
}

const readVersion = (store: Store): number =>
  z
    .int()
    .nonnegative()
    .parse(store.pragma('user_version', { simple: true }))

function openAccounts(store: Store, balance: Centimes): void {
  const open = store.prepare(
    'INSERT INTO accounts (environment, opening_centimes, balance_centimes, moves) VALUES (?, ?, ?, ?)',
  )
  for (const environment of keyEnvironments)
    open.run(environment, balance, balance, environment === 'production' ? 1 : 0)
}

// What the account holds: a balance in each environment, and the cards the production key can still buy.

/** Where cards of one kind stand: the product within the service, and what one of them is worth. */
export interface StockItem {
  readonly product: string
  readonly valueCentimes: Centimes
}

export function readBalance(store: Store, environment: Environment): Centimes {
  const read = store.prepare('SELECT balance_centimes FROM accounts WHERE environment = ?').pluck()
  return centimesSchema.parse(read.get(environment))
}

/** Whether movements move the balance of the environment. */
export const doesBalanceMove = (store: Store, environment: Environment): boolean =>
  store.prepare('SELECT moves FROM accounts WHERE environment = ?').pluck().get(environment) === 1

export function letSandboxMove(store: Store, moves: boolean): void {
  store.prepare("UPDATE accounts SET moves = ? WHERE environment = 'sandbox'").run(moves ? 1 : 0)
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

/** Puts cards in the stock of a new data file; an existing stock stays as it is. */
export function stockCards(store: Store, { product, valueCentimes }: StockItem, count: number): void {
  store.prepare('INSERT OR IGNORE INTO cards VALUES (?, ?, ?)').run(product, valueCentimes, count)
}

/** A value that is not sold has no cards. */
export function cardsLeft(store: Store, { product, valueCentimes }: StockItem): number {
  const count = store
    .prepare('SELECT remaining FROM cards WHERE product = ? AND value_centimes = ?')
    .pluck()
    .get(product, valueCentimes)
  return z.int().parse(count ?? 0)
}

export function moveCards(store: Store, { product, valueCentimes }: StockItem, by: number): void {
  store
    .prepare('UPDATE cards SET remaining = remaining + ? WHERE product = ? AND value_centimes = ?')
    .run(by, product, valueCentimes)
}
