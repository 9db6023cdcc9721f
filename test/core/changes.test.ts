/** What somebody changes at the counter, or takes out of it, is an entry of the journal before it is done. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { cutPower, startCore, startCounter, startShop } from '../support/core.ts'
import { startWholeCounter } from '../support/counter.ts'
import { noFiles } from '../support/no-files.ts'
import { refuseWrites } from '../support/other-program.ts'
import { changesIn, trainingJournal } from '../support/past-changes.ts'
import { refNumber } from '../support/refs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { newActId } from '../support/till.ts'

test('changes of printer, shared key and shop header are entries with the earlier value; reading is none', async () => {
  const { counter } = await startCounter()
  const { shop } = (await counter.command('app.snapshot', {})).settings
  await counter.command('settings.update', { theme: 'dark', locale: 'ar' })
  await counter.command('settings.update', { sharedKey: true })
  await counter.command('settings.update', { sharedKey: true })
  await counter.command('settings.update', { shop: { ...shop, name: 'Chez Nadia' } })
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([
    { what: 'shared-key', before: 'false', after: 'true', who: null },
    { what: 'shop', after: expect.stringContaining('Chez Nadia') },
  ])
})

test('the entry names who is signed in', async () => {
  const { counter } = await startCounter()
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  await counter.command('settings.update', { sharedKey: true })
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([{ what: 'shared-key', who: 'Karim' }])
})

test('a change that needs an entry is refused while the journal is closed', async () => {
  const shop = await startShop()
  const counter = await startCore(shop)
  await counter.sell('023456789')
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  await counter.core.stop()
  const path = join(counter.dataDir, 'journal', `${trainingJournal.name}.journal`)
  writeFileSync(path, readFileSync(path).fill(0xff, 0, 100))
  const closed = await startCore({ ...shop, dataDir: counter.dataDir, started: false })
  expect(await closed.ask('settings.update', { sharedKey: true })).toMatchObject({
    error: { kind: 'journal' },
  })
  const { till } = (await closed.command('app.snapshot', {})).settings
  const limits = { ...till.limits, saleCentimes: null, refundCentimes: centimes(1) }
  expect(await closed.ask('settings.update', { till: { ...till, limits } })).toMatchObject({ ok: false })
  expect(await closed.ask('settings.update', { theme: 'dark' })).toMatchObject({ ok: true })
  const link = { title: 'x', amountCentimes: centimes(100_300) }
  expect(await closed.ask('links.create', link)).toMatchObject({ error: { kind: 'journal' } })
  expect((await closed.command('app.snapshot', {})).settings).toMatchObject({ sharedKey: false, till })
})

test('settings edited by hand while the counter is closed apply without an entry; the next change records what it found', async () => {
  const shop = await startShop()
  const first = await startCore(shop)
  const { till } = (await first.command('app.snapshot', {})).settings
  const limits = (saleCentimes: number) => ({
    till: { ...till, limits: { ...till.limits, saleCentimes: centimes(saleCentimes) } },
  })
  await first.command('settings.update', limits(50_000))
  await first.core.stop()
  const path = join(first.dataDir, 'settings.json')
  const raised = readFileSync(path, 'utf8').replace('"saleCentimes": 50000', '"saleCentimes": 900000')
  writeFileSync(path, raised)
  const second = await startCore({ ...shop, dataDir: first.dataDir })
  const read = (await second.command('app.snapshot', {})).settings
  expect(read.till.limits.saleCentimes).toBe(900_000)
  await second.command('settings.update', limits(60_000))
  await second.core.stop()
  expect(changesIn(first.dataDir)).toMatchObject([
    { what: 'till-settings', after: expect.stringContaining('"saleCentimes":50000') },
    {
      ...{ what: 'till-settings', before: expect.stringContaining('"saleCentimes":900000') },
      after: expect.stringContaining('"saleCentimes":60000'),
    },
  ])
  writeFileSync(path, raised.replace('900000', '"any"'))
  const third = await startCore({ ...shop, dataDir: first.dataDir })
  const { settings, status } = await third.command('app.snapshot', {})
  expect(settings.till.limits.saleCentimes).toBeNull()
  expect(status.notices).toContain('settings-set-aside')
})

test.each([
  ['says so', (text: string) => text.replace('"sharedKey": false', '"sharedKey": true'), true],
  // The comparison goes on reporting others: nothing is settled by it.
  ['cannot be read', () => 'no settings', false],
] as const)(
  'a shared key is one entry when the journal is opened on a settings file that says so, and none on one that cannot be read: %s',
  async (_how, changed, isSaid) => {
    const shop = await startShop()
    const first = await startCore(shop)
    await first.command('settings.update', { theme: 'dark' })
    await first.core.stop()
    const path = join(first.dataDir, 'settings.json')
    writeFileSync(path, changed(readFileSync(path, 'utf8')))
    for (const _start of ['second', 'third']) {
      const counter = await startCore({ ...shop, dataDir: first.dataDir })
      expect((await counter.command('app.snapshot', {})).settings.sharedKey).toBe(isSaid)
      await counter.core.stop()
    }
    const entry = {
      what: 'shared-key',
      before: null,
      after: 'true: found as the journal was opened',
      who: null,
    }
    expect(changesIn(first.dataDir)).toMatchObject(isSaid ? [entry] : [])
  },
)

test('the recovery sheet, the exports and the file for support are entries, whatever becomes of them', async () => {
  const { counter } = await startCounter()
  await counter.ask('accounts.save-recovery', {})
  await counter.ask('accounts.recover', { code: 'AAAA' })
  await counter.ask('journal.export', {})
  await counter.ask('settings.export', {})
  await counter.ask('support.save', { bundleId: 'none' })
  await counter.core.stop()
  expect(changesIn(counter.dataDir).map(({ what }) => what)).toEqual([
    'recovery-sheet',
    'recovery',
    'journal-exported',
    'settings-exported',
    'support-exported',
  ])
})

test('the limit of what customers owe, and what is saved of a customer, of the till, of a bill and of the archives’ key are entries with who did it', async () => {
  const { counter } = await startCounter()
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  await counter.command('settings.update', {
    carnet: { isOn: true, limitCentimes: centimes(500_000), saleLimitCentimes: null },
  })
  const { customerId } = await counter.command('carnet.add', { actId: newActId(), number: '0661234567' })
  await counter.ask('carnet.export', { customerId })
  await counter.ask('till.save-pdf', { of: { paper: 'statement', customerId } })
  await counter.ask('official.save', { ref: refNumber(1) })
  await counter.ask('archive.save-key', {})
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([
    { what: 'carnet-settings', who: 'Karim' },
    { what: 'customer-exported', after: customerId, who: 'Karim' },
    { what: 'paper-saved', after: 'statement', who: 'Karim' },
    { what: 'official-receipt-saved', after: refNumber(1), who: 'Karim' },
    { what: 'archive-key-saved', who: 'Karim' },
  ])
})

test('the folder of archives is an entry before it is used', async () => {
  const folder = temporaryFolder()
  const askFolder = async () => ok({ path: folder })
  const { counter } = await startCounter({ ports: { files: { ...noFiles, askFolder } } })
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  const recorded: unknown[] = []
  counter.core.onEvent(({ event }) => {
    if (event.kind === 'archive-changed') recorded.push(...changesIn(cutPower(counter)))
  })
  await counter.command('archive.choose-folder', {})
  expect(recorded).toMatchObject([{ what: 'archive-folder', after: folder, who: 'Karim' }])
  await counter.command('archive.choose-folder', { stop: true })
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([{ after: folder }, { before: folder, after: null }])
})

test('a folder of archives that could not be kept is no entry', async () => {
  const folder = temporaryFolder()
  const askFolder = async () => ok({ path: folder })
  const { counter } = await startCounter({ ports: { files: { ...noFiles, askFolder } } })
  mkdirSync(join(counter.dataDir, 'archives.json.tmp'))
  await expect(counter.ask('archive.choose-folder', {})).resolves.toHaveProperty('error')
  expect((await counter.command('archive.state', {})).folder).toBeNull()
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toEqual([])
})

test('a folder of archives whose entry cannot be written is not kept, nor is a stop', async () => {
  const [first, second] = [temporaryFolder(), temporaryFolder()]
  let path = first
  const askFolder = async () => ok({ path })
  const { counter } = await startCounter({ ports: { files: { ...noFiles, askFolder } } })
  await counter.command('archive.choose-folder', {})
  path = second
  const allowWrites = refuseWrites(counter.dataDir)
  for (const asked of [{}, { stop: true }]) {
    await expect(counter.ask('archive.choose-folder', asked)).resolves.toHaveProperty('error')
    expect((await counter.command('archive.state', {})).folder).toBe(first)
    expect(readFileSync(join(counter.dataDir, 'archives.json'), 'utf8')).toContain(JSON.stringify(first))
  }
  allowWrites()
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([{ what: 'archive-folder', after: first }])
})

test('a folder of archives that came from elsewhere is an entry as the journal is opened, once', async () => {
  const { counter, restart } = await startCounter()
  const write = (folder: string | null) =>
    writeFileSync(join(counter.dataDir, 'archives.json'), JSON.stringify({ version: 1, folder }))
  const long = join(temporaryFolder(), 'x'.repeat(600))
  for (const folder of [long, long, null, null]) {
    write(folder)
    await (await restart()).core.stop()
  }
  writeFileSync(join(counter.dataDir, 'archives.json'), 'spoiled')
  await (await restart()).core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([
    { what: 'archive-folder', before: long.slice(0, 500), after: long.slice(0, 500), who: null },
    { what: 'archive-folder', before: long.slice(0, 500), after: null, who: null },
  ])
})

test('an account that is added, gets another key or is taken off the list, and a set-up file, are entries with who did it', async () => {
  const shop = await startShop()
  const counter = await startWholeCounter({ ...shop, started: false })
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  const accountId = await counter.add(trainingKeys.sandbox)
  await counter.add(trainingKeys.readOnly)
  await counter.command('accounts.remove', { accountId })
  await counter.ask('setup.import', {})
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toMatchObject([
    { what: 'account-or-key', who: 'Karim' },
    { what: 'account-or-key', who: 'Karim' },
    { what: 'account-removed', before: accountId, who: 'Karim' },
    { what: 'set-up-file', who: 'Karim' },
  ])
})

test('a payment link, by which customers pay, is an entry with its amount before it is asked for; its title is in none', async () => {
  const { counter, service } = await startCounter()
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
  await service.addFaults({
    method: 'POST',
    path: '/v3/paylink/createLink',
    action: { do: 'cut', take: true },
  })
  await counter.ask('links.create', { title: 'For Amina', amountCentimes: centimes(100_300) })
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toEqual([
    {
      ...{ kind: 'changed', what: 'payment-link', before: null, after: '100300' },
      ...{ who: 'Karim', personId: expect.any(String) },
    },
  ])
})
