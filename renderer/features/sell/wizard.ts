/** What the selling screen and a service's own steps are to one another. */
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Client } from '../../client.ts'
import type { EntryStep, SellStep } from './flow.ts'

export type ReviewInput = CommandInput<'sale.review'>

/** The selling screen, as a service's own steps use it: the cashier is at the step that was set last. */
export interface Wizard {
  readonly client: Client
  now(): SellStep
  setStep<Step extends SellStep>(step: Step): Step
  /**
   * Has the core price what was put together. The cashier stands at `waiting` meanwhile, and then at the review, from which
   * the way back leads to `settled`; or at `settled` with the error. An answer counts only for who still waits for it.
   */
  price(asked: ReviewInput, waiting: EntryStep, settled: EntryStep): Promise<void>
}

/** What the keyboard may do in the steps of any service; each does nothing where it has no meaning. */
export interface ServiceEntry {
  /**
   * The cashier stands at the first step: what it shows is asked for here. `isOpened`: they came from another service, not
   * from a sale of this one.
   */
  begin?(isOpened: boolean): void
  /** The cashier goes to another service from this step: what has to last is kept here. */
  leave?(step: SellStep): void
  /** Enter, where something is typed or marked. */
  goOn(): void
  /** A digit, where there is a choice: 1 for the first, and 0 for all where several can be marked. */
  pickAt(digit: number): void
  /** A digit that came before its choice was there. */
  remember(digit: number): void
  /** The pad's, into the field of the step; or a character's that was held until the field stood there. */
  pressDigit(digit: string): void
  /** An arrow key in a field that has a list beside it: one further down or up. */
  move?(by: 1 | -1): void
}

/**
 * What a step takes from the keyboard: text into its field, a digit for one of its choices, digits that mark some of them
 * until Enter goes on, nothing but Enter, or nothing but a first digit while an answer is on its way.
 */
export type InputMode = 'typing' | 'choosing' | 'marking' | 'reading' | 'waiting'
