/**
 * The tour of the counter: its stops in their order, and when it is on the screen. Pure. It stands beside the counter and
 * holds nothing up: while a sale is in hand it gives way, and comes back with the next customer.
 */
import type { Settings, StatusView } from '#shared/views.ts'
import type { Parts } from '../../counter-context.tsx'
import type { SellStep } from '../sell/flow.ts'

export const tourStops = ['services', 'number', 'review', 'sales', 'help'] as const
export type TourStop = (typeof tourStops)[number]

const [firstStop] = tourStops

export interface TourFacts {
  /** Where the tour was taken to in this window, see screen-store.ts. */
  readonly tour: TourStop | 'left' | null
  readonly environment: StatusView['environment']
  readonly isOpen: boolean
  readonly tourDone: Settings['tourDone']
  readonly step: SellStep
}

/** The stop that is shown. By itself the tour begins once, in training; a person may begin it again from the help. */
export function shownStop({ tour, environment, isOpen, tourDone, step }: TourFacts): TourStop | null {
  if (environment !== 'training' || !isOpen || step.kind !== 'entry' || tour === 'left') return null
  return tour ?? (tourDone ? null : firstStop)
}

/** The stop behind this one; `left` behind the last. */
export const stopBehind = (stop: TourStop): TourStop | 'left' =>
  tourStops[tourStops.indexOf(stop) + 1] ?? 'left'

/** Which of how many, counted from 1. */
export const placeOf = (stop: TourStop): { readonly place: number; readonly count: number } => ({
  place: tourStops.indexOf(stop) + 1,
  count: tourStops.length,
})

// Goes through the tour of the counter and leaves it, by its keys or by a press; that it is over is kept by the core.

type TourParts = Pick<Parts, 'client' | 'counter' | 'screen' | 'selling'>

export function factsOfTour({ counter, screen, selling }: Omit<TourParts, 'client'>): TourFacts {
  const { mirror } = counter.store.getState()
  return {
    tour: screen.store.getState().tour,
    environment: mirror?.status.environment ?? 'production',
    isOpen: mirror?.status.journal.kind === 'open',
    tourDone: mirror?.settings.tourDone ?? true,
    step: selling.store.getState().step,
  }
}

/** Does nothing where no tour is on the screen. */
export function moveTour(parts: TourParts, to: 'next' | 'end'): void {
  const { client, screen } = parts
  const facts = factsOfTour(parts)
  const stop = shownStop(facts)
  if (stop === null) return
  const next = to === 'end' ? 'left' : stopBehind(stop)
  screen.goTo(next)
  // Where that cannot be kept, the tour is left all the same, and begins again with another start.
  if (next === 'left' && !facts.tourDone) void client.command('settings.update', { tourDone: true })
}
