/** The vault over a daemon that does not answer: each call ends in time, and what was given up is not done later unseen. */
import { beforeEach, expect, test } from 'vitest'
import { whyNoKeyring } from '../support/desktop-session.ts'
import { startScreen, startSession } from './session.ts'
import { startVault } from './vault-process.ts'

beforeEach(({ skip }) => skip(whyNoKeyring !== undefined, whyNoKeyring))

/** Well below libsecret's own patience, which is 25 seconds, and far above what an answer takes. */
const LATE_MS = 10_000
const refusal = (problem: string) => ({ ok: false, error: { problem } })
const done = { ok: true }
const held = (value: string) => ({ ok: true, value })

test('a locked keyring whose question nobody answers holds neither a call nor the end of the process', async ({
  skip,
}) => {
  const screen = await startScreen()
  skip(screen === undefined, 'Xvfb missing on this machine')
  const session = await startSession(screen)
  const before = await session.startKeyring('unlocked')
  expect(await startVault(session.env).ask('save', 'shop-key')).toEqual(done)
  await before.stop()

  await session.startKeyring('locked')
  const vault = startVault(session.env, { timeoutMs: LATE_MS })
  const asked = [vault.ask('read'), vault.ask('journal-key', 'journal-1')]
  expect(await Promise.all(asked)).toEqual([refusal('locked'), refusal('locked')])
  expect(vault.log()).toContain(`no answer in ${LATE_MS} ms`)
  expect(await vault.exit()).toBe('SIGKILL')
})

test('a silent daemon is late; once it answers, everything works again', async () => {
  const session = await startSession()
  const keyring = await session.startKeyring('unlocked')
  const vault = startVault(session.env, { timeoutMs: LATE_MS })
  expect(await vault.ask('save', 'shop-key')).toEqual(done)
  keyring.signal('SIGSTOP')
  const asked = [vault.ask('read'), vault.ask('forget'), vault.ask('save', 'another-key')]
  expect(await Promise.all(asked)).toEqual(asked.map(() => refusal('locked')))
  keyring.signal('SIGCONT')
  // What had not begun when it was given up does not happen afterwards.
  expect(await vault.ask('read')).toEqual(held('shop-key'))
})

test('a change not begun in time does not happen when the daemon answers again', async () => {
  const session = await startSession()
  const keyring = await session.startKeyring('unlocked')
  const vault = startVault(session.env, { timeoutMs: LATE_MS })
  expect(await vault.ask('read')).toMatchObject({ ok: false })
  keyring.signal('SIGSTOP')
  // It looks for a key before it makes one: only the look had begun.
  expect(await vault.ask('journal-key', 'journal-1')).toEqual(refusal('locked'))
  keyring.signal('SIGCONT')
  expect(await vault.ask('read')).toEqual(refusal('none'))
  expect(await vault.ask('dig', 'journal:journal-1')).toBe(null)
})

test('a change under way is reported as possible, and is read back once it has landed', async () => {
  const session = await startSession()
  const keyring = await session.startKeyring('unlocked')
  const vault = startVault(session.env, { timeoutMs: LATE_MS })
  expect(await vault.ask('save', 'shop-key')).toEqual(done)
  keyring.signal('SIGSTOP')
  const unclear = { ok: false, error: { problem: 'locked', mayLand: true } }
  expect(await vault.ask('save', 'another-key')).toEqual(unclear)
  keyring.signal('SIGCONT')
  // Asked again, it answers what is: the turn waits for the one that is late.
  expect(await vault.ask('read')).toEqual(held('another-key'))
  expect(vault.log()).toContain('did late what had been given up')
  expect(vault.log()).not.toContain('another-key')
})
