import type Database from 'better-sqlite3'
import * as z from 'zod'
import { internetSteps } from './resources/internet-outcome.ts'
import { planTimeline } from './timeline.ts'

/** The tables of bill payment. A status is kept nowhere: it follows from the rows and the time. */
const billTables = `
  -- One row for each discovery ever taken; a payment is made in place and keeps the row.
  CREATE TABLE bill_transactions (
    id TEXT PRIMARY KEY,
    environment TEXT NOT NULL REFERENCES accounts (environment),
    partner TEXT NOT NULL,
    ref TEXT NOT NULL,
    account_field TEXT NOT NULL,
    account_value TEXT NOT NULL,
    ending TEXT NOT NULL,          -- decided by the account when the discovery was taken
    created_at_ms INTEGER NOT NULL,
    speed REAL NOT NULL
  ) STRICT;
  CREATE INDEX bill_transactions_ref ON bill_transactions (environment, partner, ref);
  CREATE INDEX bill_transactions_account ON bill_transactions (environment, partner, account_value);
  CREATE INDEX bill_transactions_time ON bill_transactions (environment, created_at_ms);

  -- The bills that a discovery found.
  CREATE TABLE bill_lines (
    transaction_id TEXT NOT NULL REFERENCES bill_transactions (id),
    place INTEGER NOT NULL,
    bill_id TEXT NOT NULL,
    amount_centimes INTEGER NOT NULL,
    fee_centimes INTEGER NOT NULL,
    label TEXT NOT NULL,
    period TEXT NOT NULL,
    paid_place INTEGER,            -- its place in the payment's order; null where it was not selected
    PRIMARY KEY (transaction_id, place),
    UNIQUE (transaction_id, bill_id)
  ) STRICT;
  CREATE INDEX bill_lines_bill ON bill_lines (bill_id) WHERE paid_place IS NOT NULL;

  CREATE TABLE bill_payments (
    transaction_id TEXT PRIMARY KEY REFERENCES bill_transactions (id),
    ref TEXT NOT NULL,
    amount_centimes INTEGER NOT NULL,
    fee_centimes INTEGER NOT NULL,
    accepted_at_ms INTEGER NOT NULL,
    speed REAL NOT NULL
  ) STRICT;
  CREATE INDEX bill_payments_ref ON bill_payments (ref);

  -- What the production key sees of a biller that was switched off or on again; the sandbox sees a fixed map.
  CREATE TABLE bill_partners (
    partner TEXT PRIMARY KEY,
    status TEXT NOT NULL
  ) STRICT;
`

// Step 2: room for every kind of order, for payment links and for bills; movements that name both ends of the balance;
// opening balances. Orders of step 1 keep their id, ref, money and ending.

const tables = `
  ALTER TABLE accounts ADD COLUMN opening_centimes INTEGER NOT NULL DEFAULT 0;

  -- One row for each order ever taken. What will become of it is in its timeline; its status follows from the time.
  CREATE TABLE placed_orders (
    id TEXT PRIMARY KEY,
    environment TEXT NOT NULL REFERENCES accounts (environment),
    ref TEXT NOT NULL,            -- its own id where the request carries no ref
    kind TEXT NOT NULL,
    product TEXT NOT NULL,        -- what was bought within its kind: ADSL, a plan code, a product id
    variant TEXT NOT NULL,        -- a gift card's type id; otherwise empty
    number TEXT NOT NULL,         -- whom it is for; empty for gift cards
    quantity INTEGER NOT NULL,
    value_centimes INTEGER NOT NULL,  -- of one
    cost_centimes INTEGER NOT NULL,   -- of all
    created_at_ms INTEGER NOT NULL,
    timeline TEXT NOT NULL,
    UNIQUE (environment, ref)
  ) STRICT;
  CREATE INDEX placed_orders_time ON placed_orders (environment, kind, created_at_ms);

  CREATE TABLE posted_movements (
    sequence INTEGER PRIMARY KEY,
    environment TEXT NOT NULL REFERENCES accounts (environment),
    order_id TEXT NOT NULL,       -- of an order, a bill transaction or a payment link
    ref TEXT NOT NULL,
    kind TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('DEBIT', 'REFUND', 'CREDIT')),
    amount_centimes INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    old_balance_centimes INTEGER NOT NULL,
    new_balance_centimes INTEGER NOT NULL,
    UNIQUE (order_id, type)
  ) STRICT;

  -- Movements that will happen by themselves, with the cards that come back then.
  CREATE TABLE dues (
    environment TEXT NOT NULL REFERENCES accounts (environment),
    order_id TEXT NOT NULL,
    ref TEXT NOT NULL,
    kind TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('DEBIT', 'REFUND', 'CREDIT')),
    amount_centimes INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    shelf_product TEXT,
    shelf_value_centimes INTEGER,
    shelf_count INTEGER NOT NULL,
    UNIQUE (order_id, type)
  ) STRICT;
  CREATE INDEX dues_time ON dues (at_ms);

  CREATE TABLE payment_links (
    id TEXT PRIMARY KEY,
    environment TEXT NOT NULL REFERENCES accounts (environment),
    ref TEXT NOT NULL UNIQUE,
    amount_centimes INTEGER NOT NULL,
    request TEXT NOT NULL,        -- the JSON it was made from
    created_at_ms INTEGER NOT NULL,
    timeline TEXT NOT NULL
  ) STRICT;
`

