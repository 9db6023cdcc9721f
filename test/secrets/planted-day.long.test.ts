/**
 * A day at a counter whose key and cards are known: every kind of sale, a service that says what it should not in every way
 * it can, an owner with a PIN, slips with codes through a spooler, every export and the bundle for support, every other command
 * of the contract, processes that are killed, a journal that is damaged and restored, at the log's most talkative. In the end none of the secrets is in a file, in the
 * spool, in what the windows were sent, on standard output or in what the system shows of the process; a dump of a process that
 * fell is test/shell/crash-dumps.test.ts's, the page's memory test/e2e/sell-gift-card.spec.ts's.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRegistry } from '#core/journal/registry.ts'
import { createSeal } from '#core/journal/seal.ts'
import type { AccountVault } from '#core/ports.ts'
import { type CommandInput, type CommandName, commands } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { fastClock } from '../support/clock.ts'
import { until } from '../support/core.ts'
import { startCups, whyNoCups } from '../support/cups.ts'
import { openWhole } from '../support/journal.ts'
import { createKeyRing } from '../support/key-ring.ts'
import { printerAt, startPrinter } from '../support/printing.ts'
import { startServiceForTest } from '../support/service-hooks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { newActId } from '../support/till.ts'
import { type CounterProcess, type Surroundings, startCounter } from './counter-process.ts'
import { indiscretions, keyRefusal, startPlantedLine } from './planted-service.ts'
import { askTheRest } from './rest-of-day.ts'
import { filesBelow, findSecrets, type Searched } from './search.ts'
import {
  cardCode,
  cardSerial,
  formsOfText,
  plantedKey,
  plantedPin,
  plantedTexts,
  shownTail,
} from './secrets.ts'

/** Eleven groups of five and the dashes between them. */
const RECOVERY_CODE_LENGTH = 65

const orders: Readonly<Record<Exclude<OrderKind, 'bill'>, CommandInput<'sale.review'>>> = {
  internet: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
  mobile: {
    ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456' },
    amountCentimes: centimes(50_000),
  },
  'gift-card': { kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 },
}
const endpoints: Readonly<Record<OrderKind, string>> = {
  internet: '/v3/internet/send',
  mobile: '/v3/mobile/send',
  'gift-card': '/v3/gift-cards/placeOrder',
  bill: '/v3/bills/pay',
}

/** Keeps every journal's key that the keychain gives out: they are secrets as well. */
function keepingKeys() {
  const vaults = createKeyRing()
  const journalKeys: Uint8Array[] = []
  const vaultOf: Surroundings['vaultOf'] = (name): AccountVault => ({
    ...vaults(name),
    async readJournalKey(journalId, mayMake) {
      const key = await vaults(name).readJournalKey(journalId, mayMake)
      if (key.ok) journalKeys.push(key.value)
      return key
    },
  })
  return { vaultOf, journalKeys }
}

/** Thirty seconds of the shop's time in one of ours. */
const PACE = 30

async function startPlantedShop() {
  const clock = fastClock(PACE)
  const service = await startServiceForTest({ nowMs: clock.nowMs })
  const platform = await startPlantedLine(service.baseUrl)
  const bills = await startPlantedLine(service.billUrl)
  const { vaultOf, journalKeys } = keepingKeys()
  const around: Surroundings = { vaultOf, clipboard: plantedKey, asked: new Set() }
  const training = { baseUrl: platform.baseUrl, billUrl: bills.baseUrl }
  const folders = { dataDir: temporaryFolder(), savedDir: temporaryFolder() }
  const shown: Searched[] = []
  const open = () => startCounter({ ...folders, training, nowMs: clock.nowMs(), pace: PACE }, around, shown)
  return { ...folders, platform, bills, training, around, journalKeys, shown, open, service }
}
type PlantedShop = Awaited<ReturnType<typeof startPlantedShop>>

async function takeInKey({ command, opened }: CounterProcess, { training }: PlantedShop): Promise<void> {
  const { findingId } = await command('accounts.check-key', training)
  const { id } = await command('accounts.add', { findingId, label: 'Boutique' })
  await command('accounts.switch', { accountId: id, who: 'Amine' })
  await opened()
}

async function payBill({ command, sellOrder }: CounterProcess, place: number): Promise<Ref> {
  const account = { partner: 'Algérie Télécom', account: { phoneNumber: `02400000${place}` } } as const
  const { discoveryRef, bills } = await command('bills.discover', account)
  return sellOrder({ kind: 'bill', discoveryRef, billIds: bills.map(({ billId }) => billId) })
}

/** One sale of each kind, each of which meets this; refused or not, all of them come to an end that can be shown. */
async function sellThrough(counter: CounterProcess, shop: PlantedShop, what: string, place: number) {
  const trouble = indiscretions[what]
  if (!trouble) throw new Error(`nothing is called ${what}`)
  for (const kind of Object.keys(endpoints) as OrderKind[]) {
    await counter.opened()
    const line = kind === 'bill' ? shop.bills : shop.platform
    line.expect(endpoints[kind], trouble)
    const ref = kind === 'bill' ? await payBill(counter, place) : await counter.sellOrder(orders[kind])
    await counter.reached(ref, 'fulfilled', 'refused', 'unsent', 'in-doubt', 'partly-fulfilled')
    await counter.command('receipt.save-pdf', { ref })
    await counter.ask('sale.look-up', { ref })
  }
}

