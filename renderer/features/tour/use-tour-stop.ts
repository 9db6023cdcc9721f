/** The stop of the tour that is on the screen, for whoever shows it or is shown by it. */
import { useCounter, useParts, useScreen, useStep } from '../../counter-context.tsx'
import { factsOfTour } from './move.ts'
import { shownStop, type TourStop } from './stops.ts'

export function useTourStop(): TourStop | null {
  const parts = useParts()
  // Each is subscribed to, and read where the keyboard reads it.
  useStep()
  useScreen(({ tour }) => tour)
  useCounter(({ mirror }) => mirror)
  return shownStop(factsOfTour(parts))
}
