/** Newer versions over real HTTP on loopback: whole, cut and changed; and what keeps one from being installed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { holdsIn } from '#core/updates/holds.ts'
import { isNewerThan } from '#core/updates/version-file.ts'
import { trainingKeys } from '#training/keys.ts'
import { startShop, until } from '../../support/core.ts'
import { startWholeCounter } from '../../support/counter.ts'
import { writeEarlier } from '../../support/earlier-journal.ts'
import { openWhole } from '../../support/journal.ts'
import { refNumber } from '../../support/refs.ts'
import { statusOf } from '../../support/selling-status.ts'
import { folderWithoutJournal, temporaryFolder } from '../../support/temporary-folder.ts'
import { installerName, openUpdatesShop, ours } from '../../support/updates-shop.ts'
import {
  holdAfter,
  installerBytes,
  signed,
  startVersionServer,
  versionFile,
} from '../../support/version-server.ts'

const sandbox = 'sandbox:0550000000'
const HOUR_MS = 3_600_000

describe('a newer version', () => {
  test('that is genuine is fetched whole, shown, and installed when the counter ends', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.ready()
    expect(shop.taken).toMatchObject([{ version: '2.0.0', file: { name: installerName } }])
    expect(readFileSync(shop.taken[0]?.path ?? '')).toEqual(installerBytes)
    expect(await shop.notices()).toContain('update-ready')
    expect(shop.installed).toEqual([])
    await shop.core.stop()
    expect(shop.installed).toEqual([false])
  })

  test('is installed at once where a person asks, and the counter opens again', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    expect(await shop.ask('updates.install', {})).toMatchObject({ error: { state: 'not-ready' } })
    await shop.ready()
    expect(await shop.ask('updates.install', {})).toMatchObject({ ok: true })
    await shop.core.stop()
    expect(shop.installed).toEqual([true])
  })

  test('is known after a restart without the server, and its hash is checked again', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.ready()
    await shop.core.stop()
    const again = await startWholeCounter({ ...shop.options, dataDir: shop.dataDir })
    expect(await again.command('updates.state', {})).toMatchObject({ newer: '2.0.0', stage: 'none' })
    const fetches = () => shop.server.asked.filter((path) => path.endsWith(installerName)).length
    await again.command('updates.look', {})
    await until('it is ready', async () => (await again.command('updates.state', {})).stage === 'ready')
    expect(fetches()).toBe(1)
  })

  test('that broke off is resumed', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    shop.server.files[installerName] = holdAfter(installerBytes, 100_000)
    await shop.look()
    const part = join(shop.dataDir, 'updates', 'files', `${installerName}.part`)
    await until('some is here', () => (statSync(part, { throwIfNoEntry: false })?.size ?? 0) > 0)
    shop.server.cut()
    await until('it is cut', async () => (await shop.state()).problem === 'unreachable')
    expect(shop.taken).toEqual([])
    shop.server.files[installerName] = installerBytes
    await shop.ready()
    expect(shop.server.asked.at(-1)).toMatch(/ bytes=[1-9]\d*-$/)
    expect(readFileSync(shop.taken[0]?.path ?? '')).toEqual(installerBytes)
  })

  test.each([
    ['changed on its way', Buffer.from(installerBytes).fill('x', 200_000, 200_010)],
    ['longer than it was said to be', Buffer.concat([installerBytes, installerBytes])],
  ])('that is %s is thrown away', async (_what, bytes) => {
    const shop = await openUpdatesShop()
    shop.publish()
    shop.server.files[installerName] = bytes
    await shop.look()
    await until('it is judged', async () => (await shop.state()).problem === 'not-genuine')
    expect(readdirSync(join(shop.dataDir, 'updates', 'files'))).toEqual([])
    await shop.core.stop()
    expect([shop.taken, shop.installed]).toEqual([[], []])
  })

  test('that the system refuses is not ready', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    shop.refuseWith('the signature is not the publisher’s')
    await shop.look()
    await until('it is refused', async () => (await shop.state()).problem === 'not-taken')
    await shop.core.stop()
    expect(shop.installed).toEqual([])
  })

  test('is only announced if nothing can install it', async () => {
    const shop = await openUpdatesShop({ byHand: true })
    shop.publish()
    expect(await shop.look()).toMatchObject({ comes: 'by-hand', newer: '2.0.0', isOld: true, stage: 'none' })
    expect(await shop.notices()).toContain('version-old')
    expect(shop.server.asked).toEqual(['/versions/version.json'])
  })

  test('makes this one old a week after everybody could have it', async () => {
    const shop = await openUpdatesShop({ byHand: true })
    shop.publish({ releasedAtMs: shop.clock.nowMs() })
    expect(await shop.look()).toMatchObject({ newer: '2.0.0', isOld: false })
    shop.clock.setBy(8 * 24 * HOUR_MS)
    expect(await shop.state()).toMatchObject({ isOld: true })
    shop.publish({ number: 11, percent: 50 })
    expect(await shop.look()).toMatchObject({ isOld: false })
  })
})

describe('a version that cannot take over the journal', () => {
  /** The training journal of an earlier version, with what no version after it makes sense of. */
  function leaveEarlier(): string {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'journal'))
    const path = join(dataDir, 'journal', 'training-training')
    const created = { kind: 'journal-created', journalId: 'j', environment: 'training', account: 'training' }
    writeEarlier(`${path}.journal`, 2, [created, { kind: 'cancelled', ref: refNumber(9) }])
    writeFileSync(`${path}.opened-by`, '1.0.0\n')
    return dataDir
  }

  test('names the one that opens it, and is not installed by itself again, unlike the next one', async () => {
    const dataDir = leaveEarlier()
    const first = await openUpdatesShop({ dataDir, started: false, version: '2.0.0' })
    expect((await statusOf(first)).journal).toMatchObject({
      ...{ kind: 'closed', problem: 'not-migrated', opensWith: '1.0.0' },
    })
    await first.core.stop()

    const shop = await openUpdatesShop({ dataDir, started: false })
    shop.publish()
    expect(await shop.look()).toMatchObject({ newer: '2.0.0', hasFailed: true, stage: 'none' })
    expect(shop.taken).toEqual([])
    shop.publish({ number: 11, latest: '2.0.1' })
    await shop.ready()
    expect(await shop.state()).toMatchObject({ newer: '2.0.1', hasFailed: false, heldBy: [] })
    await shop.core.stop()
    expect(shop.installed).toEqual([false])
  })
})

