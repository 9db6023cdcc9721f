/**
 * Faults put into the engine on purpose, as data: each text is found exactly once in its file and replaced while the module
 * is loaded. The simulation has to notice every one of them; one that it does not notice is a promise that nobody checks.
 */
import { mutationsOfAnySale } from './mutations/any-sale.ts'
import { mutationsOfKinds } from './mutations/kinds.ts'
import type { Mutation } from './mutations/mutation.ts'

export const mutations: readonly Mutation[] = [...mutationsOfAnySale, ...mutationsOfKinds]

export const findMutation = (name: string): Mutation | undefined =>
  mutations.find((mutation) => mutation.name === name)

/** What of the engine is left out of every simulated day: the day's backup, which a thread makes in real time. */
export const leftOut: Mutation = {
  name: 'no-daily-backup',
  belief: 'Copying pages moves no money.',
  edits: [
    {
      file: 'electron/core/journal/backup-keeper.ts',
      find: 'let cancelLook = clock.after(FIRST_LOOK_MS, look)',
      replace: 'let cancelLook = () => undefined',
    },
  ],
}
