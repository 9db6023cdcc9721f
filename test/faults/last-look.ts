/** The last look over a session: a last start, the books compared by the counter itself, codes opened, the chain read. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { FindingView } from '#shared/reconciliation.ts'
import { digitsFrom } from '#training/ids.ts'
import type { Ledger } from '#training/ledger.ts'
import { type EntryRow, findBrokenLink } from '../simulation/journal-file.ts'
import type { Shop } from './session.ts'
import type { Station } from './station.ts'
import {
  isAlike,
  leftToPerson,
  namesOf,
  type Order,
  ordersOf,
  problemOf,
  type Side,
  sharedCodes,
  unexplained,
} from './truth.ts'

const MINUTE_MS = 60_000
/** What changed in the minutes before a comparison is left to the next one. */
const REST_MS = 12 * MINUTE_MS
const COMPARED_LOOKS = 240
/** A look each ten minutes at the longest. */
const LAST_LOOKS = 15

export async function verifyShop(shop: Shop, pace: number): Promise<void> {
  const { stations, time, readLedger, readSides, onViolation } = shop
  for (const { till } of stations) await till.stop()
  time.pace = pace
  await Promise.all(stations.map(({ till }) => till.start(true)))
  for (const station of stations) await station.open()
  await time.wait(REST_MS)
  let [ledger, sides] = [await readLedger(), await readSides()]
  // What ends at this very moment is seen by the next look.
  for (let looks = 0; looks < LAST_LOOKS && problemsOf(ledger, sides).length > 0; looks += 1) {
    await time.wait(MINUTE_MS)
    ;[ledger, sides] = [await readLedger(), await readSides()]
  }
  for (const problem of problemsOf(ledger, sides)) onViolation(`after the last start: ${problem}`)
  const stray = [...unexplained(ledger, sides), ...leftToPerson(ledger, sides)]
  for (const station of stations) await checkFindings(station, stray, shop)
  for (const problem of sharedCodes(await codesOf(shop, ledger))) onViolation(problem)
  for (const { name, till } of stations) {
    const verified = await till.ask('journal.verify', {})
    if (!verified.ok) onViolation(`${name}: the journal is not whole: ${JSON.stringify(verified.error)}`)
    await till.stop()
    const broken = findBrokenLink(readEntries(join(till.folder, 'data', 'journal')))
    if (broken !== undefined) onViolation(`${name}: the chain breaks at entry ${broken}`)
  }
}

/** What ended since everything was looked at last may wait for the cashier, who is gone. */
const problemsOf = (ledger: Ledger, sides: readonly Side[]): readonly string[] =>
  sides.flatMap(({ sales }) =>
    sales.flatMap((sale) => (sale.decidable ? [] : (problemOf(ledger, sale) ?? []))),
  )

/** The counter compares its books; answers whether it came to an end. */
async function compare({ ask }: Station['till'], time: Shop['time']): Promise<boolean> {
  const startedAtMs = time.nowMs()
  await ask('reconcile.start', {})
  for (let looks = 0; looks < COMPARED_LOOKS; looks += 1) {
    await time.wait(MINUTE_MS)
    const state = await ask('reconcile.state', {})
    if (!state.ok || state.value.run.state !== 'idle') continue
    if ((state.value.run.completedAtMs ?? 0) >= startedAtMs) return true
  }
  return false
}

/** What the counter finds, and whether a day is unproven; undefined where the comparison does not come to its end. */
async function readFindings({ till }: Station, time: Shop['time']) {
  const isDone = await compare(till, time)
  const state = await till.ask('reconcile.state', {})
  const found = await till.ask('reconcile.findings', { open: true })
  if (!isDone || !found.ok) return undefined
  const isUnproven = state.ok && state.value.days.some((day) => day.state === 'unproven')
  return { findings: found.value.findings, isUnproven }
}

