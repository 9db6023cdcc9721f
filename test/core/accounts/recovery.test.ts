/** The recovery code of a journal: on paper once, readable by no window, and good on a machine whose keychain is empty. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSeal, opensAll, opensSome } from '#core/journal/seal.ts'
import type { Printer } from '#core/ports.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { startShop } from '../../support/core.ts'
import { createTestKeychain, putKey, startWholeCounter, type WholeCounter } from '../../support/counter.ts'
import { openWhole } from '../../support/journal.ts'
import { noPrinter } from '../../support/no-printer.ts'
import { refNumber } from '../../support/refs.ts'
import { sellOne } from '../../support/sell.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Shop = Awaited<ReturnType<typeof startShop>>

/** A printer that keeps the sheets, as the hidden window loads them, and where each was found. */
function paperPrinter() {
  const sheets: { readonly path: string; readonly name: string; readonly body: string }[] = []
  let read: WholeCounter['core']['readPage'] = () => undefined
  const printer: Printer = {
    ...noPrinter,
    async savePdf(path, name) {
      sheets.push({ path, name, body: String(read(path)?.body) })
      return ok({ path: `/paper/${name}` })
    },
  }
  const joinTo = (core: WholeCounter['core']) => {
    read = core.readPage
  }
  return { printer, sheets, joinTo }
}

/** A counter whose sandbox account is open. */
async function openSandbox(shop: Shop, more: Partial<Parameters<typeof startWholeCounter>[0]> = {}) {
  const paper = paperPrinter()
  const counter = await startWholeCounter({ ...shop, ports: { printer: paper.printer }, ...more })
  paper.joinTo(counter.core)
  const { status } = await counter.command('app.snapshot', {})
  if (status.environment === 'training') await counter.switchTo(await counter.add(trainingKeys.sandbox))
  await counter.opened()
  return { ...counter, ...paper }
}

async function codeOf(counter: Awaited<ReturnType<typeof openSandbox>>): Promise<string> {
  await counter.command('accounts.save-recovery', {})
  return /class="code"[^>]*>([^<]+)</.exec(counter.sheets.at(-1)?.body ?? '')?.[1] ?? ''
}

const sellCards = async (counter: WholeCounter): Promise<Ref> => {
  const { ref } = await sellOne['gift-card'](counter)
  await counter.reached(ref, 'fulfilled')
  return ref
}

/** The same counter on a new machine: its files and its API key, and an empty keychain beside. */
async function onNewMachine(shop: Shop, old: WholeCounter) {
  await old.core.stop()
  const dataDir = temporaryFolder()
  cpSync(old.dataDir, dataDir, { recursive: true })
  const keychain = createTestKeychain()
  putKey({ keychain, addresses: old.addresses }, 'sandbox:0550000000', trainingKeys.sandbox)
  return openSandbox(shop, { dataDir, keychain })
}

const journalKeys = ({ keychain }: WholeCounter) =>
  [...keychain.entries].filter(([name]) => name.startsWith('journal:'))
const wrongCode = { ok: false, error: { kind: 'account', problem: 'wrong-code' } }

