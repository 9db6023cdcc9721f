/** What is believed of a version file over real HTTP on loopback, and what follows: forged, cut, older and withdrawn ones. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawOf } from '#core/updates/version-file.ts'
import { startWholeCounter } from '../../support/counter.ts'
import { openUpdatesShop, ours } from '../../support/updates-shop.ts'
import { fileOf, installerBytes, makeKey, signed, target, versionFile } from '../../support/version-server.ts'

const theirs = makeKey()

describe('a version file', () => {
  const forged = () => JSON.stringify({ ...JSON.parse(signed(versionFile(), ours.privateKey)), signed: '{}' })
  test.each<[string, () => string]>([
    ['signed by somebody else', () => signed(versionFile(), theirs.privateKey)],
    ['changed behind its signature', forged],
    ['that is cut', () => signed(versionFile(), ours.privateKey).slice(0, -20)],
    [
      'that names a path',
      () => signed(versionFile({ files: { [target]: fileOf(installerBytes, '../x') } }), ours.privateKey),
    ],
    ['of another form', () => signed({ ...versionFile(), format: 2 }, ours.privateKey)],
    ['of a megabyte', () => 'x'.repeat(1_000_000)],
  ])('%s is not accepted', async (_what, text) => {
    const shop = await openUpdatesShop()
    shop.server.files['version.json'] = text()
    expect(await shop.look()).toMatchObject({ newer: null, problem: 'not-genuine', lookedAtMs: null })
    expect(shop.server.asked).toEqual(['/versions/version.json'])
  })

  test('that is older than the known one changes nothing, also after a restart', async () => {
    const shop = await openUpdatesShop()
    shop.publish({ number: 11, withdrawn: ['1.0.0'] })
    expect(await shop.look()).toMatchObject({ isWithdrawn: true })
    shop.publish({ number: 10 })
    expect(await shop.look()).toMatchObject({ isWithdrawn: true, problem: 'older' })
    await shop.core.stop()
    const again = await startWholeCounter({ ...shop.options, dataDir: shop.dataDir })
    expect(await again.command('updates.look', {})).toMatchObject({ isWithdrawn: true, problem: 'older' })
  })

  test('that was changed on this machine is not accepted', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.look()
    await shop.core.stop()
    const path = join(shop.dataDir, 'updates', 'known.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('2.0.0', '3.0.0'))
    const again = await startWholeCounter({ ...shop.options, dataDir: shop.dataDir })
    expect(await again.command('updates.state', {})).toMatchObject({ newer: null })
  })

  test.each([
    ['that runs', '1.0.0'],
    ['before it', '0.9.9'],
    ['that was taken back', '2.0.0'],
  ])('whose latest is one %s installs nothing', async (_what, latest) => {
    const shop = await openUpdatesShop()
    shop.publish({ latest, withdrawn: ['2.0.0'] })
    expect(await shop.look()).toMatchObject({ newer: null, stage: 'none', problem: null })
    await shop.core.stop()
    expect([shop.taken, shop.installed]).toEqual([[], []])
  })

  test('that withdraws a ready version prevents its installation', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.ready()
    shop.publish({ number: 11, withdrawn: ['2.0.0'] })
    expect(await shop.look()).toMatchObject({ newer: null, stage: 'none' })
    await shop.core.stop()
    expect(shop.installed).toEqual([])
  })

  test('that withdraws the running version says so, and offers the next whatever its share', async () => {
    const shop = await openUpdatesShop()
    shop.publish({ withdrawn: ['1.0.0'], percent: 0 })
    await shop.ready()
    expect(await shop.notices()).toEqual(expect.arrayContaining(['version-withdrawn', 'update-ready']))
  })

  test('gives each machine its turn by a draw that stays, and to about as many as it says', async () => {
    const machines = Array.from({ length: 4_000 }, (_, at) => `machine-${at}`)
    const share = (percent: number, version: string) =>
      machines.filter((machine) => drawOf(machine, version) < percent)
    expect(share(25, '2.0.0').length).toBeGreaterThan(900)
    expect(share(25, '2.0.0').length).toBeLessThan(1_100)
    expect(share(50, '2.0.0')).toEqual(expect.arrayContaining(share(25, '2.0.0')))
    expect(share(25, '2.0.1')).not.toEqual(share(25, '2.0.0'))
    expect([share(0, '2.0.0'), share(100, '2.0.0').length]).toEqual([[], machines.length])
    const shop = await openUpdatesShop()
    shop.publish({ percent: 0 })
    expect(await shop.look()).toMatchObject({ newer: '2.0.0', stage: 'none' })
    expect(shop.taken).toEqual([])
  })

  test('that is withdrawn and released again is fetched again', async () => {
    const shop = await openUpdatesShop()
    shop.publish()
    await shop.ready()
    shop.publish({ number: 11, percent: 0 })
    expect(await shop.look()).toMatchObject({ stage: 'none' })
    shop.publish({ number: 12, percent: 100 })
    await shop.look()
    await shop.ready()
    expect(shop.taken).toHaveLength(2)
  })
})
