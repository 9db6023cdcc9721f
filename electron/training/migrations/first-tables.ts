/** Step 1: the data file of the first version, which knew internet top-ups only. */
import type Database from 'better-sqlite3'

export const createFirstTables = (store: Database.Database): void => {
  store.exec(`
    CREATE TABLE accounts (
      environment TEXT PRIMARY KEY,
      balance_centimes INTEGER NOT NULL CHECK (balance_centimes >= 0)
    ) STRICT;

    CREATE TABLE orders (
      id TEXT PRIMARY KEY,
      environment TEXT NOT NULL REFERENCES accounts (environment),
      ref TEXT NOT NULL,
      kind TEXT NOT NULL,
      product TEXT NOT NULL,
      number TEXT NOT NULL,
      value_centimes INTEGER NOT NULL,
      cost_centimes INTEGER NOT NULL,
      created_at_ms INTEGER NOT NULL,
      speed REAL NOT NULL,
      refund_due_at_ms INTEGER,
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

    -- Cards left for the production key, by product; the sandbox consumes none.
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
  `)
}
