/** Signed archives of shifts and days, through the commands: made, checked by the file and the key alone, and what does not fit. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UNFINISHED_ENDING } from '#core/exports/target-file.ts'
import type { Ports } from '#core/ports.ts'
import { verifyArchive } from '#resources/verify-journal.mjs'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Counter, startCounter, until } from '../support/core.ts'
import { refuseWrites } from '../support/other-program.ts'
import { trainingJournal } from '../support/past-changes.ts'
import { pickingPerson } from '../support/picked-files.ts'
import { newActId, tillOf } from '../support/till.ts'
import { readActs } from '../support/till-entries.ts'

/** The key that a keychain holds; undefined where it holds none, and makes one where it may. */
type HeldKey = () => Uint8Array | undefined | Promise<Uint8Array>
const keyOf = (byte: number) => new Uint8Array(32).fill(byte)

async function startArchiving(held: HeldKey = () => keyOf(7), person = pickingPerson()) {
  const { files, folder } = person
  const keyVault: Ports['keyVault'] = {
    readKey: async () => ok(trainingKeys.sandbox),
    readJournalKey: async (_id, mayMake) => {
      const key = (await held()) ?? (mayMake ? keyOf(9) : undefined)
      return key ? ok(key) : err({ problem: 'none' })
    },
    restoreJournalKey: async () => err({ problem: 'denied' }),
  }
  const { counter, restart, restartAfterCut } = await startCounter({ ports: { files, keyVault } })
  return { counter, folder, till: tillOf(counter), restart, restartAfterCut }
}

/** What the last archive came to, once there is one. */
async function lastOf(counter: Counter) {
  for (let turn = 0; turn < 1_000; turn += 1) {
    const state = await counter.command('archive.state', {})
    if (state.last) return state
    await new Promise((resolve) => setImmediate(resolve))
  }
  return expect.fail('no archive came')
}

/** Opens a shift and closes it; `cut`: at its close the folder is away, as a pulled drive is. */
async function closeOne(till: ReturnType<typeof tillOf>, cut?: string) {
  await till.open(1_000)
  await till.count(1_000)
  if (cut !== undefined) rmSync(cut, { recursive: true })
  await till.close()
}
const namesIn = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((name) => name.replace(/^.*-(Z\d+.*)$/, '$1'))
const archivesOf = (...numbers: readonly number[]) => numbers.map((number) => `Z0000${number}.archive.jsonl`)
const noticesOf = async (counter: Counter) => (await counter.command('app.snapshot', {})).status.notices

const bytesOf = async function* (bytes: Buffer) {
  yield bytes
}

/** The archive of a shift with a sale, made at its close. */
async function archiveOfShift(person = pickingPerson()) {
  const { counter, folder, till } = await startArchiving(undefined, person)
  await till.withShifts()
  const chosen = await counter.command('archive.choose-folder', {})
  expect(chosen).toMatchObject({ folder, keyProblem: null })
  await till.open(1_000)
  const { ref } = await till.sell('023456789', 500)
  await counter.reached(ref, 'fulfilled')
  await till.count(1_500)
  await till.close('as counted')
  const state = await lastOf(counter)
  const path = state.last?.path ?? expect.fail(JSON.stringify(state.last))
  return { counter, folder, state, path, bytes: readFileSync(path) }
}

