/**
 * Who vouches for the service's hosts: Node's own list, and the authorities that the owner adds where an antivirus program or a
 * proxy of the shop's opens what is encrypted. Owns `<dataDir>/authorities.json`. Invariant: a file is believed as a whole, and
 * only where the keychain holds its digest: one that was put there by hand adds nobody, and never stops the counter.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext, rootCertificates } from 'node:tls'
import * as z from 'zod'
import { type AuthoritiesView, type AuthorityView, authorityLimits } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { accountError, keychainError } from '../accounts/account-list.ts'
import type { Changes } from '../changes.ts'
import { keepCopy, removeFile, writeDurably } from '../durable-file.ts'
import { readJsonFile } from '../json-file.ts'
import type { CounterPorts } from '../ports.ts'
import type { Actor } from '../till/actor.ts'

/** The certificates, as PEM. Another array than before is another list. */
export type AuthoritySource = () => readonly string[]

export const ownAuthorities: AuthoritySource = () => rootCertificates

/** Where an act is written before it is done, and why none can be. */
type Written = Pick<Changes, 'note'> & { refusal(): AppError | undefined }

export interface Authorities {
  readonly trusted: AuthoritySource
  /** Reads the keychain again where it has not answered yet. */
  list(): Promise<AuthoritiesView>
  add(changes: Written, actor: Actor): Promise<Result<{ added: AuthorityView | null }, AppError>>
  remove(fingerprint: string, changes: Written, actor: Actor): Promise<Result<Record<never, never>, AppError>>
}

interface AuthoritiesOptions
  extends Pick<CounterPorts, 'counterVault' | 'files' | 'confirm' | 'clock' | 'log'> {
  readonly dataDir: string
  /** Others are trusted than before. */
  onChange(): void
}

interface Authority {
  readonly pem: string
  readonly view: AuthorityView
}

const fileSchema = z.strictObject({
  version: z.literal(1),
  authorities: z.array(z.string().max(2 * authorityLimits.bytes)).max(authorityLimits.count),
})

export function createAuthorities(options: AuthoritiesOptions): Authorities {
  const { files, confirm, clock, log } = options
  const kept = createKept(options)
  void kept.load()

  /** A person picks one and agrees to it; null where they picked none. */
  async function ask(): Promise<Result<Authority | null, AppError>> {
    const picked = await files.openCertificate().catch((fault: unknown) => err(String(fault)))
    if (!picked.ok) return err({ kind: 'invalid-input', field: 'file', problem: picked.error })
    if (picked.value.path === null) return ok(null)
    const judged = judge(picked.value.bytes, kept.added(), clock.nowMs())
    if (!judged.ok) return judged
    const isAgreed = await confirm({ kind: 'new-authority', ...judged.value.view }).catch(
      (fault: unknown) => {
        log.write('warn', 'the person could not be asked', { fault: String(fault) })
        return false
      },
    )
    return isAgreed ? judged : accountError('authority-not-agreed')
  }

  return {
    trusted: kept.trusted,
    async list() {
      await kept.load()
      return { authorities: kept.added().map(({ view }) => view), doubt: kept.doubt() }
    },
    async add(changes, actor) {
      await kept.load()
      const closed = changes.refusal()
      if (closed) return err(closed)
      if (kept.doubt() === 'unread') return accountError('keychain-unavailable')
      const asked = await ask()
      if (!asked.ok) return asked
      if (asked.value === null) return ok({ added: null })
      const { view } = asked.value
      changes.note([{ what: 'authority-added', after: textOf(view) }], actor)
      const saved = await kept.save([...kept.added(), asked.value])
      return saved.ok ? ok({ added: view }) : saved
    },
    async remove(fingerprint, changes, actor) {
      await kept.load()
      const closed = changes.refusal()
      if (closed) return err(closed)
      const gone = kept.added().find(({ view }) => view.fingerprint === fingerprint)
      if (!gone) return accountError('authority-unknown')
      changes.note([{ what: 'authority-removed', before: textOf(gone.view) }], actor)
      return kept.save(kept.added().filter((one) => one !== gone))
    },
  }
}

