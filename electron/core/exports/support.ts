/**
 * The bundle for support: put together, shown, and saved where a person says. Invariant: what is saved is what was shown, to
 * the byte. Works without a journal as well, when support is needed most.
 */
import { createHash } from 'node:crypto'
import { release } from 'node:os'
import type { Environment } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import {
  type BundlePart,
  type BundlePartAsked,
  type BundleView,
  partCharacters,
  previewCharacters,
} from '#shared/exports.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import { codeOf } from '../durable-file.ts'
import { parseEntry } from '../journal/entries.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock, Files, Log } from '../ports.ts'
import { cleanLog } from '../redaction.ts'
import { attemptsIn, maskNumbers, maskTelephones, redactedEntries } from './redacted-entries.ts'
import { fileDay, letOthersIn, liesWithin, openUnfinished, writeTarget } from './target-file.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

/** The newest entries, and all of the newest open sales beside them. */
const MAX_ENTRIES = 2_000
const MAX_OPEN_SALES = 50
const SLICE_ENTRIES = 100
const MAX_LOG_BYTES = 500_000

export interface Support {
  preview(facts: CounterFacts): Promise<Result<BundleView, AppError>>
  /** More of a file of the bundle that was shown last; `invalid-input` for any other. */
  readPart(asked: BundlePartAsked): Result<BundlePart, AppError>
  /** Saves the bundle that was shown last; `invalid-input` for any other. `path` is null where they changed their mind. */
  save(bundleId: string): Promise<Result<{ readonly path: string | null }, AppError>>
}

interface SupportOptions {
  readonly journal:
    | Pick<Journal, 'journalId' | 'readLastEntry' | 'readRows' | 'readEntries' | 'listRefs'>
    | undefined
  readonly environment: Environment
  readonly dataDir: string
  /** The product's own. */
  readonly version: string
  readonly files: Files
  readonly clock: Clock
  readonly log: Log
}

interface Bundle {
  readonly bundleId: string
  readonly files: readonly BundleFile[]
  readonly atMs: number
}

export function createSupport(options: SupportOptions): Support {
  const { journal, environment, dataDir, version, files, clock } = options
  const log = cleanLog(options.log)
  let shown: Bundle | undefined

  async function preview(facts: CounterFacts): Promise<Result<BundleView, AppError>> {
    const atMs = clock.nowMs()
    const last = journal?.readLastEntry()
    const made = bundleFiles({
      ...facts,
      ...{ atMs, versions: versionsOf(version), clean: log.clean },
      journal: journal &&
        last && { journalId: journal.journalId, lastSequence: last.sequence, lastHash: last.hash },
      entries: journal && last ? await entriesFor(journal, last.sequence) : [],
      log: log.recent?.(MAX_LOG_BYTES) ?? '',
    })
    shown = { bundleId: digestOf(made), files: made, atMs }
    return ok({ bundleId: shown.bundleId, files: made.map(shownOf) })
  }

  function readPart({ bundleId, name, from }: BundlePartAsked): Result<BundlePart, AppError> {
    const file = shown?.bundleId === bundleId ? shown.files.find((one) => one.name === name) : undefined
    return file ? ok(partOf(file, from, partCharacters)) : notUsable('bundle', 'not-shown')
  }

  async function save(bundleId: string): Promise<Result<{ readonly path: string | null }, AppError>> {
    const bundle = shown
    if (bundle?.bundleId !== bundleId) return notUsable('bundle', 'not-shown')
    try {
      const asked = await files.askPath(`comptoir-${environment}-support-${fileDay(bundle.atMs)}.zip`)
      if (!asked.ok) return notUsable('file', asked.error)
      const { path } = asked.value
      if (path === null) return ok({ path })
      if (liesWithin(dataDir, path)) return notUsable('file', 'own-folder')
      const writing = { unfinished: openUnfinished(dataDir, log), signal: new AbortController().signal }
      await writeTarget(path, zipStream(partsOf(bundle), bundle.atMs), writing)
      return ok({ path })
    } catch (fault) {
      return notUsable('file', codeOf(fault) ?? String(fault).slice(0, 200))
    }
  }

  return { preview, readPart, save }
}

