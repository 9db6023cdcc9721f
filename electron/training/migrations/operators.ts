/** Step 3: what is said of an operator that was switched off, or on again. */
import type Database from 'better-sqlite3'

export const createOperators = (store: Database.Database): void => {
  store.exec(`
    CREATE TABLE operators (
      name TEXT PRIMARY KEY,         -- as GET /v3/ping spells it
      status TEXT NOT NULL CHECK (status IN ('up', 'down'))
    ) STRICT;
  `)
}
