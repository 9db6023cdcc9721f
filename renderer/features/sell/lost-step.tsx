/** The confirmation brought no usable answer. Nothing is sold again from here: the journal is asked. */
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { OrderSubject } from '../../components/order-subject.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import type { LostStep as Step } from './flow.ts'
import { StepFrame } from './step-frame.tsx'

export function LostStep({ step }: { readonly step: Step }) {
  const { selling } = useParts()
  const { order, priceCentimes } = step.from.review
  const canResume = step.asked === 'no-trace' && step.answered
  return (
    <StepFrame title="sell.lost.title" canGoBack={false}>
      <section className="phase-card" data-phase={canResume ? 'cancelled' : 'in-doubt'} data-testid="lost">
        <Icon name={canResume ? 'cancelled' : 'in-doubt'} />
        <div className="phase-words">
          <p className="phase-line">
            <OrderSubject order={order} /> · <Amount centimes={priceCentimes} />
          </p>
          <p className="phase-tell" role="status">
            {canResume ? (
              <Text k="sell.lost.none" />
            ) : (
              <Text k={step.asked === 'no-trace' ? 'sell.lost.waiting' : 'sell.lost.text'} />
            )}
          </p>
        </div>
      </section>
      {step.answered && !canResume && <ErrorNote error={step.error} />}
      <footer className="step-foot">
        {canResume ? (
          <Button look="main" size="large" onPress={selling.resume}>
            <Text k="sell.lost.resume" />
          </Button>
        ) : (
          <Button
            look="main"
            size="large"
            isDisabled={step.asked === 'asking'}
            onPress={() => void selling.askJournal()}
          >
            <Text k={step.asked === 'asking' ? 'sell.lost.asking' : 'sell.lost.ask'} />
          </Button>
        )}
      </footer>
    </StepFrame>
  )
}
