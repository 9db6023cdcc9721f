/** What the simulation has to know of a kind of sale: what a customer asks for, and how the service speaks of it. As data. */
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { Ask } from '../counter/life.ts'
import type { Dice } from '../dice.ts'

/** What `sale.review` is asked. */
export type Wish = CommandInput<'sale.review'>

export interface SimulatedKind {
  readonly kind: Wish['kind']
  /** How often it is asked for, beside the others. */
  readonly weight: number
  /**
   * The wish of customer `number`, each for a line or a thing of their own. A kind that has to ask the counter first
   * (a discovery) does so here; undefined where that came to nothing.
   */
  wish(dice: Dice, number: number, ask: Ask): Promise<Wish | undefined>
  /** A wish that the service grants: the sale by which the look-ups prove themselves, where they have to. */
  readonly plainWish: ((number: number) => Wish) | undefined
  /** The POST that moves money. */
  readonly moneyPath: string
  /** How the paths of single records begin: by ref, which may be missing at the service, and by the service's own id. */
  readonly refPath: string | undefined
  readonly idPath: string
  /** Answers to the POST that prove that nothing was taken, beside those that any request may get. */
  readonly refusals: readonly { readonly status: number; readonly code: string }[]
  /** The service's words, each with what a sale has to be shown as while it is the last one. Any other word is unknown. */
  readonly words: Readonly<Record<string, SalePhase>>
  /** Whether a line that delivers the POST twice, or very late, does no harm: the service knows it again. */
  readonly isKnownAgain: boolean
  /** Whether nobody else of this world orders the very same, as a wish or a request states what is ordered. */
  readonly hasNoLike?: (ordered: object) => boolean
  /** How late a POST may be and still be an ordinary late one: the engine waits longer before it believes it gone. */
  readonly maxLatenessMs: number
}

/** Less than the time after which an order that has a name is believed absent. */
export const NAMED_LATENESS_MS = 15_000

/** Numbers that no table of practice numbers names: each customer has one of their own. */
export const ownNumber = {
  landline: (customer: number) => `02${4_000_000 + customer}`,
  modem: (customer: number) => `2132${10_000_000 + customer}`,
  mobile: (customer: number) => `066${1_000_000 + customer}`,
}

export const centimesOf = (dinars: number): number => Math.round(dinars * 100)
