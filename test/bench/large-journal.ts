/** Journals of very many sales, kept between runs: one file a size and version. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '#core/journal/migrations.ts'
import { writePastJournal } from '../support/past-journal.ts'

const folder = join(tmpdir(), 'comptoir-bench')

/** The path of a journal with so many sales; made where it is not there yet. */
export function largeJournal(sales: number, report: (line: string) => void): string {
  const path = join(folder, `history-${migrations.length}-${sales}.journal`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const unfinished = `${path}.unfinished`
  for (const ending of ['', '-wal', '-shm']) rmSync(unfinished + ending, { force: true })
  report(`a journal of ${sales} sales is made, once`)
  writePastJournal(unfinished, sales, { report })
  renameSync(unfinished, path)
  return path
}
