/**
 * Compares the days of a run one after the other, and asks the service about the sales that no list shows. Keeps that a day
 * that was compared is not compared again by the same run, that an absence is believed only from a path that has found
 * something, and that an open sale is asked about by those who look after it.
 */
import type { OrderKind } from '#shared/products/orders.ts'
import { shopDayAfter, shopDaySpan, shopDays } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { StoredSale } from '../journal/journal.ts'
import { inSlices } from '../journal/steps.ts'
import { saleKinds } from '../products/kinds.ts'
import { type Answer, askSale } from './ask-sale.ts'
import { attribute, DAYS_BEFORE } from './attribution.ts'
import type { ClaimParts } from './claims.ts'
import { type CompareParts, compareDay, knownFrom } from './compare-day.ts'
import type { ReadParts } from './read-lists.ts'
import type { LookSaid, RunRecord } from './workbook-records.ts'

/** A sale is asked about this often before the run goes on without an answer. */
const MAX_TRIES = 3
const RETRY_AFTER_MS = 5_000
/** What may be asked to prove a path. */
const MAX_PROBES = 3
/** A day is compared again after the answers, and once more where sales changed meanwhile. */
const MAX_ROUNDS = 4

export interface CompareRunParts extends ReadParts, Omit<CompareParts, 'attribution'> {
  readonly signal: AbortSignal
  /** Has an open sale looked at by those who look after it. */
  lookUp(ref: Ref): Promise<unknown>
  keepRun(run: RunRecord): void
  onStep(step: 'asking' | 'comparing'): void
  readonly journal: ClaimParts['journal'] & {
    findNewestKnown(kind: OrderKind): StoredSale | undefined
  }
}

/** False where the run was put down before its end. Answers the run as it then stands. */
export async function compareDays(run: RunRecord, parts: CompareRunParts): Promise<RunRecord | false> {
  let current = run
  const preparation = createPreparation(run, parts)
  for (const day of allDays(run).filter((one) => one >= run.nextDay)) {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      parts.onStep('comparing')
      const { attribution, known } = await preparation.readFor(day)
      const steps = compareDay(day, known, { ...parts, attribution })
      const { asks } = await inSlices(steps, parts.signal, parts.clock)
      if (asks.length === 0 && preparation.isCurrentOn(day)) break
      parts.onStep('asking')
      const asked = await askAll(asks, day, current, parts)
      if (!asked) return false
      current = asked.run
      // It may be of a day further back.
      if (asked.hasEnded) preparation.forget()
    }
    current = { ...current, nextDay: shopDayAfter(day, 1) }
    parts.keepRun(current)
    parts.onProgress()
  }
  return current
}

/** Whose the run's movements are, and what its lists can show: made once, and again where a sale has changed since. */
function createPreparation(run: RunRecord, parts: CompareRunParts) {
  const { journal, workbook, signal, clock } = parts
  const readings = allDays(run).flatMap((day) => workbook.readingsOf(day))
  const prepare = async () => {
    const { sequence } = journal.reconciled.readEnd()
    const attribution = await inSlices(attribute(run, parts), signal, clock)
    return { sequence, attribution, known: knownFrom(readings, { ...parts, attribution }) }
  }
  let last: Awaited<ReturnType<typeof prepare>> | undefined
  /** Of the day and of those around it of whose sales its movements may be. */
  const isCurrentOn = (day: string): boolean => {
    const { fromMs } = shopDaySpan(shopDayAfter(day, -DAYS_BEFORE))
    const { toMs } = shopDaySpan(shopDayAfter(day, 1))
    const { changedSequence } = journal.reconciled.readDay({ fromMs, toMs })
    return last !== undefined && changedSequence <= last.sequence
  }
  return {
    isCurrentOn,
    forget(): void {
      last = undefined
    },
    async readFor(day: string) {
      if (!last || !isCurrentOn(day)) last = await prepare()
      return last
    },
  }
}

export const allDays = ({ fromDay, toDay }: Pick<RunRecord, 'fromDay' | 'toDay'>): readonly string[] =>
  shopDays(fromDay, toDay)

async function askAll(
  refs: readonly Ref[],
  day: string,
  run: RunRecord,
  parts: CompareRunParts,
): Promise<{ readonly run: RunRecord; readonly hasEnded: boolean } | false> {
  let [current, hasEnded] = [run, false]
  for (const ref of refs) {
    const sale = parts.journal.readSale(ref)
    if (!sale) continue
    const said = await askOne(sale, day, current, parts)
    if (!said) return false
    current = said.run
    parts.workbook.keepLook(ref, day, said.said)
    hasEnded ||= parts.journal.readSale(ref)?.state !== sale.state
  }
  return { run: current, hasEnded }
}

