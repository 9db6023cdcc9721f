/**
 * Signed archives of shifts and days. Owns the folder that they are put into by themselves, and which key signs. Invariants: an
 * archive is whole or not there; each that was made is an entry, with the key that signed it; a key that is lost is reported and
 * never replaced in silence. Making one keeps nobody from selling, nor a shift from being closed.
 */
import { readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import type { Archived, ArchiveProblem, ArchiveView } from '#shared/archive.ts'
import { shopDaySpan } from '#shared/reconciliation.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ZReport } from '#shared/till/report.ts'
import { keychainError } from '../accounts/account-list.ts'
import type { Changes } from '../changes.ts'
import { codeOf, freeName, writeDurably } from '../durable-file.ts'
import type { Events } from '../events.ts'
import { letOthersIn, liesWithin, openUnfinished, writeTarget } from '../exports/target-file.ts'
import type { Journal } from '../journal/journal.ts'
import { journalName } from '../journal/paths.ts'
import { opensSome, sealedCards } from '../journal/seal.ts'
import { readJsonFile } from '../json-file.ts'
import type { AccountName, Clock, Files, KeyVault, Log } from '../ports.ts'
import { type Actor, anybody, signedBy } from '../till/actor.ts'
import { readZ } from '../till/shifts.ts'
import { readSpanReport } from '../till/span-report.ts'
import { type ArchivePlan, archiveChunks, type SigningKey, signingKeyOf } from './archive-file.ts'

type ArchiveAnswer = Result<ArchiveView, AppError>

export interface Archives {
  state(): Promise<ArchiveAnswer>
  /**
   * Asks where, unless it is to stop. `note` is given the folders of before and after once the file is kept, and no archive goes
   * there before; where it throws, the file is put back.
   */
  chooseFolder(stop: boolean, note: NoteFolder): Promise<ArchiveAnswer>
  /** Asks where. */
  make(of: Archived, newKey: boolean, actor: Actor): Promise<ArchiveAnswer>
  savePublicKey(): Promise<Result<{ readonly path: string | null }, AppError>>
  /** The key that signs; undefined where it is lost or the keychain is closed. Never rejects. */
  readSigningKey(): Promise<SigningKey | undefined>
  /**
   * As a journal is opened: writes where archives go, unless its entries say so, and makes those that are due and missing. Never
   * rejects.
   */
  makeMissing(): Promise<void>
  /** Makes the archive of a shift that was closed, and those that are due and missing. Never rejects. */
  noteClosed(z: Pick<ZReport, 'number'>, actor: Actor): Promise<void>
  /** One that is due could not be made, the last time that it was tried. */
  fails(): boolean
  stop(): Promise<void>
}

type NoteFolder = (before: string | null, after: string | null) => void

interface ArchivesOptions {
  readonly journal: Journal
  readonly name: AccountName
  readonly dataDir: string
  readonly files: Pick<Files, 'askPath' | 'askFolder' | 'saveText'>
  readonly keyVault: Pick<KeyVault, 'readJournalKey'>
  readonly clock: Clock
  readonly log: Log
  readonly events: Pick<Events, 'publish'>
  readonly changes: Pick<Changes, 'noteArchiveFolder'>
  /** Whether one could not be made has changed. */
  onFails(): void
}

const folderFile = z.strictObject({ version: z.literal(1), folder: z.string().refine(isAbsolute).nullable() })

/** Where archives go stands in a file of the data folder: it is of this machine, and no setting that goes to another one. */
function openFolder(dataDir: string, log: Log) {
  const path = join(dataDir, 'archives.json')
  const read = (): string | null | undefined => {
    try {
      const parsed = readJsonFile(readFileSync(path, 'utf8'), folderFile)
      if (parsed.ok) return parsed.value.folder
      log.write('warn', 'the folder of archives cannot be used', { ...parsed.error })
    } catch (fault) {
      if (codeOf(fault) !== 'ENOENT')
        log.write('warn', 'the folder of archives cannot be read', { fault: String(fault) })
    }
    return undefined
  }
  let folder = read()
  return {
    read: () => folder ?? null,
    /** Undefined where the file says nothing: it is missing, or cannot be used. */
    readKept: () => folder,
    /** Undefined: the file is to say nothing. */
    keep(chosen: string | null | undefined): void {
      if (chosen === undefined) rmSync(path, { force: true })
      else writeDurably(path, JSON.stringify({ version: 1, folder: chosen }))
      folder = chosen
    },
  }
}

/** The entries say from where on archives are due, of a journal too whose folder was chosen in another one, or before a restore. */
function noteFolder(kept: string | null | undefined, { changes, log }: ArchivesOptions): void {
  try {
    if (kept !== undefined) changes.noteArchiveFolder(kept)
  } catch (fault) {
    log.write('error', 'the journal does not record where archives go', { fault: String(fault) })
  }
}

/** Why an archive was not made. */
class Hindered extends Error {
  readonly problem: ArchiveProblem
  constructor(problem: ArchiveProblem, detail = '') {
    super(detail)
    this.problem = problem
  }
}

type Outcome = NonNullable<ArchiveView['last']>
type Target = Parameters<typeof writeTarget>[2]
type ClosedShift = { readonly number: number; readonly actor: Actor }

/** So many are made in one turn: what a person asks for does not wait for all that a long absence of the folder has left. */
const MAX_IN_TURN = 5

export function createArchives(options: ArchivesOptions): Archives {
  const { dataDir, files, log, events } = options
  const folder = openFolder(dataDir, log)
  const abort = new AbortController()
  const target = { unfinished: openUnfinished(dataDir, log), signal: abort.signal }
  let last: ArchiveView['last'] = null
  /** One at a time, in the order of asking. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  const view = async (): Promise<ArchiveView> => ({
    ...{ folder: folder.read(), last },
    ...(await viewKeys(options)),
  })

  async function publish(): Promise<ArchiveView> {
    const archive = await view()
    if (!abort.signal.aborted) events.publish({ kind: 'archive-changed', archive })
    return archive
  }
  const due = createDueArchives(options, {
    ...{ folder, target, inTurn },
    async onOutcome(outcome) {
      last = outcome
      await publish()
    },
  })

  /**
   * An entry that is taken back by another would be a stop, and take off all that is due: the file, which may fail, goes first. One
   * that said nothing says nothing again, since that it names no folder would be a stop as well.
   */
  function change(chosen: string | null, note: NoteFolder): void {
    const before = folder.readKept()
    try {
      folder.keep(chosen)
      note(before ?? null, chosen)
    } catch (fault) {
      folder.keep(before)
      throw fault
    }
  }

  return {
    state: async () => ok(await view()),
    async chooseFolder(stop, note) {
      const asked = stop ? ok({ path: null }) : await files.askFolder()
      if (!asked.ok) return notUsable(asked.error)
      const chosen = asked.value.path
      if (!stop && chosen === null) return ok(await view())
      if (chosen !== null && liesWithin(dataDir, join(chosen, 'x'))) return notUsable('own-folder')
      change(chosen, note)
      due.settle()
      void due.make()
      return ok(await publish())
    },
    async make(of, newKey, actor) {
      const asked = await files.askPath(fileName(of, options.name))
      if (!asked.ok) return notUsable(asked.error)
      const { path } = asked.value
      if (path === null) return ok(await view())
      await inTurn(async () => {
        last = (await attempt(of, () => path, { newKey, actor, target }, options)) ?? last
        due.settle()
      })
      return ok(await publish())
    },
    savePublicKey: () => savePublicKey(options),
    readSigningKey: () => keyOf(options, 'make').catch(() => undefined),
    makeMissing() {
      // Before a shift can be closed: its archive is due.
      noteFolder(folder.readKept(), options)
      // What is being opened goes first.
      return due.make(letOthersIn)
    },
    noteClosed: ({ number }, actor) => due.noteClosed({ number, actor }),
    fails: due.fails,
    async stop() {
      abort.abort()
      await turn
    },
  }
}

interface DueParts {
  readonly folder: Pick<ReturnType<typeof openFolder>, 'read'>
  readonly target: Target
  inTurn<T>(work: () => Promise<T>): Promise<T>
  onOutcome(outcome: Outcome): Promise<void>
}

/** The archives that are made by themselves. Owns whether one of them fails, and in whose name they are. */
function createDueArchives(options: ArchivesOptions, { folder, target, inTurn, onOutcome }: DueParts) {
  const { journal, log } = options
  let failed = false
  /** Who closed the shifts that wait for their first turn. */
  const closedBy = new Map<number, Actor>()
  /** The turn in which each was tried last. */
  const triedIn = new Map<number, number>()
  let turns = 0

  const list = (): readonly number[] => (folder.read() === null ? [] : journal.till.listUnarchivedShifts())

  /** The oldest of those that were not tried for longest: some that cannot be made keep no other from its turn. */
  function nextTurn(): readonly number[] {
    const turnOf = (number: number) => triedIn.get(number) ?? 0
    const next = list()
      .toSorted((a, b) => turnOf(a) - turnOf(b))
      .slice(0, MAX_IN_TURN)
    turns += 1
    for (const number of next) triedIn.set(number, turns)
    return next.toSorted((a, b) => a - b)
  }

  function setFails(fails: boolean): void {
    if (failed === fails) return
    failed = fails
    options.onFails()
  }

  /** What could not be made at its close is in nobody's name later: nobody asks for it. */
  function takeActor(number: number): Actor {
    const actor = closedBy.get(number) ?? anybody
    closedBy.delete(number)
    return actor
  }

  async function makeSome(): Promise<void> {
    if (target.signal.aborted) return
    const where = folder.read()
    const due = nextTurn().map((number) => ({ number, actor: takeActor(number) }))
    const outcome = where === null ? undefined : await makeEach(due, where, target, options)
    if (outcome) await onOutcome(outcome)
    if (target.signal.aborted) return
    const isDone = list().length === 0
    if (isDone || outcome?.problem) setFails(!isDone)
    // The rest comes behind what waits for its turn.
    else void make()
  }
  const make = (first: () => Promise<void> = async () => undefined): Promise<void> =>
    inTurn(() => first().then(makeSome)).catch((fault: unknown) => {
      log.write('warn', 'archives are not made by themselves', { fault: String(fault) })
    })

  return {
    make,
    noteClosed({ number, actor }: ClosedShift): Promise<void> {
      if (folder.read() !== null) closedBy.set(number, actor)
      return make()
    },
    /** Nothing fails where nothing is due any more. */
    settle(): void {
      if (!target.signal.aborted && list().length === 0) setFails(false)
    },
    fails: () => failed,
  }
}

/** Answers what became of it; undefined where it was put down with the counter. */
async function attempt(
  of: Archived,
  where: () => string,
  { target, ...asked }: { readonly newKey: boolean; readonly actor: Actor; readonly target: Target },
  options: ArchivesOptions,
): Promise<Outcome | undefined> {
  const { dataDir, clock, log } = options
  try {
    const path = where()
    if (liesWithin(dataDir, path)) throw new Hindered('folder', 'own-folder')
    await writeArchive(of, path, { ...asked, target }, options)
    return { of, atMs: clock.nowMs(), path, problem: null, detail: '' }
  } catch (fault) {
    if (target.signal.aborted) return undefined
    log.write('warn', 'an archive was not made', { fault: String(fault) })
    const detail = (codeOf(fault) ?? String(fault instanceof Error ? fault.message : fault)).slice(0, 200)
    return { of, atMs: clock.nowMs(), path: null, problem: problemIn(fault), detail }
  }
}

/**
 * Answers the last that failed, or else the last that was made: what is missing stands on the screen, and not one that was made
 * behind it. Undefined where none is due, or where they were put down with the counter.
 */
async function makeEach(
  due: readonly ClosedShift[],
  folder: string,
  target: Target,
  options: ArchivesOptions,
): Promise<Outcome | undefined> {
  let made: Outcome | undefined
  let failed: Outcome | undefined
  for (const { number, actor } of due) {
    const of = { kind: 'z', number } as const
    const where = () => freePath(folder, of, options.name)
    const outcome = await attempt(of, where, { newKey: false, actor, target }, options)
    if (!outcome || target.signal.aborted) return undefined
    if (outcome.problem === null) made = outcome
    else failed = outcome
  }
  return failed ?? made
}

/** Whose key signs, and whose signed before. */
async function viewKeys(
  options: ArchivesOptions,
): Promise<Pick<ArchiveView, 'publicKey' | 'earlierKey' | 'keyProblem'>> {
  const earlier = lastKeyIn(options.journal)
  const key = await keyOf(options, 'look').catch(problemIn)
  const publicKey = typeof key === 'object' ? key.publicKey : null
  const earlierKey = earlier === publicKey ? null : earlier
  return { publicKey, earlierKey, keyProblem: typeof key === 'string' ? key : null }
}

/** Writes it and enters it into the journal. Throws Hindered, or the system's error. */
async function writeArchive(
  of: Archived,
  path: string,
  {
    newKey,
    actor,
    target,
  }: {
    readonly newKey: boolean
    readonly actor: Actor
    readonly target: Target
  },
  options: ArchivesOptions,
): Promise<void> {
  const { journal, clock, name } = options
  const key = await keyOf(options, newKey ? 'make-new' : 'make')
  if (!key) throw new Hindered('key-lost')
  const plan = planOf(of, options)
  await writeTarget(path, archiveChunks(journal, plan, key), target)
  const body = {
    kind: 'archive-made',
    ...signedBy(actor, name.account),
    ...{ of, after: plan.after, last: plan.last, publicKey: key.publicKey },
  } as const
  journal.recordTill([body], clock.nowMs())
}

async function savePublicKey(options: ArchivesOptions): ReturnType<Archives['savePublicKey']> {
  const { files, name } = options
  const key = await keyOf(options, 'make').catch(problemIn)
  if (key === 'keychain') return keychainError({ problem: 'unavailable' })
  if (typeof key !== 'object') return err({ kind: 'till', problem: 'archive-key-lost' })
  const saved = await files.saveText(`comptoir-${name.environment}-public-key.txt`, `${key.publicKey}\n`)
  return saved.ok ? saved : notUsable(saved.error)
}

const notUsable = (problem: string) => err<AppError>({ kind: 'invalid-input', field: 'file', problem })

const problemIn = (fault: unknown): ArchiveProblem => (fault instanceof Hindered ? fault.problem : 'folder')

function fileName(of: Archived, name: AccountName, number = 1): string {
  const what = of.kind === 'z' ? `Z${String(of.number).padStart(5, '0')}` : of.day
  return `comptoir-${journalName(name)}-${what}${number === 1 ? '' : `-${number}`}.archive.jsonl`
}

/**
 * Where nobody is asked, no archive takes the place of another: one of this name may be of a journal that was begun anew, or
 * of a time that a restore has lost.
 */
const freePath = (folder: string, of: Archived, name: AccountName): string =>
  join(
    folder,
    freeName(join(folder, fileName(of, name)), (number) => fileName(of, name, number)),
  )

/** The key of the newest archive of this journal; null before any. */
function lastKeyIn(journal: Journal): string | null {
  const body = journal.till.readLastArchive()?.body
  return body?.kind === 'archive-made' ? body.publicKey : null
}

/**
 * The key that signs; undefined where there is none yet and none is to be made. A key is made for a journal that has none, and
 * no sealed card or earlier archive that another one belongs to; `make-new` lets the earlier archives have theirs. Throws
 * Hindered.
 */
async function keyOf(
  { journal, keyVault }: ArchivesOptions,
  how: 'look' | 'make' | 'make-new',
): Promise<SigningKey | undefined> {
  const cards = sealedCards(journal)
  const earlier = lastKeyIn(journal)
  const isNew = earlier === null || how === 'make-new'
  const kept = await keyVault.readJournalKey(journal.journalId, how !== 'look' && isNew && cards.length === 0)
  if (!kept.ok && kept.error.problem !== 'none') throw new Hindered('keychain', kept.error.problem)
  if (!kept.ok && how === 'look' && isNew && cards.length === 0) return undefined
  if (!kept.ok || !opensSome(kept.value, cards))
    throw new Hindered('key-lost', kept.ok ? 'another key' : 'none')
  const key = signingKeyOf(kept.value, journal.journalId)
  if (!isNew && earlier !== key.publicKey) throw new Hindered('key-lost', 'another key')
  return key
}

/** Which entries it holds. Throws Hindered where there are none. */
function planOf(of: Archived, { journal, name, clock }: ArchivesOptions): ArchivePlan {
  const { environment, account } = name
  const madeAtMs = clock.nowMs()
  if (of.kind === 'z') {
    const z = readZ(of.number, { journal })
    if (!z) throw new Hindered('nothing-there')
    const { after } = z.report.journal
    return { of, environment, account, after, last: z.entry.sequence, madeAtMs, report: { z } }
  }
  const { fromMs, toMs } = shopDaySpan(of.day)
  const found = journal.till.findEntriesBetween(fromMs, toMs)
  if (!found) throw new Hindered('nothing-there')
  const day = readSpanReport(journal.till.totals, { fromDay: of.day, toDay: of.day }, madeAtMs)
  const { first, last } = found
  return { of, environment, account, after: first - 1, last, madeAtMs, report: { day } }
}
