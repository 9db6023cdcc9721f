/** The steps of a mobile top-up, as the cashier sees them. */
import { type ReactNode, useEffect, useRef } from 'react'
import { type Centimes, centimes, formatDinars } from '#shared/money.ts'
import { operators } from '#shared/phone.ts'
import { type MobilePlanView, partDownFor } from '#shared/products/mobile.ts'
import { Button } from '../../components/button.tsx'
import chipStyles from '../../components/chip.module.css'
import { Chip } from '../../components/chip.tsx'
import { ErrorNote, StatusNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { NumberPad, type NumberPadProps, padField } from '../../components/number-pad.tsx'
import { Amount, LineNumber, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { FavouriteList } from '../../features/favourites/favourites.tsx'
import { NumberEntry, RecognisedChoice } from '../../features/sell/number-entry.tsx'
import plansStyles from '../../features/sell/plans.module.css'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { EntryField, mainField, PracticeList, StepFrame } from '../../features/sell/step-parts.tsx'
import { textOfNumber } from '../../features/sell/typed-number.ts'
import { DownNote, useMobileDown } from './down-note.tsx'
import {
  canChoose,
  isUsualOff,
  type LoadingStepState,
  type MobileStep,
  mobilePracticeNumbers,
  type NumberStepState,
  type OfferStepState,
  operatorOf,
  type PlanStepState,
  planOf,
  takesAmount,
  takesCentimes,
} from './entry.ts'
import { OperatorName, operatorChip } from './names.tsx'
import { PlanList } from './plan-list.tsx'
import styles from './steps.module.css'

export function MobileSteps({ step }: { readonly step: MobileStep }) {
  switch (step.at) {
    case 'mobile-number':
    case 'loading-plans':
    case 'loading-offer':
      return <NumberStep step={step} />
    case 'plan':
      return <PlanStep step={step} />
  }
}

// First step: the mobile number, its operator by the prefix.

const practice = mobilePracticeNumbers.map(({ number, ending }) => ({
  number,
  outcome: `sell.mobile.practice.${ending}` as const,
}))

function NumberStep({ step }: { readonly step: NumberStepState | LoadingStepState | OfferStepState }) {
  const { mobile } = useParts().selling.entries
  const isLoading = step.at !== 'mobile-number'
  const typed = isLoading ? step.typed : step
  const { digits, chosenOperator, favourite } = typed
  const operator = operatorOf({ digits, chosenOperator })
  const part = partDownFor({ operator, kind: 'dynamic' }, useMobileDown())
  return (
    <NumberEntry
      title="sell.mobile.title"
      label="sell.mobile.label"
      hint="sell.mobile.hint"
      problem={!isLoading && step.problem ? `sell.problem.${step.problem}` : null}
      typed={textOfNumber(typed)}
      isHeld={isLoading}
      goOn="sell.mobile.goOn"
      held="sell.mobile.loading"
      error={step.error}
      onType={mobile.type}
      onDigit={mobile.pressDigit}
      onErase={mobile.erase}
      onGoOn={mobile.goOn}
      choice={
        <RecognisedChoice
          label="sale.operator"
          options={operators}
          nameOf={(operator) => (
            <span className={chipStyles['with-chip']}>
              <Chip face={operatorChip(operator)} /> <OperatorName operator={operator} />
            </span>
          )}
          recognised={operatorOf({ digits, chosenOperator: null })}
          chosen={chosenOperator}
          isDisabled={isLoading}
          onChoose={mobile.chooseOperator}
        />
      }
      warning={<DownNote part={part} />}
      favourites={<FavouriteList kind="mobile" chosen={favourite} isHeld={isLoading} />}
      kind="mobile"
      practice={<PracticeList numbers={practice} onPick={mobile.type} />}
    />
  )
}

// Second step: what is put on the number. The usual plan is chosen already and its amount is typed at once; the arrow keys
// choose another plan without leaving the field. Where the usual one is not sold now, none is chosen until a person does.
// Where the plan is said to be down, Enter goes no further: the button has to be reached.

function PlanStep({ step }: { readonly step: PlanStepState }) {
  const plan = planOf(step)
  const down = useMobileDown()
  const part = plan && partDownFor(plan, down)
  return (
    <StepFrame title="sell.mobile.plan" canGoBack>
      {step.error && <ErrorNote error={step.error} />}
      <DownNote part={part} />
      {isUsualOff(step) && (
        <StatusNote testId="usual-off">
          <Text k="sell.mobile.usualOff" />
        </StatusNote>
      )}
      <div className={styles['plan-head']}>
        <p className={stepPartsStyles['line-number']}>
          <LineNumber number={step.number} />
        </p>
        {canChoose(step) && <AmountField key={plan?.kind ?? 'none'} step={step} plan={plan} />}
      </div>
      <div className={styles['plan-columns']}>
        {canChoose(step) && (
          <AmountPad isDisabled={step.isPricing || !takesAmount(plan)} takesComma={takesCentimes(plan)} />
        )}
        <div className={styles['plan-side']}>
          {plan && <QuickAmounts plan={plan} />}
          <PlanList step={step} />
        </div>
      </div>
      {step.unreadableCount > 0 && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.mobile.unreadable" values={{ count: step.unreadableCount }} />
        </p>
      )}
      <footer className={stepPartsStyles['step-foot']}>
        <ReviewButton step={step} isDown={part !== undefined} />
      </footer>
    </StepFrame>
  )
}

function AmountPad(props: Pick<NumberPadProps, 'isDisabled' | 'takesComma'>) {
  const { mobile } = useParts().selling.entries
  return (
    <NumberPad {...props} onDigit={mobile.pressDigit} onErase={mobile.erase} onType={mobile.typeAmount} />
  )
}

function ReviewButton({ step, isDown }: { readonly step: PlanStepState; readonly isDown: boolean }) {
  const { mobile } = useParts().selling.entries
  const { text } = useTranslator()
  const word = isDown ? 'reviewAnyway' : 'review'
  return (
    <Button
      look={isDown ? 'plain' : 'main'}
      size="large"
      isDisabled={planOf(step) === undefined || step.isPricing}
      {...(isDown ? {} : { shortcut: 'Enter' })}
      onPress={() => void mobile.price()}
    >
      <Text k={step.isPricing ? 'sell.cards.pricing' : `sell.mobile.${word}`} />
      {!step.isPricing && <Kbd isTab={isDown}>{text(isDown ? 'keys.tab' : 'keys.enter')}</Kbd>}
    </Button>
  )
}

// The amount of the plan that is chosen: typed between its bounds, or its own and only shown.

interface AmountFieldProps {
  readonly step: PlanStepState
  /** undefined: none is chosen yet, and what is typed waits for it. */
  readonly plan: MobilePlanView | undefined
}

/** What customers ask for most, for the finger. */
const usualAmounts: readonly Centimes[] = [100, 200, 500, 1_000, 2_000].map((dinars) =>
  centimes(dinars * 100),
)

function AmountField({ step, plan }: AmountFieldProps) {
  const { mobile } = useParts().selling.entries
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isTyped = takesAmount(plan)
  const shown = plan?.kind === 'fixed' ? formatDinars(plan.amountCentimes) : ''
  return (
    <EntryField
      ref={field}
      id="top-up-amount"
      label="sell.mobile.amount"
      hint={<Hint plan={plan} />}
      problem={step.problem && `sell.problem.${step.problem}`}
      isRight={step.problem === 'plan-missing'}
      keepsHint={step.problem === 'amount-out-of-range'}
      {...mainField}
      {...padField}
      inputMode="none"
      value={isTyped ? step.amount : shown}
      readOnly={!isTyped || step.isPricing}
      onChange={({ target }) => mobile.typeAmount(target.value)}
    />
  )
}

/** The usual amounts that the plan takes, for the finger; none where the amount is the plan's own. */
function QuickAmounts({ plan }: { readonly plan: MobilePlanView }) {
  const { mobile } = useParts().selling.entries
  if (plan.kind !== 'dynamic') return null
  const fitting = usualAmounts.filter((amount) => plan.minCentimes <= amount && amount <= plan.maxCentimes)
  if (fitting.length === 0) return null
  return (
    <ul className={styles['amount-quick']}>
      {fitting.map((amount) => (
        <li key={amount}>
          <button
            type="button"
            className={plansStyles['amount-key']}
            // The field keeps the focus, so that Enter goes on.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => mobile.typeAmount(String(amount / 100))}
          >
            <Ltr>{formatDinars(amount)}</Ltr>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Hint({ plan }: Pick<AmountFieldProps, 'plan'>): ReactNode {
  if (plan === undefined) return <Text k="sell.mobile.chooseHint" />
  if (plan.kind === 'fixed') return <Text k="sell.mobile.fixedHint" />
  if (plan.kind === 'menu') return <Text k="sell.mobile.menuHint" />
  const bounds = { min: <Amount centimes={plan.minCentimes} />, max: <Amount centimes={plan.maxCentimes} /> }
  return <Text k="sell.bounds" values={bounds} />
}
