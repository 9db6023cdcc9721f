/** Processes that make the key of one journal at the same moment. */
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { until } from '../support/core.ts'
import { whyNoKeyring } from '../support/desktop-session.ts'
import { startSession } from './session.ts'
import { startVault } from './vault-process.ts'

beforeEach(({ skip }) => skip(whyNoKeyring !== undefined, whyNoKeyring))

/** For how long a key lies before it is read back: far above what a write takes on a busy machine. */
const SETTLE_MS = 8_000
const held = (value: string) => ({ ok: true, value })

test('processes that make the key of one journal at the same moment all hold the same', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vaults = Array.from({ length: 4 }, () => startVault(session.env, { settleMs: SETTLE_MS }))
  // They are up and know the keychain, so that what follows meets.
  await Promise.all(vaults.map((vault) => vault.ask('read')))
  const keys = await Promise.all(vaults.map((vault) => vault.ask('journal-key', 'journal-1')))
  const later = await startVault(session.env).ask('journal-key', 'journal-1')
  expect(later).toMatchObject({ ok: true })
  expect(keys).toEqual(vaults.map(() => later))
})

test('a found key that may be new is used only if no other replaced it', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const other = startVault(session.env)
  const [young, last] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)]
  await other.ask('plant', 'journal:journal-1', young.toString('base64'))
  const found = startVault(session.env, { settleMs: SETTLE_MS })
  await found.ask('read')
  const asked = found.ask('journal-key', 'journal-1')
  // Long enough for the first to be found.
  await wait(1_000)
  await other.ask('plant', 'journal:journal-1', last.toString('base64'))
  expect(await asked).toEqual(held(last.toString('hex')))
})

test('of two processes that made a key, the first uses what the second wrote over it', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const other = startVault(session.env)
  await other.ask('read')
  const first = startVault(session.env, { settleMs: SETTLE_MS }).ask('journal-key', 'journal-1')
  const written = async () => (await other.ask('dig', 'journal:journal-1')) !== null
  await until('the first has written', written)
  // Long enough for one that reads back at once to have done so.
  await wait(300)
  const key = Buffer.alloc(32, 7)
  await other.ask('plant', 'journal:journal-1', key.toString('base64'))
  expect(await first).toEqual(held(key.toString('hex')))
})
