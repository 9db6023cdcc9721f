/**
 * Codes of cards that are known to the test go through a whole core. None of their bytes comes to rest in a file, a log line,
 * an event, an answer or a slip, but in the one answer that is asked for them; sealed, they open with the journal's key and
 * with no other.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSeal, SEAL_KEY_BYTES } from '#core/journal/seal.ts'
import type { Clock, KeyVault } from '#core/ports.ts'
import { KEY_WAIT_MS } from '#core/sale/card-seal.ts'
import { COPIED_FOR_MS } from '#core/sale/copied-codes.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { slipPath } from '#shared/slip-page.ts'
import { codesShownMs } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Counter, startCore, startShop, until } from '../../support/core.ts'
import { startWholeCounter } from '../../support/counter.ts'
import { openWhole } from '../../support/journal.ts'
import { refNumber } from '../../support/refs.ts'
import { rewritten } from '../../support/rewriter.ts'
import { sellOne } from '../../support/sell.ts'

const journalKey = randomBytes(SEAL_KEY_BYTES)
/** What the service is made to deliver, instead of its own TESTCARD and TESTSERIAL. */
const codeOf = (place: string) => `K7QX-${place}PLM-48RV-TAIL`
const serialOf = (place: string) => `SN94-${place}HWD-61ZU-TAIL`
const internetCode = '90417788209953'

/** A shop before whose service the codes are put into the records. */
async function startPlantedShop() {
  const { clock, service } = await startShop()
  const planted = rewritten(service, (_path, text) =>
    text
      .replaceAll(/TESTCARD-(\d+)/g, (_whole, place) => codeOf(place))
      .replaceAll(/TESTSERIAL-(\d+)/g, (_whole, place) => serialOf(place))
      .replaceAll('TESTCARD', internetCode),
  )
  return { clock, service: planted }
}

const revealed = (place: string) => ({ kind: 'open', code: codeOf(place), serial: serialOf(place) })

const vaultWith = (readJournalKey: KeyVault['readJournalKey']): KeyVault => ({
  readKey: async () => ok(trainingKeys.sandbox),
  readJournalKey,
  restoreJournalKey: async () => err({ problem: 'denied' }),
})

const sellTwo = async (counter: Parameters<(typeof sellOne)['gift-card']>[0]) =>
  (await sellOne['gift-card'](counter)).ref

/** Every file below a folder, as it is now; the lock holds nothing, and whoever closes it lets go of it. */
function filesBelow(folder: string): readonly { readonly path: string; readonly bytes: Buffer }[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => statSync(join(folder, path)).isFile() && !path.endsWith('.lock'))
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
}

/** Bytes as somebody might have written them down. */
const formsOf = (bytes: Buffer): readonly Buffer[] => {
  const texts = [bytes.toString('hex'), bytes.toString('base64').slice(0, -4), bytes.toString('base64url')]
  return [bytes, Buffer.from(bytes.toString('latin1'), 'utf16le'), ...texts.map((text) => Buffer.from(text))]
}

/** What the core showed to the outside of itself. */
async function shownBy(counter: Counter, refs: readonly Ref[]): Promise<string> {
  const answers = [await counter.ask('app.snapshot', {})]
  const slips = refs.map((ref) => counter.core.readPage(slipPath({ ref, language: 'both', widthMm: 80 })))
  for (const ref of refs) await counter.ask('sale.look-up', { ref })
  return JSON.stringify([answers, slips, counter.events, counter.log.lines])
}

/** The sealed texts of a sale's cards, as the journal of a counter that has stopped holds them. */
async function sealedIn(counter: Counter, ref: Ref): Promise<readonly (string | null)[]> {
  await counter.core.stop()
  const journal = { name: 'training-training', account: 'training' }
  const cards = openWhole(join(counter.dataDir, 'journal'), journal).readSale(ref)?.cards ?? []
  return cards.map(({ sealed }) => sealed)
}

test('card codes are in no file, log line, event, answer or slip; the key opens what is sealed', async () => {
  const options = await startPlantedShop()
  const keyVault = vaultWith(async () => ok(new Uint8Array(journalKey)))
  const counter = await startCore({ ...options, ports: { keyVault } })
  const cards = await sellTwo(counter)
  const { ref: line } = await counter.sell('024000001', 500)
  await counter.reached(cards, 'fulfilled')
  await counter.reached(line, 'fulfilled')

  // What is shown to the cashier comes to rest nowhere either.
  const { cards: asked } = await counter.command('sale.reveal-cards', { ref: cards })
  expect(asked).toEqual([revealed('1'), revealed('2')])
  expect(await counter.command('sale.reveal-cards', { ref: line })).toEqual({ cards: [] })
  const logged = { level: 'info', what: 'codes of cards were asked for', facts: { ref: cards, cards: 2 } }
  expect(counter.log.lines).toContainEqual(logged)
  await counter.command('journal.back-up', {})
  const shown = await shownBy(counter, [cards, line])
  const running = filesBelow(counter.dataDir)
  const [first, second] = await sealedIn(counter, cards)
  const everything = [
    ...running,
    ...filesBelow(counter.dataDir),
    { path: 'shown', bytes: Buffer.from(shown) },
  ]
  // The tails are meant to be seen: that they are found shows that what is looked for would be.
  expect(everything.filter(({ bytes }) => bytes.includes('TAIL')).map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'shown',
      ...[/training\.journal$/, /-wal$/, /backup/].map((name) => expect.stringMatching(name)),
    ]),
  )
  const codes = [codeOf('1'), codeOf('2'), serialOf('1'), serialOf('2'), internetCode]
  const secrets = [...codes.map((code) => Buffer.from(code)), journalKey]
  for (const secret of secrets.flatMap(formsOf)) {
    expect(everything.filter(({ bytes }) => bytes.includes(secret)).map(({ path }) => path)).toEqual([])
  }

  const { open } = createSeal(journalKey)
  const whole = (place: string) => ok(JSON.stringify({ code: codeOf(place), serial: serialOf(place) }))
  expect(open(cards, 'card', first ?? '')).toEqual(whole('1'))
  expect(open(cards, 'card', second ?? '')).toEqual(whole('2'))
  expect(open(line, 'card', first ?? '')).toEqual(err('wrong-key'))
  expect(createSeal(randomBytes(SEAL_KEY_BYTES)).open(cards, 'card', first ?? '')).toEqual(err('wrong-key'))
})

