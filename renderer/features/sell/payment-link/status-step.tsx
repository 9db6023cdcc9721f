/** A link and where its payment stands. It is looked at again by itself (use-link-watch.ts); Enter looks at once. */
import type { ReactNode } from 'react'
import { isLinkOver } from '#shared/payment-link.ts'
import { Button } from '../../../components/button.tsx'
import { Copyable } from '../../../components/copyable.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { type Fact, FactList } from '../../../components/fact-list.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Amount, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { Moment } from '../../sales/sale-facts.tsx'
import { useNow } from '../../status/use-now.ts'
import { StepFrame } from '../step-frame.tsx'
import type { StatusStep as Step } from './flow.ts'
import { lookOfLink, standingOf } from './look-of-link.ts'
import { PayAddress } from './pay-address.tsx'
import { TimeLeft } from './time-left.tsx'

export function StatusStep({ step }: { readonly step: Step }) {
  const { link, paymentUrl } = step
  return (
    <StepFrame title="sell.payment-link.title" canGoBack>
      <PaymentCard step={step} />
      {step.error && <ErrorNote error={step.error} />}
      {paymentUrl !== null && !isLinkOver(link) && <PayAddress url={paymentUrl} />}
      <section className="line-summary">
        <FactList facts={factsOf(step)} look="facts" />
      </section>
      <footer className="step-foot">
        <GoOn step={step} />
      </footer>
    </StepFrame>
  )
}

function PaymentCard({ step: { link } }: { readonly step: Step }) {
  const standing = standingOf(link, useNow())
  const look = lookOfLink[standing]
  return (
    <section className="phase-card" data-phase={look} data-link={standing} data-testid="payment-link">
      <Icon name={look} />
      <div className="phase-words" role="status">
        <h2>
          <Text k={`sell.payment-link.phase.${standing}.word`} />
        </h2>
        <p className="phase-tell">
          <Text k={`sell.payment-link.phase.${standing}.tell`} />
        </p>
      </div>
      {link.endsByMs !== null && <TimeLeft endsByMs={link.endsByMs} />}
    </section>
  )
}

const factsOf = ({ link }: Step): readonly Fact[] => [
  {
    label: 'sale.amount',
    value: link.amountCentimes !== null && (
      <strong className="link-amount">
        <Amount centimes={link.amountCentimes} />
      </strong>
    ),
  },
  { label: 'sale.ref', value: <Copyable what="sale.ref" text={link.paymentRef} /> },
  { label: 'sell.payment-link.begun', value: link.begunAtMs !== null && <Moment atMs={link.begunAtMs} /> },
  { label: 'sell.payment-link.kind', value: link.isSandbox && <Text k="sell.payment-link.sandbox" /> },
  { label: 'sell.payment-link.message', value: quoted(link.message) },
]

const quoted = (text: string | null): ReactNode => text !== null && <bdi>{text}</bdi>

function GoOn({ step: { link, looking } }: { readonly step: Step }) {
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const over = isLinkOver(link)
  // What the screen asks by itself changes nothing on the button.
  const isAsked = looking === 'cashier'
  return (
    <>
      {!over && link.nextLookMs !== null && (
        <p className="step-hint">
          <Text k="sell.payment-link.watched" />
        </p>
      )}
      <Button
        look={over ? 'main' : 'plain'}
        size="large"
        shortcut="Enter"
        isDisabled={isAsked}
        onPress={links.goOn}
      >
        <Text k={over ? 'sell.outcome.next' : `sell.payment-link.${isAsked ? 'asking' : 'checkAgain'}`} />
        {!isAsked && <Kbd>{text('keys.enter')}</Kbd>}
      </Button>
    </>
  )
}
