/**
 * The anchor in the keychain: an older journal, another one, or the same in another folder is reported, closes selling, is
 * answered by a person and written down. Whole folders are put back and copied as somebody would with a stick.
 */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { EVERY_ENTRIES, SAVED_WITHIN_MS } from '#core/journal/anchor.ts'
import { canonicalJson, hashEntry } from '#core/journal/entries.ts'
import type { KeyVault, Question } from '#core/ports.ts'
import { centimes } from '#shared/money.ts'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Counter, cutPower, startClosed, startCore, startShop, until } from '../../support/core.ts'
import {
  lookedOften,
  lost,
  ordersAt,
  reachedChoice,
  saidNotReceived,
  sell,
  sellBefore,
} from '../../support/gift-card-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A keychain that is there, and counts what it is asked for the anchor. */
function keychain() {
  let anchor: string | null = null
  const calls = { reads: 0, saves: 0 }
  const keyVault: KeyVault = {
    readKey: async () => ok(trainingKeys.sandbox),
    readJournalKey: async () => ok(new Uint8Array(32).fill(7)),
    restoreJournalKey: async () => err({ problem: 'denied' }),
    async readAnchor() {
      calls.reads += 1
      return ok(anchor)
    },
    async saveAnchor(text) {
      calls.saves += 1
      anchor = text
      return ok(undefined)
    },
  }
  const forget = () => {
    anchor = null
  }
  return { keyVault, calls, read: () => anchor, forget }
}

/** A shop whose keychain outlives its counters, and a person who agrees or not. */
async function startAnchored() {
  const shop = await startShop()
  const chain = keychain()
  const asked: Question[] = []
  const person = { agrees: true }
  const ports = {
    keyVault: chain.keyVault,
    confirm: async (question: Question) => {
      asked.push(question)
      return person.agrees
    },
  }
  return {
    ...shop,
    ...chain,
    asked,
    person,
    open: (dataDir: string) => startClosed({ ...shop, dataDir, ports }),
    ports,
  }
}

const HOUR_MS = 3_600_000
const signed = { who: 'Nadia', why: 'the disk was replaced' }
const statusOf = async (counter: Counter) => (await counter.command('app.snapshot', {})).status
const doubtOf = async (counter: Counter) => {
  const { journal } = await statusOf(counter)
  return journal.kind === 'open' ? journal.doubt : undefined
}
/** The name of the witness of the one journal in a data folder. */
const witnessIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'journal')).find((name) => name.endsWith('.witness')) ?? ''
function putBack(copy: string, dataDir: string): void {
  rmSync(dataDir, { recursive: true })
  cpSync(copy, dataDir, { recursive: true })
}
const doubted = (counter: Counter) =>
  until('the journal is doubted', async () => (await doubtOf(counter)) !== undefined)
/** Two sales; the folder as it was between them. */
async function soldTwice(shop: Awaited<ReturnType<typeof startAnchored>>) {
  const dataDir = temporaryFolder()
  const earlier = await startCore({ ...shop, dataDir, ports: shop.ports })
  const first = await earlier.sell('024000001', 500)
  await earlier.reached(first.ref, 'fulfilled')
  await earlier.core.stop()
  const copy = cutPower(earlier)
  const later = await startCore({ ...shop, dataDir, ports: shop.ports })
  const second = await later.sell('024000002', 500)
  await later.reached(second.ref, 'fulfilled')
  await later.core.stop()
  return { dataDir, copy, first, second }
}

/** The counter over the folder as it was between two sales: in doubt. */
async function openPutBack() {
  const shop = await startAnchored()
  const { dataDir, copy } = await soldTwice(shop)
  putBack(copy, dataDir)
  const counter = await shop.open(dataDir)
  await doubted(counter)
  return { ...shop, dataDir, counter }
}

test('a counter that is opened and closed again is not doubted, at five keychain calls a session', async () => {
  const shop = await startAnchored()
  const { dataDir } = await soldTwice(shop)
  const { reads, saves } = shop.calls
  const counter = await startCore({ ...shop, dataDir, ports: shop.ports })
  expect(await doubtOf(counter)).toBeUndefined()
  await counter.core.stop()
  expect([shop.calls.reads - reads, shop.calls.saves - saves]).toEqual([3, 2])
  expect(EVERY_ENTRIES).toBe(100)
})

