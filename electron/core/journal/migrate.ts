/** Brings a journal's file to the version of this program. Owns application_id and user_version. */
import { type Db, inOneCommit, openInMemory } from './connection.ts'
import { migrations } from './migrations.ts'
import { rebuildProjections } from './project.ts'

/** "CMPT" in the header of every journal, so that another program's database is not taken for one. */
export const applicationId = 0x434d5054

/** Runs what is missing, sets the version and rebuilds the projections, in one transaction: all of it or none. */
export function migrate(db: Db, list: readonly string[] = migrations): void {
  if (readVersion(db) === list.length) return
  inOneCommit(db, () => {
    const version = readVersion(db)
    for (const sql of list.slice(version)) db.connection.exec(sql)
    db.connection.pragma(`application_id = ${applicationId}`)
    db.connection.pragma(`user_version = ${list.length}`)
    rebuildProjections(db)
  })
}

export const readVersion = (db: Db): number => Number(db.connection.pragma('user_version', { simple: true }))

export const readApplicationId = (db: Db): number =>
  Number(db.connection.pragma('application_id', { simple: true }))

/** The schema as text, object by object in order of name: equal texts are equal schemas. */
export function describeSchema(db: Db): string {
  const sql = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'
  return JSON.stringify(db.connection.prepare(sql).raw().all())
}

/** By version: the migrations of one program never change, and each opening of a journal asks several times. */
const expectedSchemas = new Map<number, string>()

/** What describeSchema must answer for a healthy file of `version`. */
export function expectedSchema(version: number): string {
  const known = expectedSchemas.get(version)
  if (known !== undefined) return known
  const db = openInMemory()
  try {
    for (const sql of migrations.slice(0, version)) db.connection.exec(sql)
    const described = describeSchema(db)
    expectedSchemas.set(version, described)
    return described
  } finally {
    db.connection.close()
  }
}
