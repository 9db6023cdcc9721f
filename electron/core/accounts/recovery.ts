/**
 * The recovery code of the open journal: saved as a sheet to print, and taken back. Invariant: the code is readable for as
 * long as one sheet is being saved, once, at a path that nobody can guess; no paper bears a key that opens nothing here; and
 * no card that opens loses its key: what a recovery replaces stays in the keychain.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Environment } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { formatDate } from '#shared/dates.ts'
import ar from '#shared/locales/recovery/ar.json' with { type: 'json' }
import en from '#shared/locales/recovery/en.json' with { type: 'json' }
import fr from '#shared/locales/recovery/fr.json' with { type: 'json' }
import { err, ok, type Result } from '#shared/result.ts'
import type { Locale } from '#shared/views.ts'
import type { Journal } from '../journal/journal.ts'
import { journalName } from '../journal/paths.ts'
import { opensAll, opensSome, SEAL_KEY_BYTES, sealedCards } from '../journal/seal.ts'
import type { AccountName, Ports } from '../ports.ts'
import { html } from '../receipt/markup.ts'
import { fontFaces } from '../receipt/slip-css.ts'
import type { CardSeal } from '../sale/card-seal.ts'
import type { PageAnswer } from '../slip-pages.ts'
import { accountError, keychainError } from './account-list.ts'

export interface Recovery {
  /** `path` is null where the person changed their mind. */
  save(locale: Locale): Promise<Result<{ readonly path: string | null }, AppError>>
  recover(code: string): Promise<Result<Record<never, never>, AppError>>
  /** The sheet that is being saved, the first time it is asked for; undefined for every other path. */
  readPage(path: string): PageAnswer | undefined
}

interface RecoveryOptions extends Pick<Ports, 'clock' | 'keyVault' | 'printer'> {
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

// The recovery code: a journal's key as a person can read it off paper. Fifty-five characters of Crockford's base 32 in
// eleven groups: 256 bits of key and 19 bits of check, which knows the journal, so that a slip of the pen and another
// journal's paper are both found before anything is tried. Pure.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 55
const GROUP = 5
const CHECK_BITS = 19n

/** The code of `key` for the journal, in groups. Throws where the key is not SEAL_KEY_BYTES long. */
export function writeRecoveryCode(key: Uint8Array, journalId: string): string {
  if (key.length !== SEAL_KEY_BYTES) throw new Error(`a key of ${key.length} bytes has no recovery code`)
  const value = (numberOf(key) << CHECK_BITS) | checkOf(key, journalId)
  const characters = Array.from(
    { length: CHARACTERS },
    (_, place) => ALPHABET[Number((value >> BigInt(5 * (CHARACTERS - 1 - place))) & 31n)],
  ).join('')
  return characters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? characters
}

/**
 * The key that a typed code stands for, however it is grouped and in either case, O read as 0 and I and L as 1. Undefined
 * where it is mistyped or belongs to another journal.
 */
export function readRecoveryCode(typed: string, journalId: string): Uint8Array | undefined {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const digits = [...characters].map((character) => ALPHABET.indexOf(character))
  if (digits.length !== CHARACTERS || digits.includes(-1)) return undefined
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  const hex = (value >> CHECK_BITS).toString(16).padStart(2 * SEAL_KEY_BYTES, '0')
  const key = Uint8Array.from(Buffer.from(hex, 'hex'))
  return checkOf(key, journalId) === (value & ((1n << CHECK_BITS) - 1n)) ? key : undefined
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

function checkOf(key: Uint8Array, journalId: string): bigint {
  const digest = createHash('sha256').update(`comptoir recovery ${journalId} `).update(key).digest()
  return BigInt(digest.readUInt32BE(0)) >> (32n - CHECK_BITS)
}

// The page that carries a recovery code to paper, in the shop's language. Pure. No inline style or script, as every page
// of ours; the code is read back from the finished page, so that no paper lacks a part of it.

const recoveryStylesheetPath = '/recovery/recovery.css'

/** French is the reference: a word that another lacks is a compile error. */
const textsIn: Readonly<Record<Locale, typeof fr>> = { fr, ar, en }

interface RecoveryPaper {
  readonly code: string
  readonly journal: string
  readonly environment: Environment
  readonly account: string
  readonly atMs: number
}

/** A complete page, one sheet. Throws where it would lack the code. */
function renderRecoveryPage(paper: RecoveryPaper, locale: Locale): string {
  const texts = textsIn[locale]
  const { label } = texts
  const facts = [
    [label.journal, paper.journal],
    [label.environment, texts.environment[paper.environment]],
    [label.account, paper.account],
    [label.date, formatDate(paper.atMs, locale)],
  ] as const
  const rows = facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)
  const page = html`<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<title>${texts.title}</title>
<link rel="stylesheet" href="${recoveryStylesheetPath}">
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p>${texts.purpose}</p>
<h2>${texts.code}</h2>
<p class="code" dir="ltr">${paper.code}</p>
<dl>${rows}</dl>
<ol>${texts.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="warning">${texts.warning}</p>
</main>
</body>
</html>
`.markup
  if (!page.includes(`>${paper.code}<`)) throw new Error('the page would lack the recovery code')
  return page
}

const recoveryStylesheet = `${fontFaces}
@page { margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { background: #fff; color: #000; color-scheme: light; }
main {
  inline-size: 210mm;
  padding: 20mm;
  font: 4mm / 1.5 'IBM Plex Sans', 'IBM Plex Sans Arabic', sans-serif;
}
h1 { font-size: 7mm; margin-block-end: 6mm; }
h2 { font-size: 4.5mm; margin-block: 8mm 3mm; }
.code {
  border: 0.6mm solid #000;
  padding: 5mm;
  font: 600 6mm / 1.7 'IBM Plex Sans', monospace;
  font-variant-numeric: slashed-zero tabular-nums;
  overflow-wrap: break-word;
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1.5mm 6mm; margin-block: 8mm; }
dt { font-weight: 600; }
ol { padding-inline-start: 6mm; }
.warning { border-inline-start: 1.2mm solid #000; margin-block-start: 8mm; padding-inline-start: 4mm; font-weight: 600; }
`
