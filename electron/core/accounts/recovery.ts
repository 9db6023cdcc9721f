/**
 * The recovery code of the open journal: saved as a sheet to print, and taken back. Invariant: the code is readable for as
 * long as one sheet is being saved, once, at a path that nobody can guess; no paper bears a key that opens nothing here; and
 * no card that opens loses its key: what a recovery replaces stays in the keychain.
 */
import { randomBytes } from 'node:crypto'
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Locale } from '#shared/views.ts'
import type { Journal } from '../journal/journal.ts'
import { journalName } from '../journal/journal-name.ts'
import { opensAll, opensSome, sealedCards } from '../journal/sealed-cards.ts'
import type { AccountName, Ports } from '../ports.ts'
import type { CardSeal } from '../sale/card-seal.ts'
import type { PageAnswer } from '../slip-pages.ts'
import { accountError, keychainError } from './account-error.ts'
import { readRecoveryCode, writeRecoveryCode } from './recovery-code.ts'
import { recoveryStylesheet, recoveryStylesheetPath, renderRecoveryPage } from './recovery-page.ts'

export interface Recovery {
  /** `path` is null where the person changed their mind. */
  save(locale: Locale): Promise<Result<{ readonly path: string | null }, AppError>>
  recover(code: string): Promise<Result<Record<never, never>, AppError>>
  /** The sheet that is being saved, the first time it is asked for; undefined for every other path. */
  readPage(path: string): PageAnswer | undefined
}

export interface RecoveryOptions extends Pick<Ports, 'clock' | 'keyVault' | 'printer'> {
  readonly journal: Journal
  readonly cardSeal: Pick<CardSeal, 'exchange'>
  readonly name: AccountName
}

/** Sheets that are being saved at the same time. */
const MAX_SHEETS = 4
const TOKEN_BYTES = 16

export function createRecovery(options: RecoveryOptions): Recovery {
  const { journal, cardSeal, keyVault, printer, clock, name } = options
  const { journalId } = journal
  const sheets = new Map<string, string>()

  async function saveSheet(body: string): ReturnType<Recovery['save']> {
    const path = `/recovery/${randomBytes(TOKEN_BYTES).toString('hex')}`
    sheets.set(path, body)
    try {
      const saved = await printer.savePdf(path, `${journalName(name)}-recovery.pdf`)
      return saved.ok ? saved : err({ kind: 'printing', problem: saved.error })
    } finally {
      sheets.delete(path)
    }
  }

  return {
    async save(locale) {
      const cards = sealedCards(journal)
      const key = await keyVault.readJournalKey(journalId, cards.length === 0)
      if (!key.ok && key.error.problem !== 'none') return keychainError(key.error)
      // What was changed behind our back opens nothing: paper that says otherwise would be worse than none.
      if (!key.ok || !opensSome(key.value, cards)) return accountError('card-key-lost')
      if (sheets.size >= MAX_SHEETS) return accountError('busy')
      const paper = { ...name, journal: journalName(name), atMs: clock.nowMs() }
      return saveSheet(
        renderRecoveryPage({ ...paper, code: writeRecoveryCode(key.value, journalId) }, locale),
      )
    },
    async recover(code) {
      // Training's key is part of the product.
      if (name.environment === 'training') {
        return err({ kind: 'not-allowed-now', state: 'training', action: 'recover' })
      }
      const key = readRecoveryCode(code, journalId)
      if (key === undefined) return accountError('wrong-code')
      const present = await keyVault.readJournalKey(journalId, false)
      // One that is missing, or is no key, is what the code is for.
      if (!present.ok && ['locked', 'denied'].includes(present.error.problem))
        return keychainError(present.error)
      const cards = sealedCards(journal)
      const keys = present.ok ? [key, present.value] : [key]
      if (!opensSome(key, cards) || !opensAll(keys, cards)) return accountError('wrong-code')
      const kept = await cardSeal.exchange(key, () => keyVault.restoreJournalKey(journalId, key))
      return kept.ok ? ok({}) : keychainError(kept.error)
    },
    readPage(path) {
      if (path === recoveryStylesheetPath) return answer('text/css', recoveryStylesheet)
      const body = sheets.get(path)
      sheets.delete(path)
      return body === undefined ? undefined : answer('text/html', body)
    },
  }
}

const answer = (type: string, body: string): PageAnswer => ({
  status: 200,
  contentType: `${type}; charset=utf-8`,
  body,
})

/** Where the journal is not open there is nothing to recover. */
export function closedRecovery(error: AppError): Recovery {
  const closed = err(error)
  return { save: async () => closed, recover: async () => closed, readPage: () => undefined }
}