describe('the archive of a shift', () => {
  test('is made at its close, whole and signed, and is an entry', async () => {
    const { counter, path, bytes, state } = await archiveOfShift()
    expect(path.endsWith('Z00001.archive.jsonl')).toBe(true)
    const key = state.publicKey ?? expect.fail()
    const checked = await verifyArchive(bytesOf(bytes), key)
    const lines = bytes.toString().trimEnd().split('\n')
    expect(checked).toMatchObject({ entries: lines.length - 4, publicKey: key, isOwnKey: false })
    expect(lines[1]).toContain('"report":{"z":{')
    expect(lines.at(-3)).toContain('"kind":"shift-closed"')
    expect(readActs(counter.dataDir, 'archive-made')).toMatchObject([
      { of: { kind: 'z', number: 1 }, publicKey: key },
    ])
  })

  test('never overwrites another file of its name: of an account begun anew, or from before a restore', async () => {
    const person = pickingPerson()
    const first = await archiveOfShift(person)
    const second = await archiveOfShift(person)
    const third = await archiveOfShift(person)
    expect(new Set([first.path, second.path, third.path]).size).toBe(3)
    expect(readdirSync(person.folder)).toHaveLength(3)
    for (const { path, bytes } of [first, second, third]) {
      expect(path.endsWith('.archive.jsonl')).toBe(true)
      expect(readFileSync(path)).toEqual(bytes)
      await verifyArchive(bytesOf(readFileSync(path)))
    }
  })

  test('is refused with one changed byte, whose place is named', async () => {
    const { bytes, state } = await archiveOfShift()
    const text = bytes.toString()
    const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
    const lines = starts.length - 1
    const first = Number(/"from":\{"hash":"[0-9a-f]{64}","sequence":(\d+)\}/.exec(text)?.[1])
    const nameOf = (line: number) => {
      if (line === 0) return 'the header'
      if (line === 1) return 'the report'
      if (line === lines - 2) return 'the end line'
      return line === lines - 1 ? 'the signature' : `entry ${first + line - 1} `
    }
    for (let line = 0; line < lines; line += 1) {
      const [from = 0, to = 0] = [starts[line], (starts[line + 1] ?? text.length) - 1]
      for (let at = from; at < to; at += Math.max(1, Math.floor((to - from) / 12))) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        await expect(verifyArchive(bytesOf(changed), state.publicKey ?? '')).rejects.toThrow(nameOf(line))
      }
    }
  })

  test('is checked by the command with only the file and the key; another key is detected', async () => {
    const { path, state, folder } = await archiveOfShift()
    const run = (...args: readonly string[]) =>
      execFileSync(process.execPath, ['resources/verify-journal.mjs', path, ...args], { encoding: 'utf8' })
    expect(run(state.publicKey ?? '')).toMatch(/^ok: .* signed with the given key/)
    expect(run()).toContain('which proves nothing of who signed it')
    const keyFile = join(folder, 'key.txt')
    writeFileSync(keyFile, `${state.publicKey}\n`)
    expect(run(keyFile)).toContain('the given key')
    expect(() => run('f'.repeat(64))).toThrow(/status|Command failed/)
  })
})

test('a shop without shifts gets the archive of a day in its chosen folder', async () => {
  const { counter, folder } = await startArchiving()
  const { ref } = await counter.sell('023456789', 500)
  await counter.reached(ref, 'fulfilled')
  const strip = await counter.command('reports.strip', {})
  const state = await counter.command('archive.make', { of: { kind: 'day', day: strip.day } })
  const bytes = readFileSync(state.last?.path ?? expect.fail())
  await verifyArchive(bytesOf(bytes), state.publicKey ?? '')
  expect(readdirSync(folder)).toHaveLength(1)
  const report = JSON.parse(bytes.toString().split('\n')[1] ?? '')
  expect(report.report.day.total).toMatchObject({ sales: 1, takenCentimes: strip.takenCentimes })
  const none = await counter.command('archive.make', { of: { kind: 'day', day: '2020-01-01' } })
  expect(none.last).toMatchObject({ path: null, problem: 'nothing-there' })
})

test('a lost key is reported; a new one signs only if a person agrees', async () => {
  let key: Uint8Array | undefined = keyOf(7)
  const { counter } = await startArchiving(() => key)
  const { day } = await counter.command('reports.strip', {})
  const of = { kind: 'day', day } as const
  const first = await counter.command('archive.make', { of })
  key = undefined
  const lost = await counter.command('archive.make', { of })
  expect(lost).toMatchObject({ publicKey: null, keyProblem: 'key-lost', earlierKey: first.publicKey })
  expect(lost.last?.problem).toBe('key-lost')
  expect(await counter.ask('archive.save-key', {})).toMatchObject({ error: { problem: 'archive-key-lost' } })
  key = keyOf(8)
  expect((await counter.command('archive.make', { of })).last?.problem).toBe('key-lost')
  const renewed = await counter.command('archive.make', { of, newKey: true })
  expect(renewed.last?.problem).toBeNull()
  expect(renewed.publicKey).not.toBe(first.publicKey)
})

