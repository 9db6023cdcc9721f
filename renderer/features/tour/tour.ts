/**
 * The tour of the counter: its stops in their order, and when it is on the screen. Pure. It stands beside the counter and
 * holds nothing up: while a sale is in hand it gives way, and comes back with the next customer. It ends with a sale that
 * the cashier has made: the stop that asks for one waits for it. Behind it, for who wants it, stands the practice of a shift:
 * its stops wait for what the cashier does at the till, and nothing of the shop's settings is changed by it.
 */
import type { Settings, StatusView } from '#shared/views.ts'
import type { Parts } from '../../counter-context.tsx'
import type { SellStep } from '../sell/flow.ts'

export const tourStops = ['number', 'sales', 'help', 'sale', 'sold'] as const
export const shiftStops = ['shift-open', 'shift-sale', 'shift-x', 'shift-close', 'shift-done'] as const
type ShiftStop = (typeof shiftStops)[number]
export type TourStop = (typeof tourStops)[number] | ShiftStop

const [firstStop] = tourStops

/** The practice that a stop is of: its stops in their order. */
const partOf = (stop: TourStop): readonly TourStop[] => (isShiftStop(stop) ? shiftStops : tourStops)

/** Of the practice of a shift: the counter shows its till as where shifts are used. */
export const isShiftStop = (stop: TourStop | 'left' | null): stop is ShiftStop =>
  shiftStops.some((one) => one === stop)

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
  partOf(stop)[partOf(stop).indexOf(stop) + 1] ?? 'left'

/** No key leads on from it: what the cashier does leads on. */
export const waitsForAct = (stop: TourStop): boolean =>
  stop === 'sale' || (isShiftStop(stop) && stop !== 'shift-done')

/** Which of how many, counted from 1. */
export const placeOf = (stop: TourStop): { readonly place: number; readonly count: number } => ({
  place: partOf(stop).indexOf(stop) + 1,
  count: partOf(stop).length,
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
  if (stop === null || (to === 'next' && waitsForAct(stop))) return
  const next = to === 'end' ? 'left' : stopBehind(stop)
  screen.goTo(next)
  // At the last stop it is kept already.
  if (next === 'left' && stop !== tourStops.at(-1)) keepDone(client, facts)
}

/** A sale was made: the stop that waited for it is over, and with it what there is to learn. */
export function noteTourSale(parts: TourParts): void {
  const { client, screen } = parts
  const facts = factsOfTour(parts)
  if (facts.step.kind !== 'outcome') return
  if (facts.tour === 'shift-sale') screen.goTo(stopBehind(facts.tour))
  if (facts.tour !== 'sale') return
  screen.goTo(stopBehind(facts.tour))
  keepDone(client, facts)
}

/** The till has changed, or an X was read: the stop that waited for it is over. A shift that is closed early ends all of them. */
export function noteTourShift({ counter, screen }: Pick<TourParts, 'counter' | 'screen'>, isX = false): void {
  const { tour } = screen.store.getState()
  if (!isShiftStop(tour) || tour === 'shift-done') return
  const isOpen = (counter.store.getState().mirror?.till?.shift ?? null) !== null
  if (tour === 'shift-open') {
    if (isOpen) screen.goTo(stopBehind(tour))
  } else if (!isOpen) screen.goTo('shift-done')
  else if (isX && tour === 'shift-x') screen.goTo(stopBehind(tour))
}

/** Where that cannot be kept, the tour is left all the same, and begins again with another start. */
function keepDone(client: TourParts['client'], { tourDone }: TourFacts): void {
  if (!tourDone) void client.command('settings.update', { tourDone: true })
}
