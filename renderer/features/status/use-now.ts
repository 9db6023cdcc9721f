/** The time, for ages and for the day's list; once every half minute is exact enough for both. */
import { useEffect, useState } from 'react'

const tickMs = 30_000

export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
