/**
 * Loaded into the running counter with `--import`, before anything of ours: kills the process at one chosen point of a
 * sale, named by COMPTOIR_KILL_POINT. It stands outside the product, at the calls of SQLite and of the HTTP client, so the
 * built bundles run as they are.
 */
import { subscribe } from 'node:diagnostics_channel'
import Database from 'better-sqlite3'

/** In the order in which a sale comes by them. Points at the service itself are held there, see the specs. */
export const killPoints = [
  'before-the-commit',
  'after-the-commit',
  'after-the-first-byte',
  'after-the-answer',
  'before-the-answers-commit',
] as const
export type KillPoint = (typeof killPoints)[number]

const point = process.env['COMPTOIR_KILL_POINT']
/** The sale that dies, counted from 1: those before it go their way. */
const fatalSale = Number(process.env['COMPTOIR_KILL_SALE'] ?? 1)
const sendPath = '/v3/internet/send'

let sales = 0
const die = () => {
  sales += 1
  if (sales === fatalSale) process.kill(process.pid, 'SIGKILL')
}

/** What undici publishes of a request on its diagnostics channels, as far as we look. */
const isSend = (message: unknown) =>
  (message as { request?: { path?: string } }).request?.path?.startsWith(sendPath) === true

function killOnChannel(channel: string): void {
  subscribe(channel, (message) => {
    if (isSend(message)) die()
  })
}

/** Dies inside the transaction that appends an entry of this kind: written, not committed. */
function killBeforeCommitOf(kind: string): void {
  const original = Database.prototype.transaction
  const patched = function (this: Database.Database, work: (...args: unknown[]) => unknown) {
    return original.call(this, (...args: unknown[]) => {
      const result = work(...args)
      const last = this.prepare('SELECT kind FROM entries ORDER BY sequence DESC LIMIT 1').pluck().get()
      if (last === kind) die()
      return result
    })
  }
  Object.defineProperty(Database.prototype, 'transaction', { value: patched })
}

if (point === 'before-the-commit') killBeforeCommitOf('attempt-started')
if (point === 'after-the-commit') killOnChannel('undici:request:create')
if (point === 'after-the-first-byte') killOnChannel('undici:client:sendHeaders')
if (point === 'after-the-answer') killOnChannel('undici:request:trailers')
if (point === 'before-the-answers-commit') killBeforeCommitOf('accepted')
