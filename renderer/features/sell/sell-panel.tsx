/** The selling panel: the step at which the cashier stands, or why selling is closed. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { unreachable } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import chipStyles from '../../components/chip.module.css'
import { classNames } from '../../components/class-names.ts'
import { Copyable, Technical } from '../../components/copyable.tsx'
import { digitsFirst } from '../../components/digit-row.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Amount, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useSale, useStatus, useTranslator } from '../../counter-context.tsx'
import {
  OrderAbout,
  OrderChip,
  OrderNumber,
  OrderSubject,
  OutcomeAction,
  SaleOffers,
} from '../../products/looks.tsx'
import { productSteps } from '../../products/steps.tsx'
import { PinButton } from '../favourites/favourites.tsx'
import { PaymentLinkSteps } from '../payment-link/steps.tsx'
import { printsCodes } from '../printing/job-note.tsx'
import { OfficialReceiptPart } from '../printing/official-receipt.tsx'
import { PrintButtons, PrintState, useSalePrint } from '../printing/sale-print.tsx'
import { CardCodes, codesButtonIn } from '../sales/card-codes.tsx'
import { awaitsCashier } from '../sales/find-sales.ts'
import phaseCardStyles from '../sales/phase-card.module.css'
import { PhaseCard } from '../sales/phase-card.tsx'
import { SaleActions } from '../sales/sale-actions.tsx'
import { maxTextLength } from '../start/entry.ts'
import { StartStepView } from '../start/start-step.tsx'
import { ChangeAtOutcome } from '../till/amount-given.tsx'
import { DueAtOutcome, GiveBackButton } from '../till/money-due.tsx'
import { ClosedPanel } from './closed-panel.tsx'
import {
  hasUnseenCodes,
  holdsMoney,
  type LostStep as LostStepState,
  nameOfStep,
  type OutcomeStep as OutcomeStepState,
  type SellStep,
} from './flow.ts'
import { ReviewStep } from './review-step.tsx'
import styles from './sell-panel.module.css'
import type { EntryStep, Place } from './services.ts'
import stepPartsStyles from './step-parts.module.css'
import { anyText, focusMainField, mainField, StepFrame } from './step-parts.tsx'

export function SellPanel({ step }: { readonly step: SellStep }) {
  const { selling } = useStatus()
  const { text } = useTranslator()
  const panel = useRef<HTMLElement>(null)
  const name = nameOfStep(step)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its top.
  useLayoutEffect(() => {
    panel.current?.scrollTo(0, 0)
    // In a small window the page itself scrolls.
    document.documentElement.scrollTo(0, 0)
  }, [name])
  return (
    <main ref={panel} className={styles['sell-panel']} aria-label={text('sell.label')} data-step={name}>
      {!selling.open && !holdsMoney(step) ? <ClosedPanel selling={selling} /> : <StepView step={step} />}
    </main>
  )
}

function StepView({ step }: { readonly step: SellStep }) {
  switch (step.kind) {
    case 'entry':
      return <EntryView step={step} />
    case 'review':
    case 'confirming':
      return <ReviewStep step={step} />
    case 'lost':
      return <LostStep step={step} />
    case 'outcome':
      return <OutcomeStep step={step} />
    default:
      return unreachable(step)
  }
}

function EntryView({ step }: { readonly step: EntryStep }) {
  // The steps of a service take its own alone, of which this is one.
  const Steps = steps[step.service] as (props: { readonly step: EntryStep }) => ReactNode
  return <Steps step={step} />
}

const steps = {
  ...productSteps,
  'payment-link': PaymentLinkSteps,
  start: StartStepView,
} as const satisfies Record<Place, unknown>

// The confirmation brought no usable answer. Nothing is sold again from here: the journal is asked.

function LostStep({ step }: { readonly step: LostStepState }) {
  const { selling } = useParts()
  const { order, priceCentimes } = step.from.review
  const canResume = step.asked === 'no-trace' && step.answered
  const card = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: in a small window each answer is shown above the button that asked.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [step.asked])
  return (
    <StepFrame title="sell.lost.title" canGoBack={false}>
      <section
        ref={card}
        className={phaseCardStyles['phase-card']}
        data-phase={canResume ? 'cancelled' : 'in-doubt'}
        data-testid="lost"
      >
        <Icon name={canResume ? 'cancelled' : 'in-doubt'} />
        <div className={phaseCardStyles['phase-words']}>
          <p className={phaseCardStyles['phase-line']}>
            <OrderSubject order={order} /> · <Amount centimes={priceCentimes} />
          </p>
          <p className={phaseCardStyles['phase-tell']} role="status">
            {canResume ? (
              <Text k="sell.lost.none" />
            ) : (
              <Text k={step.asked === 'no-trace' ? 'sell.lost.waiting' : 'sell.lost.text'} />
            )}
          </p>
        </div>
      </section>
      {step.answered && !canResume && <ErrorNote error={step.error} />}
      <footer className={stepPartsStyles['step-foot']}>
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

// The sale is in the journal: where it stands, what to say to the customer, and the way to the next one.

function OutcomeStep({ step }: { readonly step: OutcomeStepState }) {
  const sale = useSale(step.ref)
  return sale && <Outcome step={step} sale={sale} />
}

interface OutcomeProps {
  readonly step: OutcomeStepState
  readonly sale: SaleView
}

function Outcome({ step, sale }: OutcomeProps) {
  const { screen } = useParts()
  const printing = useSalePrint(sale)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div
      className={classNames(stepPartsStyles['step'], styles['outcome-step'])}
      data-testid="outcome"
      data-ref={sale.ref}
    >
      <header className={stepPartsStyles['step-head']}>
        <div className={chipStyles['with-chip']}>
          <OrderChip order={sale.order} />
          <div>
            <h1 ref={heading} tabIndex={-1} data-kind={sale.order.kind}>
              <OrderNumber order={sale.order} />
            </h1>
            <OrderAbout order={sale.order} />
          </div>
        </div>
        <p className={styles['outcome-price']}>
          {isOnAccount(sale) && (
            <small>
              <Text k="carnet.onAccount" />{' '}
            </small>
          )}
          <Amount centimes={sale.priceCentimes} />
          <ChangeAtOutcome step={step} sale={sale} />
        </p>
      </header>
      <PhaseCard sale={sale} size="large" />
      <GiveBackButton sale={sale} />
      <DueAtOutcome step={step} />
      <SaleOffers sale={sale} hasKeys />
      <SaleActions sale={sale} hasKeys>
        {sale.decidable && (
          <Button look="main" testId="choose-here" onPress={() => screen.openSale(sale)}>
            <Text k="sales.choose" />
          </Button>
        )}
        <PrintButtons printing={printing} />
        <Button onPress={() => screen.openSale(sale)}>
          <Icon name="slip" />
          <Text k="sell.outcome.details" />
        </Button>
        <Button testId="send-open" onPress={() => screen.openSale(sale, true)}>
          <Icon name="phone" />
          <Text k="sendReceipt.open" />
        </Button>
        <PinButton order={sale.order} />
        <OutcomeAction sale={sale} />
      </SaleActions>
      <PrintState printing={printing} />
      <OfficialReceiptPart sale={sale} />
      <CardCodes sale={sale} />
      <Technical>
        <dl className={styles['evidence']}>
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
      </Technical>
      <OutcomeFoot
        sale={sale}
        isWarned={
          step.warnedOf !== undefined && hasUnseenCodes(step, sale) && printsCodes(printing.jobs, sale)
        }
        typed={step.typed}
      />
    </div>
  )
}

interface OutcomeFootProps {
  readonly sale: SaleView
  /** Nobody has seen the codes of its cards. */
  readonly isWarned: boolean
  /** What was typed for the next sale. */
  readonly typed: string | undefined
}

