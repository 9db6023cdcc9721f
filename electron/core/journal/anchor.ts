/**
 * The anchor: where the journal ended, kept in the system's keychain, where nobody reaches it who can only write to the data
 * folder. A witness beside the journal goes back with a folder that is put back whole; the anchor does not. Owns when it is
 * written (as the journal is opened, SAVED_WITHIN_MS after a commit, every EVERY_ENTRIES entries, as it is closed) and what it
 * says against the journal that was opened. What it says closes selling until a person has answered and, where sales may be
 * missing, until the journal was held against the service's lists. A keychain that is slow or refuses delays nothing: the anchor
 * says nothing until it has been read, and is asked for again as soon as the keychain has given the key. It is read before it is
 * written over: what this counter has not written was written by another one, which sells with the same key.
 */
import type * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import { type JournalDoubt, mayLackSales } from '#shared/journal-doubt.ts'
import { type ReconciliationRun, shopDayOf } from '#shared/reconciliation.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { parseJson } from '../json-file.ts'
import type { Clock, Confirm, KeyVault, Log } from '../ports.ts'
import { within } from '../within.ts'
import { anchorSchema } from './entry.ts'
import type { Journal } from './journal.ts'
import type { Loss } from './losses.ts'

/** The anchor is written anew for so many entries. */
export const EVERY_ENTRIES = 100
/** And so long after an entry: whoever ends the process and puts the folder back hides no more than what was sold in this time. */
export const SAVED_WITHIN_MS = 30_000

/** A keychain that could not be read is asked again behind an entry, no sooner than this; and each time the line opens. */
const READ_AGAIN_MS = 60_000

/** An end of the counter does not wait longer for the keychain: what it holds is then older, and still true. */
const END_WAIT_MS = 1_000

/** Until a comparison that could not be begun is tried again. */
const BEGUN_AGAIN_MS = 60_000
/** Until it is begun behind another run that has ended. */
const BEHIND_ANOTHER_MS = 1_000

export type AnchorRecord = z.infer<typeof anchorSchema>

export interface Anchor {
  /** What the keychain says against this journal; undefined where it says nothing, or is not read yet. */
  doubt(): JournalDoubt | undefined
  /** The time of which entries may be lost, as long as no person has accepted this journal: no look believes that nothing was sent then. */
  loss(): Loss | undefined
  /**
   * A person says that this is the journal to sell upon. It is an entry; where sales may be missing, selling waits for the
   * comparison with the service's lists, unless `isCompared` is false.
   */
  accept(signed: {
    readonly who: string
    readonly why: string
    readonly isCompared: boolean
  }): Promise<Result<Record<never, never>, AppError>>
  /** Whether a run may begin has changed, or one has. */
  noteRun(run: ReconciliationRun): void
  setLine(open: boolean): void
  /** Saves in the keychain where the journal ends; waits END_WAIT_MS at the most. */
  conclude(): Promise<void>
}

interface AnchorOptions {
  readonly journal: Pick<
    Journal,
    | 'isUnwitnessed'
    | 'isNew'
    | 'journalId'
    | 'readLastEntry'
    | 'readRows'
    | 'onCommit'
    | 'countRestores'
    | 'listRestores'
    | 'findAccepted'
    | 'recordChange'
    | 'isOpen'
  >
  readonly keyVault: Pick<KeyVault, 'readAnchor' | 'saveAnchor'>
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Missing where nobody can be asked: then nothing is agreed to. */
  readonly confirm?: Confirm | undefined
  onChange(): void
  /** What the journal says was not sent may have been sent in the time that it lacks: those sales are looked for again. */
  doubtUnsent(): void
  /** Begins a comparison from this day of the shop's on; answers from which on it goes, undefined where none was begun. */
  compareFrom(day: string): Promise<string | undefined>
}

/** What the anchor says against the journal, as long as it is not settled. */
interface Doubted {
  readonly record: AnchorRecord
  readonly problem: JournalDoubt['problem']
  /** How many entries the journal ended before the anchor, as it was judged: it may be closed while this is shown. */
  readonly missing: number
  /** A person accepted this journal: when, and from when on sales may be missing. The comparison is waited for. */
  readonly accepted?: { readonly atMs: number; readonly sinceMs: number }
}

/** 'unread': the keychain was not read yet, or cannot be. */
type Standing = 'unread' | 'agrees' | Doubted