const notUsable = (field: string, problem: string) => err<AppError>({ kind: 'invalid-input', field, problem })

const partsOf = ({ files }: Bundle): readonly ZipPart[] =>
  files.map(({ name, text }) => ({ name, content: [text] }))

const shownOf = ({ name, text }: BundleFile): BundleView['files'][number] => ({
  name,
  bytes: Buffer.byteLength(text),
  ...partOf({ text }, 0, previewCharacters),
})

const partOf = ({ text }: Pick<BundleFile, 'text'>, from: number, characters: number): BundlePart => ({
  text: text.slice(from, from + characters),
  isCut: text.length > from + characters,
})

const digestOf = (files: readonly BundleFile[]): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex')

function versionsOf(comptoir: string): Readonly<Record<string, string>> {
  const { node = '', electron = 'none', chrome = 'none' } = process.versions
  const { platform, arch } = process
  return { comptoir, node, electron, chrome, platform, arch, system: release() }
}

/** The newest entries, and all those of open sales, in their order. Read in slices: the counter goes on selling. */
async function entriesFor(
  journal: NonNullable<SupportOptions['journal']>,
  lastSequence: number,
): Promise<readonly Entry[]> {
  const kept = new Map<number, Entry>()
  for (const ref of journal.listRefs({ states: openSaleStates, limit: MAX_OPEN_SALES })) {
    for (const entry of journal.readEntries(ref)) kept.set(entry.sequence, entry)
    await letOthersIn()
  }
  for (let after = Math.max(0, lastSequence - MAX_ENTRIES); after < lastSequence; after += SLICE_ENTRIES) {
    for (const row of journal.readRows(after, Math.min(SLICE_ENTRIES, lastSequence - after))) {
      kept.set(row.sequence, parseEntry(row))
    }
    await letOthersIn()
  }
  return [...kept.values()].sort((one, other) => one.sequence - other.sequence)
}

// What a support bundle holds: the texts of its files. Pure. Every text goes through the redaction of the log as well.

interface BundleFile {
  readonly name: string
  readonly text: string
}

/** What the counter is, beside its sales. */
interface CounterFacts {
  readonly settings: Settings
  readonly status: StatusView
}

interface BundleParts extends CounterFacts {
  readonly atMs: number
  readonly versions: Readonly<Record<string, string>>
  /** Undefined where the journal does not open; the status says why. */
  readonly journal:
    | { readonly journalId: string; readonly lastSequence: number; readonly lastHash: string }
    | undefined
  /** In their order. */
  readonly entries: readonly Entry[]
  readonly log: string
  /** Blots out the secrets that are known. */
  clean(text: string): string
}

function bundleFiles(parts: BundleParts): readonly BundleFile[] {
  const { settings, entries, log, clean } = parts
  const files = [
    { name: 'about.json', text: json(aboutOf(parts)) },
    { name: 'settings.json', text: json(settings) },
    { name: 'entries.jsonl', text: lines(redactedEntries(entries)) },
    { name: 'attempts.jsonl', text: lines(attemptsIn(entries)) },
    { name: 'log.txt', text: maskTelephones(log) },
  ]
  return files.map(({ name, text }) => ({ name, text: clean(text).toWellFormed() }))
}

/** No name of the account, which is a telephone number as a rule, no balance, and no address of the shop's own. */
function aboutOf({ atMs, versions, journal, entries, status }: BundleParts) {
  const { environment, connection, selling, notices } = status
  const closed = selling.open ? null : { why: selling.why, detail: maskNumbers(selling.detail) }
  return {
    madeAt: new Date(atMs).toISOString(),
    versions,
    ...{ environment, connection, sellingClosed: closed, notices },
    journal: journal ?? status.journal,
    entriesInBundle: entries.length,
    firstEntryInBundle: entries[0]?.sequence ?? null,
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
