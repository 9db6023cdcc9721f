/**
 * Puts a mutation into the engine while its modules are loaded. Invariant: a text that is not in its file exactly once is
 * refused before anything runs, so that no mutation is ever thought to be in when it is not.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Edit, Mutation } from './mutations/mutation.ts'

const root = new URL('../../', import.meta.url)

export class MutationError extends Error {}

/** To be called before any module of the engine is imported. Throws MutationError where the engine has other words. */
export function mutate({ name, edits }: Mutation): void {
  for (const edit of edits) applyEdit(readFileSync(new URL(edit.file, root), 'utf8'), edit, name)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const own = edits.filter(({ file }) => new URL(file, root).href === url)
      if (own.length === 0) return loaded
      const text = readFileSync(fileURLToPath(url), 'utf8')
      return { ...loaded, source: own.reduce((source, edit) => applyEdit(source, edit, name), text) }
    },
  })
}

function applyEdit(text: string, { file, find, replace }: Edit, name: string): string {
  const parts = text.split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new MutationError(`${name}: its text is ${parts.length - 1} times in ${file}, not once: ${find}`)
}
