/**
 * Shifts as the commands use them: opened over a counted float, counted blind, closed by a Z. Owns which act is possible when;
 * the journal holds what was done, and every number that is shown is a sum over it. A count that differs is never refused: the
 * difference is kept with its reason.
 */
import type { Environment } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { ok, type Result } from '#shared/result.ts'
import { sumOfPieces } from '#shared/till/cash.ts'
import { differenceOfMeans, type KeptReport, type Report, type ZReport } from '#shared/till/report.ts'
import type { RecordedAct, ShiftView, TillProblem, TillView } from '#shared/till/till.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import { canonicalJson } from '../journal/entries.ts'
import type { Entry, EntryBody } from '../journal/entry.ts'
import { JournalFault } from '../journal/faults.ts'
import type { Journal } from '../journal/journal.ts'
import type { StoredShift } from '../journal/shifts.ts'
import type { TillEntryBody } from '../journal/till-entry.ts'
import type { Clock } from '../ports.ts'
import { type Actor, mayDo, needsOwner, signatureOf } from './actor.ts'
import { checkedCash, reportOf, type ShiftBook, soldSinceCount } from './report.ts'

export interface TillParts {
  readonly journal: Pick<Journal, 'till' | 'recordTill' | 'recordCustomer' | 'readSale' | 'listLosses'>
  readonly clock: Clock
  settings(): Settings
  readonly environment: Environment
  /** The shop's balance at the service as it was read last. */
  balance(): StatusView['balance']
}

type Asked<Act extends 'open-shift' | 'move-cash' | 'count' | 'close-shift'> = CommandInput<`till.${Act}`>
/** `isNew`: something was recorded; otherwise the same act was there already. */
export type Done = Result<{ readonly isNew: boolean }, AppError>

export const refuse = (problem: TillProblem): { readonly ok: false; readonly error: AppError } => ({
  ok: false,
  error: { kind: 'till', problem },
})

type Act = Extract<TillEntryBody, { readonly actId: string }>

/** Records an act once. An id that another act has is refused. */
export function recordOnce({ journal, clock }: TillParts, body: Act): Done {
  const { actId, kind, who: _who, personId: _person, approvedBy: _owner, ...asked } = body
  const known = knownAct(journal, actId, kind, asked)
  if (known) return known
  journal.recordTill([body], clock.nowMs())
  return ok({ isNew: true })
}

/** The answer to an act that is there already; undefined where it is not. `asked`: what its entry has to hold to be this one. */
export function knownAct(
  journal: TillParts['journal'],
  actId: string,
  kind: TillEntryBody['kind'],
  asked: object = {},
): Done | undefined {
  const known = journal.till.findAct(actId)
  if (!known) return undefined
  const isThis = canonicalJson({ ...known.body, ...asked, kind }) === canonicalJson(known.body)
  return isThis ? ok({ isNew: false }) : refuse('act-taken')
}

/** When an act was recorded, and in whose name; null where there is none under this id. */
export function recordedAct(actId: string, { journal }: Pick<TillParts, 'journal'>): RecordedAct | null {
  const known = journal.till.findAct(actId)
  return known && 'actId' in known.body ? { atMs: known.atMs, who: known.body.who } : null
}

/** Somebody practises a shift in training whether the shop uses shifts or not. */
const mayOpen = ({ practice }: Asked<'open-shift'>, { settings, environment }: TillParts): boolean =>
  settings().till.shifts || (practice === true && environment === 'training')

export function openShift(asked: Asked<'open-shift'>, actor: Actor, parts: TillParts): Done {
  const { actId, who, float } = asked
  const known = knownAct(parts.journal, actId, 'shift-opened', { float })
  if (known) return known
  if (!mayOpen(asked, parts)) return refuse('shifts-off')
  const signed = signatureOf(actor, who)
  if (!signed.ok) return signed
  const last = parts.journal.till.readLastShift()
  if (last && last.state !== 'closed') return refuse('shift-open')
  const shift = (last?.shift ?? 0) + 1
  const floatCentimes = sumOfPieces(float)
  return recordOnce(parts, { kind: 'shift-opened', actId, ...signed.value, shift, float, floatCentimes })
}

