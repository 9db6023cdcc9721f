/** Goes through the tour of the counter and leaves it, by its keys or by a press; that it is over is kept by the core. */
import type { Parts } from '../../counter-context.tsx'
import { shownStop, stopBehind, type TourFacts } from './stops.ts'

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
