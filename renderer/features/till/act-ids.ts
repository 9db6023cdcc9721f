/**
 * The id that an act is asked for with. Invariant: an act whose answer was lost keeps its id, so that the next press does it
 * once; another act, or the same one after a definite answer, has an id of its own.
 */
import type { AppError } from '#shared/app-error.ts'

export interface ActIds {
  /** The id to ask for this act with. */
  idFor(asked: object): string
  /** What it was answered; undefined where it was done. */
  note(error: AppError | undefined): void
}

export function createActIds(newId: () => string = () => crypto.randomUUID()): ActIds {
  let open: { readonly actId: string; readonly asked: string } | null = null
  return {
    idFor(asked) {
      const text = JSON.stringify(asked)
      open = { actId: open?.asked === text ? open.actId : newId(), asked: text }
      return open.actId
    },
    note(error) {
      // A fault of ours may have come after the act was recorded.
      if (error?.kind !== 'internal') open = null
    },
  }
}