export function moveCash({ actId, who, moved }: Asked<'move-cash'>, actor: Actor, parts: TillParts): Done {
  const known = knownAct(parts.journal, actId, 'cash-moved', { moved })
  if (known) return known
  const signed = signatureOf(actor, who)
  if (!signed.ok) return signed
  const current = openShiftIn(parts)
  if (!current) return refuse('no-shift')
  return recordOnce(parts, { kind: 'cash-moved', actId, ...signed.value, shift: current.shift, moved })
}

export function countDrawer(
  { actId, who, counted, otherMeans = {} }: Asked<'count'>,
  actor: Actor,
  parts: TillParts,
): Done {
  const known = knownAct(parts.journal, actId, 'shift-counted', { counted, otherMeans })
  if (known) return known
  const signed = signatureOf(actor, who)
  if (!signed.ok) return signed
  const current = openShiftIn(parts)
  if (!current) return refuse('no-shift')
  if (!mayEnd(current, actor, parts) || (isRecount(current, parts) && !mayDo(actor, 'recount')))
    return refuse('needs-owner')
  const { shift } = current
  const countedCentimes = sumOfPieces(counted)
  const body = { kind: 'shift-counted', actId, ...signed.value, shift, counted, countedCentimes } as const
  return recordOnce(parts, { ...body, otherMeans })
}

/** Their own shift, or with a right to others'. One of a time without people is nobody's. */
function mayEnd(current: StoredShift, actor: Actor, parts: TillParts): boolean {
  const { personId } = openedEntry(current, parts).body
  return personId === undefined || personId === actor.person?.personId || mayDo(actor, 'others-shifts')
}

/** Who counts has been shown what was expected. */
const isRecount = ({ state }: StoredShift, parts: TillParts): boolean =>
  state === 'counted' && parts.settings().till.blindClose

export function closeShift(
  { actId, who, reason }: Asked<'close-shift'>,
  actor: Actor,
  parts: TillParts,
): Result<ZReport & { readonly isNew: boolean }, AppError> {
  const { journal } = parts
  const known = knownAct(journal, actId, 'shift-closed')
  if (known && !known.ok) return known
  const done = known && journal.till.findAct(actId)
  if (done) return ok({ ...zOf(done), isNew: false })
  const signed = signatureOf(actor, who)
  if (!signed.ok) return signed
  const current = openShiftIn(parts)
  if (!current) return refuse('no-shift')
  if (current.state !== 'counted') return refuse('not-counted')
  if (!mayEnd(current, actor, parts)) return refuse('needs-owner')
  // Nothing waits between the report and its entry: nothing comes to the journal in between.
  const book = bookOf(current, parts)
  const report = reportOf(book)
  const differences = differencesIn(report)
  const differs = differences.some((difference) => difference !== 0)
  if (differs && reason === undefined) return refuse('reason-missing')
  const { differenceCentimes: limit } = parts.settings().till.limits
  const beyond = [soldSinceCount(book), ...differences.map(Math.abs)]
  if (needsOwner(actor, Math.max(...beyond), limit)) return refuse('needs-owner')
  const differenceReason = differs ? (reason ?? null) : null
  const { shift } = current
  const body = { kind: 'shift-closed', actId, ...signed.value, shift, differenceReason, report } as const
  const [entry] = journal.recordTill([body], parts.clock.nowMs())
  if (!entry) throw new Error(`the close of shift ${shift} was recorded and is not there`)
  return ok({ ...zOf(entry), isNew: true })
}

/** Of the cash, and of each other means that was counted. */
const differencesIn = ({ cash: { counted }, otherMeans }: KeptReport): readonly number[] => [
  counted?.differenceCentimes ?? 0,
  ...otherMeans.map((means) => differenceOfMeans(means) ?? 0),
]

/** The X: without the cash where the count is blind and not in yet. An owner sees it. */
export function readX(actor: Actor, parts: TillParts): Result<Report, AppError> {
  const current = openShiftIn(parts)
  if (!current) return refuse('no-shift')
  const report = reportOf(bookOf(current, parts))
  const isBlind =
    parts.settings().till.blindClose && current.state === 'open' && actor.person?.role !== 'owner'
  return ok(isBlind ? { ...report, cash: null, otherMeans: [] } : report)
}

const PAGE_OF_Z = 20

export const readZ = (number: number, { journal }: Pick<TillParts, 'journal'>): ZReport | null => {
  const sequence = journal.till.readShift(number)?.closedSequence
  return sequence ? zOf(journal.till.readEntry(sequence)) : null
}

