/** The log file: bounded whatever is written, one JSON object a line, and no reason for a counter to stop. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LogOptions, openLog } from '../../electron/main/log.ts'
import { readOverrides } from '../../electron/main/overrides.ts'
import { startCore, startShop } from '../support/core.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const MAX_BYTES = 5_100_000
const quiet: LogOptions = { echoErrors: false }

const logFiles = (dataDir: string) => {
  const folder = join(dataDir, 'logs')
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}
const bytesOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0)
const recordsIn = (paths: readonly string[]): { what: string; level: string }[] =>
  paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )

/** As many bytes as a million usual lines have, in few lines. */
function writeMuch(dataDir: string): void {
  const log = openLog(dataDir, quiet)
  const text = 'x'.repeat(7_500)
  const usualLineBytes = 120
  const lines = Math.ceil((1_000_000 * usualLineBytes) / text.length)
  for (let number = 1; number <= lines; number += 1) log.write('info', 'line', { number, text })
  log.write('info', 'the last')
}

describe('the log', () => {
  test('keeps to its maximum size, in whole lines, with the latest', () => {
    const dataDir = temporaryFolder()
    writeMuch(dataDir)
    const files = logFiles(dataDir)
    expect(files).toHaveLength(5)
    expect(bytesOf(files)).toBeLessThan(MAX_BYTES)
    expect(recordsIn(files).filter(({ what }) => what === 'the last')).toHaveLength(1)
  })

  test('keeps within it even where full files cannot be moved on', () => {
    const dataDir = temporaryFolder()
    for (const age of [1, 2, 3, 4]) {
      mkdirSync(join(dataDir, 'logs', `comptoir.${age}.log`, 'in the way'), { recursive: true })
    }
    writeMuch(dataDir)
    const files = logFiles(dataDir)
    expect(bytesOf(files)).toBeLessThan(MAX_BYTES)
    expect(recordsIn(files).at(-1)?.what).toBe('the last')
  })

  test('cuts a line that is too long, and says so', () => {
    const dataDir = temporaryFolder()
    openLog(dataDir, quiet).write('error', 'long', { text: 'é'.repeat(100_000) })
    const [record] = recordsIn(logFiles(dataDir))
    expect(record).toMatchObject({ what: 'long', level: 'error', shortened: expect.stringContaining('éé') })
    expect(bytesOf(logFiles(dataDir))).toBeLessThan(10_000)
  })

  test('leaves out what is below its level', () => {
    const dataDir = temporaryFolder()
    const log = openLog(dataDir, { ...quiet, level: 'warn' })
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log.write(level, level)
    expect(recordsIn(logFiles(dataDir)).map(({ what }) => what)).toEqual(['warn', 'error'])
  })

  test('that cannot be written keeps no counter from selling', async () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'logs'), 'somebody put this here')
    const counter = await startCore({
      ...(await startShop()),
      dataDir,
      ports: { log: openLog(dataDir, quiet) },
    })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    expect(readFileSync(join(dataDir, 'logs'), 'utf8')).toBe('somebody put this here')
  })
})

describe('the level of the environment', () => {
  test('is taken in development alone', () => {
    const env = { COMPTOIR_LOG_LEVEL: 'error' }
    expect(readOverrides(env, false)).toEqual({ ok: true, value: { logLevel: 'error' } })
    expect(readOverrides(env, true)).toEqual({ ok: true, value: {} })
  })

  test('that does not exist is refused by its name', () => {
    const read = readOverrides({ COMPTOIR_LOG_LEVEL: 'loud' }, false)
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(/^COMPTOIR_LOG_LEVEL=loud /) })
  })
})
