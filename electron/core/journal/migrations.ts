/**
 * A sale's document says how it ended by a person's word, and those that stand by one are found: they are compared with what
 * the service shows later. Each document is made anew from the entries, as after every migration.
 */
export const decidedEnds = `
CREATE INDEX sales_by_decision ON sales (changed_at_ms) WHERE sale ->> '$.byDecision.isOverruled' = 0;
`

/**
 * The till: shifts, and what is to be given back of sales, each as one document. What people did at the till is found by the
 * act's own id, and in order. No row changes: sales of earlier versions have no refunds.
 */
export const tillTables = `
CREATE INDEX entries_by_act ON entries (body ->> '$.actId', sequence) WHERE kind IN ('shift-opened', 'cash-moved',
  'shift-counted', 'shift-closed', 'refund-given', 'refund-repaid', 'person-added', 'person-changed');
CREATE INDEX entries_of_till ON entries (sequence) WHERE kind IN ('shift-opened', 'cash-moved', 'shift-counted',
  'shift-closed', 'refund-given', 'refund-repaid');
CREATE INDEX entries_of_people ON entries (kind, sequence) WHERE kind IN ('person-added', 'person-changed',
  'person-signed-in', 'pin-refused', 'act-approved');

CREATE TABLE shifts (
  shift INTEGER PRIMARY KEY,
  document TEXT NOT NULL,
  CHECK (shift = document ->> '$.shift')
) STRICT;

CREATE TABLE refunds (
  ref TEXT PRIMARY KEY REFERENCES sales (ref),
  document TEXT NOT NULL,
  state TEXT NOT NULL GENERATED ALWAYS AS (document ->> '$.state'),
  balance_centimes INTEGER GENERATED ALWAYS AS (document ->> '$.balanceCentimes'),
  given_centimes INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (document ->> '$.changedAtMs'),
  CHECK (ref = document ->> '$.ref')
) STRICT, WITHOUT ROWID;

CREATE INDEX refunds_open ON refunds (state, changed_at_ms, ref, balance_centimes) WHERE state IN ('due', 'debt');
`

/**
 * Sales are found by the day on which they were recorded and by the service's own id, and what a person settled or signed
 * off by its kind: what the service's lists are held against. No row changes, and no table.
 */
export const reconciliationIndexes = `
CREATE INDEX sales_by_recorded_at ON sales (recorded_at_ms);
CREATE INDEX sales_by_service_id ON sales (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX entries_of_reconciliation ON entries (sequence) WHERE kind IN ('finding-settled', 'day-signed-off');
`

/**
 * Version 4. Every sale since the first day is found by what people read and say of it. `sale_terms` holds each term of a
 * sale twice over: by block (8,192 entries), where the newest sales that fit a common term lie together, and by term, where
 * all that fit a rare one do. `sale_blocks` says what a block holds, so that a list is counted and entered by blocks.
 */
export const salesHistory = `
CREATE TABLE sale_terms (
  block INTEGER NOT NULL,
  term TEXT NOT NULL,
  recorded_sequence INTEGER NOT NULL,
  PRIMARY KEY (block, term, recorded_sequence),
  CHECK (block = recorded_sequence >> 13)
) STRICT, WITHOUT ROWID;

CREATE INDEX sale_terms_by_term ON sale_terms (term, recorded_sequence);

CREATE TABLE sale_blocks (
  block INTEGER NOT NULL,
  kind TEXT NOT NULL,
  sales INTEGER NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (block, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX sales_by_standing ON sales (kind, state, recorded_sequence, recorded_at_ms);
CREATE INDEX sales_in_order ON sales (recorded_sequence, kind, state, recorded_at_ms);
`

/**
 * A sale's document says which official receipt is kept of it. No table changes: each document is made anew from the
 * entries, as after every migration.
 */
export const officialReceipts = `
-- Nothing to do here: see above.
`

/**
 * Version 2. A sale's document says whether it was given up and whether it was ever in doubt. No table changes: each
 * document is made anew from the entries, as after every migration.
 */
export const salesRemember = `
-- Nothing to do here: see above.
`

/**
 * A job of the printer is kept as one document, made from its entries, which are found by its id. It is listed by its sale,
 * and where it is not done with.
 */
export const printJobs = `
CREATE INDEX entries_by_print_job ON entries (body ->> '$.jobId', sequence) WHERE kind LIKE 'print-%';

CREATE TABLE print_jobs (
  queued_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  job_id TEXT NOT NULL UNIQUE,
  job TEXT NOT NULL,
  ref TEXT GENERATED ALWAYS AS (job ->> '$.ref'),
  state TEXT NOT NULL GENERATED ALWAYS AS (job ->> '$.state'),
  CHECK (job_id = job ->> '$.jobId')
) STRICT;

CREATE INDEX print_jobs_by_ref ON print_jobs (ref, queued_sequence) WHERE ref IS NOT NULL;
CREATE INDEX print_jobs_not_done ON print_jobs (queued_sequence)
WHERE state IN ('queued', 'sending', 'failed', 'may-have-printed');
`

