/**
 * The last net under the log. Callers pick what they log and never log a secret; should one come through all the same, in
 * a system's message or in a trace, it is blotted out here, because every secret that enters the process is made known to
 * this registry. Held in memory only, and bounded.
 */
import type { Log } from './ports.ts'

/** How many of each are remembered, the latest noted; the oldest is forgotten for a new one. */
const remembered = { key: 40, card: 500 } as const
export type SecretKind = keyof typeof remembered

/** A shorter text stands in ordinary words as well, and blotting it out there would make a log unreadable. */
const SHORTEST_SECRET = 6
/** Longer than any key or code, and a bound on what is held. */
const LONGEST_SECRET = 1_000

const MASK = '***'

export interface Redactor {
  /** Makes a secret known. Noted again, it counts as new. */
  note(kind: SecretKind, secret: string): void
  /** The text without the known secrets, as they are or as JSON, a URL, base64 or hexadecimal digits write them. */
  clean(text: string): string
}

/** An empty registry. */
export function createRedactor(): Redactor {
  const kept: Readonly<Record<SecretKind, Set<string>>> = { key: new Set(), card: new Set() }
  const index = createIndex()
  return {
    note(kind, secret) {
      if (secret.length < SHORTEST_SECRET || secret.length > LONGEST_SECRET) return
      const secrets = kept[kind]
      if (!secrets.delete(secret)) for (const form of formsOf(secret)) index.add(form)
      secrets.add(secret)
      if (secrets.size <= remembered[kind]) return
      const [oldest = ''] = secrets
      secrets.delete(oldest)
      for (const form of formsOf(oldest)) index.remove(form)
    },
    clean(text) {
      const pieces: string[] = []
      let done = 0
      for (let at = 0; at + SHORTEST_SECRET <= text.length; at += 1) {
        const form = index.findAt(text, at)
        if (form === undefined) continue
        pieces.push(text.slice(done, at), MASK)
        done = at + form.length
        at = done - 1
      }
      return done === 0 ? text : pieces.join('') + text.slice(done)
    },
  }
}

/**
 * The forms by their first characters, so that looking through a line takes as long for hundreds of secrets as for one: the
 * log is written with each call.
 */
function createIndex() {
  const byStart = new Map<string, readonly string[]>()
  const startOf = (form: string, at = 0) => form.slice(at, at + SHORTEST_SECRET)
  /** How many forms begin with a character: most characters of a line begin none. */
  const begun = new Map<number, number>()
  const count = (form: string, more: 1 | -1) => {
    const code = form.charCodeAt(0)
    const forms = (begun.get(code) ?? 0) + more
    if (forms > 0) begun.set(code, forms)
    else begun.delete(code)
  }
  return {
    /** The longest first, so that no form is cut up by a shorter one that begins it. */
    add(form: string): void {
      count(form, 1)
      const beside = byStart.get(startOf(form)) ?? []
      byStart.set(
        startOf(form),
        [...beside, form].toSorted((one, other) => other.length - one.length),
      )
    },
    /** Once: two secrets may be written down alike. */
    remove(form: string): void {
      count(form, -1)
      const beside = byStart.get(startOf(form)) ?? []
      const left = beside.toSpliced(beside.indexOf(form), 1)
      if (left.length === 0) byStart.delete(startOf(form))
      else byStart.set(startOf(form), left)
    },
    findAt: (text: string, at: number): string | undefined =>
      begun.has(text.charCodeAt(at))
        ? byStart.get(startOf(text, at))?.find((form) => text.startsWith(form, at))
        : undefined,
  }
}

/** A log that blots out the secrets it was given. */
export interface CleanLog extends Log, Redactor {}

/** The log with a registry of its own before it; one that has one stays as it is, so that all who share it share that. */
export function cleanLog(log: Log): CleanLog {
  if (isClean(log)) return log
  const redactor = createRedactor()
  return {
    ...redactor,
    recent: log.recent && ((maxBytes) => redactor.clean(log.recent?.(maxBytes) ?? '')),
    write(level, what, facts = {}) {
      const cleaned: Record<string, Fact> = {}
      for (const [name, fact] of Object.entries(facts)) cleaned[name] = cleanFact(fact, redactor)
      log.write(level, redactor.clean(what), cleaned)
    },
  }
}

const isClean = (log: Log): log is CleanLog => 'note' in log && 'clean' in log

type Fact = string | number | boolean | null

/** A number is a count or an amount, and a secret only where the whole of it is one. */
function cleanFact(fact: Fact, { clean }: Redactor): Fact {
  if (typeof fact === 'string') return clean(fact)
  return typeof fact === 'number' && clean(String(fact)) === MASK ? MASK : fact
}

/** How a secret may be written down; none of them is shorter than the secret. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex')
  const url = encodeURIComponent(secret.toWellFormed())
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...[url, url.toLowerCase(), url.replaceAll('%20', '+')],
    ...[hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap((before) => base64Within(bytes, before)),
  ]
  return [...new Set(forms)]
}

const BITS_OF_BYTE = 8
const BITS_OF_DIGIT = 6

/**
 * The digits that base64 gives to the bytes and to nothing beside them, where they stand so many bytes after a group's
 * beginning; in both alphabets.
 */
function base64Within(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
  const from = Math.ceil((before * BITS_OF_BYTE) / BITS_OF_DIGIT)
  const to = Math.floor((whole.length * BITS_OF_BYTE) / BITS_OF_DIGIT)
  return (['base64', 'base64url'] as const).map((alphabet) => whole.toString(alphabet).slice(from, to))
}
