/** Set-up files: addresses and a profile from one file that somebody hands to the shop; a wrong one changes nothing. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readApiProfile } from '#core/api/profile.ts'
import { appErrorSchema } from '#shared/app-error.ts'
import { startCore, startShop, until } from '../support/core.ts'
import { RUNS } from '../support/effort.ts'
import { pickingPerson } from '../support/picked-files.ts'
import { profileWithPaths } from '../support/profiles.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const addresses = { baseUrl: 'https://api.example.dz/v', billUrl: 'https://bills.example.dz' }
const profile = profileWithPaths({ ping: '/v3/are-you-there' })
const textOf = (setup: object) => JSON.stringify(setup, null, 2)
const whole = textOf({ version: 1, ...addresses, profile })

async function startCounter(dataDir = temporaryFolder()) {
  const { files, ...person } = pickingPerson()
  const counter = await startCore({ ...(await startShop()), dataDir, ports: { files }, started: false })
  const profiles = () => readdirSync(dataDir).filter((name) => name.startsWith('api-profile'))
  return { ...counter, ...person, profiles }
}

const inFolder = (dataDir: string, name: string) => readFileSync(join(dataDir, name), 'utf8')

test.each([
  ['as it is', whole],
  ['with the mark of an editor before it', `\uFEFF${whole}`],
  ['with lines as on Windows', whole.replaceAll('\n', '\r\n')],
])('a file %s gives its addresses, and its profile is there for the next opening', async (_, text) => {
  const counter = await startCounter()
  const path = counter.pickText(text)
  expect(await counter.command('setup.import', {})).toEqual({ path, addresses, hasProfile: true })
  const kept = readApiProfile(inFolder(counter.dataDir, 'api-profile.json'))
  expect(kept).toEqual({ ok: true, value: profile })
})

test('the next opening asks the service by the profile of the file', async () => {
  const counter = await startCounter()
  const moved = profileWithPaths({ internetByRef: '/v3/net/{ref}/status' })
  counter.pickText(textOf({ version: 1, profile: moved }))
  await counter.command('setup.import', {})
  await counter.core.stop()
  const shop = await startShop()
  const again = await startCore({ ...shop, dataDir: counter.dataDir })
  const { ref } = await again.sell('023456789')
  const asked = async () => (await shop.service.requests()).map(({ path }) => path)
  await until('it was looked up', async () => (await asked()).includes(`/v3/net/${ref}/status`))
})

test('the profile that was there before is kept', async () => {
  const dataDir = temporaryFolder()
  for (const text of ['one', 'two']) {
    writeFileSync(join(dataDir, 'api-profile.json'), text)
    const counter = await startCounter(dataDir)
    counter.pickText(textOf({ version: 1, profile }))
    expect(await counter.command('setup.import', {})).toMatchObject({ addresses: null, hasProfile: true })
    await counter.core.stop()
  }
  const kept = [1, 2].map((number) => inFolder(dataDir, `api-profile.before-${number}.json`))
  expect(kept).toEqual(['one', 'two'])
})

test('a file of addresses alone touches no profile', async () => {
  const counter = await startCounter()
  counter.pickText(textOf({ version: 1, ...addresses }))
  expect(await counter.command('setup.import', {})).toMatchObject({ addresses, hasProfile: false })
  expect(counter.profiles()).toEqual([])
})

test('cancelling changes nothing', async () => {
  const counter = await startCounter()
  expect(await counter.command('setup.import', {})).toEqual({
    path: null,
    addresses: null,
    hasProfile: false,
  })
})

const setup = { version: 1, ...addresses, profile }
const lineIn = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1

test.each<[string, object, string, string, RegExp]>([
  ['no version', { ...addresses }, 'version', '{', /./],
  ['a version to come', { ...setup, version: 2 }, 'version', '"version"', /./],
  [
    'an open line',
    { ...setup, baseUrl: 'http://api.example.dz' },
    'baseUrl',
    '"baseUrl"',
    /insecure-address/,
  ],
  ['an address that is none', { ...setup, billUrl: 'bills' }, 'billUrl', '"billUrl"', /bad-address/],
  [
    'a password in an address',
    { ...setup, billUrl: 'https://a:b@bills.dz' },
    'billUrl',
    '"billUrl"',
    /bad-address/,
  ],
  [
    'a script for an address',
    { ...setup, baseUrl: 'javascript:alert(1)' },
    'baseUrl',
    '"baseUrl"',
    /address/,
  ],
  ['an address that is a number', { ...setup, baseUrl: 7 }, 'baseUrl', '"baseUrl"', /string/],
  [
    'an address too long',
    { ...setup, baseUrl: `https://${'x'.repeat(300)}.dz` },
    'baseUrl',
    '"baseUrl"',
    /./,
  ],
  ['one address alone', { version: 1, baseUrl: addresses.baseUrl }, 'billUrl', '{', /other address/],
  ['a field that nobody knows', { ...setup, key: 'a-secret' }, 'key', '"key"', /./],
  [
    'a wrong path in its profile',
    { ...setup, profile: { ...profile, paths: { ...profile.paths, internetById: '/v2/{id}' } } },
    'profile.paths.internetById',
    '"internetById"',
    /\{id\}/,
  ],
  ['a profile that is a list', { ...setup, profile: [profile] }, 'profile', '"profile"', /./],
])(
  'a file with %s is refused by its field and line, and changes nothing',
  async (_, file, field, part, why) => {
    const counter = await startCounter()
    const text = textOf(file)
    counter.pickText(text)
    const refused = await counter.ask('setup.import', {})
    const line = lineIn(text, part)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field, line } })
    if (!refused.ok && refused.error.kind === 'invalid-input') expect(refused.error.problem).toMatch(why)
    expect(JSON.stringify(refused)).not.toContain('a-secret')
    expect(counter.profiles()).toEqual([])
  },
)

test.each([
  ['empty', '', 1],
  ['cut', whole.slice(0, -20), whole.slice(0, -20).split('\n').length],
  ['no JSON', 'baseUrl=https://api.example.dz', 1],
  ['huge', `${whole}${' '.repeat(1_000_000)}`, 1],
  ['a list', '[]', 1],
])('a file that is %s is refused', async (_, text, line) => {
  const counter = await startCounter()
  counter.pickText(text)
  expect(await counter.ask('setup.import', {})).toMatchObject({
    error: { kind: 'invalid-input', field: 'file', line },
  })
  expect(counter.profiles()).toEqual([])
})

test('a profile that cannot be written is reported, and the earlier one is kept', async () => {
  const counter = await startCounter()
  writeFileSync(join(counter.dataDir, 'api-profile.json'), 'the one before')
  mkdirSync(join(counter.dataDir, 'api-profile.json.tmp'))
  counter.pickText(whole)
  expect(await counter.ask('setup.import', {})).toMatchObject({
    error: { kind: 'invalid-input', field: 'profile', problem: 'EISDIR' },
  })
  expect(inFolder(counter.dataDir, 'api-profile.json')).toBe('the one before')
})

test('any file gets an answer of the contract, and no unreadable profile is written', async () => {
  const counter = await startCounter()
  const anyField = fc.oneof(fc.constantFrom(1, addresses.baseUrl, profile), fc.webUrl(), fc.jsonValue())
  const anySetup = fc.dictionary(
    fc.constantFrom('version', 'baseUrl', 'billUrl', 'profile', '__proto__'),
    anyField,
  )
  const anyText = fc.oneof(anySetup.map(textOf), fc.json(), fc.string({ unit: 'binary' }))
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      counter.pickText(text)
      const read = await counter.ask('setup.import', {})
      if (!read.ok) expect(appErrorSchema.parse(read.error).kind).toBe('invalid-input')
      else if (read.value.hasProfile) {
        expect(readApiProfile(inFolder(counter.dataDir, 'api-profile.json')).ok).toBe(true)
      }
    }),
    { numRuns: RUNS },
  )
})
