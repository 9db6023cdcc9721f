/**
 * The Log port on a file: one JSON object a line, in the data folder's `logs`. Owns the files' number and size.
 *
 * Invariant: the log never grows beyond its bound and never takes the counter down: a line that cannot be written is
 * lost, because a full disk must not stop a sale from being looked up.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Log, type LogLevel, logLevels } from '#core/ports.ts'

const maxFileBytes = 1_000_000
const maxFiles = 5
const maxLineCharacters = 8000

export interface LogOptions {
  /** Repeats errors on standard error, for development. */
  readonly echoErrors: boolean
  /** What is below this is not written; without it everything is. */
  readonly level?: LogLevel | undefined
}

/** Opens the log under `dataDir`. What is written is cleaned of secrets before it comes here, see core/redaction.ts. */
export function openLog(dataDir: string, { echoErrors, level: lowest = 'debug' }: LogOptions): Log {
  const folder = join(dataDir, 'logs')
  const fileAt = (age: number) => join(folder, age === 0 ? 'comptoir.log' : `comptoir.${age}.log`)

  const isFull = () => (statSync(fileAt(0), { throwIfNoEntry: false })?.size ?? 0) > maxFileBytes
  const rotate = () => {
    for (let age = maxFiles - 2; age >= 0; age -= 1) attempt(() => renameSync(fileAt(age), fileAt(age + 1)))
  }
  const append = (line: string) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isFull()) rotate()
    // Where the full file cannot be moved on it is started again: the bound matters more than the past.
    appendFileSync(fileAt(0), `${line}\n`, { mode: 0o600, flag: isFull() ? 'w' : 'a' })
  }

  return {
    write(level, what, facts) {
      if (logLevels.indexOf(level) < logLevels.indexOf(lowest)) return
      const record = { at: new Date().toISOString(), level, what, ...facts }
      const line = shorten(JSON.stringify(record), level, what)
      attempt(() => append(line))
      if (echoErrors && level === 'error') attempt(() => process.stderr.write(`${line}\n`))
    },
    recent: (maxBytes) => newestLines([fileAt(1), fileAt(0)].map(readOrNothing).join(''), maxBytes),
  }
}

/** A line over the bound is replaced by one that says so: half a JSON object is of no use to anyone. */
function shorten(line: string, level: string, what: string): string {
  if (line.length <= maxLineCharacters) return line
  const start = line.slice(0, maxLineCharacters / 2)
  return JSON.stringify({ at: new Date().toISOString(), level, what: what.slice(0, 200), shortened: start })
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Whole lines alone. */
function newestLines(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const newest = bytes.subarray(-maxBytes)
  return newest.subarray(newest.indexOf('\n') + 1).toString('utf8')
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // A log that cannot be written has nowhere to say so.
  }
}
