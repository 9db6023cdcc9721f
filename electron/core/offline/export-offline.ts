/**
 * An export while no counter is open: the journal is opened as the counter opens it, the export is recorded there and written by
 * the same means, and the journal is closed. A journal that is not there is never made.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ExportView } from '#shared/exports.ts'
import { noFilters } from '#shared/history.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Locale } from '#shared/views.ts'
import { accountId, nameOf, openAccountList } from '../accounts/account-list.ts'
import { trainingName } from '../accounts/accounts.ts'
import { createChanges } from '../changes.ts'
import { createEvents } from '../events.ts'
import { createExports } from '../exports/exports.ts'
import { openJournal } from '../journal/open.ts'
import { journalName, journalPathsOf } from '../journal/paths.ts'
import type { AccountName, Clock, Log } from '../ports.ts'
import { anybody } from '../till/actor.ts'

export interface OfflineExport {
  readonly dataDir: string
  readonly what: ExportView['what']
  /** Where to; what is there is replaced. */
  readonly path: string
  /** The account by its id; the one that was open last where none is given. */
  readonly account: string | undefined
  readonly locale: Locale
  readonly clock: Clock
  readonly log: Log
}

/** Why nothing was written; `detail` is of the account, the journal or the system, as its problem says. */
export interface OfflineProblem {
  readonly problem: 'no-account' | 'no-journal' | 'journal' | 'own-folder' | 'not-written'
  readonly detail: string
}

const refuse = (problem: OfflineProblem['problem'], detail: string) => err({ problem, detail })

/** Answers what was written. */
export async function exportOffline(asked: OfflineExport): Promise<Result<ExportView, OfflineProblem>> {
  const { dataDir, what, path, locale, clock, log } = asked
  const name = findAccount(asked)
  if (name === undefined) return refuse('no-account', String(asked.account))
  const folder = join(dataDir, 'journal')
  const opening = { ...name, folder, name: journalName(name), nowMs: clock.nowMs, newId: neverNew, log }
  if (!existsSync(journalPathsOf(opening).journal)) return refuse('no-journal', `${name.account}, ${folder}`)
  const opened = openJournal(opening)
  if (!opened.ok) return refuse('journal', `${opened.error.problem}: ${opened.error.detail}`)
  const journal = opened.value
  try {
    const events = createEvents(log)
    const files = { askPath: async () => ok({ path: resolve(path) }) }
    const { environment } = name
    const exports = createExports({ journal, environment, dataDir, files, clock, log, events })
    const over = new Promise<ExportView>((done) => {
      events.onEvent(({ event }) => {
        if (event.kind === 'export-changed' && event.export.state !== 'running') done(event.export)
      })
    })
    const change = { what: what === 'journal' ? 'journal-exported' : 'history-exported' } as const
    const after = what === 'journal' ? 'command line' : `${what}, command line`
    createChanges(journal, clock).note([{ ...change, after }], anybody)
    const begun =
      what === 'journal'
        ? await exports.exportJournal()
        : await exports.exportHistory({ query: '', filters: noFilters, format: what }, locale, true)
    if (!begun.ok) {
      const why = begun.error.kind === 'invalid-input' ? begun.error.problem : begun.error.kind
      return why === 'own-folder' ? refuse(why, path) : refuse('not-written', why)
    }
    const view = await over
    return view.state === 'saved' ? ok(view) : refuse('not-written', view.problem ?? view.state)
  } finally {
    journal.close()
  }
}

function findAccount({ dataDir, account, log }: OfflineExport): AccountName | undefined {
  const { accounts, activeId } = openAccountList(dataDir, log).read()
  const wanted = account ?? activeId
  const listed = accounts.find((one) => accountId(one) === wanted)
  if (listed !== undefined) return nameOf(listed)
  return wanted === trainingName.account ? trainingName : undefined
}

/** Only a new journal takes an id, and none is made here. */
const neverNew = (): string => {
  throw new Error('no journal is made for an export')
}
