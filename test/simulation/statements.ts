/**
 * Statements of databases in memory, prepared once each: the training service prepares its own at every request, which is
 * half of what a simulated call costs.
 */
import Database from 'better-sqlite3'

/** Until the answer is called. A text is always used in one mode (pluck or not), so a kept statement stays as it was set. */
export function keepStatements(): () => void {
  const { prototype } = Database
  const { prepare } = prototype
  const kept = new WeakMap<Database.Database, Map<string, Database.Statement>>()
  prototype.prepare = function (this: Database.Database, sql: string) {
    if (!this.memory) return prepare.call(this, sql)
    const statements = kept.get(this) ?? new Map<string, Database.Statement>()
    kept.set(this, statements)
    const statement = statements.get(sql) ?? prepare.call(this, sql)
    statements.set(sql, statement)
    return statement
  } as typeof prototype.prepare
  return () => Object.assign(prototype, { prepare })
}