test('a doubt is reported after the journal is closed as before', async () => {
  const { counter } = await openPutBack()
  counter.core.closeNow()
  expect(() => counter.core.publishStatus()).not.toThrow()
})

test('a restored folder closes selling until a person has answered and the days were compared', async () => {
  const { counter, dataDir, ...shop } = await openPutBack()
  expect(await doubtOf(counter)).toMatchObject({ problem: 'older', isAccepted: false })
  await until('selling is closed by it', async () => {
    const { selling } = await statusOf(counter)
    return !selling.open && selling.why === 'journal-doubted'
  })
  const order = {
    kind: 'internet',
    type: 'ADSL',
    number: '024000003',
    valueCentimes: centimes(50_000),
  } as const
  const review = await counter.command('sale.review', order)
  expect(await counter.ask('sale.confirm', { reviewId: review.reviewId })).toMatchObject({
    ok: false,
    error: { kind: 'selling-closed', why: 'journal-doubted' },
  })
  await counter.command('journal.accept', { ...signed, isCompared: true })
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(({ kind }) => kind)).toEqual(['debited-without-sale'])
  expect(shop.asked).toMatchObject([{ kind: 'accept-journal', problem: 'older' }])
  await counter.core.stop()
  const again = await startCore({ ...shop, dataDir, ports: shop.ports })
  expect(await doubtOf(again)).toBeUndefined()
})

test('a doubt is answered once when two windows answer at the same time', async () => {
  const { counter, asked } = await openPutBack()
  const accept = () => counter.ask('journal.accept', { ...signed, isCompared: true })
  const answers = await Promise.all([accept(), accept()])
  expect(asked).toHaveLength(2)
  expect(answers).toMatchObject([{ ok: true }, { error: { kind: 'not-allowed-now' } }])
})

/** A gift card order that never arrived; it is in doubt, or not sent, in the folder that is put back, and was sent again since. */
async function sentAgainSince(phase: 'in-doubt' | 'unsent') {
  const shop = await startAnchored()
  const dataDir = temporaryFolder()
  const earlier = await startCore({ ...shop, dataDir, ports: shop.ports })
  await sellBefore(earlier)
  await shop.service.addFaults(lost(false))
  const { ref } = await sell(earlier)
  if (phase === 'unsent') await saidNotReceived(earlier, ref)
  await earlier.reached(ref, phase)
  const copy = cutPower(earlier)
  if (phase === 'in-doubt') await saidNotReceived(earlier, ref)
  await shop.clock.pass(HOUR_MS)
  await earlier.command('sale.resend', { ref })
  await earlier.reached(ref, 'fulfilled')
  await earlier.core.stop()
  putBack(copy, dataDir)
  const counter = await shop.open(dataDir)
  await doubted(counter)
  const [serviceId] = await ordersAt(shop.service)
  return { ...shop, counter, ref, serviceId }
}

test.each(['in-doubt', 'unsent'] as const)(
  'an order sent in the time that a restored folder lacks is shown to a person: its sale was %s in it',
  async (phase) => {
    const { service, counter, ref, serviceId } = await sentAgainSince(phase)
    if (phase === 'in-doubt') await lookedOften(service)
    expect(await counter.readSale(ref)).toMatchObject({ phase })
    await counter.command('journal.accept', { ...signed, isCompared: true })
    await reachedChoice(counter, ref)
    await lookedOften(service)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{ serviceId }] })
    expect(await ordersAt(service)).toEqual([serviceId])
  },
)

test('nothing is accepted if a person does not agree in the system’s own window', async () => {
  const shop = await startAnchored()
  const { copy } = await soldTwice(shop)
  shop.person.agrees = false
  const counter = await shop.open(copy)
  await doubted(counter)
  expect(await counter.ask('journal.accept', { ...signed, isCompared: false })).toMatchObject({
    ok: false,
    error: { kind: 'not-agreed' },
  })
  expect((await statusOf(counter)).selling.open).toBe(false)
})

test('a second folder with the same key is another journal: a person is asked, and the answer is an entry', async () => {
  const shop = await startAnchored()
  await soldTwice(shop)
  const counter = await shop.open(temporaryFolder())
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'other' })
  await counter.command('journal.accept', { ...signed, isCompared: true })
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  const exported = await counter.command('support.preview', {})
  expect(JSON.stringify(exported)).toContain('journal-accepted')
})

