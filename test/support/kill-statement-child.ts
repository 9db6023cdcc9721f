/** Loaded before a process of a test: the process dies before the n-th thing that it asks for inside a transaction on a file. */
import Database from 'better-sqlite3'

const { COMPTOIR_KILL_AT_STATEMENT: at = '0' } = process.env
const methods = ['exec', 'pragma', 'prepare'] as const
let left = Number(at)

for (const name of methods) {
  const original: unknown = Database.prototype[name]
  if (typeof original !== 'function') throw new Error(`a database has no ${name}`)
  Object.defineProperty(Database.prototype, name, {
    value(this: Database.Database, ...args: readonly unknown[]) {
      if (this.inTransaction && !this.memory && !this.readonly) left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      return original.apply(this, args)
    },
  })
}