function OutcomeFoot({ sale, isWarned, typed }: OutcomeFootProps) {
  const { selling } = useParts()
  const { text } = useTranslator()
  // Nothing goes on by itself then: the cashier's choice comes before the next customer.
  const mustAct = awaitsCashier(sale)
  useEffect(() => {
    if (isWarned) codesButtonIn('.sell-panel')?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [isWarned])
  return (
    <footer className={stepPartsStyles['step-foot']}>
      {openSaleStates.includes(sale.state) && !mustAct && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.outcome.nextHint" />
        </p>
      )}
      {isWarned && (
        <p className={noteStyles['note']} data-tone="doubt" role="alert" data-testid="codes-unshown">
          <Icon name="warning" />
          <span className={noteStyles['note-body']}>
            <span>
              <Text k="codes.unshown" />
            </span>
          </span>
        </p>
      )}
      {typed !== undefined && <NextField typed={typed} />}
      <Button look={mustAct ? 'plain' : 'main'} size="large" shortcut="Enter Escape" onPress={selling.next}>
        <Text k="sell.outcome.next" />
        <Kbd>{text('keys.enter')}</Kbd>
      </Button>
    </footer>
  )
}

const nextFieldMarks = { ...mainField, ...anyText, ...digitsFirst }

/** What is typed for the next sale while codes are warned of: it is read and corrected here. */
function NextField({ typed }: { readonly typed: string }) {
  const { selling } = useParts()
  // The key behind the first one goes into it.
  useLayoutEffect(focusMainField, [])
  return (
    <TextField
      label="codes.typed"
      value={typed}
      maxLength={maxTextLength}
      marks={nextFieldMarks}
      onChange={selling.writeTyped}
    />
  )
}
