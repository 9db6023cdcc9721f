/**
 * `journals.json`: every journal ever made in this folder. Invariant: a journal that is in it is never made a second
 * time, so that a file that has vanished is reported as such instead of being replaced by an empty one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { JournalProblem } from '#shared/app-error.ts'
import { codeOf, setAside, writeDurably } from '../durable-file.ts'
import { problemOf } from './faults.ts'

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
  | {
      readonly kind: 'broken'
      readonly problem: JournalProblem
      readonly detail: string
      readonly isEmpty: boolean
    }

/** What a file holds that was made and never written, or whose bytes a power cut has left as zeros. */
const emptyShape = /^[\0\s]*$/
const brokenShape = /^journals\.broken-\d+\.json$/

const pathIn = (folder: string) => join(folder, 'journals.json')

/** Never throws: no file is an empty registry, anything unusable a broken one. */
export function readRegistry(folder: string): Registry {
  try {
    const text = readFileSync(pathIn(folder), 'utf8')
    if (emptyShape.test(text)) return { ...broken(''), detail: 'journals.json is empty', isEmpty: true }
    const parsed = registrySchema.safeParse(JSON.parse(text))
    return parsed.success
      ? { kind: 'read', rows: parsed.data.journals }
      : broken(z.prettifyError(parsed.error))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'read', rows: [] }
    const isOfTheSystem = codeOf(error) !== undefined
    const why = error instanceof Error ? error.message : String(error)
    return broken(why, isOfTheSystem ? problemOf(error).problem : 'unreadable')
  }
}

const broken = (why: string, problem: JournalProblem = 'unreadable') =>
  ({ kind: 'broken', problem, detail: `journals.json: ${why}`, isEmpty: false }) as const satisfies Registry

/** Whether no file of this folder can be of an earlier journal: beside the registry, nothing but unfinished ones and locks. */
export const holdsNoTrace = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .every(({ name }) => /^journals\.json(\.tmp)?$|\.journal\.unfinished|\.lock$/.test(name))

/** Adds a row, on disk before it returns. A broken registry is set aside first and kept. Throws the system's error. */
export function addToRegistry(folder: string, registry: Registry, row: RegistryRow): void {
  if (registry.kind === 'broken') setAside(pathIn(folder), (number) => `journals.broken-${number}.json`)
  const rows = registry.kind === 'broken' ? [] : registry.rows
  write(folder, [...rows, row])
}

/** Forgets a journal, which may then be made anew. A registry that cannot be read is left as it is. Throws the system's error. */
export function removeFromRegistry(folder: string, name: string): void {
  const registry = readRegistry(folder)
  if (registry.kind === 'broken') return
  const rows = registry.rows.filter((row) => row.name !== name)
  if (rows.length < registry.rows.length) write(folder, rows)
}

function write(folder: string, journals: readonly RegistryRow[]): void {
  const file = { version: 1, journals: [...journals] } satisfies z.infer<typeof registrySchema>
  writeDurably(pathIn(folder), `${JSON.stringify(file, null, 2)}\n`)
}

/** Whether a registry that was set aside speaks of this name: what it remembered still counts. */
export const isInBrokenRegistry = (folder: string, name: string): boolean =>
  findBrokenRegistry(folder, name) !== undefined

/** The first registry that was set aside and speaks of this name. */
export function findBrokenRegistry(folder: string, name: string): string | undefined {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && brokenShape.test(entry.name))
    .map(({ name: file }) => join(folder, file))
    .find((path) => readFileSync(path, 'utf8').includes(`"${name}"`))
}

/** The registry that stands in the way of forgetting a journal: it cannot be read, or was set aside and speaks of it. */
export function findRegistryInTheWay(folder: string, name: string): string | undefined {
  const registry = readRegistry(folder)
  if (registry.kind === 'broken' && !registry.isEmpty) return pathIn(folder)
  return findBrokenRegistry(folder, name)
}