/** Those of the file that the keychain confirms. */
function createKept({ dataDir, counterVault, log, onChange }: AuthoritiesOptions) {
  const path = join(dataDir, 'authorities.json')
  let added: readonly Authority[] = []
  let doubt: AuthoritiesView['doubt'] = 'unread'
  let trusted: readonly string[] = rootCertificates
  let loading: Promise<void> | undefined

  function trust(now: readonly Authority[]): void {
    added = now
    doubt = null
    trusted = now.length === 0 ? rootCertificates : [...rootCertificates, ...now.map(({ pem }) => pem)]
    onChange()
  }

  async function read(): Promise<void> {
    const text = readText(path)
    if (text === undefined) {
      doubt = null
      return
    }
    const digest = await counterVault.readAuthorities()
    if (!digest.ok) return log.write('warn', 'authorities.unread', { problem: digest.error.problem })
    const found = digest.value === digestOf(text) ? parse(text) : undefined
    if (found) return trust(found)
    doubt = 'unconfirmed'
    log.write('warn', 'authorities.unconfirmed', {})
  }

  return {
    added: () => added,
    doubt: () => doubt,
    trusted: () => trusted,
    /** Once, and again only where the keychain did not answer. Never rejects. */
    load(): Promise<void> {
      if (doubt !== 'unread') return Promise.resolve()
      loading ??= read()
        .catch((fault: unknown) => log.write('error', 'authorities.unread', { fault: String(fault) }))
        .finally(() => {
          loading = undefined
        })
      return loading
    },
    /** The file first: what the keychain does not confirm is believed by nobody. */
    async save(now: readonly Authority[]): Promise<Result<Record<never, never>, AppError>> {
      const text = `${JSON.stringify({ version: 1, authorities: now.map(({ pem }) => pem) }, null, 2)}\n`
      try {
        const before = readText(path)
        if (doubt === 'unconfirmed') keepCopy(path, (number) => `authorities.before-${number}.json`)
        writeDurably(path, text)
        const saved = await counterVault.saveAuthorities(digestOf(text))
        if (!saved.ok) {
          if (before === undefined) removeFile(path)
          else writeDurably(path, before)
          return keychainError(saved.error)
        }
      } catch (fault) {
        log.write('error', 'authorities.not-kept', { fault: String(fault) })
        return accountError('not-kept')
      }
      trust(now)
      return ok({})
    },
  }
}

const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined

const textOf = ({ fingerprint, name }: AuthorityView): string => `${fingerprint} ${name}`

/** As journals record it. Throws for what is no certificate. */
export function authorityText(pem: string): string {
  const read = readCertificate(Buffer.from(pem))
  if (!read) throw new Error('not a certificate')
  return textOf(read.view)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Undefined where any of it is not what this program wrote. */
function parse(text: string): readonly Authority[] | undefined {
  const file = readJsonFile(text, fileSchema)
  if (!file.ok) return undefined
  const read = file.value.authorities.map((pem) => readCertificate(Buffer.from(pem)))
  return read.every((one) => one !== undefined) ? read : undefined
}

function judge(bytes: Uint8Array, known: readonly Authority[], nowMs: number): Result<Authority, AppError> {
  if (bytes.length > authorityLimits.bytes) return accountError('authority-too-large')
  const read = readCertificate(bytes)
  if (!read) return accountError('authority-unreadable')
  const { certificate, pem, view } = read
  if (!certificate.ca) return accountError('authority-none')
  if (nowMs < Date.parse(certificate.validFrom) || nowMs > view.untilMs)
    return accountError('authority-not-valid')
  const isKnown = known.some((one) => one.view.fingerprint === view.fingerprint)
  if (isKnown || rootCertificates.includes(pem.trim())) return accountError('authority-known')
  return known.length >= authorityLimits.count ? accountError('authority-too-many') : ok({ pem, view })
}

const beginnings = /-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/g

/** One certificate, and one that TLS can take. A person is asked about one: a file of several is none. */
function readCertificate(bytes: Uint8Array): (Authority & { certificate: X509Certificate }) | undefined {
  if ((Buffer.from(bytes).toString('latin1').match(beginnings) ?? []).length > 1) return undefined
  try {
    const certificate = new X509Certificate(bytes)
    const pem = certificate.toString()
    createSecureContext({ ca: pem })
    const untilMs = Date.parse(certificate.validTo)
    if (!Number.isFinite(untilMs)) return undefined
    const [name, issuer] = [nameIn(certificate.subject), nameIn(certificate.issuer)]
    return { certificate, pem, view: { name, issuer, untilMs, fingerprint: certificate.fingerprint256 } }
  } catch {
    return undefined
  }
}

const MAX_NAME_LENGTH = 100

/** What people know it by. Whoever made the certificate wrote it: what steers a line of text is taken out. */
function nameIn(subject: string | undefined): string {
  const parts = (subject ?? '').split('\n')
  const named = ['CN=', 'O=', 'OU='].flatMap((kind) => parts.filter((part) => part.startsWith(kind)))
  const name = named[0]?.replace(/^[A-Z]+=/, '') ?? parts.join(', ')
  return name.replace(/\p{C}/gu, ' ').trim().slice(0, MAX_NAME_LENGTH)
}