test('a copied code is removed from the clipboard once it is hidden; other content stays', async () => {
  const { clock, service } = await startPlantedShop()
  const counter = await startWholeCounter({ clock, service })
  const { copied } = counter
  const ref = await sellTwo(counter)
  await counter.reached(ref, 'fulfilled')
  for (const [text, left] of [
    [codeOf('1'), ''],
    [serialOf('2'), ''],
    ['0661234567', '0661234567'],
  ] as const) {
    await counter.command('sale.reveal-cards', { ref })
    copied.text = text
    await clock.pass(codesShownMs)
    expect(copied.text).toBe(text)
    await clock.pass(COPIED_FOR_MS - codesShownMs)
    expect(copied.text).toBe(left)
  }
})

describe('a keychain', () => {
  test('that gives no key keeps the codes out of the journal, and the sale goes on', async () => {
    const options = await startPlantedShop()
    const keyVault = vaultWith(async () => err({ problem: 'locked' }))
    const counter = await startCore({ ...options, ports: { keyVault } })
    const ref = await sellTwo(counter)
    const { cards } = await counter.reached(ref, 'fulfilled')
    expect(cards).toEqual([
      { codeTail: 'TAIL', serialTail: 'TAIL' },
      { codeTail: 'TAIL', serialTail: 'TAIL' },
    ])
    const { cards: asked } = await counter.command('sale.reveal-cards', { ref })
    expect(asked).toEqual([{ kind: 'not-sealed' }, { kind: 'not-sealed' }])
    const warned = { level: 'warn', what: 'no key to seal cards with', facts: { problem: 'locked' } }
    expect(counter.log.lines).toContainEqual(warned)
    expect(await sealedIn(counter, ref)).toEqual([null, null])
    expect(filesBelow(counter.dataDir).filter(({ bytes }) => bytes.includes(codeOf('1')))).toEqual([])
  })

  test('that a person unlocks later is asked again, and seals from then on', async () => {
    const options = await startPlantedShop()
    let answer: Result<Uint8Array, { readonly problem: 'locked' }> = err({ problem: 'locked' })
    let given = 0
    const keyVault = vaultWith(async () => {
      if (answer.ok) given += 1
      return answer
    })
    const counter = await startCore({ ...options, ports: { keyVault } })
    const before = await sellTwo(counter)
    await counter.reached(before, 'fulfilled')
    answer = ok(new Uint8Array(journalKey))
    await until('the key was asked for again', () => given > 0)
    const after = await sellTwo(counter)
    await counter.reached(after, 'fulfilled')
    const [sealed] = await sealedIn(counter, after)
    expect(createSeal(journalKey).open(after, 'card', sealed ?? '').ok).toBe(true)
    expect(given).toBe(1)
  })

  test('that is slow delays the looks, so that no card comes before its key', async () => {
    const { clock: ticking, service } = await startPlantedShop()
    // The counter's patience with its keychain is not what is tried here.
    const after: Clock['after'] = (delayMs, work) =>
      delayMs === KEY_WAIT_MS ? () => undefined : ticking.after(delayMs, work)
    const clock = { ...ticking, after }
    const late: { give?: () => void } = {}
    const keyVault = vaultWith(
      () =>
        new Promise((resolve) => {
          late.give = () => resolve(ok(new Uint8Array(journalKey)))
        }),
    )
    const counter = await startCore({ clock, service, ports: { keyVault } })
    const ref = await sellTwo(counter)
    // Long after the cards were there to be seen.
    const untilMs = clock.nowMs() + 12_000
    await until('the service has delivered', () => clock.nowMs() > untilMs)
    expect((await counter.readSale(ref)).cards).toEqual([])
    late.give?.()
    await counter.reached(ref, 'fulfilled')
    expect(await sealedIn(counter, ref)).toEqual([expect.any(String), expect.any(String)])
  })
})

test.each([
  ['no key', 'no-key', async () => err({ problem: 'locked' } as const)],
  ['another key', 'wrong-key', async () => ok(new Uint8Array(randomBytes(SEAL_KEY_BYTES)))],
] as const)('a keychain that gives %s opens no code', async (_what, kind, readJournalKey) => {
  const options = await startPlantedShop()
  const before = await startCore({
    ...options,
    ports: { keyVault: vaultWith(async () => ok(new Uint8Array(journalKey))) },
  })
  const ref = await sellTwo(before)
  await before.reached(ref, 'fulfilled')
  await before.core.stop()
  const { dataDir } = before
  const after = await startCore({ ...options, dataDir, ports: { keyVault: vaultWith(readJournalKey) } })
  expect((await after.command('sale.reveal-cards', { ref })).cards).toEqual([{ kind }, { kind }])
})

test('the codes of a sale that the journal does not hold are not found', async () => {
  const counter = await startCore(await startShop())
  const ref = refNumber(1)
  expect(await counter.ask('sale.reveal-cards', { ref })).toEqual(err({ kind: 'sale-not-found', ref }))
})