test.each(['first', 'second'] as const)(
  'a person is asked after another counter sold in another folder with the same key, even if it was closed %s',
  async (when) => {
    const shop = await startAnchored()
    const dataDir = temporaryFolder()
    const counter = await startCore({ ...shop, dataDir, ports: shop.ports })
    const beside = await shop.open(temporaryFolder())
    await doubted(beside)
    await beside.command('journal.accept', { ...signed, isCompared: false })
    await until('the other one sells', async () => (await statusOf(beside)).selling.open)
    await beside.sell('024000001', 500)
    for (const one of when === 'first' ? [beside, counter] : [counter, beside]) await one.core.stop()
    const again = await shop.open(dataDir)
    await doubted(again)
    expect(await doubtOf(again)).toMatchObject({ problem: 'other' })
  },
)

test('a person is asked within a hundred entries when two counters sell at the same time', async () => {
  const shop = await startAnchored()
  const counter = await startCore({ ...shop, ports: shop.ports })
  const beside = await shop.open(temporaryFolder())
  await doubted(beside)
  await beside.command('journal.accept', { ...signed, isCompared: false })
  await beside.core.stop()
  expect(await doubtOf(counter)).toBeUndefined()
  const { settings } = await counter.command('app.snapshot', {})
  for (let change = 0; change < EVERY_ENTRIES; change += 1)
    await counter.command('settings.update', { sharedKey: !settings.sharedKey === (change % 2 === 0) })
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'other' })
  await counter.command('journal.accept', { ...signed, isCompared: true })
  await until('selling is open, once it was compared', async () => (await statusOf(counter)).selling.open)
  expect(await doubtOf(counter)).toBeUndefined()
})

test('a person is asked once about the same journal in another folder', async () => {
  const shop = await startAnchored()
  const { dataDir } = await soldTwice(shop)
  const elsewhere = join(temporaryFolder(), 'comptoir')
  cpSync(dataDir, elsewhere, { recursive: true })
  const counter = await shop.open(elsewhere)
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'moved', otherFolder: join(dataDir, 'journal') })
  await counter.command('journal.accept', { ...signed, isCompared: true })
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  await counter.core.stop()
  const again = await startCore({ ...shop, dataDir: elsewhere, ports: shop.ports })
  expect(await doubtOf(again)).toBeUndefined()
})

test('a journal accepted under a wrong clock is compared once the clock is right, and only once', async () => {
  const shop = await startAnchored()
  const { copy } = await soldTwice(shop)
  shop.clock.setBy(72 * HOUR_MS)
  const counter = await shop.open(copy)
  await doubted(counter)
  await counter.command('journal.accept', { ...signed, isCompared: true })
  await shop.clock.pass(HOUR_MS)
  expect((await statusOf(counter)).selling).toMatchObject({ open: false, why: 'journal-doubted' })
  shop.clock.setBy(-72 * HOUR_MS)
  await counter.command('connection.check', {})
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  const listed = async () =>
    (await shop.service.requests()).filter(({ path }) => path.endsWith('/list')).length
  const before = await listed()
  await shop.clock.pass(HOUR_MS)
  expect(await listed()).toBe(before)
})

test('a journal accepted during a comparison is compared right after it', async () => {
  const shop = await startAnchored()
  const { copy } = await soldTwice(shop)
  const counter = await shop.open(copy)
  await doubted(counter)
  await until('there is a line', async () => {
    const { selling } = await statusOf(counter)
    return !selling.open && selling.why === 'journal-doubted'
  })
  await counter.command('reconcile.start', {})
  await counter.command('journal.accept', { ...signed, isCompared: true })
  const acceptedAtMs = shop.clock.nowMs()
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  expect(shop.clock.nowMs() - acceptedAtMs).toBeLessThan(30_000)
})

test('an accepted journal whose comparison was cut off is compared after the next start, without another question', async () => {
  const shop = await startAnchored()
  const { copy } = await soldTwice(shop)
  const counter = await shop.open(copy)
  await doubted(counter)
  await counter.command('journal.accept', { ...signed, isCompared: true })
  const cut = cutPower(counter)
  rmSync(copy, { recursive: true })
  await counter.core.stop()
  cpSync(cut, copy, { recursive: true })
  const again = await shop.open(copy)
  await until('selling is open', async () => (await statusOf(again)).selling.open)
  expect(shop.asked).toHaveLength(1)
})