/** One of each kind that has a code, delivered. */
async function sellCards({ reached, sellOrder }: CounterProcess): Promise<void> {
  for (const kind of ['internet', 'gift-card'] as const)
    await reached(await sellOrder(orders[kind]), 'fulfilled')
}

/** Questions that are answered with what should not be said. */
async function askThrough(counter: CounterProcess, { platform }: PlantedShop): Promise<void> {
  for (const trouble of Object.values(indiscretions)) {
    platform.expect('/v3/internet/check-number', trouble)
    await counter.ask('internet.check-number', { type: 'ADSL', number: '023456789' })
    platform.expect('/v3/mobile/plans', trouble)
    await counter.ask('mobile.plans', {})
    platform.forget()
    await counter.opened()
  }
}

async function dieWhileSending(counter: CounterProcess, { platform }: PlantedShop): Promise<void> {
  platform.expect(endpoints['gift-card'], { do: 'hold' })
  await counter.sellOrder(orders['gift-card'])
  await until('the order is held', () => platform.heldCount() === 1)
  expect(await counter.kill()).toBe('SIGKILL')
}

const journalFolder = (shop: PlantedShop) => join(shop.dataDir, 'journal')

/** The journal of the shop's own account. */
function ownJournal(shop: PlantedShop): string {
  const registry = readRegistry(journalFolder(shop))
  const rows = registry.kind === 'read' ? registry.rows : []
  const own = rows.find(({ name }) => name.startsWith('sandbox-'))
  if (!own) throw new Error('the account has no journal')
  return own.name
}

/** The beginning of the file is lost, and that of what a killed process left beside it. */
function damage(shop: PlantedShop): void {
  for (const ending of ['journal', 'journal-wal']) {
    const path = join(journalFolder(shop), `${ownJournal(shop)}.${ending}`)
    writeFileSync(path, readFileSync(path).fill(0xff, 0, 100))
  }
}

/** Restores the newest backup, as a person does on the screen that says what is wrong. */
async function restore({ command, readStatus, opened }: CounterProcess): Promise<void> {
  expect((await readStatus()).journal).toMatchObject({ kind: 'closed' })
  const [newest] = (await command('journal.backups', {})).backups
  await command('journal.restore', { backup: newest?.name ?? '' })
  await opened()
}

/** The texts that the journal's seals hold, opened with the keys that the keychain gave. */
function sealedTexts(shop: PlantedShop): readonly string[] {
  const name = ownJournal(shop)
  const account = name.slice('sandbox-'.length)
  const journal = openWhole(journalFolder(shop), { name, environment: 'sandbox', account })
  return journal
    .listSales({ limit: 10_000 })
    .flatMap(({ ref, cards }) => cards.map(({ sealed }) => ({ ref, sealed: sealed ?? '' })))
    .flatMap(({ ref, sealed }) =>
      shop.journalKeys.flatMap((key) => {
        const opened = createSeal(key).open(ref, 'card', sealed)
        return opened.ok ? [opened.value] : []
      }),
    )
}

/** A printer behind a spooler of the test's own where there can be one, else on the network; and what the spooler keeps. */
async function plantPrinter() {
  const printer = await startPrinter()
  if (whyNoCups !== undefined) return { printer, settings: printerAt(printer), spool: undefined }
  const cups = await startCups(onTestFinished)
  await cups.addQueue('caisse', printer.port)
  // The counter's processes look for the spooler where the system's variables say.
  vi.stubEnv('CUPS_SERVER', cups.socket)
  onTestFinished(() => void vi.unstubAllEnvs())
  const settings = printerAt(printer, { transport: { kind: 'cups', queue: 'caisse' } })
  return { printer, settings, spool: cups.spool }
}

/** A slip with the codes of two cards goes to the printer, which has them then. */
async function printCodes(
  { command, sellOrder, reached }: CounterProcess,
  { printer, settings }: Awaited<ReturnType<typeof plantPrinter>>,
): Promise<void> {
  await command('settings.update', { printer: settings })
  const ref = await sellOrder(orders['gift-card'])
  await reached(ref, 'fulfilled')
  await command('print.slip', { ref, withCodes: true })
  await until('the slip is printed', async () =>
    (await command('print.of-sale', { ref })).jobs.some(
      ({ state }) => state === 'sent' || state === 'printed',
    ),
  )
  expect(printer.slips().some((slip) => slip.includes(shownTail))).toBe(true)
}

/** Everything that a person can take out of a counter as a file. */
async function takeOut({ command }: CounterProcess): Promise<void> {
  const page = { query: '', filters: { kinds: [], states: [], fromDay: null, toDay: null } }
  const over = () =>
    until('the export is over', async () => (await command('export.state', {})).export?.state !== 'running')
  for (const format of ['csv', 'xlsx'] as const) {
    await command('history.export', { ...page, format })
    await over()
  }
  await command('journal.export', {})
  await over()
  const { bundleId } = await command('support.preview', {})
  await command('support.save', { bundleId })
}