/**
 * Version 3. A sale may be of any kind: it is found by its subject (a number, an account, a product) and value, which its
 * document holds; by the service's own id; and a bill by its transaction. A gift card order belongs to one sale at the
 * most, and so does a bill transaction.
 */
export const salesOfEveryKind = `
DROP TABLE attempts;
DROP TABLE sales;

CREATE TABLE sales (
  recorded_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  ref TEXT NOT NULL UNIQUE,
  review_id TEXT NOT NULL UNIQUE,
  sale TEXT NOT NULL,
  kind TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.order.kind'),
  state TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.state'),
  recorded_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.recordedAtMs'),
  changed_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.changedAtMs'),
  subject TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.subject'),
  value_centimes INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.valueCentimes'),
  service_id TEXT GENERATED ALWAYS AS (sale ->> '$.serviceId'),
  transaction_id TEXT GENERATED ALWAYS AS (sale ->> '$.order.transactionId'),
  CHECK (ref = sale ->> '$.ref' AND review_id = sale ->> '$.reviewId')
) STRICT;

CREATE INDEX sales_by_state ON sales (state, changed_at_ms);
CREATE INDEX sales_by_changed_at ON sales (changed_at_ms);
CREATE INDEX sales_by_subject ON sales (subject, value_centimes, recorded_at_ms);
CREATE INDEX sales_by_kind ON sales (kind, recorded_sequence);
CREATE UNIQUE INDEX sales_by_gift_card_order ON sales (service_id) WHERE kind = 'gift-card' AND service_id IS NOT NULL;
CREATE UNIQUE INDEX sales_by_transaction ON sales (transaction_id) WHERE transaction_id IS NOT NULL;

CREATE TABLE attempts (
  ref TEXT NOT NULL REFERENCES sales (ref),
  attempt INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  outcome TEXT,
  reason TEXT,
  request_id TEXT,
  PRIMARY KEY (ref, attempt)
) STRICT, WITHOUT ROWID;
`

/**
 * Version 1. `entries` is the truth: append-only, without gaps, and its shape never changes. `sales` and `attempts` are
 * projections. A sale is kept as one document; the columns that are searched are generated from it, so that they cannot
 * disagree with it.
 */
export const firstJournal = `
CREATE TABLE entries (
  sequence INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT,
  body TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE INDEX entries_by_ref ON entries (ref, sequence) WHERE ref IS NOT NULL;

CREATE TRIGGER entries_are_appended BEFORE INSERT ON entries
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM entries)
BEGIN SELECT raise(ABORT, 'entries are appended in order, without gaps'); END;

CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN SELECT raise(ABORT, 'entries are never changed'); END;

CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;

CREATE TABLE sales (
  recorded_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  ref TEXT NOT NULL UNIQUE,
  review_id TEXT NOT NULL UNIQUE,
  sale TEXT NOT NULL,
  state TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.state'),
  recorded_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.recordedAtMs'),
  changed_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.changedAtMs'),
  number TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.order.number'),
  value_centimes INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.order.valueCentimes'),
  CHECK (ref = sale ->> '$.ref' AND review_id = sale ->> '$.reviewId')
) STRICT;

CREATE INDEX sales_by_state ON sales (state, changed_at_ms);
CREATE INDEX sales_by_changed_at ON sales (changed_at_ms);
CREATE INDEX sales_by_number ON sales (number, value_centimes, recorded_at_ms);

CREATE TABLE attempts (
  ref TEXT NOT NULL REFERENCES sales (ref),
  attempt INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  outcome TEXT,
  reason TEXT,
  request_id TEXT,
  PRIMARY KEY (ref, attempt)
) STRICT, WITHOUT ROWID;
`

/** Papers of the till are found by which paper they are: a second one of the same is a copy. */
const printedTillPapers = `
CREATE INDEX print_jobs_of_till ON print_jobs (job ->> '$.till', queued_sequence) WHERE job ->> '$.till' IS NOT NULL;
`

/**
 * What a change of state does not change is no longer generated from the sale's document, because SQLite writes each index of
 * a generated column anew whenever the document changes. The check holds the columns to the document all the same. Found by
 * the time of its last change, a sale is found by its state: an index of its own for that is not needed.
 */
const salesInColumns = `
DELETE FROM refunds;
DELETE FROM attempts;
DROP TABLE sales;

CREATE TABLE sales (
  recorded_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  ref TEXT NOT NULL UNIQUE,
  review_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  value_centimes INTEGER NOT NULL,
  transaction_id TEXT,
  recorded_at_ms INTEGER NOT NULL,
  service_id TEXT,
  state TEXT NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  sale TEXT NOT NULL,
  CHECK (
    json_array(ref, review_id, kind, subject, value_centimes, transaction_id, recorded_at_ms, service_id, state,
      changed_at_ms) =
    json_extract(sale, '$.ref', '$.reviewId', '$.order.kind', '$.subject', '$.valueCentimes', '$.order.transactionId',
      '$.recordedAtMs', '$.serviceId', '$.state', '$.changedAtMs')
  )
) STRICT;

CREATE INDEX sales_by_state ON sales (state, changed_at_ms);
CREATE INDEX sales_by_subject ON sales (subject, value_centimes, recorded_at_ms);
CREATE INDEX sales_by_kind ON sales (kind, recorded_sequence);
CREATE UNIQUE INDEX sales_by_gift_card_order ON sales (service_id) WHERE kind = 'gift-card' AND service_id IS NOT NULL;
CREATE UNIQUE INDEX sales_by_transaction ON sales (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX sales_by_recorded_at ON sales (recorded_at_ms);
CREATE INDEX sales_by_service_id ON sales (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX sales_by_standing ON sales (kind, state, recorded_sequence, recorded_at_ms);
CREATE INDEX sales_in_order ON sales (recorded_sequence, kind, state, recorded_at_ms);
CREATE INDEX sales_by_decision ON sales (changed_at_ms) WHERE sale ->> '$.byDecision.isOverruled' = 0;
`