test('an accepted journal without its witness is compared after the next start too', async () => {
  const shop = await startAnchored()
  const { dataDir } = await soldTwice(shop)
  rmSync(join(dataDir, 'journal', witnessIn(dataDir)))
  const counter = await shop.open(dataDir)
  await doubted(counter)
  await counter.command('journal.accept', { ...signed, isCompared: true })
  const cut = cutPower(counter)
  await counter.core.stop()
  rmSync(dataDir, { recursive: true })
  cpSync(cut, dataDir, { recursive: true })
  const again = await shop.open(dataDir)
  await doubted(again)
  expect(await doubtOf(again)).toMatchObject({ problem: 'unwitnessed', isAccepted: true })
  await until('selling is open', async () => (await statusOf(again)).selling.open)
  expect(shop.asked).toHaveLength(1)
})

test('a folder restored after exit is detected, except for its last half minute', async () => {
  const shop = await startAnchored()
  const { dataDir } = await soldTwice(shop)
  const copy = cutPower({ dataDir })
  const counter = await startCore({ ...shop, dataDir, ports: shop.ports })
  const { ref } = await counter.sell('024000003', 500)
  await counter.reached(ref, 'fulfilled')
  await shop.clock.pass(SAVED_WITHIN_MS)
  counter.core.closeNow()
  putBack(copy, dataDir)
  const again = await shop.open(dataDir)
  await doubted(again)
  expect(await doubtOf(again)).toMatchObject({ problem: 'older' })
})

test('a keychain that did not answer at first is asked again when it gives the key: a restored folder stops selling', async () => {
  const shop = await startAnchored()
  const { dataDir, copy } = await soldTwice(shop)
  putBack(copy, dataDir)
  let refusals = 1
  const readAnchor: KeyVault['readAnchor'] = async () => {
    refusals -= 1
    return refusals < 0 ? ok(shop.read()) : err({ problem: 'locked' })
  }
  const keyVault = { ...shop.keyVault, readAnchor }
  const counter = await startClosed({ ...shop, dataDir, ports: { ...shop.ports, keyVault } })
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'older' })
})

test('a restored folder whose anchor was removed by hand is compared before selling', async () => {
  const shop = await startAnchored()
  const { dataDir, copy } = await soldTwice(shop)
  putBack(copy, dataDir)
  shop.forget()
  const counter = await shop.open(dataDir)
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'unwitnessed', isAccepted: false })
  await counter.core.stop()
  const again = await shop.open(dataDir)
  await doubted(again)
  await again.command('journal.accept', { ...signed, isCompared: true })
  await until('selling is open', async () => (await statusOf(again)).selling.open)
  const { findings } = await again.command('reconcile.findings', { open: true })
  expect(findings.map(({ kind }) => kind)).toEqual(['debited-without-sale'])
})

/** Writes an entry of a restore behind the last one, by another hand than the counter's. */
function forgeRestore(dataDir: string, lostEntries: number | null, atMs: number): void {
  const name = witnessIn(dataDir)
  const db = new Database(join(dataDir, 'journal', name.replace(/witness$/, 'journal')))
  const last = db.prepare('SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1').get() as {
    sequence: number
    hash: string
  }
  const sequence = last.sequence + 1
  const restoration = { backup: 'x', backupSequence: last.sequence, savedEntries: 0, lostEntries }
  const bodyText = canonicalJson({ kind: 'journal-restored', ...restoration, problem: 'damaged' })
  const hash = hashEntry(last.hash, { sequence, atMs, bodyText })
  db.prepare('INSERT INTO entries (sequence, at_ms, kind, ref, body, hash) VALUES (?, ?, ?, NULL, ?, ?)').run(
    ...[sequence, atMs, 'journal-restored', bodyText, hash],
  )
  db.close()
  rmSync(join(dataDir, 'journal', name))
}

test('a restore entry without losses, written into an older journal by hand, does not explain the missing entries', async () => {
  const shop = await startAnchored()
  const { dataDir, copy } = await soldTwice(shop)
  putBack(copy, dataDir)
  forgeRestore(dataDir, 0, shop.clock.nowMs())
  const counter = await shop.open(dataDir)
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'older' })
})

