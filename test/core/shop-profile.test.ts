/** A shop's own API profile: what it says is what the service is asked, and a wrong one closes selling and is named. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInProfile } from '#core/api/profile.ts'
import { startClosed, startCore, startShop, until } from '../support/core.ts'
import { closedWith, statusOf } from '../support/selling-status.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const text = JSON.stringify(builtInProfile, null, 2)
const withPath = (path: string) => text.replace(builtInProfile.paths.internetByRef, path)

/** A data folder with this profile in it. */
function folderWith(profile: string) {
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'api-profile.json')
  writeFileSync(file, profile)
  return { dataDir, file }
}

test('its paths are used for calls', async () => {
  const shop = await startShop()
  const counter = await startCore({ ...shop, ...folderWith(withPath('/v3/net/{ref}/status')) })
  const { ref } = await counter.sell('023456789')
  const asked = async () => (await shop.service.requests()).map(({ path }) => path)
  await until('it was looked up', async () => (await asked()).includes(`/v3/net/${ref}/status`))
  expect((await asked()).filter((path) => path.includes('check-ref'))).toEqual([])
})

test.each([
  [
    'a path that is none',
    withPath('/v3/net'),
    'paths.internetByRef: must be a path under /v3 with {ref} in it',
  ],
  ['a comma that is missing', text.replace('"/v3/mobile/send",', '"/v3/mobile/send"'), 'JSON'],
])(
  '%s closes selling, is named with its line, and nothing is asked by another profile',
  async (_, profile, why) => {
    const shop = await startShop()
    const { dataDir, file } = folderWith(profile)
    const counter = await startClosed({ ...shop, dataDir })
    expect(await closedWith(counter)).toBe('profile')
    const changed = profile.split('\n').findIndex((line, at) => line !== text.split('\n')[at])
    // What follows a missing comma is where JSON goes wrong.
    const line = changed + (why === 'JSON' ? 2 : 1)
    const { selling } = await statusOf(counter)
    const detail = selling.open ? '' : selling.detail
    expect(detail.startsWith(`${file}:${line}: `)).toBe(true)
    expect(detail).toContain(why)
    expect(await counter.ask('sale.confirm', { reviewId: 'x' })).toMatchObject({ ok: false })
    expect(await counter.ask('internet.products', { type: 'ADSL' })).toMatchObject({
      error: { kind: 'unreachable', reason: 'profile-unusable' },
    })
    await counter.command('connection.check', {})
    expect(await shop.service.requests()).toEqual([])
  },
)

test('an unreadable profile is named too', async () => {
  const shop = await startShop()
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'api-profile.json'))
  const counter = await startClosed({ ...shop, dataDir })
  expect(await closedWith(counter)).toBe('profile')
  const detail = `${join(dataDir, 'api-profile.json')}: EISDIR`
  expect((await statusOf(counter)).selling).toMatchObject({ detail })
})

test('without a profile of the shop’s the built-in one is used', async () => {
  const counter = await startCore(await startShop())
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
})
