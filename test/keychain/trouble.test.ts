/** The vault where the keychain gives nothing: each trouble has its own name, in time, and nothing is written over. */
import { beforeEach, describe, expect, test } from 'vitest'
import { whyNoKeyring } from '../support/desktop-session.ts'
import { emptyEnv, startSession } from './session.ts'
import { startVault, type VaultProcess } from './vault-process.ts'

beforeEach(({ skip }) => skip(whyNoKeyring !== undefined, whyNoKeyring))

const refusal = (problem: string) => ({ ok: false, error: { problem } })
const done = { ok: true }
const held = (value: string) => ({ ok: true, value })

/** The answers of everything that a vault can be asked. */
const askAll = async (vault: VaultProcess): Promise<readonly unknown[]> => [
  await vault.ask('read'),
  await vault.ask('save', 'another-key'),
  await vault.ask('forget'),
  await vault.ask('journal-key', 'journal-1'),
]
const allFour = (problem: string) => Array.from({ length: 4 }, () => refusal(problem))

test('a locked keyring is reported as locked, never as empty; unlocked, it has its items', async () => {
  const session = await startSession()
  const before = await session.startKeyring('unlocked')
  const first = startVault(session.env)
  expect(await first.ask('save', 'shop-key')).toEqual(done)
  const journalKey = await first.ask('journal-key', 'journal-1')
  await before.stop()

  await session.startKeyring('locked')
  const vault = startVault(session.env)
  expect(await askAll(vault)).toEqual(allFour('locked'))
  await session.unlock()
  expect(await vault.ask('read')).toEqual(held('shop-key'))
  expect(await vault.ask('journal-key', 'journal-1')).toEqual(journalKey)
})

test('an idle process ends on request', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  expect(await vault.ask('save', 'shop-key')).toEqual(done)
  expect(await vault.exit()).toBe(0)
})

describe('no keychain that could be used', () => {
  test('without a bus', async () => {
    expect(await askAll(startVault(emptyEnv()))).toEqual(allFour('unavailable'))
  })

  test('with the address of a bus that is gone', async () => {
    const env = { ...emptyEnv(), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }
    expect(await askAll(startVault(env))).toEqual(allFour('unavailable'))
  })

  test('on a bus where nobody offers the service', async () => {
    const { env } = await startSession()
    expect(await askAll(startVault(env))).toEqual(allFour('unavailable'))
  })

  test('with a service that has no keyring and may ask nobody to make one', async () => {
    const session = await startSession()
    await session.startKeyring('locked')
    expect(await askAll(startVault(session.env))).toEqual(allFour('unavailable'))
  })

  test("on a machine that lacks the system's library", async () => {
    const refuse = `(specifier, context, next) => {
      if (specifier === 'keytar') throw new Error('libsecret-1.so.0: cannot open shared object file')
      return next(specifier, context)
    }`
    const hook = `import { registerHooks } from 'node:module'; registerHooks({ resolve: ${refuse} })`
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`]
    const vault = startVault(emptyEnv(), { nodeArgs })
    expect(await askAll(vault)).toEqual(allFour('unavailable'))
    expect(vault.log()).toContain('libsecret-1.so.0')
  })
})

test('a daemon that dies under the counter is reported; the next counter finds it again', async () => {
  const session = await startSession()
  const first = await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  expect(await vault.ask('save', 'shop-key')).toEqual(done)
  await first.stop()
  expect(await askAll(vault)).toEqual(allFour('unavailable'))
  await session.startKeyring('unlocked')
  // The system's library holds on to the daemon that it met first.
  expect(await vault.ask('read')).toEqual(refusal('unavailable'))
  expect(await startVault(session.env).ask('read')).toEqual(held('shop-key'))
})

test('an invalid journal key is refused, and left unchanged', async () => {
  const session = await startSession()
  await session.startKeyring('unlocked')
  const vault = startVault(session.env)
  await vault.ask('plant', 'journal:journal-1', 'not a key')
  expect(await vault.ask('journal-key', 'journal-1')).toEqual(refusal('unavailable'))
  expect(await vault.ask('dig', 'journal:journal-1')).toBe('not a key')
})