/** Every order that no sale explains is found by the comparison, and nothing is found that is not so. */
async function checkFindings(
  station: Station,
  stray: readonly { readonly order: Order; readonly isPaid: boolean }[],
  { stations, time, showsEnough, readLedger, onStep, onViolation }: Shop,
): Promise<void> {
  const { name, till } = station
  const ledger = await readLedger()
  const missingIn = ({ findings, isUnproven }: NonNullable<Awaited<ReturnType<typeof readFindings>>>) =>
    stray.filter(
      ({ order, isPaid }) =>
        isPaid && !isUnproven && !findings.some((finding) => mayConcern(finding, order, ledger)),
    )
  let found = await readFindings(station, time)
  if (found && missingIn(found).length > 0) {
    await time.wait(REST_MS)
    found = await readFindings(station, time)
  }
  if (!found) return onViolation(`${name}: the comparison does not come to its end`)
  // Beside another counter on the key a stray order may be its own.
  if (stations.length > 1) return
  for (const { order } of missingIn(found)) onViolation(`${name}: nothing is found of order ${order.id}`)
  for (const finding of found.findings) onStep(JSON.stringify(finding))
  // By a wrong clock an order goes with its sale only where the service names it as it did.
  if (till.hadWrongClock() && !showsEnough) return
  const isStray = (finding: FindingView) => stray.some(({ order }) => mayConcern(finding, order, ledger))
  for (const finding of found.findings.filter((one) => !isStray(one)))
    onViolation(`${name}: ${finding.kind} is found of ${namesIn(finding)} without a cause`)
}

/** What it is of: ids, and of movements that name none what they moved. */
const namesIn = ({ sale, orders, movements }: FindingView): readonly string[] => {
  const moved = movements.map((one) => one.objectId ?? `${one.type} ${one.direction} ${one.amountCentimes}`)
  const names = [sale?.ref, ...orders.map(({ orderId }) => orderId), ...moved]
  return [...new Set(names)].filter((name) => typeof name === 'string')
}

/** A movement may name no order: then its amount does, which is what was debited for it, or given back. */
const concerns = (finding: FindingView, order: Order, { movements }: Pick<Ledger, 'movements'>): boolean =>
  finding.sale?.ref === order.ref ||
  namesOf(order).some((id) => JSON.stringify(finding).includes(id)) ||
  finding.movements.some(
    ({ objectId, amountCentimes }) =>
      objectId === null &&
      movements.some((one) => one.orderId === order.id && Math.round(one.amount * 100) === amountCentimes),
  )

/** Of orders alike, which lists call otherwise than their answers did, nobody can say which is the one too many. */
const mayConcern = (finding: FindingView, order: Order, ledger: Ledger): boolean =>
  concerns(finding, order, ledger) ||
  (order.kind === 'gift-card' &&
    ledger.orders.some((one) => isAlike(one, order) && concerns(finding, one, ledger)))

/** The codes that each sale's customer was given, which have to be those of its order. */
async function codesOf(
  { stations, onViolation }: Shop,
  ledger: Ledger,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const codes = new Map<string, readonly string[]>()
  for (const { till, known } of stations)
    for (const sale of known().filter(({ cards }) => cards.length > 0)) {
      const revealed = await till.ask('sale.reveal-cards', { ref: sale.ref })
      const opened = revealed.ok
        ? revealed.value.cards.map((card) => (card.kind === 'open' ? card.code : card.kind))
        : [revealed.error.kind]
      const [order] = ordersOf(ledger, sale)
      // As training makes them: electron/training/resources/gift-cards.ts.
      const held = opened.map((_, place) => digitsFrom(`card ${place + 1} ${order?.id}`, 16))
      if (String(opened) !== String(held))
        onViolation(`${sale.ref} was given ${opened}, and order ${order?.id} holds ${held}`)
      codes.set(sale.ref, opened)
    }
  return codes
}

/** Of the shop's own account: training's journal holds nothing here. */
function readEntries(folder: string): readonly EntryRow[] {
  const name = readdirSync(folder).find((file) => /^production-.*\.journal$/.test(file))
  if (name === undefined) return []
  const file = new Database(join(folder, name), { readonly: true })
  const rows = file
    .prepare<[], EntryRow>('SELECT sequence, at_ms AS atMs, ref, body, hash FROM entries ORDER BY sequence')
    .all()
  file.close()
  return rows
}
