/** The vault over a real Secret Service that is there and unlocked: what it keeps, for whom, and for how long. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { whyNoKeyring } from '../support/desktop-session.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startSession } from './session.ts'
import { startVault } from './vault-process.ts'

beforeEach(({ skip }) => skip(whyNoKeyring !== undefined, whyNoKeyring))

const none = { ok: false, error: { problem: 'none' } }
const done = { ok: true }
const held = (value: string) => ({ ok: true, value })

test('an API key is kept until it is forgotten, for the next process as well', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  expect(await vault.ask('read')).toEqual(none)
  expect(await vault.ask('save', 'shop-key-1')).toEqual(done)
  expect(await vault.ask('read')).toEqual(held('shop-key-1'))
  expect(await vault.ask('save', 'shop-key-2')).toEqual(done)

  const next = startVault(session.env)
  expect(await next.ask('read')).toEqual(held('shop-key-2'))
  expect(await next.ask('forget')).toEqual(done)
  expect(await next.ask('forget')).toEqual(done)
  expect(await vault.ask('read')).toEqual(none)
  expect(vault.log() + next.log()).not.toContain('shop-key')
})

test('an anchor is kept beside the key, for the next process and when the key is forgotten', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  expect(await vault.ask('anchor')).toEqual({ ok: true, value: null })
  expect(await vault.ask('save-anchor', '{"sequence":7}')).toEqual(done)
  expect(await vault.ask('forget')).toEqual(done)
  const other = startVault(session.env, { account: 'other' })
  expect(await other.ask('anchor')).toEqual({ ok: true, value: null })
  expect(await startVault(session.env).ask('anchor')).toEqual(held('{"sequence":7}'))
})

test('accounts do not see each other', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const [one, other] = [startVault(session.env), startVault(session.env, { account: 'other' })]
  expect(await one.ask('save', 'key-of-one')).toEqual(done)
  expect(await other.ask('read')).toEqual(none)
  expect(await other.ask('forget')).toEqual(done)
  expect(await one.ask('read')).toEqual(held('key-of-one'))
})

test('concurrent calls are done in their order', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  const answers = await Promise.all([
    vault.ask('save', 'first'),
    vault.ask('read'),
    vault.ask('forget'),
    vault.ask('read'),
    vault.ask('save', 'second'),
    vault.ask('read'),
  ])
  expect(answers).toEqual([done, held('first'), done, none, done, held('second')])
})

test('a journal has one key for ever, and no two journals share one', async () => {
  const session = await startSession()
  const keyring = await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  const one = await vault.ask('journal-key', 'journal-1')
  const other = await vault.ask('journal-key', 'journal-2')
  expect(one).toEqual({ ok: true, value: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(other).toEqual({ ok: true, value: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(other).not.toEqual(one)
  expect(await vault.ask('forget')).toEqual(done)
  expect(await vault.ask('journal-key', 'journal-1')).toEqual(one)

  await keyring.stop()
  await session.startKeyring('unlocked')
  const next = startVault(session.env, { account: 'other' })
  expect(await next.ask('journal-key', 'journal-1')).toEqual(one)
  expect(await next.ask('journal-key', 'journal-2')).toEqual(other)
})

test('a journal’s key is made only where it may be, and is given back from its recovery code', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  expect(await vault.ask('journal-key', 'journal-1', 'not')).toEqual(none)
  expect(await vault.ask('dig', 'journal:journal-1')).toBe(null)
  const key = Buffer.alloc(32, 5).toString('hex')
  expect(await vault.ask('restore-key', 'journal-1', key)).toEqual(done)
  expect(await startVault(session.env).ask('journal-key', 'journal-1', 'not')).toEqual(held(key))
})

test('a replaced key is kept beside the new one', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  const hexOf = (fill: number) => Buffer.alloc(32, fill).toString('hex')
  for (const fill of [5, 6, 6, 5]) {
    expect(await vault.ask('restore-key', 'journal-1', hexOf(fill))).toEqual(done)
  }
  expect(await vault.ask('journal-key', 'journal-1', 'not')).toEqual(held(hexOf(5)))
  const texts = [5, 6].map((fill) => Buffer.alloc(32, fill).toString('base64'))
  const names = texts.map((text) => createHash('sha256').update(text).digest('hex').slice(0, 16))
  const kept = names.map((name) => vault.ask('dig', `journal:journal-1:before:${name}`))
  expect(await Promise.all(kept)).toEqual(texts)
})

test('a text sealed in one process opens in another, and its key is on no disk', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const folder = temporaryFolder()
  const code = '4417-8820-9953-0021'
  await startVault(session.env).ask('seal', folder, code)
  expect(await startVault(session.env, { account: 'other' }).ask('open', folder)).toEqual(held(code))
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((bytes) => bytes.includes(code))).toEqual([])
})
