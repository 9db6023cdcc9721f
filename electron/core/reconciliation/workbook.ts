/**
 * The workbook: a small database beside the journals in which a run keeps what it has read, so that one that is cut goes on
 * where it was. Owns the file. Invariant: a page's rows and the progress behind them are one commit. It may be lost at any
 * time, and holds no code of a card.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import * as z from 'zod'
import { type Finding, findingSchema } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { type Db, withStatements } from '../journal/connection.ts'
import type { Log } from '../ports.ts'
import {
  type ComparedDay,
  comparedDaySchema,
  documentIn,
  type ListedRow,
  type LookSaid,
  lookSaidSchema,
  type Reading,
  type RunRecord,
  readingSchema,
  runRecordSchema,
  type ServiceList,
  sqlOf,
} from './workbook-records.ts'
import { createRows, type Rows } from './workbook-rows.ts'

/** How far a run has come, and what it has read. */
interface Readings {
  readRun(): RunRecord | undefined
  keepRun(run: RunRecord): void
  /** Begins a run: all its lists are wanted, and what single looks brought of its days is asked anew. */
  begin(run: RunRecord, readings: readonly Pick<Reading, 'day' | 'list'>[]): void
  /** What is still to be read, the newest day first. */
  nextReading(): Reading | undefined
  /** Readings of the run, and how many of them have come to their end. */
  countReadings(): { readonly done: number; readonly total: number }
  readingsOf(day: string): readonly Reading[]
  /** A page and what follows it, in one commit. */
  keepPage(reading: Reading, page: { readonly rows: readonly ListedRow[]; readonly mark: Mark }): void
  keepReading(reading: Reading): void
}

export interface Workbook extends Readings, Findings {
  readonly rows: Rows
  readLook(ref: Ref): LookSaid | undefined
  keepLook(ref: Ref, day: string, said: LookSaid): void
  readDay(day: string): ComparedDay | undefined
  keepDay(day: string, compared: ComparedDay): void
  /** Lets go of the run and of how the days were compared: all are to be compared anew. What was found stays. */
  forgetComparisons(): void
  /** Lets go of these days as if they had never been read; what was found of them stays until it is settled. */
  forgetBefore(day: string): void
  close(): void
}

/** Under what a row was last read, and how its time is brought to the counter's. */
export interface Mark {
  readonly mark: string
  readonly runId: string
  readonly offsetMs: number
  readonly readAtMs: number
  readonly day: string
  readonly list: ServiceList
}

/**
 * Opens the file, or makes it anew where there is none that can be used. In memory where the disk takes none at all.
 * `isSettled`: whether people have dealt with a finding, as the journal says.
 */
export function openWorkbook(
  path: string,
  log: Log,
  isSettled: (findingId: string) => boolean = () => false,
): Workbook {
  for (const make of [() => open(path), () => openAnew(path), () => prepare(new Database(':memory:'))]) {
    try {
      return workbookIn(make(), isSettled)
    } catch (fault) {
      log.write('warn', 'the reconciliation workbook is made anew', { fault: String(fault) })
    }
  }
  throw new Error('no database can be opened, not even in memory')
}

function open(path: string): Db {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const db = new Database(path)
  try {
    return prepare(db)
  } catch (fault) {
    db.close()
    throw fault
  }
}

function openAnew(path: string): Db {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  return open(path)
}

function prepare(db: Database.Database): Db {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version === WORKBOOK_VERSION) return withStatements(db)
  if (version !== 0) throw new Error(`it has version ${version}`)
  db.transaction(() => {
    db.exec(workbookTables)
    db.pragma(`user_version = ${WORKBOOK_VERSION}`)
  })()
  return withStatements(db)
}

function workbookIn(db: Db, isSettled: (findingId: string) => boolean): Workbook {
  const { pluck, run } = sqlOf(db)
  const rows = createRows(db)
  return {
    rows,
    ...createReadings(db, rows),
    ...createFindings(db),
    readLook: (ref) => documentIn(lookSaidSchema, pluck('SELECT said FROM looks WHERE ref = ?', ref)),
    keepLook: (ref, day, said) =>
      run('INSERT OR REPLACE INTO looks VALUES (?, ?, ?)', ref, day, JSON.stringify(said)),
    readDay: (day) => documentIn(comparedDaySchema, pluck('SELECT compared FROM days WHERE day = ?', day)),
    keepDay: (day, compared) =>
      run('INSERT OR REPLACE INTO days VALUES (?, ?)', day, JSON.stringify(compared)),
    forgetComparisons: db.connection.transaction(() => {
      for (const table of ['run', 'readings', 'looks', 'days']) run(`DELETE FROM ${table}`)
    }),
    forgetBefore: db.connection.transaction((day: string) => {
      rows.dropBefore(day)
      for (const table of ['looks', 'days']) run(`DELETE FROM ${table} WHERE day < ?`, day)
      dropSettledFindings(db, day, isSettled)
    }),
    close: () => void db.connection.close(),
  }
}

