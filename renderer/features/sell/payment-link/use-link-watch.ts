/** Looks at the link that is watched, as late as the core says, while the cashier looks at it or serves somebody else. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useParts, useStatus, useStep } from '../../../counter-context.tsx'
import { watchedIn } from './kept.ts'

export function useLinkWatch(): void {
  const links = useParts().selling.entries['payment-link']
  const step = useStep()
  const watched = useStore(links.kept, (kept) => watchedIn(step, kept))
  const isOpen = useStatus().selling.open
  const link = watched?.link
  const isIdle = watched?.looking === null
  useEffect(() => {
    // Each answer is a new link; a look that failed leaves the old one, and its wait begins anew.
    if (!isOpen || !isIdle || link === undefined || link.nextLookMs === null) return undefined
    const timer = setTimeout(() => void links.look('screen'), link.nextLookMs)
    return () => clearTimeout(timer)
  }, [links, link, isIdle, isOpen])
}
