/** The time that an untouched link has left at the most, running down. */
import { useEffect, useState } from 'react'
import { Ltr, Text } from '../../../components/text.tsx'
import { timeLeft } from './left.ts'

const tickMs = 1_000

export function TimeLeft({ endsByMs }: { readonly endsByMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="time-left" role="timer">
      <small>
        <Text k="sell.payment-link.left" />
      </small>
      <strong>
        <Ltr>{timeLeft(endsByMs, nowMs)}</Ltr>
      </strong>
    </p>
  )
}