export function createAnchor(options: AnchorOptions): Anchor {
  const { journal, folder, clock, log, confirm, doubtUnsent, onChange } = options
  let standing: Standing = 'unread'
  /** Of the journal as it was found: what is written before a person answers is behind the time that it lacks. */
  const foundEndMs = journal.readLastEntry()?.atMs ?? 0
  const lackingSince = ({ atMs }: AnchorRecord) => Math.min(atMs, foundEndMs)
  const keeper = createKeeper(options, { judge: judgeText, onOther: stand })
  const comparison = createComparison(options)

  function stand(next: Standing): void {
    standing = next
    if (next === 'agrees') void keeper.save()
    else if (next !== 'unread' && next.accepted) comparison.begin(next.accepted)
    onChange()
  }

  function judgeText(text: string): Standing {
    const record = readAnchor(text)
    if (record) keeper.goOnFrom(record)
    else log.write('warn', 'journal.anchor-broken', {})
    return record ? judge(record, journal, folder) : 'agrees'
  }

  const reading = createReading(options, { keeper, judge: judgeText, stand })
  const laterSave = createLaterSave(clock, () => {
    if (standing === 'agrees' && journal.isOpen()) void keeper.save()
  })

  journal.onCommit((sequence) => {
    reading.readIfDue()
    if (standing !== 'agrees') return
    if (keeper.isDue(sequence)) void keeper.save()
    else laterSave.plan()
  })
  reading.readIfDue()

  return {
    doubt: () => (typeof standing === 'string' ? undefined : viewOf(standing)),
    loss: () => (isUnanswered(standing) ? lossSince(lackingSince(standing.record), clock) : undefined),
    async accept({ who, why, isCompared }) {
      if (typeof standing === 'string')
        return err({ kind: 'not-allowed-now', state: standing, action: 'accept' })
      const { record, problem, missing, accepted } = standing
      const { folder: otherFolder, ...anchor } = record
      const asked = {
        kind: 'accept-journal',
        problem,
        anchoredAtMs: record.atMs,
        folder,
        otherFolder,
      } as const
      const judged = standing
      if (!(await confirm?.(asked))) return err({ kind: 'not-agreed' })
      // The comparison has ended meanwhile, or somebody else has answered.
      if (standing !== judged) return err({ kind: 'not-allowed-now', state: 'answered', action: 'accept' })
      const atMs = clock.nowMs()
      const sinceMs = accepted?.sinceMs ?? lackingSince(record)
      // Before the entry: a crash in between asks the person again, and then finds them in doubt already.
      if (mayLackSales(problem)) doubtUnsent()
      journal.recordChange(
        { kind: 'journal-accepted', problem, anchor, otherFolder, sinceMs, isCompared, who, why },
        atMs,
      )
      const found = { record, problem, missing, accepted: { atMs, sinceMs } }
      stand(isCompared && mayLackSales(problem) ? found : 'agrees')
      return ok({})
    },
    noteRun(run) {
      if (typeof standing === 'string' || !standing.accepted) return
      if (comparison.isEndedBy(run)) stand('agrees')
    },
    setLine(open) {
      reading.setLine(open)
      comparison.setLine(open)
    },
    async conclude() {
      comparison.stop()
      laterSave.stop()
      if (standing === 'agrees') await within(clock, END_WAIT_MS, keeper.save())
    },
  }
}

interface ReadingParts {
  readonly keeper: Keeper
  judge(text: string): Standing
  stand(next: Standing): void
}

/** Reads the anchor until the keychain has answered once: one try at a time. */
function createReading(
  { journal, keyVault, clock, log }: AnchorOptions,
  { keeper, judge, stand }: ReadingParts,
) {
  let nextMs = clock.elapsedMs()
  let isRead = false
  let isReading = false
  let isLineOpen = false

  async function read(): Promise<void> {
    const text = await keyVault.readAnchor?.()
    if (!text || !journal.isOpen()) return
    if (!text.ok) return log.write('warn', 'journal.anchor-unread', { problem: text.error.problem })
    isRead = true
    keeper.noteRead(text.value)
    const judged = text.value === null ? 'agrees' : judge(text.value)
    // Whoever takes the keychain's word away, or opens a journal on another machine, says so as well.
    const lacksWord = text.value === null ? !journal.isNew : journal.isUnwitnessed
    stand(judged === 'agrees' && lacksWord ? await doubtUnwitnessed() : judged)
  }

  /** The witness and the anchor are there again from now on: the doubt is kept where the next start finds it. */
  async function doubtUnwitnessed(): Promise<Standing> {
    const record = await keeper.save('isUnwitnessed')
    return record ? { record, problem: 'unwitnessed', missing: 0 } : 'agrees'
  }

  function readNow(): void {
    if (isRead || isReading) return
    isReading = true
    nextMs = clock.elapsedMs() + READ_AGAIN_MS
    read()
      .catch((fault: unknown) => log.write('error', 'journal.anchor-unread', { fault: String(fault) }))
      .finally(() => {
        isReading = false
      })
  }

  return {
    readIfDue(): void {
      if (clock.elapsedMs() >= nextMs) readNow()
    },
    /** The line opens with a key that the keychain has just given. */
    setLine(open: boolean): void {
      if (open && !isLineOpen) readNow()
      isLineOpen = open
    },
  }
}

