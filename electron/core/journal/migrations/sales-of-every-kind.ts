/**
 * Version 3. A sale may be of any kind: it is found by its subject (a number, an account, a product) and value, which its
 * document tells; by the service's own id; and a bill by its transaction. A gift card order belongs to one sale at the
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
