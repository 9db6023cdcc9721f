/** The counter's data folder after a day, and the ways in which one of its small files can be spoiled. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import { emptyShop } from '#shared/shop.ts'
import { startCore, startShop } from '../support/core.ts'
import { openWhole } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { anyJsonTwist, twisted } from './twist.ts'

const journal = { name: 'training-training', account: 'training' } as const
const inJournalFolder = (ending: string) => join('journal', `${journal.name}.${ending}`)
export const places = {
  settings: 'settings.json',
  profile: 'api-profile.json',
  refusedKey: 'refused-key.json',
  accounts: 'accounts.json',
  registry: join('journal', 'journals.json'),
  witness: inJournalFolder('witness'),
  checkpoint: inJournalFolder('checkpoint'),
  lock: inJournalFolder('lock'),
} as const

/** A counter that has sold, kept settings and stopped: its folder and its service. */
export async function startWorkedShop() {
  const shop = await startShop()
  const dataDir = temporaryFolder()
  const counter = await startCore({ ...shop, dataDir })
  await counter.command('settings.update', { locale: 'ar', shop: { ...emptyShop, name: 'تعبئة' } })
  for (const number of ['023456789', '024000001']) {
    const { ref } = await counter.sell(number)
    await counter.reached(ref, 'fulfilled')
  }
  await counter.core.stop()
  return { ...shop, dataDir }
}

/** Runs on a copy of the folder, which is gone afterwards. */
export async function onCopy(folder: string, work: (copy: string) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'comptoir-fuzz-'))
  const remove = () => rmSync(copy, { recursive: true, force: true })
  onTestFinished(remove)
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  await work(copy)
  remove()
}

/** The hash of every entry of the folder's journal, whatever lies beside it. */
export function chainOf(dataDir: string): readonly string[] {
  const alone = temporaryFolder()
  for (const ending of ['journal', 'journal-wal']) {
    const from = join(dataDir, inJournalFolder(ending))
    if (existsSync(from)) cpSync(from, join(alone, `${journal.name}.${ending}`))
  }
  const opened = openWhole(alone, journal)
  const hashes = opened.readEntries().map(({ hash }) => hash)
  opened.close()
  return hashes
}

/** Whether some file below the folder holds exactly these bytes. */
export const holdsBytes = (folder: string, bytes: Buffer): boolean =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .some((path) => statSync(path).isFile() && readFileSync(path).equals(bytes))

const MOST_BYTES = 2_000
const at = fc.nat({ max: 1_000_000 })

function flipped(bytes: Buffer, places: readonly number[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const bit of places) {
    const place = Math.floor(bit / 8) % Math.max(1, copy.length)
    if (copy.length > 0) copy.writeUInt8(copy.readUInt8(place) ^ (1 << (bit % 8)), place)
  }
  return copy
}

const asBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')

/** What may be found in the place of a good file. JSON is spoiled as JSON as well. */
export function spoiledFrom(good: Buffer): fc.Arbitrary<Buffer> {
  const bytes = [
    fc.uint8Array({ maxLength: MOST_BYTES }).map((random) => Buffer.from(random)),
    at.map((end) => good.subarray(0, end % (good.length + 1))),
    fc.array(at, { minLength: 1, maxLength: 3 }).map((bits) => flipped(good, bits)),
    fc.constantFrom(Buffer.alloc(0), Buffer.alloc(512), Buffer.concat([good, good])),
    fc.constant(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good])),
    fc.constant(Buffer.from(good.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')),
  ]
  const json = jsonIn(good)
  if (json === undefined) return fc.oneof(...bytes)
  const twists = fc.array(anyJsonTwist, { minLength: 1, maxLength: 2 })
  const asJson = twists.map((some) => asBytes(some.reduce(twisted, json)))
  return fc.oneof({ weight: 2, arbitrary: fc.oneof(...bytes) }, { weight: 3, arbitrary: asJson })
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
