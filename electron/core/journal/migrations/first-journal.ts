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
