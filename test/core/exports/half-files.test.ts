/** However an export ends before its end (by a person, with the process, for want of room), no half file is left where it went. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openUnfinished, UNFINISHED_ENDING, writeTarget } from '#core/exports/target-file.ts'
import { noFilters } from '#shared/history.ts'
import { ok } from '#shared/result.ts'
import { startCore, startShop, until } from '../../support/core.ts'
import { ended, pastFolder, publishedExports, startExporting } from '../../support/exporting.ts'
import { noFiles } from '../../support/no-files.ts'
import { hasSmallDisks, smallDisk } from '../../support/small-disk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const formats = ['csv', 'xlsx'] as const
const asked = (format: (typeof formats)[number]) => ({ query: '', filters: noFilters, format })
const child = fileURLToPath(new URL('../../support/export-child.ts', import.meta.url))

describe('a cancelled export', () => {
  test.each(formats)('leaves nothing, and an earlier file at the target stays (%s)', async (format) => {
    const counter = await startExporting({ sales: 1_000 })
    const begun = (await counter.command('history.export', asked(format))).export
    await counter.command('export.cancel', {})
    expect(counter.saved()).toEqual([])
    writeFileSync(begun?.path ?? '', 'of last week')
    await counter.command('history.export', asked(format))
    await until('something is written', () =>
      counter.saved().some((name) => name.endsWith(UNFINISHED_ENDING)),
    )
    expect((await counter.command('export.cancel', {})).export).toMatchObject({ state: 'cancelled' })
    expect(publishedExports(counter).at(-1)).toMatchObject({ state: 'cancelled' })
    expect(counter.saved()).toHaveLength(1)
    expect(readFileSync(begun?.path ?? '', 'utf8')).toBe('of last week')
    expect(existsSync(join(counter.dataDir, 'unfinished-exports.json'))).toBe(false)
  })

  test('allows the next one; only one runs at a time, and it ends with the counter', async () => {
    const counter = await startExporting({ sales: 1_000 })
    await counter.command('history.export', asked('csv'))
    expect(await counter.ask('journal.export', {})).toMatchObject({ error: { kind: 'not-allowed-now' } })
    await counter.command('export.cancel', {})
    await counter.command('journal.export', {})
    expect(await ended(counter)).toMatchObject({ what: 'journal', state: 'saved' })
    await counter.command('history.export', asked('xlsx'))
    await counter.core.stop()
    expect(counter.saved().filter((name) => !name.endsWith('.jsonl'))).toEqual([])
  })
})

describe('an export that dies with its process', () => {
  test.each(formats)('leaves only files that the next start removes (%s)', async (format) => {
    const dataDir = pastFolder(1_500)
    const target = temporaryFolder()
    const path = join(target, `sales.${format}`)
    writeFileSync(path, 'of last week')
    const running = spawn(process.execPath, [child, dataDir, path, format], { stdio: 'inherit' })
    await until('something is written', () => existsSync(path + UNFINISHED_ENDING))
    running.kill('SIGKILL')
    expect(await once(running, 'close')).toEqual([null, 'SIGKILL'])
    expect(readFileSync(path, 'utf8')).toBe('of last week')
    expect(readdirSync(target)).toHaveLength(2)
    await startExporting({ dataDir })
    await until('it is gone', () => readdirSync(target).length === 1)
    expect(readFileSync(path, 'utf8')).toBe('of last week')
    expect(existsSync(join(dataDir, 'unfinished-exports.json'))).toBe(false)
  })

  test('is removed once its drive is back, and no file with another ending is', async () => {
    const dataDir = temporaryFolder()
    const [drive, kept] = [join(temporaryFolder(), 'drive'), join(temporaryFolder(), 'thesis.odt')]
    const left = join(drive, `sales.csv${UNFINISHED_ENDING}`)
    const list = join(dataDir, 'unfinished-exports.json')
    writeFileSync(kept, 'mine')
    writeFileSync(list, JSON.stringify({ version: 1, paths: [left] }))
    await (await startExporting({ dataDir })).core.stop()
    expect(existsSync(list)).toBe(true)
    mkdirSync(drive)
    writeFileSync(left, 'half')
    await (await startExporting({ dataDir })).core.stop()
    await until('it is gone', () => !existsSync(left))
    writeFileSync(list, JSON.stringify({ version: 1, paths: [kept] }))
    await (await startExporting({ dataDir })).core.stop()
    expect(readFileSync(kept, 'utf8')).toBe('mine')
  })
})

const log = { write: () => undefined }

test('two writes to one path each leave it whole, and none takes what the other has unfinished', async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()]
  const path = join(folder, 'sales.csv')
  const target = { unfinished: openUnfinished(dataDir, log), signal: new AbortController().signal }
  const [firstIsDone, secondHasBegun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* first() {
    yield 'first, '
    await secondHasBegun.promise
    yield 'whole\n'
  }
  async function* second() {
    yield 'second, '
    secondHasBegun.resolve()
    await firstIsDone.promise
    await target.unfinished.sweep()
    yield 'whole\n'
  }
  const writes = [writeTarget(path, first(), target), writeTarget(path, second(), target)]
  writes[1]?.catch(secondHasBegun.resolve)
  await writes[0]
  const left = [readFileSync(path, 'utf8')]
  firstIsDone.resolve()
  await writes[1]
  expect([...left, readFileSync(path, 'utf8')]).toEqual(['first, whole\n', 'second, whole\n'])
  expect(readdirSync(folder)).toEqual(['sales.csv'])
  expect(existsSync(join(dataDir, 'unfinished-exports.json'))).toBe(false)
})

describe('a sweep', () => {
  test('leaves a file that this process is still writing, whoever opened the list', async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()]
    const [archives, exports] = [openUnfinished(dataDir, log), openUnfinished(dataDir, log)]
    const left = join(folder, `left.csv${UNFINISHED_ENDING}`)
    writeFileSync(left, 'of a process that died')
    await exports.note(left)
    const path = join(folder, 'Z1.archive.jsonl')
    async function* chunks() {
      yield 'one\n'
      await exports.sweep()
      yield 'two\n'
    }
    await writeTarget(path, chunks(), { unfinished: archives, signal: new AbortController().signal })
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
    expect(readdirSync(folder)).toEqual(['Z1.archive.jsonl'])
    expect(existsSync(join(dataDir, 'unfinished-exports.json'))).toBe(false)
  })

  test('removes in the same process what a write that failed could not remove', async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()]
    const unfinished = openUnfinished(dataDir, log)
    const partial = join(folder, `sales.csv${UNFINISHED_ENDING}`)
    async function* chunks() {
      yield 'one\n'
      // A folder cannot be removed as a file: the partial file stays noted.
      rmSync(partial)
      mkdirSync(partial)
      throw new Error('no more rows')
    }
    const target = { unfinished, signal: new AbortController().signal }
    await expect(writeTarget(join(folder, 'sales.csv'), chunks(), target)).rejects.toThrow()
    rmSync(partial, { recursive: true })
    writeFileSync(partial, 'half')
    await unfinished.sweep()
    expect(readdirSync(folder)).toEqual([])
  })

  test('loses no note of files that are begun at one moment', async () => {
    const [dataDir, folder] = [temporaryFolder(), temporaryFolder()]
    const paths = ['a', 'b'].map((name) => join(folder, name + UNFINISHED_ENDING))
    await Promise.all(paths.map((path) => openUnfinished(dataDir, log).note(path)))
    const list = JSON.parse(readFileSync(join(dataDir, 'unfinished-exports.json'), 'utf8'))
    expect(list.paths).toEqual(paths)
  })
})

describe('an export to a place that cannot be used', () => {
  async function exportTo(path: string | null, dataDir = pastFolder(600)) {
    const files = { ...noFiles, askPath: async () => ok({ path }) }
    const counter = await startCore({ ...(await startShop()), dataDir, started: false, ports: { files } })
    return { ...counter, answer: await counter.ask('history.export', asked('csv')) }
  }

  test('fails and says why, where the folder is not there', async () => {
    const counter = await exportTo(join(temporaryFolder(), 'none', 'sales.csv'))
    expect(counter.answer).toMatchObject({
      error: { kind: 'invalid-input', field: 'file', problem: 'ENOENT' },
    })
  })

  test('is not begun where the person changes their mind', async () => {
    const { answer, events } = await exportTo(null)
    expect(answer).toEqual(ok({ export: null }))
    expect(publishedExports({ events })).toEqual([])
  })

  test('never replaces a file of the counter, whatever path is given', async () => {
    const dataDir = pastFolder(5)
    const way = join(temporaryFolder(), 'way')
    symlinkSync(join(dataDir, 'journal'), way)
    for (const folder of [join(dataDir, 'journal'), dataDir, way]) {
      const { answer, core } = await exportTo(join(folder, 'training-training.journal'), dataDir)
      expect(answer).toMatchObject({ error: { kind: 'invalid-input', problem: 'own-folder' } })
      await core.stop()
    }
  })

  test.runIf(hasSmallDisks)('leaves nothing where the disk is full', async () => {
    const disk = smallDisk(1)
    const counter = await exportTo(join(disk.folder, 'sales.csv'), pastFolder(6_000))
    expect(await ended(counter)).toMatchObject({ state: 'failed', problem: 'ENOSPC' })
    expect(readdirSync(disk.folder)).toEqual([])
  })
})