describe('the sheet', () => {
  test('names its journal, and can be read once, at a secret path', async () => {
    const counter = await openSandbox(await startShop())
    expect(await counter.command('accounts.save-recovery', {})).toEqual({
      path: '/paper/sandbox-0550000000-recovery.pdf',
    })
    const [sheet] = counter.sheets
    expect(sheet?.path).toMatch(/^\/recovery\/[0-9a-f]{32}$/)
    for (const text of ['sandbox-0550000000', 'Essai', '0550000000', 'lang="fr"']) {
      expect(sheet?.body).toContain(text)
    }
    expect(counter.core.readPage(sheet?.path ?? '')).toBeUndefined()
    expect(counter.core.readPage('/recovery/')).toBeUndefined()
    expect(counter.core.readPage('/recovery/recovery.css')?.contentType).toContain('text/css')
  })

  test.each([
    ['ar', 'dir="rtl"', 'رمز الاسترداد'],
    ['en', 'dir="ltr"', 'Recovery code'],
  ] as const)('is in the shop’s language: %s', async (locale, direction, words) => {
    const counter = await openSandbox(await startShop())
    await counter.command('settings.update', { locale })
    await codeOf(counter)
    const body = counter.sheets[0]?.body
    expect(body).toContain(direction)
    expect(body).toContain(words)
    expect(body).toMatch(/class="code" dir="ltr">[0-9A-Z]{5}(-[0-9A-Z]{5}){10}</)
    expect(body).not.toMatch(/style=|<script|<style/)
  })

  test('can no longer be read once it was cancelled or cannot be printed', async () => {
    const paths: string[] = []
    const printer: Printer = {
      ...noPrinter,
      async savePdf(path) {
        paths.push(path)
        return paths.length === 1 ? ok({ path: null }) : err('no paper')
      },
    }
    const counter = await startWholeCounter({ ...(await startShop()), ports: { printer } })
    expect(await counter.ask('accounts.save-recovery', {})).toEqual({ ok: true, value: { path: null } })
    expect(await counter.ask('accounts.save-recovery', {})).toMatchObject({ error: { kind: 'printing' } })
    expect(paths.map((path) => counter.core.readPage(path))).toEqual([undefined, undefined])
  })

  test('is in no log line, event or answer', async () => {
    const counter = await openSandbox(await startShop())
    const code = await codeOf(counter)
    expect(code).toHaveLength(65)
    const [[, key = ''] = []] = journalKeys(counter)
    const shown = JSON.stringify([counter.log.lines, counter.events])
    for (const secret of [code, code.replaceAll('-', ''), key]) expect(shown).not.toContain(secret)
  })
})

describe('on a new machine', () => {
  test('the code restores the key, and sealed codes open again', async () => {
    const shop = await startShop()
    const old = await openSandbox(shop)
    await sellCards(old)
    const code = await codeOf(old)
    const kept = journalKeys(old)
    const fresh = await onNewMachine(shop, old)
    // No new key is made over cards that are sealed: they would have two.
    expect(journalKeys(fresh)).toEqual([])
    expect(await fresh.ask('accounts.save-recovery', {})).toMatchObject({
      error: { kind: 'account', problem: 'card-key-lost' },
    })
    expect(await fresh.ask('accounts.recover', { code: code.toLowerCase() })).toEqual({ ok: true, value: {} })
    expect(journalKeys(fresh)).toHaveLength(1)
    expect(kept).toEqual(expect.arrayContaining(journalKeys(fresh)))
    await sellCards(fresh)
    expect(await codeOf(fresh)).toBe(code)
  })

  test('a code of another journal changes nothing', async () => {
    const shop = await startShop()
    const old = await openSandbox(shop)
    await sellCards(old)
    const other = await codeOf(await openSandbox(shop))
    const fresh = await onNewMachine(shop, old)
    const before = journalKeys(fresh)
    for (const code of [other, 'ABCDE', '0'.repeat(55)]) {
      expect(await fresh.ask('accounts.recover', { code })).toEqual(wrongCode)
    }
    expect(journalKeys(fresh)).toEqual(before)
  })

  test('a locked keychain takes no key; the code works once it is unlocked', async () => {
    const shop = await startShop()
    const old = await openSandbox(shop)
    await sellCards(old)
    const code = await codeOf(old)
    const fresh = await onNewMachine(shop, old)
    fresh.keychain.refusal = 'locked'
    expect(await fresh.ask('accounts.recover', { code })).toMatchObject({
      error: { kind: 'account', problem: 'keychain-locked' },
    })
    fresh.keychain.refusal = undefined
    expect(await fresh.ask('accounts.recover', { code })).toEqual({ ok: true, value: {} })
  })
})

const cardsIn = ({ dataDir }: WholeCounter, ref: Ref) => {
  const name = { environment: 'sandbox', account: '0550000000' } as const
  const journal = openWhole(join(dataDir, 'journal'), { name: 'sandbox-0550000000', ...name })
  const sale = journal.readSale(ref)
  journal.close()
  return (sale?.cards ?? []).map(({ sealed }) => sealed)
}
const opensWith = (key: Uint8Array, ref: Ref) => (sealed: string | null) =>
  sealed !== null && createSeal(key).open(ref, 'card', sealed).ok

