/**
 * Replaces exports of a module while the program is loaded, for tests that put a fault into it on purpose. A wrapper takes
 * the place of the module: it exports everything of the original, and the replaced exports in place of theirs. All importers
 * get the wrapper; calls inside the original module stay as they are. Invariant: a replacement that does not take effect is a
 * MutationError, never silence.
 */
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Change = (original: unknown, module: unknown) => unknown

/** One module and the exports that are replaced in it. Made by `inModule`. */
export interface Replacement {
  /** As it is imported: `#core/…`, or a path from the project's folder that begins with `./`. */
  readonly module: string
  readonly exports: Readonly<Record<string, Change>>
}

/** From each original export to the one in its place. The second argument is the whole original module. */
export type Changes<Module> = {
  readonly [Name in keyof Module]?: (original: Module[Name], module: Module) => Module[Name]
}

export class MutationError extends Error {}

/** The type is `typeof import(…)` of the same module: an export that is not there, or of another type, is a type error. */
export const inModule = <Module extends object>(module: string, exports: Changes<Module>): Replacement => ({
  module,
  exports: exports as Readonly<Record<string, Change>>,
})

const root = new URL('../../', import.meta.url)
const ORIGINAL = '?original'
/** By the file of the module. `isLoaded`: its wrapper has taken effect. */
const registered = new Map<string, { readonly replacement: Replacement; isLoaded: boolean }>()

/** Files with the exports that are replaced in them. Throws MutationError for a module that is not there. */
export function filesOf(replacements: readonly Replacement[]): ReadonlyMap<string, readonly string[]> {
  return new Map(replacements.map(({ module, exports }) => [fileOf(module), Object.keys(exports)]))
}

function fileOf(module: string): string {
  try {
    return createRequire(new URL('package.json', root)).resolve(module)
  } catch {
    throw new MutationError(`there is no module ${module}`)
  }
}

/** What the wrappers of this process put in place. A module is replaced once. */
export function register(replacements: readonly Replacement[]): void {
  for (const replacement of replacements) {
    const file = fileOf(replacement.module)
    if (registered.has(file)) throw new MutationError(`${replacement.module} is replaced already`)
    registered.set(file, { replacement, isLoaded: false })
  }
}

/** Called by the wrapper of `file`. Throws MutationError where the module has no such export. */
export function replacedExports(file: string, original: Readonly<Record<string, unknown>>) {
  const found = registered.get(file)
  if (found === undefined) throw new MutationError(`nothing is registered for ${file}`)
  const { module, exports } = found.replacement
  const changed = Object.entries(exports).map(([name, change]) => {
    if (!(name in original)) throw new MutationError(`${module} exports no ${name}`)
    return [name, change(original[name], original)] as const
  })
  found.isLoaded = true
  return Object.fromEntries(changed)
}

/** The text of a wrapper. `own`: how it imports this module; `original`: how it imports the one that it replaces. */
export function wrapperOf(file: string, names: readonly string[], own: string, original: string): string {
  const [from, self, key] = [original, own, file].map((text) => JSON.stringify(text))
  return [
    `import * as original from ${from}`,
    `import { replacedExports } from ${self}`,
    `export * from ${from}`,
    `const replaced = replacedExports(${key}, original)`,
    ...names.map((name) => `export const ${name} = replaced.${name}`),
  ].join('\n')
}

/** The id under which a wrapper imports its original. */
export const originalOf = (id: string): string => `${id}${ORIGINAL}`
export const isOriginal = (id: string): boolean => id.endsWith(ORIGINAL)

/** For a process of plain Node: to be called before a module that is replaced is imported. */
export function replaceExports(replacements: readonly Replacement[]): void {
  const files = filesOf(replacements)
  register(replacements)
  registerHooks({
    load(url, context, nextLoad) {
      const file = url.startsWith('file:') && !isOriginal(url) ? fileURLToPath(url) : undefined
      const names = file === undefined ? undefined : files.get(file)
      if (file === undefined || names === undefined) return nextLoad(url, context)
      const source = wrapperOf(file, names, import.meta.url, originalOf(pathToFileURL(file).href))
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

/** To be called once the program is loaded: throws MutationError where a replaced module is not part of it. */
export function assertReplaced(): void {
  for (const { replacement, isLoaded } of registered.values())
    if (!isLoaded)
      throw new MutationError(`${replacement.module} was imported before it was replaced, or never`)
}