const readingColumns = 'day, list, state, next_page AS nextPage, tries, begun_at_ms AS begunAtMs'
const counted = z.object({ done: z.int(), total: z.int() })

function createReadings(db: Db, rows: Rows): Readings {
  const { one, all, pluck, run } = sqlOf(db)
  const keepRun = (record: RunRecord) =>
    run('INSERT OR REPLACE INTO run VALUES (1, ?)', JSON.stringify(record))
  const keepReading = ({ day, list, state, nextPage, tries, begunAtMs }: Reading) =>
    run(
      'INSERT OR REPLACE INTO readings VALUES (?, ?, ?, ?, ?, ?)',
      ...[day, list, state, nextPage, tries, begunAtMs],
    )
  return {
    readRun: () => documentIn(runRecordSchema, pluck('SELECT run FROM run')),
    keepRun,
    begin: db.connection.transaction(
      (record: RunRecord, readings: readonly Pick<Reading, 'day' | 'list'>[]) => {
        keepRun(record)
        run('DELETE FROM readings')
        for (const reading of readings)
          keepReading({ ...reading, state: 'wanted', nextPage: 1, tries: 0, begunAtMs: null })
        run('DELETE FROM looks WHERE day BETWEEN ? AND ?', record.fromDay, record.toDay)
      },
    ),
    nextReading: () =>
      readingSchema.safeParse(
        one(`SELECT ${readingColumns} FROM readings WHERE state = 'wanted' ORDER BY day DESC, list LIMIT 1`),
      ).data,
    countReadings: () =>
      counted.parse(
        one("SELECT count(*) AS total, coalesce(sum(state <> 'wanted'), 0) AS done FROM readings"),
      ),
    readingsOf: (day) =>
      z.array(readingSchema).parse(all(`SELECT ${readingColumns} FROM readings WHERE day = ?`, day)),
    keepPage: db.connection.transaction(
      (reading: Reading, page: { rows: readonly ListedRow[]; mark: Mark }) => {
        for (const row of page.rows) rows.keep(row, page.mark)
        if (reading.state === 'read') rows.dropUnmarked(page.mark)
        keepReading(reading)
      },
    ),
    keepReading,
  }
}

/**
 * The tables of the workbook: what was read of the service's lists, what was found, and how far the run has come. None of it
 * is the truth: whatever is lost is read anew, so an older or a broken file is thrown away and made again.
 */
const WORKBOOK_VERSION = 3

const workbookTables = `
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

-- Orders, movements, and rows that cannot be read, as the lists had them. \`object\`: whose movement it is.
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

// What was found, each finding under the name of its case, so that it goes when that case is compared again.

interface Findings {
  /** Puts what a case was found to be in the place of what was found of it before, under any of its names. */
  keepFindings(names: readonly string[], findings: readonly Finding[]): void
  listFindings(day: string | undefined, limit: number): readonly Finding[]
  /** All of them, in the order of `listFindings`: those of the newest day first. */
  listFindingIds(): readonly string[]
  readFinding(id: string): { readonly finding: Finding; readonly caseName: string } | undefined
}

const textSchema = z.array(z.string())
const rowSchema = z.object({ finding: z.string(), caseName: z.string() })

function createFindings(db: Db): Findings {
  const { one, pluckAll, run } = sqlOf(db)
  return {
    keepFindings: db.connection.transaction((names: readonly string[], findings: readonly Finding[]) => {
      for (const name of names) run('DELETE FROM findings WHERE case_name = ?', name)
      for (const finding of findings)
        run(
          'INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?)',
          ...[finding.id, names[0] ?? finding.id, finding.day, JSON.stringify(finding)],
        )
    }),
    listFindings(day, limit) {
      const found =
        day === undefined
          ? pluckAll('SELECT finding FROM findings ORDER BY day DESC, id LIMIT ?', limit)
          : pluckAll('SELECT finding FROM findings WHERE day = ? ORDER BY id LIMIT ?', day, limit)
      return textSchema.parse(found).flatMap((finding) => documentIn(findingSchema, finding) ?? [])
    },
    listFindingIds: () => textSchema.parse(pluckAll('SELECT id FROM findings ORDER BY day DESC, id')),
    readFinding(id) {
      const row = rowSchema.safeParse(
        one('SELECT finding, case_name AS caseName FROM findings WHERE id = ?', id),
      ).data
      const finding = row && documentIn(findingSchema, row.finding)
      return finding && { finding, caseName: row.caseName }
    },
  }
}

/** Lets go of the findings of earlier days with which people have dealt. */
function dropSettledFindings(db: Db, before: string, isSettled: (findingId: string) => boolean): void {
  const { pluckAll, run } = sqlOf(db)
  const ids = textSchema.parse(
    pluckAll('SELECT id FROM findings WHERE day < ? ORDER BY day DESC, id', before),
  )
  for (const id of ids.filter(isSettled)) run('DELETE FROM findings WHERE id = ?', id)
}