export const listZ = (before: number | undefined, parts: TillParts): readonly ZReport[] =>
  parts.journal.till
    .listClosedShifts(before ?? Number.MAX_SAFE_INTEGER, PAGE_OF_Z)
    .flatMap(({ shift }) => readZ(shift, parts) ?? [])

/** Cash that moved without a sale in a shift, in order; none where there is no such shift. */
export function listMovements(number: number, { journal }: TillParts) {
  const shift = journal.till.readShift(number)
  const acts = shift
    ? journal.till.listActs(shift.openedSequence, shift.closedSequence ?? Number.MAX_SAFE_INTEGER)
    : []
  return acts.flatMap(({ body, atMs }) => {
    if (body.kind !== 'cash-moved' || body.shift !== number) return []
    const { actId, who, approvedBy = null, moved } = body
    return [{ actId, atMs, who, approvedBy, moved }]
  })
}

export const openShiftIn = ({ journal }: TillParts): StoredShift | undefined => {
  const last = journal.till.readLastShift()
  return last?.state === 'closed' ? undefined : last
}

function zOf({ body, atMs, sequence, hash }: Entry): ZReport {
  if (body.kind !== 'shift-closed') throw new JournalFault('damaged', `entry ${sequence} closes no shift`)
  const { shift, who, approvedBy = null, differenceReason, report } = body
  return {
    ...{ number: shift, closedAtMs: atMs, closedBy: who, approvedBy, differenceReason, report },
    entry: { sequence, hash },
  }
}

type Opened = Entry & { readonly body: Extract<EntryBody, { kind: 'shift-opened' }> }

function openedEntry({ shift, openedSequence }: StoredShift, { journal }: TillParts): Opened {
  const entry = journal.till.readEntry(openedSequence)
  const { body } = entry
  if (body.kind !== 'shift-opened') throw new JournalFault('damaged', `no entry opens shift ${shift}`)
  return { ...entry, body }
}

/** All that the journal holds of a shift that is not closed. */
function bookOf(current: StoredShift, parts: TillParts): ShiftBook {
  const { till } = parts.journal
  const beginning = beginningOf(current, parts)
  const { after } = beginning
  return {
    ...{ ...beginning, acts: till.listActs(after), sales: till.listChangedSales(after) },
    tallies: { ...till.tallyRefunds(), held: till.tallyHeld(), carnets: till.customers.tally() },
    lost: parts.journal
      .listLosses(after + 1)
      .filter(({ sequence }) => sequence > after)
      .map(({ sinceMs, untilMs }) => ({ sinceMs, untilMs })),
    ...{ balance: parts.balance(), end: till.readEnd() },
    atMs: parts.clock.nowMs(),
  }
}

/** The opening, the Z before it, and behind which entry its report begins. */
function beginningOf(current: StoredShift, parts: TillParts) {
  const opened = openedEntry(current, parts)
  const last = readZ(current.shift - 1, parts)
  return { opened, last: last?.report ?? null, after: last?.entry.sequence ?? opened.sequence - 1 }
}

/** Where the till stands, without what is due. What is expected is shown with a count alone. */
export function viewShifts(parts: TillParts): Pick<TillView, 'shift' | 'lastClose'> {
  const last = parts.journal.till.readLastShift()
  const closed = last && readZ(last.state === 'closed' ? last.shift : last.shift - 1, parts)
  const lastClose = closed
    ? {
        number: closed.number,
        closedAtMs: closed.closedAtMs,
        leftCentimes: closed.report.cash.leftCentimes,
      }
    : null
  return { shift: last && last.state !== 'closed' ? viewShift(last, parts) : null, lastClose }
}

/** Made with each change of a sale: it reads no sale, and of the acts those alone that came since it was made before. */
function viewShift(current: StoredShift, parts: TillParts): ShiftView {
  const { till } = parts.journal
  const { shift, state, openedAtMs, openedBy } = current
  const { opened, last, after } = beginningOf(current, parts)
  const cashSold = (of: number | undefined, upTo: number) => till.sumCashSales(after, upTo, of)
  const { floatCentimes } = opened.body
  const checked = checkedCash({ opened, last, acts: till.listActs(after), cashSold })
  return { shift, state, openedAtMs, openedBy, floatCentimes, ...checked }
}
