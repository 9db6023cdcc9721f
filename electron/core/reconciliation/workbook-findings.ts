/** What was found, each finding under the name of its case, so that it goes when that case is compared again. */
import type Database from 'better-sqlite3'
import * as z from 'zod'
import { type Finding, findingSchema } from '#shared/reconciliation.ts'
import { documentIn, sqlOf } from './workbook-sql.ts'

export interface Findings {
  /** Puts what a case was found to be in the place of what was found of it before, under any of its names. */
  keepFindings(names: readonly string[], findings: readonly Finding[]): void
  listFindings(day: string | undefined, limit: number): readonly Finding[]
  /** All of them, in the order of `listFindings`: those of the newest day first. */
  listFindingIds(): readonly string[]
  readFinding(id: string): { readonly finding: Finding; readonly caseName: string } | undefined
}

const textSchema = z.array(z.string())
const rowSchema = z.object({ finding: z.string(), caseName: z.string() })

export function createFindings(db: Database.Database): Findings {
  const { one, pluckAll, run } = sqlOf(db)
  return {
    keepFindings: db.transaction((names: readonly string[], findings: readonly Finding[]) => {
      for (const name of names) run('DELETE FROM findings WHERE case_name = ?', name)
      for (const finding of findings)
        run(
          'INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?)',
          ...[finding.id, names[0] ?? finding.id, finding.day, JSON.stringify(finding)],
        )
    }),
    listFindings(day, limit) {
      const found =
        day === undefined
          ? pluckAll('SELECT finding FROM findings ORDER BY day DESC, id LIMIT ?', limit)
          : pluckAll('SELECT finding FROM findings WHERE day = ? ORDER BY id LIMIT ?', day, limit)
      return textSchema.parse(found).flatMap((finding) => documentIn(findingSchema, finding) ?? [])
    },
    listFindingIds: () => textSchema.parse(pluckAll('SELECT id FROM findings ORDER BY day DESC, id')),
    readFinding(id) {
      const row = rowSchema.safeParse(
        one('SELECT finding, case_name AS caseName FROM findings WHERE id = ?', id),
      ).data
      const finding = row && documentIn(findingSchema, row.finding)
      return finding && { finding, caseName: row.caseName }
    },
  }
}

/** Lets go of the findings of earlier days with which people have dealt. */
export function dropSettledFindings(
  db: Database.Database,
  before: string,
  isSettled: (findingId: string) => boolean,
): void {
  const { pluckAll, run } = sqlOf(db)
  const ids = textSchema.parse(
    pluckAll('SELECT id FROM findings WHERE day < ? ORDER BY day DESC, id', before),
  )
  for (const id of ids.filter(isSettled)) run('DELETE FROM findings WHERE id = ?', id)
}
