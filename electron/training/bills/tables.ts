/** The tables of bill payment. A status is kept nowhere: it follows from the rows and the time. */
export const billTables = `
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
