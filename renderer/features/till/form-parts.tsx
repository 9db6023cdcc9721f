/** What the forms of the till share: an amount in dinars, who signs, the button at the end with the act's result, and its paper. */
import { type ReactNode, type Ref, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { type Centimes, centimesFromDinars } from '#shared/money.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import type { RecordedAct } from '#shared/till/till.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote, StatusNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { SignField, TextField } from '../../components/text-field.tsx'
import { useIsPrinting, useParts } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { Moment } from '../sales/sale-facts.tsx'
import stepPartsStyles from '../sell/step-parts.module.css'
import { useSignature } from './act.ts'
import styles from './form-parts.module.css'

const amountMaxLength = 12
const nameMaxLength = 80

export interface TypedAmount {
  readonly typed: string
  /** Undefined while it is no amount; null where nothing is typed. */
  readonly amount: Centimes | null | undefined
  type(text: string): void
}

/** `start`: what stands there at first. */
export function useTypedAmount(start = ''): TypedAmount {
  const [typed, setTyped] = useState(start)
  return { typed, amount: readAmount(typed), type: (text) => setTyped(inWesternDigits(text)) }
}

function readAmount(typed: string): Centimes | null | undefined {
  if (typed.trim() === '') return null
  const read = centimesFromDinars(typed)
  return read.ok && read.value >= 0 ? read.value : undefined
}

/** An amount above zero that may be sent. */
export const isAmount = (amount: TypedAmount['amount']): amount is Centimes =>
  amount !== null && amount !== undefined && amount > 0

interface AmountFieldProps {
  readonly label: MessageKey
  readonly amount: TypedAmount
  readonly onEnter?: () => void
}

export const AmountField = ({ label, amount, onEnter }: AmountFieldProps) => (
  <TextField
    label={label}
    hint="till.inDinars"
    dir="ltr"
    isDigits
    isToFill
    value={amount.typed}
    maxLength={amountMaxLength}
    problem={amount.amount === undefined && <Text k="till.notAnAmount" />}
    onChange={amount.type}
    {...(onEnter ? { onEnter } : {})}
  />
)

interface WhoFieldProps {
  readonly onEnter?: () => void
  /** The act was asked for without it: that is said until a name stands there. */
  readonly isAsked?: boolean
  readonly marks?: Readonly<Record<string, true>>
}

/** Where the shop has no people. */
export function WhoField({ onEnter, isAsked = false, marks }: WhoFieldProps) {
  const { typed, type, isSigned, names } = useSignature()
  if (typed === null) return null
  return (
    <>
      {/* Before the field: from the field, Tab leads to what follows it. */}
      {names.length > 0 && (
        <div className={classNames(controlsStyles['action-row'], styles['names'])} data-testid="names">
          <Text k="people.role.cashier" />
          {names.map((name) => (
            <Button key={name} onPress={() => type(name)}>
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
      <TextField
        label="till.who"
        value={typed}
        maxLength={nameMaxLength}
        problem={isAsked && !isSigned && <Text k="till.whoMissing" />}
        onChange={type}
        {...(onEnter ? { onEnter } : {})}
        {...(marks ? { marks } : {})}
      />
    </>
  )
}

/** The name under an act that takes one in either case; not asked for where somebody is signed in. */
export function NameField({ label }: { readonly label: MessageKey }) {
  const { typed, type } = useSignature()
  if (typed === null) return null
  return <TextField label={label} value={typed} maxLength={nameMaxLength} onChange={type} />
}

/** The name under a decision; not asked for where somebody is signed in. */
export function SignerField() {
  const { typed, type } = useSignature()
  if (typed === null) return null
  return <SignField label={<Text k="decide.who" />} value={typed} maxLength={nameMaxLength} onChange={type} />
}

interface FormFootProps {
  readonly word: ReactNode
  readonly canGo: boolean
  /** What the button waits for, where that is not plain from the fields. */
  readonly missing?: MessageKey | undefined
  readonly onPress: () => void
  readonly error: AppError | null
  /** Stays in sight under a form that is longer than the window. */
  readonly isInSight?: boolean
  readonly buttonRef?: Ref<HTMLButtonElement>
  readonly testId: string
  readonly children?: ReactNode
}

export const FormFoot = ({
  word,
  canGo,
  missing,
  onPress,
  error,
  isInSight = false,
  buttonRef,
  testId,
  children,
}: FormFootProps) => (
  <>
    {error && <ErrorNote error={error} />}
    {missing && (
      <p className={stepPartsStyles['step-hint']} role="status" data-testid="missing">
        <Text k={missing} />
      </p>
    )}
    <div className={classNames(controlsStyles['action-row'], isInSight ? styles['form-foot'] : undefined)}>
      <Button
        look="main"
        size="large"
        isDisabled={!canGo}
        onPress={onPress}
        testId={testId}
        {...(buttonRef ? { ref: buttonRef } : {})}
      >
        <span>{word}</span>
      </Button>
      {children}
    </div>
  </>
)

/** Of an act that was recorded before it was asked for this time: nothing more was recorded, which may not be what is meant. */
export const RecordedEarlier = ({ act: { atMs, who } }: { readonly act: RecordedAct }) => (
  <StatusNote testId="recorded-earlier">
    <Text k="till.recordedEarlier" values={{ time: <Moment atMs={atMs} />, who: <bdi>{who}</bdi> }} />
  </StatusNote>
)

// A paper of the till from the screen that shows it: one press prints it.

interface PrintPaperProps {
  readonly of: TillPaper
  readonly testId: string
}

export function PrintPaper({ of, testId }: PrintPaperProps) {
  const { client } = useParts()
  const isOffered = useIsPrinting()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const print = async (): Promise<void> => {
    setIsBusy(true)
    const printed = await client.command('till.print', { of })
    setIsBusy(false)
    setError(printed.ok ? null : printed.error)
  }
  if (!isOffered) return null
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void print()} testId={testId}>
        <Icon name="slip" />
        <Text k="till.print" />
      </Button>
      {error && <ErrorNote error={error} />}
    </>
  )
}
