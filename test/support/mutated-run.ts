/**
 * A run of Vitest with a mutation in: `COMPTOIR_TEST_MUTATION=test/…/mutations.ts#name`. The file exports `mutations`, a list
 * of names with what they replace. Vitest loads modules by itself, so a plugin serves the wrappers of `replaced-exports.ts`.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import {
  filesOf,
  isOriginal,
  MutationError,
  originalOf,
  type Replacement,
  register,
  wrapperOf,
} from './replaced-exports.ts'

interface NamedMutation {
  readonly name: string
  readonly replaced: readonly Replacement[]
}

const chosen = process.env['COMPTOIR_TEST_MUTATION']
/** Vitest keeps modules on disk by their own text alone: a run with a mutation would take them from other runs, and leave its own. */
export const isMutated = chosen !== undefined

const ownFile = fileURLToPath(import.meta.url)
const wrapping = fileURLToPath(new URL('replaced-exports.ts', import.meta.url))

/** What the chosen mutation replaces. Throws MutationError where there is none of that name. */
async function chosenReplacements(): Promise<readonly Replacement[]> {
  const [file = '', name] = (chosen ?? '').split('#')
  const list: { readonly mutations: readonly NamedMutation[] } = await import(
    /* @vite-ignore */ new URL(`../../${file}`, import.meta.url).href
  )
  const found = list.mutations.find((mutation) => mutation.name === name)
  if (found === undefined) throw new MutationError(`there is no mutation ${chosen}`)
  return found.replaced
}

let registering: Promise<void> | undefined
/** Called by the wrappers: what the chosen mutation replaces is registered once in each worker. */
export function registerChosen(): Promise<void> {
  registering ??= chosenReplacements().then(register)
  return registering
}

/** None where no mutation is chosen. */
export function mutationPlugins(): Plugin[] {
  if (chosen === undefined) return []
  let files: ReturnType<typeof filesOf> = new Map()
  return [
    {
      name: 'comptoir-mutation',
      enforce: 'pre',
      async buildStart() {
        files = filesOf(await chosenReplacements())
      },
      resolveId: (id) => (isOriginal(id) ? id : undefined),
      load(id) {
        const names = files.get(id)
        if (names === undefined) return undefined
        const wrapper = wrapperOf(id, names, wrapping, originalOf(id))
        const first = `import { registerChosen } from ${JSON.stringify(ownFile)}`
        return `${first}\nawait registerChosen()\n${wrapper}`
      },
    },
  ]
}
