/** What the command line does with a counter's data while no counter is open. */
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportOffline, type OfflineExport } from '#core/offline/export-offline.ts'
import { resetTraining } from '#core/offline/reset-training.ts'
import { verifyExport } from '../../resources/verify-journal.mjs'
import { systemClock } from '../support/api-client.ts'
import { startCore, startShop } from '../support/core.ts'
import { pastFolder } from '../support/exporting.ts'
import { openWhole } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const SALES = 60
const log = { write: () => undefined }

function asked(dataDir: string, more: Partial<OfflineExport> = {}): OfflineExport {
  const path = join(temporaryFolder(), 'out')
  return {
    dataDir,
    what: 'journal',
    path,
    account: undefined,
    locale: 'fr',
    clock: systemClock,
    log,
    ...more,
  }
}

describe('an export without a counter', () => {
  test('writes a journal that can be verified, and leaves the journal usable', async () => {
    const dataDir = pastFolder(SALES)
    const order = asked(dataDir)
    const done = await exportOffline(order)
    expect(done).toMatchObject({ ok: true, value: { state: 'saved' } })
    const { entries } = await verifyExport(createReadStream(order.path))
    expect(entries).toBe(done.ok && done.value.rows)
    const again = await exportOffline(asked(dataDir, { what: 'csv', account: 'training' }))
    expect(again).toMatchObject({ ok: true, value: { rows: SALES } })
  })

  test('is an entry of the exported journal before a row is written', async () => {
    const dataDir = pastFolder(SALES)
    await exportOffline(asked(dataDir, { what: 'csv', account: 'training' }))
    // Nothing comes of this one.
    await exportOffline(asked(dataDir, { path: join(dataDir, 'no', 'such', 'folder') }))
    const training = { environment: 'training', account: 'training' } as const
    const journal = openWhole(join(dataDir, 'journal'), { ...training, name: 'training-training' })
    const changes = journal.readEntries().flatMap(({ body }) => (body.kind === 'changed' ? [body] : []))
    journal.close()
    expect(changes).toMatchObject([
      { what: 'history-exported', after: 'csv, command line', who: null },
      { what: 'journal-exported', after: 'command line', who: null },
    ])
  })

  test('makes no journal, and names the one that it did not find', async () => {
    const dataDir = temporaryFolder()
    expect(await exportOffline(asked(dataDir))).toMatchObject({ ok: false })
    expect(readdirSync(dataDir)).toEqual([])
    const error = { problem: 'no-account', detail: 'production:shop' }
    expect(await exportOffline(asked(dataDir, { account: 'production:shop' }))).toEqual({ ok: false, error })
  })

  test('is refused while the journal is in use, and into its folder', async () => {
    const counter = await startCore(await startShop())
    expect(await exportOffline(asked(counter.dataDir))).toMatchObject({
      ok: false,
      error: { problem: 'journal', detail: expect.stringMatching(/^in-use: /) },
    })
    await counter.core.stop()
    const inside = asked(counter.dataDir, { path: join(counter.dataDir, 'journal', 'out') })
    expect(await exportOffline(inside)).toMatchObject({ ok: false, error: { problem: 'own-folder' } })
  })
})

describe('a reset of training', () => {
  test('sets the earlier files aside, touches no account, and opens without a sale', async () => {
    const dataDir = pastFolder(SALES)
    const open = () => exportOffline(asked(dataDir, { what: 'csv', account: 'training' }))
    await open()
    const production = join(dataDir, 'journal', 'production-shop.journal')
    writeFileSync(production, 'of the shop')
    writeFileSync(join(dataDir, 'training-service.sqlite'), 'of the service')
    mkdirSync(join(dataDir, 'journal', 'backups'), { recursive: true })
    writeFileSync(join(dataDir, 'journal', 'backups', 'training-training.x.journal'), 'a backup')

    const reset = resetTraining(dataDir)
    const aside = (reset.ok && reset.value) || ''
    expect(readFileSync(join(aside, 'training-service.sqlite'), 'utf8')).toBe('of the service')
    expect(existsSync(join(aside, 'journal', 'training-training.journal'))).toBe(true)
    expect(existsSync(join(aside, 'journal', 'backups', 'training-training.x.journal'))).toBe(true)
    expect(readFileSync(production, 'utf8')).toBe('of the shop')
    expect(resetTraining(dataDir)).toEqual({ ok: true, value: undefined })

    const counter = await startCore({ ...(await startShop()), dataDir })
    const snapshot = await counter.command('app.snapshot', {})
    expect(JSON.stringify(snapshot.status)).not.toContain('vanished')
    await counter.core.stop()
    expect(await open()).toMatchObject({ ok: true, value: { rows: 0 } })
  })

  test('is refused while a list of journals that cannot be read would remember it, and the file is named', async () => {
    const shop = await startShop()
    const { core, dataDir } = await startCore(shop)
    await core.stop()
    const list = join(dataDir, 'journal', 'journals.json')
    writeFileSync(list, readFileSync(list, 'utf8').slice(0, -4))
    const before = readdirSync(join(dataDir, 'journal'))
    expect(resetTraining(dataDir)).toEqual({ ok: false, error: list })
    expect(readdirSync(join(dataDir, 'journal'))).toEqual(before)
    const again = await startCore({ ...shop, dataDir })
    await again.core.stop()
    const setAside = join(dataDir, 'journal', 'journals.broken-1.json')
    expect(resetTraining(dataDir)).toEqual({ ok: false, error: setAside })
    rmSync(setAside)
    expect(resetTraining(dataDir)).toMatchObject({ ok: true, value: expect.any(String) })
    expect((await startCore({ ...shop, dataDir })).log).toBeDefined()
  })
})