test('neither does one after the entry that the keychain knows and that was written anew', async () => {
  const shop = await startAnchored()
  const { dataDir, copy } = await soldTwice(shop)
  // What was sold in the copy stands in the place of what the keychain knows, and goes on behind it.
  putBack(copy, dataDir)
  const keyVault = { ...shop.keyVault, readAnchor: async () => err({ problem: 'locked' } as const) }
  const unread = await startCore({ ...shop, dataDir, ports: { ...shop.ports, keyVault } })
  for (const number of ['024000005', '024000006', '024000007']) {
    const { ref } = await unread.sell(number, 500)
    await unread.reached(ref, 'fulfilled')
  }
  await unread.core.stop()
  forgeRestore(dataDir, null, shop.clock.nowMs())
  const counter = await shop.open(dataDir)
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'older' })
})

test('a keychain that does not answer delays no sale', async () => {
  const shop = await startAnchored()
  const { copy } = await soldTwice(shop)
  const keyVault = { ...shop.keyVault, readAnchor: async () => err({ problem: 'locked' } as const) }
  const counter = await startCore({ ...shop, dataDir: copy, ports: { ...shop.ports, keyVault } })
  const { ref } = await counter.sell('024000004', 500)
  expect((await counter.reached(ref, 'fulfilled')).phase).toBe('fulfilled')
  expect(shop.read()).not.toBeNull()
})

test('a journal without its witness, restored between two keychain calls, is detected after the next start too', async () => {
  const shop = await startAnchored()
  const dataDir = temporaryFolder()
  const counter = await startCore({ ...shop, dataDir, ports: shop.ports })
  const copy = cutPower(counter)
  const { ref } = await counter.sell('024000001', 500)
  await counter.reached(ref, 'fulfilled')
  rmSync(join(copy, 'journal', witnessIn(copy)))
  await counter.core.stop()
  const again = await shop.open(copy)
  await doubted(again)
  await again.core.stop()
  const later = await shop.open(copy)
  await doubted(later)
  expect(await doubtOf(later)).toMatchObject({ problem: 'older' })
})

test('a journal that only lost its witness is compared before selling', async () => {
  const shop = await startAnchored()
  const { dataDir } = await soldTwice(shop)
  rmSync(join(dataDir, 'journal', witnessIn(dataDir)))
  const counter = await shop.open(dataDir)
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'unwitnessed' })
  await counter.core.stop()
  const again = await shop.open(dataDir)
  await doubted(again)
  expect(await doubtOf(again)).toMatchObject({ problem: 'unwitnessed' })
  await again.command('journal.accept', { ...signed, isCompared: true })
  await until('selling is open', async () => (await statusOf(again)).selling.open)
  await again.core.stop()
  expect(await doubtOf(await startCore({ ...shop, dataDir, ports: shop.ports }))).toBeUndefined()
})

test('a copy that claims to be a restored journal is detected', async () => {
  const shop = await startAnchored()
  const { dataDir, copy } = await soldTwice(shop)
  const folder = join(dataDir, 'journal')
  const journal = witnessIn(dataDir).replace(/witness$/, 'journal')
  cpSync(join(copy, 'journal', journal), join(folder, `${journal}.restored`))
  const counter = await shop.open(dataDir)
  await doubted(counter)
  expect(await doubtOf(counter)).toMatchObject({ problem: 'older' })
})

test('a journal that was restored at this counter is not doubted', async () => {
  const shop = await startAnchored()
  const dataDir = temporaryFolder()
  const counter = await startCore({ ...shop, dataDir, ports: shop.ports })
  const backup = await counter.command('journal.back-up', {})
  const { ref } = await counter.sell('024000001', 500)
  await counter.reached(ref, 'fulfilled')
  await counter.core.stop()
  writeFileSync(
    join(dataDir, 'journal', witnessIn(dataDir).replace(/witness$/, 'journal')),
    'damaged '.repeat(1_000),
  )
  const broken = await shop.open(dataDir)
  await broken.command('journal.restore', { backup: backup.name })
  await until('selling is open', async () => (await statusOf(broken)).selling.open)
  expect(await doubtOf(broken)).toBeUndefined()
})