describe('what holds an installation', () => {
  /** Back in training, with a sale of another account that is queued. */
  async function leaveOpenSale() {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.switchTo(await shop.add(trainingKeys.sandbox))
    await shop.opened()
    const { ref } = await shop.sell('030000002')
    await shop.reached(ref, 'queued')
    await shop.switchTo('training')
    return { shop, ref }
  }

  test('is a sale that is open, and none that has ended', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.ready()
    await shop.service.addFaults({
      method: 'POST',
      path: '/v3/internet/send',
      action: { do: 'hold', take: true },
    })
    const { ref } = await shop.sell('024000001')
    expect(await shop.state()).toMatchObject({ stage: 'ready', heldBy: ['sale'] })
    expect(await shop.ask('updates.install', {})).toMatchObject({
      error: { kind: 'not-allowed-now', state: 'sale', action: 'install' },
    })
    await shop.core.stop()
    expect(shop.installed).toEqual([])
    const again = await startWholeCounter({ ...shop.options, dataDir: shop.dataDir })
    await again.reached(ref, 'fulfilled')
    await again.command('updates.look', {})
    await until('it is ready', async () => (await again.command('updates.state', {})).stage === 'ready')
    await again.core.stop()
    expect(shop.installed).toEqual([false])
  })

  test('is a sale that is open in another account, until that account has seen its end', async () => {
    const { shop, ref } = await leaveOpenSale()
    await shop.ready()
    expect(await shop.state()).toMatchObject({ heldBy: ['other-account'] })
    expect(await shop.ask('updates.install', {})).toMatchObject({ error: { state: 'other-account' } })
    await shop.switchTo(sandbox)
    await shop.reached(ref, 'fulfilled')
    await shop.switchTo('training')
    expect(await shop.state()).toMatchObject({ heldBy: [] })
    await shop.core.stop()
    expect(shop.installed).toEqual([false])
  })

  test('is a sale open in another account, also when the counter ends', async () => {
    const { shop } = await leaveOpenSale()
    await shop.look()
    await until('it is taken', () => shop.taken.length > 0)
    await shop.core.stop()
    expect(shop.installed).toEqual([])
  })

  test('is a journal that does not open: the open account’s, or another’s', async () => {
    const closed = await openUpdatesShop({ dataDir: folderWithoutJournal(), started: false })
    closed.publish()
    await closed.ready()
    expect(await closed.state()).toMatchObject({ heldBy: ['journal'] })
    await closed.core.stop()
    expect(closed.installed).toEqual([])

    const shop = await openUpdatesShop()
    shop.publish()
    await shop.switchTo(await shop.add(trainingKeys.sandbox))
    await shop.switchTo('training')
    writeFileSync(join(shop.dataDir, 'journal', 'sandbox-0550000000.journal'), 'no journal')
    await shop.ready()
    expect(await shop.state()).toMatchObject({ heldBy: ['journal'] })
  })

  test('is no journal that a newer version alone opens', async () => {
    const dataDir = temporaryFolder()
    const name = 'training-training'
    const training = { name, environment: 'training', account: 'training' } as const
    openWhole(join(dataDir, 'journal'), training).close()
    const file = new Database(join(dataDir, 'journal', `${name}.journal`))
    file.pragma('user_version = 9999')
    file.close()
    const shop = await openUpdatesShop({ dataDir, started: false })
    shop.publish()
    await shop.ready()
    expect(await shop.state()).toMatchObject({ heldBy: [] })
    await shop.core.stop()
    expect(shop.installed).toEqual([false])
  })

  test('is a slip on its way to the printer, and none that waits for a person', () => {
    const at = (state: 'queued' | 'sending' | 'may-have-printed') =>
      holdsIn({ sales: [], printJobs: [{ state }], closedBy: undefined, others: [] })
    expect([at('queued'), at('sending'), at('may-have-printed')]).toEqual([['print'], ['print'], []])
  })
})