/** Saves SAVED_WITHIN_MS after the first entry that the saved anchor does not cover. */
function createLaterSave(clock: Clock, save: () => void) {
  let end: (() => void) | undefined
  return {
    plan(): void {
      end ??= clock.after(SAVED_WITHIN_MS, () => {
        end = undefined
        save()
      })
    },
    stop: () => end?.(),
  }
}

/** Sales may be missing, and no entry says so yet. */
const isUnanswered = (standing: Standing): standing is Doubted =>
  typeof standing !== 'string' && !standing.accepted && mayLackSales(standing.problem)

const lossSince = (sinceMs: number, { nowMs }: Pick<Clock, 'nowMs'>): Loss => ({
  ...{ sequence: Number.MAX_SAFE_INTEGER, sinceMs, untilMs: nowMs(), offsetsMs: [] },
})

function readAnchor(text: string): AnchorRecord | undefined {
  const json = parseJson(text)
  return json.ok ? anchorSchema.safeParse(json.value).data : undefined
}

/** What an anchor says of the journal that is open. Pure but for reading it. */
function judge(record: AnchorRecord, journal: AnchorOptions['journal'], folder: string): Standing {
  const problem = problemOf(record, journal, folder)
  if (problem === undefined) return 'agrees'
  const missing = record.sequence - (journal.readLastEntry()?.sequence ?? 0)
  const entry = journal.findAccepted(record.hash)
  if (entry?.body.kind !== 'journal-accepted') return { record, problem, missing }
  const { isCompared, sinceMs } = entry.body
  return isCompared && mayLackSales(problem)
    ? { record, problem, missing, accepted: { atMs: entry.atMs, sinceMs } }
    : 'agrees'
}

function problemOf(
  record: AnchorRecord,
  journal: AnchorOptions['journal'],
  folder: string,
): JournalDoubt['problem'] | undefined {
  if (record.journalId !== journal.journalId) return 'other'
  if (!holds(record, journal) && !wasLostByRestore(record, journal)) return 'older'
  if (record.isUnwitnessed) return 'unwitnessed'
  return record.folder === folder ? undefined : 'moved'
}

/**
 * A restore that the keychain does not know of says itself that entries are missing, from its own place on. One that says
 * that none is, or stands behind the entry that is missing, was written by nobody's restore.
 */
const wasLostByRestore = (
  { restores, sequence }: AnchorRecord,
  journal: Pick<Journal, 'listRestores'>,
): boolean =>
  journal
    .listRestores()
    .slice(restores)
    .some((restore) => restore.lostEntries !== 0 && restore.sequence <= sequence)

function holds({ sequence, hash }: AnchorRecord, journal: Pick<Journal, 'readRows'>): boolean {
  const [row] = journal.readRows(sequence - 1, 1)
  return row?.sequence === sequence && row.hash === hash
}

function viewOf({ record, problem, missing, accepted }: Doubted): JournalDoubt {
  return {
    ...{ problem, anchoredAtMs: record.atMs, isAccepted: accepted !== undefined },
    ...(problem === 'older' && accepted === undefined && missing > 0 && { missingEntries: missing }),
    ...(problem === 'moved' && { otherFolder: record.folder }),
  }
}

/** What is made of an anchor that this counter has not written. */
interface Others {
  judge(text: string): Standing
  onOther(found: Doubted): void
}

/**
 * Writes the anchor, one keychain call at a time; a commit that comes meanwhile is covered by the next. Nothing is written
 * over the anchor of another counter.
 */
