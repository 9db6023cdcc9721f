/** The biller is asked what the account owes: what is being done, and for how long already. Esc leaves it. */
import { useEffect, useState } from 'react'
import { fieldsOfForm } from '#shared/bill-account.ts'
import { Icon } from '../../../components/icon.tsx'
import { Ltr, Text } from '../../../components/text.tsx'
import { StepFrame } from '../step-frame.tsx'
import { BillerName } from './biller-name.tsx'
import type { AskingStep as Step } from './flow.ts'

const tickMs = 1_000
/** Most billers have answered by then. */
const slowAfterSeconds = 10

export function AskingStep({ step }: { readonly step: Step }) {
  const { partner, form, typed } = step.from
  const [first] = fieldsOfForm(form)
  const seconds = useSecondsHere()
  return (
    <StepFrame title="sell.bill.asking" canGoBack>
      <BillerName partner={partner} account={first === undefined ? '' : (typed[first] ?? '')} />
      <section className="asking">
        <Icon name="handling" />
        <div>
          <p role="status">
            <Text
              k={seconds < slowAfterSeconds ? 'sell.bill.searching' : 'sell.bill.slow'}
              values={{ partner: <bdi>{partner}</bdi> }}
            />
          </p>
          <p role="timer" className="asking-time">
            <Text k="sell.bill.seconds" values={{ seconds: <Ltr>{seconds}</Ltr> }} />
          </p>
        </div>
      </section>
      <p className="step-hint">
        <Text k="sell.bill.askingHint" />
      </p>
    </StepFrame>
  )
}

/** Whole seconds since the step came on the screen. */
function useSecondsHere(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const sinceMs = performance.now()
    const timer = setInterval(() => setSeconds(Math.round((performance.now() - sinceMs) / tickMs)), tickMs)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
