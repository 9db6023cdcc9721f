/**
 * Before the sales: the tour and what waits to be read. In a narrow window it stands at the foot of the window, before the
 * page; what has the focus is brought out from under it as it grows (what is reached later, the page's own padding keeps out).
 */
import { useLayoutEffect, useRef } from 'react'
import { useScreen } from '../../counter-context.tsx'
import { TourCard } from '../tour/tour-card.tsx'
import { useTourStop } from '../tour/use-tour-stop.ts'
import { Notes } from './notes.tsx'

export function SalesHead() {
  const head = useRef<HTMLDivElement>(null)
  const shown = `${useScreen(({ notes }) => notes[0]?.id)} ${useTourStop()}`
  useLayoutEffect(() => {
    if (head.current && shown) bringOutFrom(head.current)
  }, [shown])
  return (
    <div className="sales-head" ref={head}>
      <TourCard />
      <Notes />
    </div>
  )
}

function bringOutFrom(head: HTMLElement): void {
  const { activeElement: focused, body } = document
  if (!focused || focused === body || head.contains(focused)) return
  const { top, bottom } = focused.getBoundingClientRect()
  const isUnder = bottom > head.getBoundingClientRect().top && top < window.innerHeight
  if (isUnder && getComputedStyle(head).position === 'fixed') focused.scrollIntoView({ block: 'nearest' })
}