function createKeeper({ journal, keyVault, folder, clock, log }: AnchorOptions, { judge, onOther }: Others) {
  let covered = { sequence: 0, restores: 0 }
  let saving: Promise<AnchorRecord | undefined> | undefined
  /** What the keychain may hold that was judged already: what it held or took last, and what it refused and may yet take. */
  let own = new Set<string>()

  /** Written by this counter, or by nobody as far as the keychain says. */
  async function isOwn(): Promise<boolean> {
    const text = await keyVault.readAnchor?.()
    if (!text?.ok || text.value === null || own.has(text.value)) return true
    const judged = judge(text.value)
    own.add(text.value)
    if (typeof judged === 'string') return true
    onOther(judged)
    return false
  }

  async function write(mark?: 'isUnwitnessed'): Promise<AnchorRecord | undefined> {
    const end = journal.readLastEntry()
    if (!end) return undefined
    const { sequence, hash } = end
    const restores = covered.restores + journal.countRestores(covered.sequence)
    const where = { journalId: journal.journalId, folder, restores, sequence, hash }
    const record: AnchorRecord = { ...where, atMs: clock.nowMs(), ...(mark && { [mark]: true }) }
    covered = { sequence, restores }
    // From here on the journal may be closed.
    if (!(await isOwn())) return undefined
    const text = JSON.stringify(record)
    own.add(text)
    const saved = await keyVault.saveAnchor?.(text)
    if (saved?.ok) own = new Set([text])
    if (saved?.ok === false) log.write('warn', 'journal.anchor-not-written', { problem: saved.error.problem })
    return record
  }

  return {
    /** This was the keychain's as the journal was opened, and was judged. */
    noteRead(text: string | null): void {
      if (text !== null) own.add(text)
    },
    /** What is known of this journal already: only what came after is counted. */
    goOnFrom(record: AnchorRecord): void {
      if (record.journalId === journal.journalId && holds(record, journal)) covered = record
    },
    isDue: (sequence: number): boolean => sequence - covered.sequence >= EVERY_ENTRIES,
    save(mark?: 'isUnwitnessed'): Promise<AnchorRecord | undefined> {
      saving ??= write(mark)
        .catch((fault: unknown) => {
          log.write('error', 'journal.anchor-not-written', { fault: String(fault) })
          return undefined
        })
        .finally(() => {
          saving = undefined
        })
      return saving
    },
  }
}

type Keeper = ReturnType<typeof createKeeper>

/**
 * The comparison that a person's word waits for: begun when there is a line, and again where another run was under way, where
 * the clock was too wrong to compare anything, or where it did not come to its end.
 */
function createComparison({ compareFrom, clock, log }: AnchorOptions) {
  let isLineOpen = false
  let wanted: { readonly sinceMs: number } | undefined
  /** From which day on the run goes that was begun for this; undefined where none is. */
  let begunFrom: string | undefined
  let isAsked = false
  let endWait = () => {}

  function beginIfDue(): void {
    if (!isLineOpen || !wanted || begunFrom !== undefined || isAsked) return
    isAsked = true
    compareFrom(shopDayOf(wanted.sinceMs))
      .then((day) => {
        begunFrom = day
      })
      .catch((fault: unknown) => log.write('error', 'journal.not-compared', { fault: String(fault) }))
      .finally(() => {
        isAsked = false
        if (begunFrom === undefined) beginLater(BEGUN_AGAIN_MS)
      })
  }

  function beginLater(delayMs: number): void {
    endWait()
    endWait = clock.after(delayMs, beginIfDue)
  }

  return {
    begin(accepted: { readonly sinceMs: number }): void {
      wanted = accepted
      beginIfDue()
    },
    setLine(open: boolean): void {
      isLineOpen = open
      beginIfDue()
    },
    stop: () => endWait(),
    /** Whether this run was begun for what is wanted, and has compared all of it. */
    isEndedBy({ state, fromDay }: ReconciliationRun): boolean {
      if (state === 'running' || state === 'waiting' || state === 'stopped') return false
      const day = begunFrom
      begunFrom = undefined
      // By the day alone: the clock may have been set since it was begun.
      const isEnded = state === 'idle' && day !== undefined && fromDay !== null && fromDay <= day
      if (isEnded) wanted = undefined
      // Another one was in its way, and may be again in a minute.
      else beginLater(day === undefined ? BEHIND_ANOTHER_MS : BEGUN_AGAIN_MS)
      return isEnded
    },
  }
}
