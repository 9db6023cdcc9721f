/** The kinds of sale that the simulated counter sells: each is one row. */
import type { SalePhase } from '#shared/states/sale.ts'
import { bill } from './bill.ts'
import { giftCard } from './gift-card.ts'
import { internet } from './internet.ts'
import type { SimulatedKind } from './kind.ts'
import { mobile } from './mobile.ts'

export const kinds: readonly SimulatedKind[] = [internet, mobile, giftCard, bill]

/** The kind whose money the POST to this path moves. */
export const kindOfPost = (method: string, path: string): SimulatedKind | undefined =>
  method === 'POST' ? kinds.find((kind) => kind.moneyPath === path) : undefined

/** The kind of a path that reads one record. */
export const kindOfRecord = (path: string): SimulatedKind | undefined =>
  // The file of a bill's receipt stands under the bill's own path, and is no record.
  path.endsWith('/receipt')
    ? undefined
    : kinds.find(
        ({ refPath, idPath }) =>
          path.startsWith(idPath) || (refPath !== undefined && path.startsWith(refPath)),
      )

export function kindOf(kind: string): SimulatedKind {
  const found = kinds.find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`the simulation sells no ${kind}`)
  return found
}

const working: readonly (SalePhase | undefined)[] = ['handling', 'queued', 'unknown']

/** What a sale is shown as while this is the service's last word of it. */
export const phaseOfWord = ({ words }: SimulatedKind, word: string): SalePhase =>
  (Object.hasOwn(words, word) ? words[word] : undefined) ?? 'unknown'

/** Whether the service still works on an order that it calls so. */
export const isOpenWord = ({ words }: SimulatedKind, word: string): boolean =>
  Object.hasOwn(words, word) && working.includes(words[word])

/** What a sale is in the end whose order ends so; undefined where it does not end with this word. */
export const endOfWord = (kind: SimulatedKind, word: string): SalePhase | undefined => {
  const phase = phaseOfWord(kind, word)
  return working.includes(phase) ? undefined : phase
}