interface Said {
  readonly said: LookSaid
  readonly run: RunRecord
}

/** What the service says of a sale, and what that proves of the path. False where the run was put down. */
async function askOne(
  sale: StoredSale,
  day: string,
  run: RunRecord,
  parts: CompareRunParts,
): Promise<Said | false> {
  if (openSaleStates.includes(sale.state)) {
    if (!(await lookUpOpen(sale, parts))) return false
    // What the service took is asked for here as well: a look of the engine's that finds nothing leaves it open.
    if (parts.journal.readSale(sale.ref)?.state !== 'following') return { said: { kind: 'unproven' }, run }
  }
  const { kind } = sale.order
  const readAtMs = parts.clock.nowMs()
  const answer = await askPatiently(sale, parts)
  if (!answer) return false
  if (answer.kind === 'found')
    return { said: { kind: 'found', order: answer.order, readAtMs }, run: proving(run, sale, parts) }
  if (answer.kind !== 'absent') return { said: { kind: 'unproven' }, run }
  if (saleKinds[kind].isAskedByDocument || run.proven.includes(pathTo(sale)))
    return { said: { kind: 'absent' }, run }
  const isProven = await probe(sale, day, parts)
  if (isProven === undefined) return false
  return isProven
    ? { said: { kind: 'absent' }, run: proving(run, sale, parts) }
    : { said: { kind: 'unproven' }, run }
}

/** What is learned is the journal's, and the sale is another then. False where the run was put down. */
async function lookUpOpen(
  { ref }: StoredSale,
  { requestGate, onWait, lookUp }: CompareRunParts,
): Promise<boolean> {
  if (!(await requestGate.untilMay(onWait))) return false
  await lookUp(ref)
  return !requestGate.isStopped()
}

/** A sale without an id is asked for by its ref alone: what is found by ids proves nothing of that. */
const pathTo = ({ order: { kind }, serviceId }: StoredSale): RunRecord['proven'][number] =>
  serviceId === null ? `${kind} by ref` : kind

function proving(run: RunRecord, sale: StoredSale, { keepRun }: CompareRunParts): RunRecord {
  const path = pathTo(sale)
  if (run.proven.includes(path)) return run
  const proven = { ...run, proven: [...run.proven, path] }
  keepRun(proven)
  return proven
}

/** Looks up orders that must be there by the same path; undefined where the run was put down. */
async function probe(sale: StoredSale, day: string, parts: CompareRunParts): Promise<boolean | undefined> {
  for (const known of knownOthers(sale, day, parts)) {
    const answer = await askPatiently(sale.serviceId === null ? { ...known, serviceId: null } : known, parts)
    if (!answer) return undefined
    if (answer.kind === 'found') return true
  }
  return false
}

/** Sales that a list or a movement of the day names, and the newest that the service gave an id. */
function knownOthers(sale: StoredSale, day: string, parts: CompareRunParts): readonly StoredSale[] {
  const { journal, workbook } = parts
  const { kind } = sale.order
  const names = [
    ...workbook.rows.listOrders(day).flatMap(({ side }) => (side.kind === kind ? (side.orderId ?? []) : [])),
    ...workbook.rows.listMovements(day).flatMap(({ side }) => side.objectId ?? []),
  ]
  const others: StoredSale[] = []
  for (const name of names) {
    if (others.length >= MAX_PROBES) break
    const found = journal.reconciled.findByServiceId(name).find((one) => one.order.kind === kind)
    if (found && found.ref !== sale.ref) others.push(found)
  }
  const newest = journal.findNewestKnown(kind)
  return newest && newest.ref !== sale.ref ? [...others, newest] : others
}

/** False where the run was put down; a failure only after several. */
export async function askPatiently(sale: StoredSale, parts: CompareRunParts): Promise<Answer | false> {
  let answer: Answer = { kind: 'no-way' }
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (!(await parts.requestGate.untilMay(parts.onWait))) return false
    answer = await askSale(parts.client.background, sale)
    if (parts.requestGate.isStopped()) return false
    if (answer.kind !== 'failed') return answer
    parts.onFailure(answer.failure)
    if (!(await parts.requestGate.pause(RETRY_AFTER_MS))) return false
  }
  return answer
}