const copyBooks = `
  UPDATE accounts SET opening_centimes = balance_centimes + coalesce((
    SELECT sum(CASE m.type WHEN 'DEBIT' THEN m.amount_centimes ELSE -m.amount_centimes END)
    FROM movements m JOIN orders o ON o.id = m.order_id
    WHERE o.environment = accounts.environment AND o.environment = 'production'
  ), 0);

  INSERT INTO posted_movements
  WITH moved AS (
    SELECT m.*, o.environment, o.ref, o.kind, CASE
        WHEN o.environment <> 'production' THEN 0
        WHEN m.type = 'DEBIT' THEN -m.amount_centimes
        ELSE m.amount_centimes END AS change
    FROM movements m JOIN orders o ON o.id = m.order_id
  ), summed AS (
    SELECT moved.*, a.opening_centimes
        + sum(change) OVER (PARTITION BY moved.environment ORDER BY sequence) AS balance
    FROM moved JOIN accounts a ON a.environment = moved.environment
  )
  SELECT sequence, environment, order_id, ref, kind, type, amount_centimes, at_ms, balance - change, balance
  FROM summed ORDER BY sequence;

  INSERT INTO dues
  SELECT environment, id, ref, kind, 'REFUND', cost_centimes, refund_due_at_ms, product, value_centimes, 1
  FROM orders WHERE refunded = 0 AND refund_due_at_ms IS NOT NULL;
`

const replaceTables = `
  DROP TABLE movements;
  DROP TABLE orders;
  ALTER TABLE placed_orders RENAME TO orders;
  ALTER TABLE posted_movements RENAME TO movements;
`

const firstOrderSchema = z.object({
  id: z.string(),
  number: z.string(),
  createdAtMs: z.int(),
  speed: z.number().positive(),
})

function widenToWholeService(store: Database.Database): void {
  store.exec(tables)
  store.exec(copyBooks)
  copyOrders(store)
  store.exec(replaceTables)
  store.exec(billTables)
}

/** Step 1 kept no timeline: it followed from the number, and still does. */
function copyOrders(store: Database.Database): void {
  const copy = store.prepare(
    `INSERT INTO placed_orders
     SELECT id, environment, ref, kind, product, '', number, 1, value_centimes, cost_centimes, created_at_ms, ?
     FROM orders WHERE id = ?`,
  )
  const rows = store
    .prepare('SELECT id, number, created_at_ms AS createdAtMs, speed FROM orders ORDER BY rowid')
    .all()
  for (const { id, number, createdAtMs, speed } of z.array(firstOrderSchema).parse(rows)) {
    const timeline = planTimeline(internetSteps(number), { startMs: createdAtMs, speed })
    copy.run(JSON.stringify(timeline), id)
  }
}

// Step 3: what is said of an operator that was switched off, or on again.

const createOperators = (store: Database.Database): void => {
  store.exec(`
    CREATE TABLE operators (
      name TEXT PRIMARY KEY,         -- as GET /v3/ping spells it
      status TEXT NOT NULL CHECK (status IN ('up', 'down'))
    ) STRICT;
  `)
}

// Step 1: the data file of the first version, which knew internet top-ups only.

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

// Step 4: which balances move. Production's always does.

const markMovingBalances = (store: Database.Database): void => {
  store.exec(`
    ALTER TABLE accounts ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;
    UPDATE accounts SET moves = 1 WHERE environment = 'production';
  `)
}

// How a data file comes to be, step by step: a new file takes every step, an older one those it has not taken yet.

/** Appended to, never changed. The file's `user_version` counts the steps it has taken. */
export const migrations: readonly ((store: Database.Database) => void)[] = [
  createFirstTables,
  widenToWholeService,
  createOperators,
  markMovingBalances,
]
