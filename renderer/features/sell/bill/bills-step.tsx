/** Third step: which bills of those that the account owes. Digits mark them, Enter goes to the last look. */
import { useEffect } from 'react'
import { discoveryFloorCentimes } from '#shared/limits.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Amount, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import type { MessageKey } from '../../../i18n.ts'
import { StepFrame } from '../step-frame.tsx'
import { AllOrNone, BillList } from './bill-list.tsx'
import { BillTotals } from './bill-totals.tsx'
import { BillerName } from './biller-name.tsx'
import { totalsOf } from './choice.ts'
import { isTooOld, type BillsStep as Step } from './flow.ts'

/** A timer cannot be set for longer; amounts are good for minutes. */
const longestWaitMs = 3_600_000

export function BillsStep({ step }: { readonly step: Step }) {
  const { bill } = useParts().selling.entries
  const { text } = useTranslator()
  const { discovery, isPricing } = step
  const { discoveryRef, expiresAtMs, partner, accountNumber, bills } = discovery
  useEffect(() => {
    const leftMs = Math.min(Math.max(expiresAtMs - Date.now(), 0), longestWaitMs)
    const timer = setTimeout(() => bill.expire(discoveryRef), leftMs)
    return () => clearTimeout(timer)
  }, [bill, discoveryRef, expiresAtMs])
  const isOld = isTooOld(step)
  const canGoOn = isOld || bills.length === 0 || totalsOf(step).problem === null
  return (
    <StepFrame title="sell.bill.bills" canGoBack>
      <div className="bills-head">
        <BillerName partner={partner} account={accountNumber} />
        {bills.length > 1 && <AllOrNone step={step} />}
      </div>
      {isOld && <TooOld />}
      {step.error && !isOld && <ErrorNote error={step.error} />}
      {bills.length === 0 ? <NothingOwed /> : <BillList step={step} />}
      <footer className="step-foot">
        {bills.length > 0 && !isOld && <BillTotals step={step} />}
        <Button
          look="main"
          size="large"
          isDisabled={isPricing || !canGoOn}
          shortcut="Enter"
          onPress={bill.goOn}
        >
          <Text k={wordOf(step, isOld)} />
          {!isPricing && <Kbd>{text('keys.enter')}</Kbd>}
        </Button>
      </footer>
    </StepFrame>
  )
}

function wordOf({ isPricing, discovery }: Step, isOld: boolean): MessageKey {
  if (isPricing) return 'sell.cards.pricing'
  if (isOld) return 'sell.bill.askAgain'
  return discovery.bills.length === 0 ? 'sell.bill.otherAccount' : 'sell.bill.review'
}

function TooOld() {
  return (
    <section className="note" data-tone="doubt" role="alert">
      <Icon name="warning" />
      <p className="note-body">
        <Text k="sell.bill.tooOld" />
      </p>
    </section>
  )
}

/** The service does not tell the two apart. */
function NothingOwed() {
  return (
    <section className="nothing-owed" role="status">
      <Icon name="fulfilled" />
      <p>
        <Text k="sell.bill.nothingOwed" values={{ amount: <Amount centimes={discoveryFloorCentimes} /> }} />
      </p>
    </section>
  )
}
