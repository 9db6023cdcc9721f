/** The steps of a payment of bills, as the cashier sees them. */
import { useEffect, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { fieldsOfForm } from '#shared/products/bill-account.ts'
import type { BillField } from '#shared/products/bill-fields.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { NumberPad } from '../../components/number-pad.tsx'
import segmentsStyles from '../../components/segments.module.css'
import { Ltr, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import numberEntryStyles from '../../features/sell/number-entry.module.css'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { StepFrame } from '../../features/sell/step-parts.tsx'
import { fieldIn, isLastField, practiceAccountsOf } from './account.ts'
import { AccountFields } from './account-fields.tsx'
import { BillerName, BillerStep } from './biller-step.tsx'
import { BillsStep } from './bills-step.tsx'
import { type AccountStepState, type AskingStepState, type BillStep, formsFor, statusOf } from './flow.ts'
import { PartnerName, PracticeOutcome } from './looks.tsx'
import styles from './steps.module.css'

export function BillSteps({ step }: { readonly step: BillStep }) {
  switch (step.at) {
    case 'biller':
      return <BillerStep step={step} />
    case 'account':
      return <AccountStep step={step} />
    case 'asking':
      return <AskingStep step={step} />
    case 'bills':
      return <BillsStep key={step.discovery.discoveryRef} step={step} />
  }
}

// Second step: the account at the biller, in one of its forms. The most usual form is chosen already; the arrow keys choose
// another without leaving the field, and a payment key that is scanned finds its form by itself.

function AccountStep({ step }: { readonly step: AccountStepState }) {
  const { bill } = useParts().selling.entries
  const { text } = useTranslator()
  const { environment } = useStatus()
  return (
    <StepFrame
      title="sell.bill.account"
      values={{ partner: <PartnerName partner={step.partner} /> }}
      canGoBack
    >
      {statusOf(step.from, step.partner) === 'UNAVAILABLE' && (
        <p className={noteStyles['note']} data-tone="doubt" role="status">
          <Text k="sell.bill.downNow" />
        </p>
      )}
      <div className={styles['account-step']}>
        <FormChoice step={step} />
        <AccountFields key={step.form} step={step} />
        <div className={numberEntryStyles['number-columns']}>
          <NumberPad
            isDisabled={false}
            takesComma={isAmountTyped(step)}
            onDigit={bill.pressDigit}
            onErase={bill.erase}
            onType={bill.typeHere}
          />
          <div className={numberEntryStyles['number-side']}>
            <Button look="main" size="large" shortcut="Enter" onPress={bill.goOn}>
              <Text k={isLastField(step) ? 'sell.bill.ask' : 'sell.bill.nextField'} />
              <Kbd>{text('keys.enter')}</Kbd>
            </Button>
            {step.error && <ErrorNote error={step.error} />}
            {environment === 'training' && !step.error && <PracticeAccounts step={step} />}
          </div>
        </div>
      </div>
    </StepFrame>
  )
}

/** Amounts as the paper has them, with centimes. */
const amountFields: readonly BillField[] = ['sonelgaz.amount_without_stamp', 'ade.amount']

function isAmountTyped(step: AccountStepState): boolean {
  const field = fieldIn(step)
  return field !== undefined && amountFields.includes(field)
}

// The biller is asked what the account owes: what is being done, and for how long already. Esc leaves it.

const tickMs = 1_000
/** Most billers have answered by then. */
const slowAfterSeconds = 10

function AskingStep({ step }: { readonly step: AskingStepState }) {
  const { partner, form, typed } = step.from
  const [first] = fieldsOfForm(form)
  const seconds = useSecondsHere()
  return (
    <StepFrame title="sell.bill.asking" canGoBack>
      <BillerName partner={partner} account={first === undefined ? '' : (typed[first] ?? '')} />
      <section className={styles['asking']}>
        <Icon name="handling" />
        <div>
          <p role="status">
            <Text
              k={seconds < slowAfterSeconds ? 'sell.bill.searching' : 'sell.bill.slow'}
              values={{ partner: <bdi>{partner}</bdi> }}
            />
          </p>
          <p role="timer" className={styles['asking-time']}>
            <Text k="sell.bill.seconds" values={{ seconds: <Ltr>{seconds}</Ltr> }} />
          </p>
        </div>
      </section>
      <p className={stepPartsStyles['step-hint']}>
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

// In which form the account is given, where the biller has several.

function FormChoice({ step }: { readonly step: AccountStepState }) {
  const { bill } = useParts().selling.entries
  const forms = formsFor(step.from, step.partner)
  if (forms.length < 2) return null
  return (
    <RadioGroup
      className={classNames(numberEntryStyles['type-choice'])}
      value={step.form}
      orientation="horizontal"
      onChange={(picked) => {
        const form = forms.find((one) => one === picked)
        if (form !== undefined) bill.chooseForm(form)
      }}
    >
      <Label>
        <Text k="sell.bill.form" />
      </Label>
      <Kbd>↑ ↓</Kbd>
      <div className={classNames(segmentsStyles['segments'], styles['form-segments'])}>
        {forms.map((form) => (
          <Radio key={form} value={form} className={classNames(segmentsStyles['segment'])}>
            <Text k={`bill.form.${form}`} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}

// In training: the biller's accounts whose bills and ending are known, one press from the fields.

function PracticeAccounts({ step }: { readonly step: AccountStepState }) {
  const { bill } = useParts().selling.entries
  const accounts = practiceAccountsOf(step.partner, step.form, formsFor(step.from, step.partner))
  if (accounts.length === 0) return null
  return (
    <section className={classNames(stepPartsStyles['practice'], styles['practice-accounts'])}>
      <h2>
        <Text k="sell.bill.practice" />
      </h2>
      <ul>
        {accounts.map(({ practice, form, typed }) => (
          <li key={`${practice.field} ${practice.value}`}>
            <button
              type="button"
              // The field keeps the focus, so that Enter asks.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => bill.fill(form, typed)}
            >
              <Ltr>{practice.value}</Ltr>
              <small>
                {form !== step.form && (
                  <>
                    <Text k={`bill.form.${form}`} />
                    {' – '}
                  </>
                )}
                <PracticeOutcome account={practice} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
