/**
 * Step 2: room for every kind of order, for payment links and for bills; movements that name both ends of the balance;
 * opening balances. Orders of step 1 keep their id, ref, money and ending.
 */
import type Database from 'better-sqlite3'
import * as z from 'zod'
import { billTables } from '../bills/tables.ts'
import { internetSteps } from '../resources/internet-outcome.ts'
import { planTimeline } from '../timeline.ts'

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

export function widenToWholeService(store: Database.Database): void {
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
