/**
 * What the entries of all services share: what each of their steps has, the wizard narrowed to their own steps, the pad, a digit
 * that comes before its choice, and the latest of several questions.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Wizard } from './flow.ts'
import type { EntryStep } from './services.ts'

/** What each step of a service has in which something is put together. */
export interface EntryOf<Service extends string> {
  readonly kind: 'entry'
  readonly service: Service
  readonly error: AppError | null
}

/** What a step has that waits for a list to choose from. */
export interface DigitAhead {
  /** The first digit typed meanwhile: it picks its row once the list is there, and does nothing more. */
  readonly digit: number | null
}

/** The step with the first digit that was typed there. */
export const withDigit = <Step extends DigitAhead>(step: Step, digit: number): Step =>
  step.digit === null && digit > 0 ? { ...step, digit } : step

/** The step of a service that has this name. */
type StepAt<Step extends EntryStep, At extends Step['at']> = Extract<Step, { readonly at: At }>

/** The selling screen as one service uses it, which sees and changes its own steps only. */
export interface ServiceWizard<Step extends EntryStep> extends Pick<Wizard, 'client' | 'setStep' | 'price'> {
  /** The step of the service at which the cashier stands, if it is one of them. */
  now(): Step | undefined
  /** The step of this name, if the cashier stands at it. */
  at<At extends Step['at']>(at: At): StepAt<Step, At> | undefined
  /** Changes the step of this name; nothing where the cashier stands at another. */
  change<At extends Step['at']>(at: At, make: (step: StepAt<Step, At>) => Step): void
}

/** Narrows the wizard to the steps of one service. */
export function wizardOf<Step extends EntryStep>(
  { client, setStep, price, now }: Wizard,
  service: Step['service'],
): ServiceWizard<Step> {
  const own = (): Step | undefined => {
    const step = now()
    // The service's name says whose steps they are.
    return step.kind === 'entry' && step.service === service ? (step as Step) : undefined
  }
  const at = <At extends Step['at']>(name: At): StepAt<Step, At> | undefined => {
    const step = own()
    // The step's name says which of the union it is.
    return step?.at === name ? (step as StepAt<Step, At>) : undefined
  }
  return {
    client,
    setStep,
    price,
    now: own,
    at,
    change(name, make) {
      const step = at(name)
      if (step !== undefined) setStep(make(step))
    },
  }
}

/** The keys of the pad, for a field whose text is changed by `edit`. */
export function padInto(edit: (change: (text: string) => string) => void) {
  return {
    pressDigit: (digit: string): void => edit((text) => text + digit),
    erase: (): void => edit((text) => text.slice(0, -1)),
  }
}

/** One question that is asked again and again: only the answer to the latest counts. */
interface Latest {
  /** A question is asked now. The function says, once its answer is there, whether that counts. */
  begin(): () => boolean
  /** No answer that is on its way counts. */
  drop(): void
}

/** Keeps which of the questions is the latest. */
export function createLatest(): Latest {
  let latest: object | undefined
  return {
    begin() {
      const mine = {}
      latest = mine
      return () => latest === mine
    },
    drop() {
      latest = undefined
    },
  }
}
