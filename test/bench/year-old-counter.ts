/** A whole counter, as `npm start` opens it, over the journal of a year whose last sales have not ended. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openJournal } from '#core/journal/open.ts'
import { launch } from '../e2e/support/runtimes.ts'
import { journalOptions } from '../support/journal-entries.ts'
import { SALE_EVERY_MS, writePastJournal } from '../support/past-journal.ts'
import { root } from '../tasks/setup.mjs'

const yearMs = 365 * 86_400_000
const yearOfSales = Math.round(yearMs / SALE_EVERY_MS)
const openingMs = 60_000

export interface YearOldOptions {
  readonly openCount: number
  readonly print: (line: string) => void
}

/** An empty counter, for as long as `use` takes. */
export async function withCounter<T>(
  use: (page: Page) => Promise<T>,
  prepare: (dataDir: string) => void = () => undefined,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-year-'))
  try {
    const dataDir = join(folder, 'data')
    prepare(dataDir)
    const counter = await launch('stand-in', { env: { COMPTOIR_DATA_DIR: dataDir }, saveDir: folder })
    await counter.page.addInitScript(noteWhenDrawn)
    try {
      return await use(counter.page)
    } finally {
      await counter.quit()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs in the page: keeps when its first field was drawn. */
function noteWhenDrawn(): void {
  const look = (): void => {
    if (document.querySelector('#one-field') === null) requestAnimationFrame(look)
    else Reflect.set(window, 'drawnAtMs', performance.now())
  }
  look()
}

/** Opens it for as long as `use` takes. The training service knows none of the open sales: each is asked for again and again. */
export async function withYearOldCounter<T>(
  { openCount, print }: YearOldOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  print(`a journal of ${yearOfSales} sales is made`)
  const prepare = (dataDir: string): void => writeYear(join(dataDir, 'journal'), { openCount, print })
  return withCounter(async (page) => {
    await page.locator('[data-list="open"] .sale-row').first().waitFor({ timeout: openingMs })
    return use(page)
  }, prepare)
}

/** The journal as a counter leaves it in the evening: looked over in full, which is not done again in the morning. */
function writeYear(folder: string, { openCount, print }: YearOldOptions): void {
  const name = 'training-training'
  mkdirSync(folder, { recursive: true })
  writePastJournal(join(folder, `${name}.journal`), yearOfSales, { open: openCount, report: print })
  const opened = openJournal(journalOptions(folder, { name, account: 'training', nowMs: Date.now }))
  if (!opened.ok) throw new Error(`${opened.error.problem}: ${opened.error.detail}`)
  opened.value.close()
  // By this version: the copy that a newer one makes of all of it, before it opens it, is not what is measured.
  writeFileSync(join(folder, `${name}.opened-by`), `${packageVersion()}\n`)
}

const packageVersion = (): string =>
  String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
