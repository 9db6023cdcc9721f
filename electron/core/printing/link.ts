/**
 * What every way to a printer has in common: a link is made ready, and then prints once. Invariant: opening lets no byte of
 * the slip out, so that whatever fails there is known to have printed nothing; after that nothing is said that is not known.
 */
import type { PrintProblem } from '#shared/printing.ts'
import type { Result } from '#shared/result.ts'

/** `printed`: the printer said so behind the slip. `sent`: it was handed over. `failed`: nothing is on paper. `doubted`: nobody knows. */
export type PrintEnd =
  | { readonly kind: 'printed' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed' | 'doubted'; readonly problem: PrintProblem }

export interface Link {
  /** Hands everything over, once. Never rejects; ends within the limits of its transport. */
  print(): Promise<PrintEnd>
  close(): void
}

export type OpenedLink = Result<Link, PrintProblem>

export const printed = { kind: 'printed' } as const
export const sent = { kind: 'sent' } as const
export const failed = (problem: PrintProblem) => ({ kind: 'failed', problem }) as const
export const doubted = (problem: PrintProblem) => ({ kind: 'doubted', problem }) as const
