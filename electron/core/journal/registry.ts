/**
 * `journals.json`: every journal ever made in this folder. Invariant: a journal that is in it is never made a second
 * time, so that a file that has vanished is told as such instead of being replaced by an empty one.
 */
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeDurably } from './durable-file.ts'
import { codeOf, JournalFault } from './faults.ts'

const registrySchema = z.strictObject({
  version: z.literal(1),
  journals: z.array(
    z.strictObject({ name: z.string(), journalId: z.string(), createdAtMs: z.int().nonnegative() }),
  ),
})
export type RegistryRow = z.infer<typeof registrySchema>['journals'][number]

export type Registry =
  | { readonly kind: 'read'; readonly rows: readonly RegistryRow[] }
  /** There is something, and it cannot be read. What it remembered is not known. */
  | { readonly kind: 'broken'; readonly detail: string }

const MAX_BROKEN_KEPT = 1_000
const brokenShape = /^journals\.broken-\d+\.json$/

const pathIn = (folder: string) => join(folder, 'journals.json')

/** Never throws: no file is an empty registry, anything unusable a broken one. */
export function readRegistry(folder: string): Registry {
  try {
    const parsed = registrySchema.safeParse(JSON.parse(readFileSync(pathIn(folder), 'utf8')))
    if (parsed.success) return { kind: 'read', rows: parsed.data.journals }
    return { kind: 'broken', detail: `journals.json: ${z.prettifyError(parsed.error)}` }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'read', rows: [] }
    return { kind: 'broken', detail: `journals.json: ${error instanceof Error ? error.message : error}` }
  }
}

/** Adds a row, on disk before it returns. A broken registry is set aside first and kept. Throws the system's error. */
export function addToRegistry(folder: string, registry: Registry, row: RegistryRow): void {
  if (registry.kind === 'broken') renameSync(pathIn(folder), freeBrokenPath(folder))
  const rows = registry.kind === 'broken' ? [] : registry.rows
  writeDurably(
    pathIn(folder),
    `${JSON.stringify({ version: 1, journals: [...rows, row] } satisfies z.infer<typeof registrySchema>, null, 2)}\n`,
  )
}

/** Whether a registry that was set aside speaks of this name: what it remembered still counts. */
export function isInBrokenRegistry(folder: string, name: string): boolean {
  return readdirSync(folder)
    .filter((file) => brokenShape.test(file))
    .some((file) => readFileSync(join(folder, file), 'utf8').includes(`"${name}"`))
}

function freeBrokenPath(folder: string): string {
  for (let number = 1; number <= MAX_BROKEN_KEPT; number += 1) {
    const path = join(folder, `journals.broken-${number}.json`)
    if (!existsSync(path)) return path
  }
  throw new JournalFault('unreadable', `${MAX_BROKEN_KEPT} broken registries are kept already`)
}
