/**
 * Opens a journal, or says why not. Invariant: an existing file is looked over in full before anything may write to it,
 * and a file that is missing is made only where nothing remembers that there was one.
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import type { StatusView } from '#shared/views.ts'
import { codeOf } from '../error-code.ts'
import type { Log } from '../ports.ts'
import { openForWriting } from './connection.ts'
import { createJournal } from './create.ts'
import { readChainEnd } from './entries.ts'
import { JournalFault, type JournalTrouble, problemOf } from './faults.ts'
import { inspectJournal } from './inspect.ts'
import type { Journal } from './journal.ts'
import { migrate } from './migrate.ts'
import { openedJournal } from './opened-journal.ts'
import { addToRegistry, holdsNoTrace, isInBrokenRegistry, type Registry, readRegistry } from './registry.ts'
import type { VerifiedChain } from './verify.ts'
import { hasWitness, openWitness, readWitness } from './witness.ts'

export interface JournalOptions {
  readonly folder: string
  /** The file is `<folder>/<name>.journal`. Letters, digits, dot, dash and underscore. */
  readonly name: string
  readonly environment: StatusView['environment']
  readonly account: string
  readonly nowMs: () => number
  /** A name for a new journal that no other will have. */
  readonly newId: () => string
  readonly log?: Log
}

interface Paths {
  readonly journal: string
  readonly witness: string
}

const SMALLEST_PAGE_BYTES = 512
const nameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Opens `<folder>/<name>.journal`, or makes it where there never was one. Never throws; a refusal changes no data. */
export function openJournal(options: JournalOptions): Result<Journal, JournalTrouble> {
  try {
    return ok(openOrThrow(options))
  } catch (error) {
    const trouble = problemOf(error)
    return err({ ...trouble, detail: `${options.name}.journal: ${trouble.detail}` })
  }
}

function openOrThrow(options: JournalOptions): Journal {
  const { folder, name } = options
  if (!nameShape.test(name)) throw new JournalFault('unreadable', 'the name does not make a file name')
  const paths = { journal: join(folder, `${name}.journal`), witness: join(folder, `${name}.witness`) }
  mkdirSync(folder, { recursive: true })
  const registry = readRegistry(folder)
  if (sizeOf(paths.journal) === undefined) {
    refuseIfRemembered(options, paths, registry)
    const { environment, account } = options
    const body = { kind: 'journal-created', journalId: options.newId(), environment, account } as const
    createJournal(paths.journal, body, options.nowMs())
  }
  // What was just made is looked over like any other file: what counts is what is on disk.
  return openExisting(options, paths, registry)
}

/** Any trace of an earlier journal of this name counts, not the registry alone. */
function refuseIfRemembered({ folder, name }: JournalOptions, paths: Paths, registry: Registry): void {
  // An empty registry remembers nothing; alone in its folder, it hides nothing either.
  if (registry.kind === 'broken' && !(registry.isEmpty && holdsNoTrace(folder))) {
    const detail = `there is no file, and whether there was one cannot be known: ${registry.detail}`
    throw new JournalFault('unreadable', detail)
  }
  const rows = registry.kind === 'read' ? registry.rows : []
  const row = rows.find((one) => one.name === name)
  const remembered =
    row !== undefined ||
    hasWitness(paths.witness) ||
    (sizeOf(`${paths.journal}-wal`) ?? 0) > 0 ||
    isInBrokenRegistry(folder, name)
  if (!remembered) return
  const since = row ? ` It was made on ${new Date(row.createdAtMs).toISOString()}.` : ''
  throw new JournalFault(
    'vanished',
    `the file is gone.${since} Put that very file back: an older copy lacks sales. Nothing was made anew`,
  )
}

function openExisting(options: JournalOptions, paths: Paths, registry: Registry): Journal {
  refuseIfTooShort(sizeOf(paths.journal))
  const witnessed = readWitness(paths.witness)
  if (witnessed === 'broken') options.log?.write('warn', 'journal.witness-broken', { name: options.name })
  const told = witnessed === 'broken' ? undefined : witnessed
  const chain = inspectJournal(paths.journal, told)
  checkOwner(options, chain, registry)
  const { journalId } = chain.created
  ensureRow(options, chain, registry)
  const db = openForWriting(paths.journal, { create: false })
  try {
    migrate(db)
    const witness = openWitness(paths.witness, journalId, readChainEnd(db))
    return openedJournal({ db, witness, journalId, ...(options.log && { log: options.log }) })
  } catch (error) {
    db.connection.close()
    throw error
  }
}

/** SQLite takes a file below its smallest page for an empty database, and so for somebody else's. */
function refuseIfTooShort(sizeBytes = 0): void {
  if (sizeBytes === 0) throw new JournalFault('vanished', 'the file is empty')
  if (sizeBytes < SMALLEST_PAGE_BYTES) {
    throw new JournalFault('damaged', `the file was cut off: ${sizeBytes} bytes are left`)
  }
}

/** The file must be the one that was made for this environment and account, and not another put in its place. */
function checkOwner(options: JournalOptions, { created }: VerifiedChain, registry: Registry): void {
  const rows = registry.kind === 'read' ? registry.rows : []
  const row = rows.find((one) => one.name === options.name)
  if (row !== undefined && row.journalId !== created.journalId) {
    throw new JournalFault('not-ours', `the file is journal ${created.journalId}, made was ${row.journalId}`)
  }
  if (created.environment !== options.environment || created.account !== options.account) {
    const detail = `the file belongs to ${created.environment} and account ${created.account}`
    throw new JournalFault('not-ours', detail)
  }
}

function ensureRow({ folder, name, log }: JournalOptions, chain: VerifiedChain, registry: Registry): void {
  if (registry.kind === 'read' && registry.rows.some((one) => one.name === name)) return
  const { createdAtMs, created } = chain
  addToRegistry(folder, registry, { name, journalId: created.journalId, createdAtMs })
  const why = registry.kind === 'broken' ? registry.detail : 'no row'
  log?.write(registry.kind === 'broken' ? 'error' : 'info', 'journal.registry-row-added', { name, why })
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