describe('a key that another program changed', () => {
  const foreign = new Uint8Array(32).fill(9)

  /** A counter that has sold cards and printed its code, and finds another key in its keychain at its next start. */
  async function openChanged() {
    const shop = await startShop()
    const old = await openSandbox(shop)
    const first = await sellCards(old)
    const code = await codeOf(old)
    await old.core.stop()
    // Training's own came first.
    const [name = '', own = ''] = journalKeys(old).at(-1) ?? []
    old.keychain.entries.set(name, Buffer.from(foreign).toString('base64'))
    const { dataDir, keychain } = old
    return { ...(await openSandbox(shop, { dataDir, keychain })), code, first, name, own }
  }

  test('seals nothing and is not printed; a notice stays until the code restores the right key', async () => {
    const counter = await openChanged()
    const { code, first, name, own } = counter
    const second = await sellCards(counter)
    expect((await counter.readSale(second)).incomplete).toBe(true)
    const notices = async () => (await counter.command('app.snapshot', {})).status.notices
    expect(await notices()).toEqual(['card-key-lost'])
    const printed = counter.sheets.length
    expect(await counter.ask('accounts.save-recovery', {})).toMatchObject({
      error: { kind: 'account', problem: 'card-key-lost' },
    })
    expect(counter.sheets).toHaveLength(printed)
    expect(await counter.ask('accounts.recover', { code })).toEqual({ ok: true, value: {} })
    expect(await notices()).toEqual([])
    expect(await codeOf(counter)).toBe(code)
    const third = await sellCards(counter)
    await counter.core.stop()
    expect(counter.keychain.entries.get(name)).toBe(own)
    expect([...counter.keychain.entries.values()]).toContain(Buffer.from(foreign).toString('base64'))
    const key = new Uint8Array(Buffer.from(own, 'base64'))
    const sealed = [first, third].flatMap((ref) => cardsIn(counter, ref).map(opensWith(key, ref)))
    expect(sealed).toEqual([true, true, true, true])
    // Nothing of it is sealed with a key that nobody can give back.
    expect(cardsIn(counter, second).some(opensWith(foreign, second))).toBe(false)
  })
})

test('a keychain that stored the key without confirming is asked again before anything is sealed', async () => {
  const shop = await startShop()
  const old = await openSandbox(shop)
  const code = await codeOf(old)
  await old.core.stop()
  const { dataDir, keychain } = old
  const [name = '', own = ''] = journalKeys(old).at(-1) ?? []
  // Nothing is sealed yet, so that any key will do.
  const other = Buffer.alloc(32, 9).toString('base64')
  keychain.entries.set(name, other)
  const counter = await openSandbox(shop, { dataDir, keychain })
  keychain.isLate = true
  expect(await counter.ask('accounts.recover', { code })).toMatchObject({
    error: { kind: 'account', problem: 'keychain-unclear' },
  })
  keychain.isLate = false
  const ref = await sellCards(counter)
  await counter.core.stop()
  const key = new Uint8Array(Buffer.from(own, 'base64'))
  expect(cardsIn(counter, ref).map(opensWith(key, ref))).toEqual([true, true])
})

describe('a journal with two keys', () => {
  const [one, other, third] = [5, 6, 7].map((fill) => new Uint8Array(32).fill(fill)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  const ref = refNumber(1)
  const cards = [one, other].map((key) => ({ ref, sealed: createSeal(key).seal(ref, 'card', 'code') }))

  test('opens with both keys, and with neither alone', () => {
    expect([one, other, third].map((key) => opensSome(key, cards))).toEqual([true, true, false])
    expect([[one], [other], [one, other], [third]].map((keys) => opensAll(keys, cards))).toEqual([
      ...[false, false, true, false],
    ])
    expect(opensSome(third, [])).toBe(true)
  })
})

test('training’s key is fixed: its code can be saved, and no code is accepted', async () => {
  const shop = await startShop()
  const paper = paperPrinter()
  const counter = await startWholeCounter({ ...shop, ports: { printer: paper.printer } })
  paper.joinTo(counter.core)
  expect((await counter.ask('accounts.save-recovery', {})).ok).toBe(true)
  expect(await counter.ask('accounts.recover', { code: 'ABCDE' })).toMatchObject({
    error: { kind: 'not-allowed-now' },
  })
})