/**
 * Customers: each as one document, and what they owe as lines, both made from entries. `customer_names` alone is made from
 * none: it holds what can be forgotten, and is neither emptied nor filled by a rebuild.
 */
const customerTables = `
DROP INDEX entries_by_act;
CREATE INDEX entries_by_act ON entries (body ->> '$.actId', sequence) WHERE kind IN ('shift-opened', 'cash-moved',
  'shift-counted', 'shift-closed', 'refund-given', 'refund-repaid', 'person-added', 'person-changed', 'customer-added',
  'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out', 'prices-changed');
DROP INDEX entries_of_till;
CREATE INDEX entries_of_till ON entries (sequence) WHERE kind IN ('shift-opened', 'cash-moved', 'shift-counted',
  'shift-closed', 'refund-given', 'refund-repaid', 'debt-repaid', 'credit-paid-out');
CREATE INDEX entries_of_customers ON entries (body ->> '$.customer', sequence) WHERE kind IN ('customer-added',
  'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out');
CREATE INDEX entries_of_prices ON entries (sequence) WHERE kind = 'prices-changed';

CREATE TABLE customers (
  customer_id TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  CHECK (customer_id = document ->> '$.customerId')
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_names (
  customer_id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  name TEXT,
  salt TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE carnet_lines (
  sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  document TEXT NOT NULL,
  customer_id TEXT NOT NULL GENERATED ALWAYS AS (document ->> '$.customerId'),
  ref TEXT GENERATED ALWAYS AS (document ->> '$.ref'),
  amount_centimes INTEGER NOT NULL GENERATED ALWAYS AS (document ->> '$.amountCentimes'),
  CHECK (sequence = document ->> '$.sequence')
) STRICT;

CREATE INDEX carnet_lines_by_customer ON carnet_lines (customer_id, sequence, amount_centimes);
CREATE INDEX carnet_lines_by_ref ON carnet_lines (ref, sequence) WHERE ref IS NOT NULL;
CREATE INDEX sales_by_customer ON sales (sale ->> '$.till.customer', recorded_sequence)
WHERE sale ->> '$.till.customer' IS NOT NULL;
`

/**
 * Totals by day and by hour, which reports over any span are summed from (journal/day-totals.ts), and entries by their time:
 * what an archive of a day holds. No row changes; the totals are made from the entries, as after every migration.
 */
const dayTotals = `
CREATE INDEX entries_by_time ON entries (at_ms);
CREATE INDEX entries_of_archives ON entries (sequence) WHERE kind = 'archive-made';

CREATE TABLE day_totals (
  day INTEGER NOT NULL,
  service TEXT NOT NULL,
  operator TEXT NOT NULL,
  cashier TEXT NOT NULL,
  sales INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  earned INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  held INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  face INTEGER NOT NULL,
  PRIMARY KEY (day, service, operator, cashier)
) STRICT, WITHOUT ROWID;

CREATE TABLE hour_totals (
  hour INTEGER PRIMARY KEY,
  sales INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  earned INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  held INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  face INTEGER NOT NULL
) STRICT;

CREATE TABLE day_acts (
  day INTEGER NOT NULL,
  act TEXT NOT NULL,
  count INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (day, act)
) STRICT, WITHOUT ROWID;
`

/** What was changed of the shop's settings, and what befell the file itself: asked for as a journal is opened, however long it is. */
const changesAndCare = `
CREATE INDEX entries_of_changes ON entries (sequence) WHERE kind = 'changed';
CREATE INDEX entries_of_care ON entries (sequence) WHERE kind IN ('journal-restored', 'journal-accepted');
`

/**
 * Refunds hold what a person counted of a part that nobody else counts, which the totals count, and whom the sale names. Each row
 * is made anew from the entries.
 */
const countedParts = '-- No table changes.'

// Every migration, in order: the n-th brings a file from version n - 1 to version n. One that was released is never
// changed. A migration may reshape projections and add tables; it never touches `entries`.

export const migrations: readonly string[] = [
  firstJournal,
  salesRemember,
  salesOfEveryKind,
  officialReceipts,
  printJobs,
  salesHistory,
  reconciliationIndexes,
  decidedEnds,
  tillTables,
  printedTillPapers,
  salesInColumns,
  `${customerTables}${dayTotals}`,
  changesAndCare,
  countedParts,
]