/** The shop has an owner from here on, who is signed in by the PIN; a wrong one is tried as well. */
async function addOwner({ command, ask }: CounterProcess): Promise<string> {
  const people = await command('people.start', { actId: newActId(), name: 'Karim', pin: plantedPin })
  const personId = people.signedIn ?? ''
  await command('people.sign-out', {})
  await command('people.sign-in', { personId, pin: plantedPin })
  expect(await ask('people.sign-in', { personId, pin: '0000' })).toMatchObject({ ok: false })
  return personId
}

/** Saves the recovery code of the open journal, reads it off its sheet, and deletes that, as the sheet says. */
async function takeCode({ command }: CounterProcess, personId: string): Promise<string> {
  await command('people.approve', { personId, pin: plantedPin, command: 'accounts.save-recovery', input: {} })
  const { path } = await command('accounts.save-recovery', {})
  const sheet = readFileSync(path ?? '', 'utf8')
  rmSync(path ?? '')
  return /class="code"[^>]*>([^<]+)</.exec(sheet)?.[1] ?? ''
}

test('a planted key and planted card codes are left nowhere', async () => {
  const shop = await startPlantedShop()
  const outside: Searched[] = []
  const paper = await plantPrinter()
  const first = await shop.open()
  await takeInKey(first, shop)
  for (const [place, what] of Object.keys(indiscretions).entries()) {
    await sellThrough(first, shop, what, place)
  }
  await askThrough(first, shop)
  outside.push(...first.seenFromOutside())
  await dieWhileSending(first, shop)

  const second = await shop.open()
  await second.opened()
  await sellThrough(second, shop, 'an answer that is lost', 8)
  await sellCards(second)
  const { name } = await second.command('journal.back-up', {})
  await second.command('journal.rehearse', { backup: name })
  await second.command('journal.verify', {})
  await second.command('settings.export', {})
  await printCodes(second, paper)
  const owner = await addOwner(second)
  await until('another PIN may be tried', async () => {
    const pin = { personId: owner, pin: plantedPin }
    return (await second.ask('people.sign-in', pin)).ok
  })
  await takeOut(second)
  await askTheRest(second, owner, orders)
  const code = await takeCode(second, owner)
  expect(code).toHaveLength(RECOVERY_CODE_LENGTH)
  outside.push(...second.seenFromOutside())
  await second.kill()

  damage(shop)
  const third = await shop.open()
  await restore(third)
  await third.command('people.sign-in', { personId: owner, pin: plantedPin })
  // A code is known again in a sentence by the process that has seen it delivered.
  await sellCards(third)
  await sellThrough(third, shop, 'a refusal in words', 9)
  shop.platform.expect('/v3/', keyRefusal, keyRefusal)
  await third.ask('connection.check', {})
  await third.command('accounts.recover', { code })
  expect(await third.ask('accounts.recover', { code: `${code}0` })).toMatchObject({ ok: false })
  outside.push(...third.seenFromOutside())
  await third.stop()

  const spooled = paper.spool === undefined ? [] : filesBelow(paper.spool)
  const searched = [
    ...[...filesBelow(shop.dataDir), ...filesBelow(shop.savedDir), ...spooled],
    ...[...shop.shown, ...outside],
  ]
  // The secrets were there: the seals hold them, and their shown ends are where they are meant to be.
  expect(sealedTexts(shop)).toContain(JSON.stringify({ code: cardCode('1'), serial: cardSerial('1') }))
  const showing = searched.filter(({ bytes }) => bytes.includes(shownTail)).map(({ place }) => place)
  const places = [/\.journal$/, /^backups|backup/, /^a reply$/, /^an event$/]
  expect(showing).toEqual(expect.arrayContaining(places.map((place) => expect.stringMatching(place))))
  expect(searched.map(({ place }) => place)).toEqual(expect.arrayContaining(['logs/comptoir.log']))
  expect(shop.platform.struck() + shop.bills.struck()).toBeGreaterThan(4 * Object.keys(indiscretions).length)

  expect(Object.keys(commands).filter((name) => !shop.around.asked.has(name as CommandName))).toEqual([])

  const texts = [...plantedTexts, code, code.replaceAll('-', '')]
  expect([...new Set(findSecrets(searched, texts, shop.journalKeys))]).toEqual([])
})

describe('the search', () => {
  test('finds a secret in each of its forms, in any file, in what was shown and in a process', () => {
    const folder = temporaryFolder()
    for (const [form, written] of formsOfText(plantedKey)) {
      writeFileSync(join(folder, 'planted'), Buffer.concat([Buffer.from('xx'), written, Buffer.from('xx')]))
      const found = findSecrets(filesBelow(folder), plantedTexts)
      expect(found).toContain(`planted: ${form} of secret 0`)
    }
    expect(findSecrets([{ place: 'nothing', bytes: Buffer.from('nothing') }], plantedTexts)).toEqual([])
  })
})
