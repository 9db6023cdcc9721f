/** The sale is in the journal: where it stands, what to tell the customer, and the way to the next one. */
import { useEffect, useRef } from 'react'
import { openSaleStates } from '#shared/states/sale.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { OrderSubject } from '../../components/order-subject.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useSale, useTranslator } from '../../counter-context.tsx'
import { PinButton } from '../favourites/pin-button.tsx'
import { OfficialReceiptPart } from '../printing/official-receipt.tsx'
import { SalePrint } from '../printing/sale-print.tsx'
import { CardCodes } from '../sales/card-codes.tsx'
import { PhaseCard } from '../sales/phase-card.tsx'
import { SaleActions } from '../sales/sale-actions.tsx'
import { LandlineOffer } from './bill/landline-offer.tsx'
import type { OutcomeStep as Step } from './flow.ts'
import { OfferList } from './mobile/offer-list.tsx'

export function OutcomeStep({ step }: { readonly step: Step }) {
  const { selling, screen } = useParts()
  const { text } = useTranslator()
  const sale = useSale(step.sale)
  // Nothing goes on by itself then: the cashier's choice comes before the next customer.
  const awaitsCashier = sale.phase === 'unsent'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="step outcome-step" data-testid="outcome" data-ref={sale.ref}>
      <header className="step-head">
        <h1 ref={heading} tabIndex={-1} data-kind={sale.order.kind}>
          <OrderSubject order={sale.order} />
        </h1>
        <p className="outcome-price">
          <Amount centimes={sale.priceCentimes} />
        </p>
      </header>
      <PhaseCard sale={sale} size="large" />
      <OfferList sale={sale} hasKeys />
      <CardCodes sale={sale} />
      <SalePrint sale={sale} />
      <OfficialReceiptPart sale={sale} />
      <SaleActions sale={sale}>
        <Button onPress={() => screen.open({ kind: 'sale', sale })}>
          <Icon name="slip" />
          <Text k="sell.outcome.details" />
        </Button>
        <PinButton order={sale.order} />
        <LandlineOffer sale={sale} />
      </SaleActions>
      <dl className="evidence">
        <div>
          <dt>
            <Text k="sale.ref" />
          </dt>
          <dd>
            <Copyable what="sale.ref" text={sale.ref} />
          </dd>
        </div>
        {sale.requestId !== null && (
          <div>
            <dt>
              <Text k="sale.requestId" />
            </dt>
            <dd>
              <Copyable what="sale.requestId" text={sale.requestId} />
            </dd>
          </div>
        )}
      </dl>
      <footer className="step-foot">
        {openSaleStates.includes(sale.state) && !awaitsCashier && (
          <p className="step-hint">
            <Text k="sell.outcome.nextHint" />
          </p>
        )}
        <Button
          look={awaitsCashier ? 'plain' : 'main'}
          size="large"
          shortcut="Enter Escape"
          onPress={selling.next}
        >
          <Text k="sell.outcome.next" />
          <Kbd>{text('keys.enter')}</Kbd>
        </Button>
      </footer>
    </div>
  )
}
