/**
 * Version 4. Every sale since the first day is found by what people read and say of it. `sale_terms` holds each term of a
 * sale twice over: by block (8,192 entries), where the newest sales that fit a common term lie together, and by term, where
 * all that fit a rare one do. `sale_blocks` tells what a block holds, so that a list is counted and entered by blocks.
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
