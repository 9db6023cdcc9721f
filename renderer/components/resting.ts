/** What comes up under a finger that has just pressed rests for a moment: what the finger presses in this time was not read. */
import { useEffect, useState } from 'react'

const RESTS_MS = 700

/** True for a moment from when something else is shown; `shown` says what, null: nothing that could be pressed. */
export function useResting(shown: string | null = ''): boolean {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    if (shown === null) return undefined
    const timer = setTimeout(() => setRested(shown), RESTS_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return shown !== null && rested !== shown
}
