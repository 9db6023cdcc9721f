/**
 * The tables of the workbook: what was read of the service's lists, what was found, and how far the run has come. None of it
 * is the truth: whatever is lost is read anew, so an older or a broken file is thrown away and made again.
 */
export const WORKBOOK_VERSION = 3

export const workbookTables = `
CREATE TABLE run (one INTEGER PRIMARY KEY CHECK (one = 1), run TEXT NOT NULL) STRICT;

-- One row for each list of each day that the run reads. \`mark\` is that of the reading under way, or of the last one.
CREATE TABLE readings (
  day TEXT NOT NULL,
  list TEXT NOT NULL,
  state TEXT NOT NULL,
  next_page INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  begun_at_ms INTEGER,
  PRIMARY KEY (day, list)
) STRICT, WITHOUT ROWID;

-- Orders, movements, and rows that cannot be read, as the lists told them. \`object\`: whose movement it is.
CREATE TABLE rows (
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  day TEXT NOT NULL,
  ref TEXT,
  object TEXT,
  at_ms INTEGER,
  read_at_ms INTEGER NOT NULL,
  mark TEXT NOT NULL,
  side TEXT,
  PRIMARY KEY (list, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX rows_by_day ON rows (day, list, mark);
CREATE INDEX rows_by_name ON rows (name);
CREATE INDEX rows_by_ref ON rows (ref) WHERE ref IS NOT NULL;
CREATE INDEX rows_by_object ON rows (object) WHERE object IS NOT NULL;
CREATE INDEX rows_by_mark ON rows (mark, list);

-- What the service said when it was asked about one sale that no list showed.
CREATE TABLE looks (ref TEXT PRIMARY KEY, day TEXT NOT NULL, said TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- \`case_name\`: whose finding it is, so that it goes when that case is compared again.
CREATE TABLE findings (
  id TEXT PRIMARY KEY,
  case_name TEXT NOT NULL,
  day TEXT NOT NULL,
  finding TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_by_case ON findings (case_name);
CREATE INDEX findings_by_day ON findings (day);

CREATE TABLE days (day TEXT PRIMARY KEY, compared TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
