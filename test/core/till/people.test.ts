/** People with PINs: kept as digests, distinguished, and a growing wait for whoever guesses. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeRecoveryCode } from '#core/accounts/recovery.ts'
import type { AppError } from '#shared/app-error.ts'
import { freePinTries, pinWaitMs } from '#shared/till/people.ts'
import { type Counter, startCounter } from '../../support/core.ts'
import { newActId } from '../../support/till.ts'
import { readActs } from '../../support/till-entries.ts'

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : reply.error?.kind

const PIN = '58213074'

async function startOwned() {
  const shop = await startCounter()
  const { signedIn } = await shop.counter.command('people.start', {
    actId: newActId(),
    name: 'Karim',
    pin: PIN,
  })
  const owner = signedIn ?? expect.fail()
  const signIn = (pin = PIN, counter: Counter = shop.counter) =>
    counter.ask('people.sign-in', { personId: owner, pin })
  const add = (name: string, role: 'owner' | 'cashier' = 'cashier') =>
    shop.counter.ask('people.add', { actId: newActId(), name, role, pin: '1234' })
  return { ...shop, owner, signIn, add }
}

test('the first owner is signed in, is there after a restart, and has to sign in then', async () => {
  const { owner, signIn, restart } = await startOwned()
  const after = await restart()
  expect(await after.command('people.read', {})).toEqual({
    isOn: true,
    people: [{ personId: owner, name: 'Karim', role: 'owner', isActive: true }],
    signedIn: null,
  })
  const other = { actId: newActId(), name: 'Samir', pin: '4321' }
  expect(problemOf(await after.ask('people.start', other))).toBe('people-on')
  expect(await signIn(PIN, after)).toMatchObject({ ok: true, value: { signedIn: owner } })
})

test('no file, event or line of the log holds a PIN', async () => {
  const { counter, owner, signIn } = await startOwned()
  await signIn('99887766')
  await counter.ask('people.approve', { personId: owner, pin: PIN, command: 'till.x-report', input: {} })
  await counter.core.stop()
  const files = readdirSync(counter.dataDir, { recursive: true, withFileTypes: true })
  const bytes = files
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
  for (const pin of [PIN, '99887766']) {
    expect(bytes.filter((text) => text.includes(pin))).toEqual([])
    expect(JSON.stringify([counter.events, counter.log.lines])).not.toContain(pin)
  }
  expect(readActs(counter.dataDir, 'person-added')).toMatchObject([{ pin: { cost: 2 ** 15 } }])
})

describe('wrong PINs', () => {
  test('are kept, and the fifth in a row begins a wait that doubles', async () => {
    const { clock, counter, signIn } = await startOwned()
    for (let tries = 0; tries < 5; tries += 1) expect(problemOf(await signIn('0000'))).toBe('pin-wrong')
    const waiting = await signIn()
    expect(waiting).toMatchObject({ error: { problem: 'pin-wait', fromMs: clock.nowMs() + 30_000 } })
    await clock.pass(29_000)
    expect(problemOf(await signIn())).toBe('pin-wait')
    await clock.pass(1_001)
    expect(problemOf(await signIn('0000'))).toBe('pin-wrong')
    await clock.pass(31_000)
    expect(problemOf(await signIn())).toBe('pin-wait')
    await clock.pass(30_000)
    expect((await signIn()).ok).toBe(true)
    expect(readActs(counter.dataDir, 'pin-refused')).toHaveLength(6)
    // A right one ends the row.
    expect(problemOf(await signIn('0000'))).toBe('pin-wrong')
    expect((await signIn()).ok).toBe(true)
  })

  test('keep their wait after a restart, also if the clock is set back', async () => {
    const { clock, signIn, restart } = await startOwned()
    for (let tries = 0; tries < 5; tries += 1) await signIn('0000')
    clock.setBy(-3_600_000)
    expect(problemOf(await signIn())).toBe('pin-wait')
    const after = await restart()
    expect(problemOf(await signIn(PIN, after))).toBe('pin-wait')
    await clock.pass(29_000)
    expect(problemOf(await signIn(PIN, after))).toBe('pin-wait')
    await clock.pass(1_001)
    expect((await signIn(PIN, after)).ok).toBe(true)
  })

  test('keep their wait if the clock is set ahead while the counter runs', async () => {
    const { clock, signIn } = await startOwned()
    for (let tries = 0; tries < 5; tries += 1) await signIn('0000')
    clock.setBy(3_600_000)
    expect(problemOf(await signIn())).toBe('pin-wait')
  })

  test('at an approval count too, and do not lock other people', async () => {
    const { counter, owner, signIn, add } = await startOwned()
    const { people } = await counter.command('people.read', {})
    expect(people).toHaveLength(1)
    const added = await add('Amina')
    const cashier = added.ok ? added.value.people.at(-1)?.personId : expect.fail()
    const asAmina = { personId: cashier ?? '', pin: '1234' }
    await counter.command('people.sign-in', asAmina)
    const guess = { personId: owner, pin: '0000', command: 'till.x-report', input: {} }
    for (let tries = 0; tries < 5; tries += 1)
      expect(problemOf(await counter.ask('people.approve', guess))).toBe('pin-wrong')
    expect(problemOf(await counter.ask('people.approve', { ...guess, pin: PIN }))).toBe('pin-wait')
    expect(problemOf(await signIn())).toBe('pin-wait')
    expect((await counter.ask('people.sign-in', asAmina)).ok).toBe(true)
  })

  test.each([
    [0, 0],
    [freePinTries, 0],
    [5, 30_000],
    [6, 60_000],
    [9, 480_000],
    [10, 900_000],
    [10_000, 900_000],
  ])('%i in a row wait %i ms', (count, ms) => expect(pinWaitMs(count)).toBe(ms))
})

describe('a person', () => {
  test('is added and changed once, under a name of their own', async () => {
    const { counter, add } = await startOwned()
    expect((await add('Amina')).ok).toBe(true)
    expect(problemOf(await add('amina'))).toBe('name-taken')
    const asked = { actId: newActId(), name: 'Samir', role: 'cashier', pin: '2222' } as const
    await counter.command('people.add', asked)
    expect((await counter.command('people.add', asked)).people).toHaveLength(3)
    const [, amina] = (await counter.command('people.read', {})).people
    const change = { actId: newActId(), personId: amina?.personId ?? '', name: 'Samir' }
    expect(problemOf(await counter.ask('people.change', change))).toBe('name-taken')
    expect(problemOf(await counter.ask('people.change', { ...change, personId: 'x' }))).toBe('unknown-person')
  })

  test.each([
    ['in letters that are composed otherwise', 'R\u00e9dha', 'Re\u0301dha'],
    ['in letters of another width', 'Ali', '\uff21\uff4c\uff49'],
    ['with other spaces', 'Ali B', 'Ali  B'],
    ['with a space that does not break', 'Ali B', 'Ali\u00a0B'],
  ])('has a name of their own, %s too', async (_, name, alike) => {
    const { add } = await startOwned()
    expect((await add(name)).ok).toBe(true)
    expect(problemOf(await add(alike))).toBe('name-taken')
  })

  test('who has left, or is called otherwise now, keeps the name: reports are by name', async () => {
    const { counter, add } = await startOwned()
    const added = await add('Amina')
    const amina = (added.ok && added.value.people.at(-1)?.personId) || expect.fail()
    const change = (personId: string, more: { name?: string; isActive?: boolean; pin?: string }) =>
      counter.ask('people.change', { actId: newActId(), personId, ...more })
    await change(amina, { isActive: false })
    expect(problemOf(await add('amina'))).toBe('name-taken')
    const other = await add('Nadia')
    const nadia = (other.ok && other.value.people.at(-1)?.personId) || expect.fail()
    expect(problemOf(await change(nadia, { name: 'Amina' }))).toBe('name-taken')
    // Who comes back is the same person, whatever they are called by then.
    for (const back of [{ isActive: true }, { name: 'Amina B.' }, { name: 'AMINA' }, { pin: '9999' }])
      expect((await change(amina, back)).ok).toBe(true)
    await change(amina, { name: 'Amina C.' })
    for (const name of ['Amina', 'amina b.']) expect(problemOf(await add(name))).toBe('name-taken')
    expect(Object.keys((await counter.command('people.read', {})).people[0] ?? {})).toEqual([
      ...['personId', 'name', 'role', 'isActive'],
    ])
  })

  test('who was removed cannot sign in, and is signed out at once', async () => {
    const { counter, owner, add, restart } = await startOwned()
    const added = await add('Nadia', 'owner')
    const nadia = (added.ok && added.value.people.at(-1)?.personId) || expect.fail()
    const leave = { actId: newActId(), personId: owner, isActive: false }
    expect((await counter.command('people.change', leave)).signedIn).toBeNull()
    const gone = { personId: owner, pin: PIN }
    expect(problemOf(await counter.ask('people.sign-in', gone))).toBe('unknown-person')
    const after = await restart()
    expect(problemOf(await after.ask('people.sign-in', gone))).toBe('unknown-person')
    expect((await after.ask('people.sign-in', { personId: nadia, pin: '1234' })).ok).toBe(true)
  })

  test('who is the last owner stays an owner', async () => {
    const { counter, owner } = await startOwned()
    for (const change of [{ role: 'cashier' }, { isActive: false }] as const) {
      const asked = { actId: newActId(), personId: owner, ...change }
      expect(problemOf(await counter.ask('people.change', asked))).toBe('last-owner')
    }
  })

  test('changes their own PIN, by the old one', async () => {
    const { counter, signIn } = await startOwned()
    const wrong = { actId: newActId(), pin: '0000', newPin: '7777' }
    expect(problemOf(await counter.ask('people.change-own-pin', wrong))).toBe('pin-wrong')
    await counter.command('people.change-own-pin', { actId: newActId(), pin: PIN, newPin: '7777' })
    expect(problemOf(await signIn())).toBe('pin-wrong')
    expect((await signIn('7777')).ok).toBe(true)
  })
})

test.each(['123', '1234567890123', '12 34', 'abcd', ''])('%j is not a PIN', async (pin) => {
  const { counter } = await startCounter()
  const reply = await counter.core.dispatch('people.start', { actId: newActId(), name: 'Karim', pin })
  expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'pin' } })
})

test("an owner who lost the PIN sets another with the journal's own recovery code", async () => {
  const { counter, owner, signIn } = await startOwned()
  await counter.command('people.sign-out', {})
  const [created] = readActs(counter.dataDir, 'journal-created')
  const codeOf = (byte: number) =>
    writeRecoveryCode(new Uint8Array(32).fill(byte), String(created?.['journalId']))
  const asked = { actId: newActId(), personId: owner, newPin: '7777' }
  for (const code of ['x', codeOf(8)])
    expect(problemOf(await counter.ask('people.recover', { ...asked, code }))).toBe('wrong-code')
  // The journal key of this counter's keychain, see test/support/core.ts.
  await counter.command('people.recover', { ...asked, code: codeOf(7) })
  expect((await signIn('7777')).ok).toBe(true)
  expect(readActs(counter.dataDir, 'person-changed')).toMatchObject([{ byCode: true, changed: owner }])
})
