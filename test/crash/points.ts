/**
 * The points at which a process can die, seen at the calls of SQLite and of the HTTP client, outside the product. Nothing
 * here lists them: a run that comes to its end shows which there are.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import Database from 'better-sqlite3'
import { requestOfMessage } from './leaping-clock.ts'

/** `what` is a commit, by the entries in it, or a call, by what it is for; each with its number where it comes again. */
export interface Point {
  readonly what: string
  readonly at:
    | 'before the commit'
    | 'after the commit'
    | 'before it leaves'
    | 'at its first byte'
    | 'taken, not answered'
    | 'answered'
}

export const nameOf = ({ what, at }: Point): string => `${what}, ${at}`

const roles: readonly (readonly [RegExp, string])[] = [
  [/^POST \/v3\/(internet\/send|mobile\/send|gift-cards\/placeOrder|bills\/pay)$/, 'send'],
  [/^GET \/v3\/internet\/check-number/, 'review'],
  [/^GET \/v3\/(internet|mobile)\/check-|^GET \/v3\/gift-cards\/(checkOrder|list)/, 'look'],
  [/^GET \/v3\/(mobile\/list|account\/transactions)/, 'look'],
  [/^GET \/v3\/bills\/transactions\//, 'look'],
  [/^GET \/v3\/(validate|account\/balance)/, 'account'],
]
const roleOf = (method: string, path: string): string => {
  const route = `${method} ${path.split('?')[0]}`
  return roles.find(([shape]) => shape.test(route))?.[1] ?? 'review'
}

/** Watches this process, reports each point as it comes by, and dies at the one that is named. */
export function watchPoints(fatal: string | null, onPoint: (point: Point) => void): void {
  const pass = (point: Point, lastWords?: () => void) => {
    onPoint(point)
    if (nameOf(point) !== fatal) return
    lastWords?.()
    process.kill(process.pid, 'SIGKILL')
  }
  watchCommits(pass)
  watchCalls(pass)
}

type Pass = (point: Point, lastWords?: () => void) => void

function createCounts(): (what: string) => string {
  const counts = new Map<string, number>()
  return (what) => {
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    return count === 1 ? what : `${what} ${count}`
  }
}

function watchCalls(pass: Pass): void {
  const number = createCounts()
  const names = new WeakMap<object, string>()
  const nameFor = (message: unknown) => {
    const request = requestOfMessage(message)
    const what = names.get(request) ?? number(roleOf(request.method ?? '', request.path ?? ''))
    names.set(request, what)
    return what
  }
  subscribe('undici:request:create', (message) => pass({ what: nameFor(message), at: 'before it leaves' }))
  subscribe('undici:client:sendHeaders', (message) => {
    const { socket, headers } = message as { readonly socket: Socket; readonly headers: string }
    // Nothing is written yet: the first byte goes out with the last breath.
    pass({ what: nameFor(message), at: 'at its first byte' }, () => socket.write(headers.slice(0, 1)))
  })
  subscribe('undici:request:headers', (message) =>
    pass({ what: nameFor(message), at: 'taken, not answered' }),
  )
  subscribe('undici:request:trailers', (message) => pass({ what: nameFor(message), at: 'answered' }))
}

/** A commit is a transaction that appended entries; it is known by their kinds. */
function watchCommits(pass: Pass): void {
  const number = createCounts()
  const original = Database.prototype.transaction
  const patched = function (this: Database.Database, work: (...args: unknown[]) => unknown) {
    let what: string | undefined
    const watched = original.call(this, (...args: unknown[]) => {
      const before = lastSequence(this)
      const result = work(...args)
      const kinds = before === undefined ? [] : kindsSince(this, before)
      what = kinds.length > 0 ? number(kinds.join(' + ')) : undefined
      if (what !== undefined) pass({ what, at: 'before the commit' })
      return result
    })
    const immediate = (...args: unknown[]) => {
      what = undefined
      const result = watched.immediate(...args)
      if (what !== undefined) pass({ what, at: 'after the commit' })
      return result
    }
    const { deferred, exclusive } = watched
    return Object.assign((...args: unknown[]) => watched(...args), { immediate, deferred, exclusive })
  }
  Object.defineProperty(Database.prototype, 'transaction', { value: patched })
}

function lastSequence(db: Database.Database): number | undefined {
  const hasEntries = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'entries'").get() !== undefined
  return hasEntries
    ? Number(db.prepare('SELECT coalesce(max(sequence), 0) FROM entries').pluck().get())
    : undefined
}

const kindsSince = (db: Database.Database, sequence: number): readonly string[] =>
  db
    .prepare('SELECT kind FROM entries WHERE sequence > ? ORDER BY sequence')
    .pluck()
    .all(sequence)
    .map(String)
