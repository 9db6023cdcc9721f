/**
 * What people change at the counter, take out of it or let it show, beside its sales: one entry each, before it is done. Owns
 * which settings are worth an entry. Where the journal is closed there is nothing to sell and nowhere to write: it is done, but for the settings.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Settings } from '#shared/views.ts'
import type { ChangeKind } from './journal/entry.ts'
import type { Journal } from './journal/journal.ts'
import type { Clock } from './ports.ts'
import { type Actor, anybody, signedBy } from './till/actor.ts'

export interface Change {
  readonly what: ChangeKind
  /** Short texts, without a secret; null where there is none. */
  readonly before?: string | null
  readonly after?: string | null
}

export interface Changes {
  /** Writes entries. Throws as Journal.recordChange does: nothing is to be done then. */
  note(changes: readonly Change[], actor: Actor): void
  /** Writes that an authority is trusted, unless the newest entry of it says so. Throws as `note`, and where the journal is closed. */
  noteTrusted(authority: string): void
  /** Writes that others use the key, as the settings have it from a person, unless the newest entry of it says so. Throws as `note`. */
  noteShared(): void
  /**
   * Writes where archives go, as the file of this machine has it, unless the newest entry of it says so: a folder that no entry
   * has is its own `before`. Throws as `note`.
   */
  noteArchiveFolder(folder: string | null): void
  /** Why a change of the settings that is worth an entry is not made now; missing where it is. */
  readonly refusal?: AppError
}

/**
 * Nothing is written where the journal is closed. What decides on money or on who may do what is not changed then: nobody is
 * signed in to do it, and the restored journal would not show it.
 */
export const unwritten = (refusal: AppError): Changes => ({
  note: () => undefined,
  noteTrusted() {
    throw new Error('the journal is closed')
  },
  noteShared: () => undefined,
  noteArchiveFolder: () => undefined,
  refusal,
})

const MAX_TEXT = 500
const cutText = (text: string | null): string | null => text?.slice(0, MAX_TEXT) ?? null

export function createChanges(journal: Pick<Journal, 'recordChange' | 'findChange'>, clock: Clock): Changes {
  const note: Changes['note'] = (changes, actor) => {
    for (const { what, before = null, after = null } of changes) {
      const texts = { before: cutText(before), after: cutText(after) }
      journal.recordChange({ kind: 'changed', what, ...texts, ...signedBy(actor, null) }, clock.nowMs())
    }
  }
  return {
    note,
    noteTrusted(authority) {
      const newest = journal.findChange(['authority-added', 'authority-removed'], authority)?.body
      if (newest?.kind === 'changed' && newest.what === 'authority-added') return
      note([{ what: 'authority-added', before: 'added elsewhere', after: authority }], anybody)
    },
    noteShared() {
      const newest = journal.findChange(['shared-key'])?.body
      if (newest?.kind === 'changed' && saysShared(newest.after ?? '')) return
      note([{ what: 'shared-key', after: 'true: found as the journal was opened' }], anybody)
    },
    noteArchiveFolder(folder) {
      const newest = journal.findChange(['archive-folder'])?.body
      const before = newest?.kind === 'changed' ? newest.after : null
      if (before === cutText(folder)) return
      // It stood before this entry: a step from no folder is a person's.
      note([{ what: 'archive-folder', before: before ?? folder, after: folder }], anybody)
    },
  }
}

/** Of what an earlier version had found in the service's books no person had said it. */
const saysShared = (after: string): boolean => after.startsWith('true') && !after.startsWith('true: {')

/** What of the settings decides on money, on paper or on who may do what. What somebody merely sees is not written. */
const written = {
  printer: 'printer',
  sharedKey: 'shared-key',
  shop: 'shop',
  till: 'till-settings',
  carnet: 'carnet-settings',
  autoPrint: 'automatic-print',
} as const satisfies Partial<Record<keyof Settings, ChangeKind>>

/** What of a change of the settings is worth an entry. */
export const settingsChanges = (
  before: Settings,
  change: CommandInput<'settings.update'>,
): readonly Change[] =>
  (Object.keys(written) as (keyof typeof written)[])
    .filter((key) => change[key] !== undefined && !isDeepStrictEqual(before[key], change[key]))
    .map((key) => ({ what: written[key], before: textOf(before[key]), after: textOf(change[key]) }))

/** A logo is long and says nothing to a reader. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => (key === 'logo' && inner !== null ? 'a picture' : inner))
