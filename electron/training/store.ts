/**
 * The training service's memory: one SQLite file (or none: `:memory:`), because the counter may be killed at any moment
 * and must find its training orders again. Owns the file, its schema and its pragmas; the tables' own modules hold the SQL.
 */
import Database from 'better-sqlite3'
import type { Centimes } from '#shared/money.ts'
import { keyEnvironments } from './keys.ts'

export type Store = Database.Database

const SCHEMA_VERSION = 1
const BUSY_TIMEOUT_MS = 2_000

const schema = `
  CREATE TABLE accounts (
    environment TEXT PRIMARY KEY,
    balance_centimes INTEGER NOT NULL CHECK (balance_centimes >= 0)
  ) STRICT;

  -- One row for each order ever taken. Its status is not kept: it follows from the row and the time.
  CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    environment TEXT NOT NULL REFERENCES accounts (environment),
    ref TEXT NOT NULL,
    kind TEXT NOT NULL,
    product TEXT NOT NULL,        -- what was bought within its kind: ADSL, 4G
    number TEXT NOT NULL,
    value_centimes INTEGER NOT NULL,
    cost_centimes INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    speed REAL NOT NULL,
    refund_due_at_ms INTEGER,     -- null where the order will be delivered
    refunded INTEGER NOT NULL DEFAULT 0,
    UNIQUE (environment, ref)
  ) STRICT;
  CREATE INDEX orders_refund_due ON orders (refund_due_at_ms) WHERE refunded = 0;

  CREATE TABLE movements (
    sequence INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    type TEXT NOT NULL CHECK (type IN ('DEBIT', 'REFUND')),
    amount_centimes INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    UNIQUE (order_id, type)
  ) STRICT;

  -- Cards left for the production key, by kind and product; the sandbox consumes none.
  CREATE TABLE cards (
    product TEXT NOT NULL,
    value_centimes INTEGER NOT NULL,
    remaining INTEGER NOT NULL CHECK (remaining >= 0),
    PRIMARY KEY (product, value_centimes)
  ) STRICT;

  CREATE TABLE key_failures (
    address TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    blocked_until_ms INTEGER
  ) STRICT;

  CREATE TABLE rate_windows (
    caller TEXT PRIMARY KEY,
    started_at_ms INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT;
`

/**
 * Opens or makes the data file. `balance` is what each environment starts with in a new file.
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
    prepareSchema(store, balance)
    return store
  } catch (cause) {
    store?.close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The training service cannot use its data file ${dataFile}: ${reason}.`, { cause })
  }
}

function prepareSchema(store: Store, balance: Centimes): void {
  const version = store.pragma('user_version', { simple: true })
  if (version === SCHEMA_VERSION) return
  if (version !== 0) throw new Error('it was written by another version of Comptoir')
  store
    .transaction(() => {
      store.exec(schema)
      const open = store.prepare('INSERT INTO accounts (environment, balance_centimes) VALUES (?, ?)')
      for (const environment of keyEnvironments) open.run(environment, balance)
      store.pragma(`user_version = ${SCHEMA_VERSION}`)
    })
    .immediate()
}
