/** The tour of the counter, at the head of the sales' side: one stop at a time, with the part that it is about marked. */
import { useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useCounter, useParts, useScreen, useStep, useTill, useTranslator } from '../../counter-context.tsx'
import { tourKeys } from '../sell/keyboard.ts'
import { LanguageSetting, useSettingsUpdate } from '../settings/setting.tsx'
import {
  factsOfTour,
  moveTour,
  noteTourSale,
  noteTourShift,
  placeOf,
  shiftStops,
  shownStop,
  stopBehind,
  type TourStop,
  tourStops,
  waitsForAct,
} from './tour.ts'
import styles from './tour-card.module.css'

export function TourCard() {
  const parts = useParts()
  const { text } = useTranslator()
  const stop = useTourStop()
  const update = useSettingsUpdate()
  const isOutcome = useStep(({ kind }) => kind === 'outcome')
  useEffect(() => {
    if (isOutcome) noteTourSale(parts)
  }, [isOutcome, parts])
  const shift = useTill()?.shift?.shift
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at the till when its shift, or the stop, is another.
  useEffect(() => noteTourShift(parts), [shift, stop, parts])
  // In a small window the list that a stop is about lies below what is in sight, and the field of another above.
  useEffect(() => {
    if (stop === 'sales') document.querySelector('[data-list="open"]')?.scrollIntoView({ block: 'start' })
    else
      document
        .querySelector(stop === 'help' ? '.header' : '.number-field')
        ?.scrollIntoView({ block: 'nearest' })
  }, [stop])
  if (stop === null) return null
  const isLast = stopBehind(stop) === 'left'
  return (
    <section className={styles['tour']} aria-label={text('tour.title')} data-testid="tour" data-stop={stop}>
      <div role="status">
        <p className={styles['tour-place']}>
          <Text k="tour.place" values={{ ...placeOf(stop) }} />
        </p>
        <h2>
          <Text k={`tour.stop.${stop}.title`} />
        </h2>
        <p className={styles['tour-text']}>
          <Text k={`tour.stop.${stop}.text`} />
        </p>
      </div>
      <div className={controlsStyles['action-row']}>
        {!waitsForAct(stop) && (
          <Button look="main" shortcut={tourKeys.next} onPress={() => moveTour(parts, 'next')}>
            <Text k={isLast ? 'tour.done' : 'tour.next'} />
            <Kbd>{tourKeys.next}</Kbd>
          </Button>
        )}
        {stop === 'sold' && (
          <Button look="quiet" testId="practise-shift" onPress={() => parts.screen.goTo(shiftStops[0])}>
            <Text k="tour.practiseShift" />
          </Button>
        )}
        {!isLast && (
          <div className={styles['tour-end']}>
            <Button look="quiet" shortcut={tourKeys.end} onPress={() => moveTour(parts, 'end')}>
              <Text k="tour.skip" />
              <Kbd>{tourKeys.end}</Kbd>
            </Button>
          </div>
        )}
        {stop === tourStops[0] && <LanguageSetting update={update} isBare />}
      </div>
    </section>
  )
}

/** The stop of the tour that is on the screen, for whoever shows it or is shown by it. */
export function useTourStop(): TourStop | null {
  const parts = useParts()
  // Each is subscribed to, and read where the keyboard reads it; whoever shows the stop is drawn again with another alone.
  const read = () => shownStop(factsOfTour(parts))
  useStep(read)
  useScreen(read)
  return useCounter(read)
}
