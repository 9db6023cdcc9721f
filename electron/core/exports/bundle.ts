/** What a support bundle holds: the texts of its files. Pure. Every text goes through the redaction of the log as well. */
import type { Settings, StatusView } from '#shared/views.ts'
import type { Entry } from '../journal/entry.ts'
import { maskNumbers, maskTelephones } from './mask.ts'
import { attemptsIn, redactedEntries } from './redacted-entries.ts'

export interface BundleFile {
  readonly name: string
  readonly text: string
}

/** What the counter is, beside its sales. */
export interface CounterFacts {
  readonly settings: Settings
  readonly status: StatusView
}

export interface BundleParts extends CounterFacts {
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

export function bundleFiles(parts: BundleParts): readonly BundleFile[] {
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
