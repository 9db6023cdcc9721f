/** The steps of payment links, as the cashier sees them. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { feeModes, paymentLinkMaxCentimes, paymentLinkMinCentimes } from '#shared/payment-link.ts'
import { paymentLinkPractice, paymentRefPractice } from '#shared/practice.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { digitsFirst } from '../../components/digit-row.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { NumberPad, padField } from '../../components/number-pad.tsx'
import segmentsStyles from '../../components/segments.module.css'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import numberEntryStyles from '../sell/number-entry.module.css'
import stepPartsStyles from '../sell/step-parts.module.css'
import { anyText, EntryField, mainField, PracticeList, StepFrame } from '../sell/step-parts.tsx'
import {
  type AskingStepState,
  type FormField,
  type FormStepState,
  offersForm,
  type PaymentLinkStep,
  type RefStepState,
} from './flow.ts'
import { SessionLinks } from './session-links.tsx'
import { StatusStep } from './status-step.tsx'
import styles from './steps.module.css'

export function PaymentLinkSteps({ step }: { readonly step: PaymentLinkStep }) {
  switch (step.at) {
    case 'link-ref':
    case 'link-asking':
      return <RefStep step={step} />
    case 'link-status':
      return <StatusStep step={step} />
    case 'link-form':
      return <FormStep step={step} />
  }
}

// First step: the reference of a link, or the way to a new one. Enter does what its button says.

const fieldId = 'payment-ref'
const hintId = 'payment-ref-hint'

const refPractice = paymentRefPractice.map(({ paymentRef, ending }) => ({
  number: paymentRef,
  outcome: `sell.payment-link.practice.${ending}` as const,
}))

interface RefStepProps {
  readonly step: RefStepState | AskingStepState
}

function RefStep({ step }: RefStepProps) {
  const links = useParts().selling.entries['payment-link']
  const { environment } = useStatus()
  const isAsking = step.at === 'link-asking'
  const { typed, problem, marked } = isAsking ? step.from : step
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isAsking) field.current?.focus()
  }, [isAsking])
  return (
    <div className={stepPartsStyles['step']}>
      <header className={stepPartsStyles['step-head']}>
        <h1>
          <Text k="sell.payment-link.title" />
        </h1>
      </header>
      <div
        className={classNames(stepPartsStyles['number-field'], stepPartsStyles['search-field'])}
        data-problem={problem !== null || undefined}
      >
        <label htmlFor={fieldId}>
          <Text k="sell.payment-link.ref" />
        </label>
        <input
          ref={field}
          id={fieldId}
          {...mainField}
          {...anyText}
          {...digitsFirst}
          dir="ltr"
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          readOnly={isAsking}
          aria-invalid={problem !== null}
          aria-describedby={hintId}
          onChange={({ target }) => links.type(target.value)}
        />
        <p id={hintId} role={problem ? 'alert' : undefined}>
          <Text k={problem ? `sell.problem.${problem}` : 'sell.payment-link.refHint'} />
        </p>
      </div>
      {step.error && <ErrorNote error={step.error} />}
      <RefActions step={step} />
      <SessionLinks marked={marked} isHeld={isAsking} />
      {environment === 'training' && !isAsking && !step.error && (
        <PracticeList numbers={refPractice} onPick={links.type} />
      )}
    </div>
  )
}

function RefActions({ step }: RefStepProps) {
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const isAsking = step.at === 'link-asking'
  const { canMake, marked } = isAsking ? step.from : step
  const entersForm = !isAsking && offersForm(step)
  const entersCheck = !entersForm && marked === null
  return (
    <div className={styles['link-actions']}>
      <Button
        look={entersCheck ? 'main' : 'plain'}
        size="large"
        isDisabled={isAsking}
        {...(entersCheck ? { shortcut: 'Enter' } : {})}
        onPress={() => void links.check()}
      >
        <Text k={isAsking ? 'sell.payment-link.asking' : 'sell.payment-link.check'} />
        {entersCheck && !isAsking && <Kbd>{text('keys.enter')}</Kbd>}
      </Button>
      {canMake && (
        <Button
          look={entersForm ? 'main' : 'plain'}
          size="large"
          isDisabled={isAsking}
          {...(entersForm ? { shortcut: 'Enter' } : {})}
          onPress={links.openForm}
        >
          <Text k="sell.payment-link.new" />
          {entersForm && <Kbd>{text('keys.enter')}</Kbd>}
        </Button>
      )}
    </div>
  )
}

// A new link: its amount, what the customer reads it is for, who bears the card fee. Enter leads from one to the next.

const practice = paymentLinkPractice.map(({ amountDinars, ending }) => ({
  number: String(amountDinars),
  outcome: `sell.payment-link.practice.${ending}` as const,
}))

function FormStep({ step }: { readonly step: FormStepState }) {
  const links = useParts().selling.entries['payment-link']
  const { environment } = useStatus()
  return (
    <StepFrame title="sell.payment-link.form" canGoBack={!step.isMaking}>
      {step.error && <ErrorNote error={step.error} />}
      <div className={numberEntryStyles['number-columns']}>
        <div className={styles['link-column']}>
          <LinkField step={step} field="amount" onType={links.typeAmount} />
          <NumberPad
            isDisabled={step.isMaking}
            onDigit={links.pressDigit}
            onErase={links.erase}
            onType={links.typeAmount}
          />
        </div>
        <div className={styles['link-column']}>
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
function UsualTitle({ step }: { readonly step: FormStepState }) {
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const usual = text('sell.payment-link.usualTitle')
  return (
    <button
      type="button"
      className={styles['usual-title']}
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
function MakeButton({ step: { isMaking, isDoubted } }: { readonly step: FormStepState }) {
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

// Who bears the card fee. The arrow keys choose without leaving the field.

function FeeChoice({ step }: { readonly step: FormStepState }) {
  const links = useParts().selling.entries['payment-link']
  return (
    <RadioGroup
      className={classNames(numberEntryStyles['type-choice'])}
      value={step.feeMode}
      isDisabled={step.isMaking}
      orientation="horizontal"
      onChange={(picked) => {
        const feeMode = feeModes.find((one) => one === picked)
        if (feeMode !== undefined) links.chooseFeeMode(feeMode)
      }}
    >
      <Label>
        <Text k="sell.payment-link.fee" /> <Kbd>↑ ↓</Kbd>
      </Label>
      <div className={segmentsStyles['segments']}>
        {feeModes.map((feeMode) => (
          <Radio key={feeMode} value={feeMode} className={classNames(segmentsStyles['segment'])}>
            <Text k={`sell.payment-link.feeMode.${feeMode}`} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

// One field of a new link, with its rule under it, or what is wrong with it.

interface LinkFieldProps {
  readonly step: FormStepState
  readonly field: FormField
  readonly onType: (text: string) => void
}

function LinkField({ step, field, onType }: LinkFieldProps) {
  const links = useParts().selling.entries['payment-link']
  const input = useRef<HTMLInputElement>(null)
  const isCurrent = step.field === field
  const problem = step.problems[field]
  useEffect(() => {
    if (isCurrent) input.current?.focus()
  }, [isCurrent])
  return (
    <EntryField
      ref={input}
      id={`link-${field}`}
      label={`sell.payment-link.field.${field}`}
      hint={rules[field]}
      problem={problem === undefined ? null : `sell.problem.${problem}`}
      keepsHint={problem === 'link-amount-out-of-range'}
      {...(isCurrent ? mainField : {})}
      {...shapes[field]}
      value={step[field]}
      readOnly={step.isMaking}
      onFocus={() => links.goTo(field)}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

/** A title keeps the direction of its own letters; for digits there is the pad. */
const shapes = {
  amount: { dir: 'ltr', inputMode: 'none', ...padField },
  title: { dir: 'auto', className: styles['link-title'], spellCheck: true, ...anyText },
} as const satisfies Readonly<Record<FormField, object>>

const bounds = {
  min: <Amount centimes={paymentLinkMinCentimes} />,
  max: <Amount centimes={paymentLinkMaxCentimes} />,
}
const rules: Readonly<Record<FormField, ReactNode>> = {
  amount: <Text k="sell.bounds" values={bounds} />,
  title: <Text k="sell.payment-link.titleHint" />,
}
