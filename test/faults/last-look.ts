/** The last look over a session: a last start, the books compared by the counter itself, codes opened, the chain read. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { trainingKeys } from '#training/keys.ts'
import { type EntryRow, findBrokenLink } from '../simulation/journal-file.ts'
import type { Shop } from './session.ts'
import type { Station } from './station.ts'
import { problemOf, sharedCodes, unexplained } from './truth.ts'

const MINUTE_MS = 60_000
/** What changed in the minutes before a comparison is left to the next one. */
const REST_MS = 12 * MINUTE_MS
const COMPARED_LOOKS = 240

export async function lookOver(shop: Shop, pace: number): Promise<void> {
  const { stations, time, readLedger, readSides, onViolation } = shop
  for (const { till } of stations) await till.stop()
  time.pace = pace
  await Promise.all(stations.map(({ till }) => till.start(true)))
  for (const station of stations) await station.open()
  await time.wait(REST_MS)
  const ledger = await readLedger()
  const sides = await readSides()
  for (const sale of sides.flatMap(({ sales }) => sales)) {
    const problem = problemOf(ledger, sale)
    if (problem) onViolation(`after the last start: ${problem}`)
  }
  const stray = unexplained(ledger, sides).map(({ order }) => order.id)
  for (const station of stations) await checkFindings(station, stray, shop)
  for (const problem of sharedCodes(await codesOf(shop))) onViolation(problem)
  for (const { name, till } of stations) {
    const verified = await till.ask('journal.verify', {})
    if (!verified.ok) onViolation(`${name}: the journal is not whole: ${JSON.stringify(verified.error)}`)
    await till.stop()
    const broken = findBrokenLink(readEntries(join(till.folder, 'data', 'journal')))
    if (broken !== undefined) onViolation(`${name}: the chain breaks at entry ${broken}`)
  }
}

/** Every order that no sale explains is found by the comparison, and nothing is found that is not so. */
async function checkFindings(
  { name, till }: Station,
  stray: readonly string[],
  { stations, time, onViolation }: Shop,
): Promise<void> {
  const startedAtMs = time.nowMs()
  await till.ask('reconcile.start', {})
  let isDone = false
  for (let looks = 0; !isDone && looks < COMPARED_LOOKS; looks += 1) {
    await time.wait(MINUTE_MS)
    const state = await till.ask('reconcile.state', {})
    isDone =
      state.ok && state.value.run.state === 'idle' && (state.value.run.completedAtMs ?? 0) >= startedAtMs
  }
  const found = await till.ask('reconcile.findings', { open: true })
  if (!isDone || !found.ok) return onViolation(`${name}: the comparison does not come to its end`)
  const isNamed = (id: string, finding: unknown) => JSON.stringify(finding).includes(id)
  const { findings } = found.value
  // Beside another counter on the key a stray order may be its own.
  if (stations.length > 1) return
  for (const id of stray)
    if (!findings.some((finding) => isNamed(id, finding)))
      onViolation(`${name}: nothing is found of order ${id}`)
  for (const finding of findings) {
    const { kind, sale, orders, movements } = finding
    const ids = [...orders.map(({ orderId }) => orderId), ...movements.map(({ objectId }) => objectId)]
    const named = [...new Set([sale?.ref, ...ids])].filter((id) => typeof id === 'string')
    if (!stray.some((id) => isNamed(id, finding)))
      onViolation(`${name}: ${kind} is found of ${named} without a cause`)
  }
}

async function codesOf({
  service,
  stations,
  onViolation,
}: Shop): Promise<ReadonlyMap<string, readonly string[]>> {
  const codes = new Map<string, readonly string[]>()
  for (const { till, known } of stations)
    for (const { ref, order, state, serviceId } of known()) {
      if (order.kind !== 'gift-card' || !/fulfilled$/.test(state)) continue
      const told = await till.ask('sale.reveal-cards', { ref })
      const opened = told.ok
        ? told.value.cards.map((card) => (card.kind === 'open' ? card.code : card.kind))
        : []
      const held = await heldCodes(service.baseUrl, serviceId ?? '')
      if (String(opened) !== String(held))
        onViolation(`${ref} was given ${opened} and order ${serviceId} holds ${held}`)
      codes.set(ref, opened)
    }
  return codes
}

async function heldCodes(baseUrl: string, orderId: string): Promise<readonly string[]> {
  const headers = { 'x-access-token': trainingKeys.production }
  const answer = await fetch(`${baseUrl}/v3/gift-cards/checkOrder/${orderId}`, { headers })
  const { data } = (await answer.json()) as {
    readonly data?: { readonly cards?: readonly { readonly value: string }[] }
  }
  return data?.cards?.map(({ value }) => value) ?? []
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