describe('the counter asks by itself', () => {
  test('in an account of the shop’s, again and again, and never in training or where the shop does not want it', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.clock.pass(HOUR_MS)
    expect(shop.server.asked).toEqual([])
    await shop.add(trainingKeys.sandbox)
    await shop.switchTo(sandbox)
    await shop.clock.pass(11 * HOUR_MS)
    const looks = () => shop.server.asked.filter((path) => path.endsWith('version.json')).length
    expect(looks()).toBeGreaterThan(1)
    expect(looks()).toBeLessThan(4)
    await shop.command('settings.update', { lookForUpdates: false })
    const before = looks()
    await shop.clock.pass(10 * HOUR_MS)
    expect(looks()).toBe(before)
  })

  test('never another host: a server that sends it elsewhere is not followed', async () => {
    const elsewhere = await startVersionServer({ 'version.json': signed(versionFile(), ours.privateKey) })
    const shop = await openUpdatesShop()
    shop.server.files['version.json'] = (_request, response) =>
      response.writeHead(302, { location: `${elsewhere.address}/version.json` }).end()
    expect(await shop.look()).toMatchObject({ problem: 'unreachable' })
    expect(elsewhere.asked).toEqual([])
  })

  test('nobody, where no address is named', async () => {
    const counter = await startWholeCounter({ ...(await startShop()), config: { version: '1.0.0' } })
    expect(await counter.command('updates.look', {})).toMatchObject({ comes: 'from-nowhere', problem: null })
    expect(existsSync(join(counter.dataDir, 'updates'))).toBe(false)
  })
})

test('versions are ordered by their numbers', () => {
  expect(isNewerThan('1.10.0', '1.9.9')).toBe(true)
  expect([isNewerThan('1.0.0', '1.0.0'), isNewerThan('0.9.0', '1.0.0'), isNewerThan('2.0', '1.0.0')]).toEqual(
    [...[false, false, false]],
  )
  expect(isNewerThan('1.0.0', 'unknown')).toBe(true)
})