test('a shift closes without its archive folder; a notice stays until an archive can be made', async () => {
  const { counter, folder, till } = await startArchiving()
  await till.withShifts()
  await counter.command('archive.choose-folder', {})
  rmSync(folder, { recursive: true })
  await till.open(1_000)
  await till.count(1_000)
  expect((await till.close()).number).toBe(1)
  expect((await lastOf(counter)).last).toMatchObject({ path: null, problem: 'folder', detail: 'ENOENT' })
  expect((await counter.command('app.snapshot', {})).status.notices).toContain('archive-fails')
})

describe('an archive that was due and is missing', () => {
  async function startMissing() {
    const shop = await startArchiving()
    await shop.till.withShifts()
    // Of a time without a folder: never due.
    await closeOne(shop.till)
    await shop.counter.command('archive.choose-folder', {})
    await closeOne(shop.till, shop.folder)
    expect((await lastOf(shop.counter)).last).toMatchObject({ of: { number: 2 }, problem: 'folder' })
    return shop
  }

  test('is made at the next start, once, and none of before the folder was chosen', async () => {
    const { folder, restart, counter } = await startMissing()
    mkdirSync(folder)
    const second = await restart()
    expect((await lastOf(second)).last).toMatchObject({ of: { kind: 'z', number: 2 }, problem: null })
    expect(namesIn(folder)).toEqual(['Z00002.archive.jsonl'])
    expect(await noticesOf(second)).not.toContain('archive-fails')
    await second.core.stop()
    const third = await restart()
    expect((await third.command('archive.state', {})).last).toBeNull()
    await third.core.stop()
    expect(readActs(counter.dataDir, 'archive-made')).toMatchObject([{ of: { kind: 'z', number: 2 } }])
  })

  test('is made at the next start after a power cut behind the commit of its Z', async () => {
    // The cut comes while the archive waits for the keychain.
    const slow = Promise.withResolvers<Uint8Array>()
    let isSlow = false
    const { counter, folder, till, restartAfterCut } = await startArchiving(() =>
      isSlow ? slow.promise : keyOf(7),
    )
    await till.withShifts()
    await counter.command('archive.choose-folder', {})
    isSlow = true
    await closeOne(till)
    const restarted = restartAfterCut()
    isSlow = false
    slow.resolve(keyOf(7))
    const after = await restarted
    expect((await lastOf(after)).last).toMatchObject({ of: { kind: 'z', number: 1 }, problem: null })
    for (const name of readdirSync(folder)) await verifyArchive(bytesOf(readFileSync(join(folder, name))))
  })

  test('leaves its notice after a restart while it still cannot be made', async () => {
    const { restart } = await startMissing()
    const second = await restart()
    expect((await lastOf(second)).last).toMatchObject({ of: { number: 2 }, problem: 'folder' })
    expect(await noticesOf(second)).toContain('archive-fails')
  })

  test('is made with the next one', async () => {
    const { counter, folder, till } = await startMissing()
    mkdirSync(folder)
    await closeOne(till)
    await until('both are made', () => namesIn(folder).length === 2)
    await until('both are entries', () => readActs(counter.dataDir, 'archive-made').length === 2)
    expect(namesIn(folder)).toEqual(['Z00002.archive.jsonl', 'Z00003.archive.jsonl'])
    expect((await lastOf(counter)).last).toMatchObject({ of: { number: 3 }, problem: null })
    expect(await noticesOf(counter)).not.toContain('archive-fails')
  })

  test('is made once the folder is chosen anew, with what stands missing', async () => {
    const { counter, folder, till } = await startMissing()
    await closeOne(till)
    mkdirSync(folder)
    await counter.command('archive.choose-folder', {})
    await until('both are entries', () => readActs(counter.dataDir, 'archive-made').length === 2)
    expect(namesIn(folder)).toEqual(archivesOf(2, 3))
    await until('no notice', async () => !(await noticesOf(counter)).includes('archive-fails'))
  })

  test('is due no more once the owner has stopped archiving: its notice goes, and a folder that is chosen later gets the next', async () => {
    const { counter, folder, till } = await startMissing()
    expect(await noticesOf(counter)).toContain('archive-fails')
    await counter.command('archive.choose-folder', { stop: true })
    expect(await noticesOf(counter)).not.toContain('archive-fails')
    await closeOne(till)
    mkdirSync(folder)
    await counter.command('archive.choose-folder', {})
    await closeOne(till)
    await until('it is an entry', () => readActs(counter.dataDir, 'archive-made').length === 1)
    expect(namesIn(folder)).toEqual(archivesOf(4))
  })

  test('stays due, and its notice stays, behind a stop of archiving that could not be kept', async () => {
    const { counter, folder, restart } = await startMissing()
    const unwritable = join(counter.dataDir, 'archives.json.tmp')
    mkdirSync(unwritable)
    expect((await counter.ask('archive.choose-folder', { stop: true })).ok).toBe(false)
    rmSync(unwritable, { recursive: true })
    expect((await counter.command('archive.state', {})).folder).toBe(folder)
    expect(await noticesOf(counter)).toContain('archive-fails')
    mkdirSync(folder)
    await restart()
    await until('it is an entry', () => readActs(counter.dataDir, 'archive-made').length === 1)
    expect(namesIn(folder)).toEqual(archivesOf(2))
  })

  test('stays due behind a choice of the folder that could not be an entry, where the file of the folder was spoiled', async () => {
    const { counter, folder, restart } = await startMissing()
    await counter.core.stop()
    writeFileSync(join(counter.dataDir, 'archives.json'), 'spoiled')
    const second = await restart()
    mkdirSync(folder)
    const allowWrites = refuseWrites(counter.dataDir)
    expect((await second.ask('archive.choose-folder', {})).ok).toBe(false)
    allowWrites()
    await second.core.stop()
    const third = await restart()
    await third.command('archive.choose-folder', {})
    expect((await lastOf(third)).last).toMatchObject({ of: { number: 2 }, problem: null })
    expect(namesIn(folder)).toEqual(archivesOf(2))
  })

  test('leaves no notice once it was made by hand', async () => {
    const { counter, folder } = await startMissing()
    mkdirSync(folder)
    expect(await noticesOf(counter)).toContain('archive-fails')
    await counter.command('archive.make', { of: { kind: 'z', number: 2 } })
    expect(await noticesOf(counter)).not.toContain('archive-fails')
  })

  test('keeps its notice while another was made by hand', async () => {
    const { counter, folder } = await startMissing()
    mkdirSync(folder)
    const made = await counter.command('archive.make', { of: { kind: 'z', number: 1 } })
    expect(made.last?.problem).toBeNull()
    expect(await noticesOf(counter)).toContain('archive-fails')
  })

  test('is made of each shift that was closed while the folder was away, however many, and its notice stands until then', async () => {
    const { counter, folder, till, restart } = await startMissing()
    for (let number = 3; number <= 9; number += 1) await closeOne(till)
    mkdirSync(folder)
    const second = await restart()
    await until('all are entries', () => readActs(counter.dataDir, 'archive-made').length === 8)
    expect(readActs(counter.dataDir, 'archive-made').map(({ of }) => of)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({ kind: 'z', number })),
    )
    expect(namesIn(folder)).toEqual(archivesOf(2, 3, 4, 5, 6, 7, 8, 9))
    expect(await noticesOf(second)).not.toContain('archive-fails')
  })

  test('is made behind as many as are made in one turn, each of which cannot be made for a reason of its own', async () => {
    const { counter, folder, till } = await startArchiving()
    await till.withShifts()
    await counter.command('archive.choose-folder', {})
    for (const name of archivesOf(1, 2, 3, 4, 5))
      mkdirSync(join(folder, `comptoir-${trainingJournal.name}-${name}${UNFINISHED_ENDING}`))
    for (let number = 1; number <= 7; number += 1) await closeOne(till)
    await until('both are entries', () => readActs(counter.dataDir, 'archive-made').length === 2)
    expect(readActs(counter.dataDir, 'archive-made').map(({ of }) => of)).toEqual(
      [6, 7].map((number) => ({ kind: 'z', number })),
    )
    expect(await noticesOf(counter)).toContain('archive-fails')
  })

  test('is due in an account whose journal has no choice of the folder, behind a restart and an archive made by hand too', async () => {
    const { counter, folder, till, restart } = await startArchiving()
    await till.withShifts()
    await closeOne(till)
    await counter.core.stop()
    // Chosen in another account of this counter.
    writeFileSync(join(counter.dataDir, 'archives.json'), JSON.stringify({ version: 1, folder }))
    const second = await restart()
    await closeOne(tillOf(second), folder)
    expect((await lastOf(second)).last).toMatchObject({ of: { number: 2 }, problem: 'folder' })
    mkdirSync(folder)
    const { day } = await second.command('reports.strip', {})
    expect((await second.command('archive.make', { of: { kind: 'day', day } })).last?.problem).toBeNull()
    rmSync(folder, { recursive: true })
    await second.core.stop()
    const third = await restart()
    expect((await lastOf(third)).last).toMatchObject({ of: { number: 2 }, problem: 'folder' })
    expect(await noticesOf(third)).toContain('archive-fails')
    await third.core.stop()
    mkdirSync(folder)
    const fourth = await restart()
    expect((await lastOf(fourth)).last).toMatchObject({ of: { number: 2 }, problem: null })
    expect(namesIn(folder)).toEqual(archivesOf(2))
    expect(await noticesOf(fourth)).not.toContain('archive-fails')
  })

  test('stays due in a journal with archives and no choice of the folder, as an earlier version left it', async () => {
    const { counter, folder, till, restart } = await startArchiving()
    await till.withShifts()
    for (let number = 1; number <= 2; number += 1) await closeOne(till)
    await counter.command('archive.make', { of: { kind: 'z', number: 2 } })
    await closeOne(till)
    // That of a day says nothing of which Zs have one.
    const { day } = await counter.command('reports.strip', {})
    await counter.command('archive.make', { of: { kind: 'day', day } })
    await counter.core.stop()
    const made = readActs(counter.dataDir, 'archive-made').length
    writeFileSync(join(counter.dataDir, 'archives.json'), JSON.stringify({ version: 1, folder }))
    const second = await restart()
    expect((await lastOf(second)).last).toMatchObject({ of: { number: 3 }, problem: null })
    expect(readActs(counter.dataDir, 'archive-made')).toHaveLength(made + 1)
  })

  test('is not that of a time behind a stop of archiving, where a folder was chosen in another account since', async () => {
    const { counter, folder, till, restart } = await startArchiving()
    await till.withShifts()
    await counter.command('archive.choose-folder', {})
    await closeOne(till)
    await until('it is an entry', () => readActs(counter.dataDir, 'archive-made').length === 1)
    await counter.command('archive.choose-folder', { stop: true })
    await closeOne(till)
    await counter.core.stop()
    writeFileSync(join(counter.dataDir, 'archives.json'), JSON.stringify({ version: 1, folder }))
    await closeOne(tillOf(await restart()))
    await until('the next is an entry', () => readActs(counter.dataDir, 'archive-made').length === 2)
    expect(namesIn(folder)).toEqual(archivesOf(1, 3))
  })

  test('is not that of a time without a folder where a person chooses one in a journal with archives made by hand', async () => {
    const { counter, folder, till } = await startArchiving()
    await till.withShifts()
    await closeOne(till)
    await counter.command('archive.make', { of: { kind: 'z', number: 1 } })
    rmSync(join(folder, ...readdirSync(folder)))
    await closeOne(till)
    await counter.command('archive.choose-folder', {})
    await closeOne(till)
    await until('it is an entry', () => readActs(counter.dataDir, 'archive-made').length === 2)
    expect(namesIn(folder)).toEqual(archivesOf(3))
  })
})

test('shifts that are closed while an archive waits for the keychain are archived once each, in the name of who closed them', async () => {
  const slow = Promise.withResolvers<Uint8Array>()
  let isSlow = false
  const { counter, folder, till } = await startArchiving(() => (isSlow ? slow.promise : keyOf(7)))
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  await till.withShifts()
  await counter.command('archive.choose-folder', {})
  isSlow = true
  for (let number = 1; number <= 3; number += 1) await closeOne(till)
  isSlow = false
  slow.resolve(keyOf(7))
  // It waits for its turn behind them.
  const { day } = await counter.command('reports.strip', {})
  await counter.command('archive.make', { of: { kind: 'day', day } })
  expect(readActs(counter.dataDir, 'archive-made')).toMatchObject([
    ...[1, 2, 3].map((number) => ({ of: { kind: 'z', number }, who: 'Karim' })),
    { of: { kind: 'day', day }, who: 'Karim' },
  ])
  expect(namesIn(folder).slice(-3)).toEqual(archivesOf(1, 2, 3))
})
