/** How long ago something was seen, in words. */
import { useEffect, useState } from 'react'
import { Text } from '../../components/text.tsx'
import styles from './age.module.css'

const minuteMs = 60_000

interface AgeProps {
  readonly atMs: number
  /** From this age on it is shown as stale. */
  readonly staleMinutes?: number
}

export function Age({ atMs, staleMinutes = Number.POSITIVE_INFINITY }: AgeProps) {
  const minutes = Math.max(0, Math.floor((useNow() - atMs) / minuteMs))
  const hours = Math.floor(minutes / 60)
  return (
    <span className={styles['age']} data-stale={minutes >= staleMinutes || undefined}>
      {hours > 0 ? (
        <Text k="status.ageHours" values={{ count: hours }} />
      ) : (
        <Text k="status.ageMinutes" values={{ count: minutes }} />
      )}
    </span>
  )
}

// The time, for ages and for the day's list; once every half minute is exact enough for both.

const tickMs = 30_000

export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
