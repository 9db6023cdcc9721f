/** A new link: its amount, what the customer reads it is for, who bears the card fee. Enter leads from one to the next. */
import { paymentLinkPractice } from '#shared/practice.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { NumberPad } from '../../../components/number-pad.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../../counter-context.tsx'
import { PracticeList } from '../practice-list.tsx'
import { StepFrame } from '../step-frame.tsx'
import { FeeChoice } from './fee-choice.tsx'
import type { FormStep as Step } from './flow.ts'
import { LinkField } from './link-field.tsx'

const practice = paymentLinkPractice.map(({ amountDinars, ending }) => ({
  number: String(amountDinars),
  outcome: `sell.payment-link.practice.${ending}` as const,
}))

export function FormStep({ step }: { readonly step: Step }) {
  const links = useParts().selling.entries['payment-link']
  const { environment } = useStatus()
  return (
    <StepFrame title="sell.payment-link.form" canGoBack={!step.isMaking}>
      {step.error && <ErrorNote error={step.error} />}
      <div className="number-columns">
        <div className="link-column">
          <LinkField step={step} field="amount" onType={links.typeAmount} />
          <NumberPad
            isDisabled={step.isMaking}
            onDigit={links.pressDigit}
            onErase={links.erase}
            onType={links.typeAmount}
          />
        </div>
        <div className="link-column">
          <LinkField step={step} field="title" onType={links.typeTitle} />
          <UsualTitle step={step} />
          <FeeChoice step={step} />
          <MakeButton step={step} />
          {environment === 'training' && !step.error && (
            <PracticeList numbers={practice} onPick={links.typeAmount} />
          )}
        </div>
      </div>
    </StepFrame>
  )
}

/** For the finger, which has no letters at hand. */
function UsualTitle({ step }: { readonly step: Step }) {
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const usual = text('sell.payment-link.usualTitle')
  return (
    <button
      type="button"
      className="usual-title"
      disabled={step.isMaking || step.title === usual}
      // The field keeps the focus, so that Enter goes on.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => links.typeTitle(usual)}
    >
      {usual}
    </button>
  )
}

/** Where a link may have been made already, Enter makes no other: the button has to be reached. */
function MakeButton({ step: { isMaking, isDoubted } }: { readonly step: Step }) {
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const word = isDoubted ? 'makeAnother' : 'make'
  return (
    <Button
      look={isDoubted ? 'plain' : 'main'}
      size="large"
      isDisabled={isMaking}
      {...(isDoubted ? {} : { shortcut: 'Enter' })}
      onPress={() => void links.make()}
    >
      <Text k={`sell.payment-link.${isMaking ? 'making' : word}`} />
      {!isMaking && <Kbd isTab={isDoubted}>{text(isDoubted ? 'keys.tab' : 'keys.enter')}</Kbd>}
    </Button>
  )
}
