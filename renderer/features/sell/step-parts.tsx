/** The frame of a step: its title, the way back, and the focus: in its field, else where Enter does nothing by chance. */
import { type ComponentPropsWithRef, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { LineNumber, Ltr, Text, type TextProps } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import styles from './step-parts.module.css'

interface StepFrameProps {
  readonly title: MessageKey
  readonly values?: TextProps['values']
  readonly children: ReactNode
  readonly canGoBack: boolean
}

export function StepFrame({ title, values = {}, children, canGoBack }: StepFrameProps) {
  const { selling } = useParts()
  const { text } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => (mainFieldIn(frame.current) ?? heading.current)?.focus(), [])
  return (
    <div className={styles['step']} ref={frame}>
      <header className={styles['step-head']}>
        <h1 ref={heading} tabIndex={-1}>
          <Text k={title} values={values} />
        </h1>
        {canGoBack && (
          <Button look="quiet" onPress={selling.back} shortcut="Escape">
            <Icon name="back" />
            <Text k="sell.back" />
            <Kbd>{text('keys.escape')}</Kbd>
          </Button>
        )}
      </header>
      {children}
    </div>
  )
}

// The large field of a step: its name, what is typed, and under it the rule, or in its place what is wrong.

interface EntryFieldProps extends ComponentPropsWithRef<'input'> {
  readonly id: string
  readonly label: MessageKey
  readonly hint: ReactNode
  /** null: nothing is wrong. */
  readonly problem: MessageKey | null
  /** What its problem names is missing elsewhere: what stands in the field is right. */
  readonly isRight?: boolean
  /** The hint is shown after the problem too: it says what would be right. */
  readonly keepsHint?: boolean
  /** What stands at the two sides of the field. */
  readonly frame?: (field: ReactElement) => ReactElement
}

const unframed = (field: ReactElement): ReactElement => field

/** Digits read from left to right, and nothing corrects or completes them; other fields say otherwise. */
export function EntryField({
  id,
  label,
  hint,
  problem,
  isRight = false,
  keepsHint = false,
  frame = unframed,
  ...input
}: EntryFieldProps) {
  const hintId = `${id}-hint`
  const hasProblem = problem !== null
  return (
    <div
      className={styles['number-field']}
      data-problem={hasProblem ? (isRight ? 'elsewhere' : true) : undefined}
    >
      <label htmlFor={id}>
        <Text k={label} />
      </label>
      {frame(
        <input
          dir="ltr"
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={hasProblem && !isRight}
          aria-describedby={hintId}
        />,
      )}
      <p id={hintId} role={hasProblem ? 'alert' : undefined}>
        {hasProblem ? <Text k={problem} /> : hint}
        {hasProblem && keepsHint && <span className={styles['kept-hint']}>{hint}</span>}
      </p>
    </div>
  )
}

// In training: numbers whose outcome is known, one press from the field.

interface PracticeListProps {
  readonly numbers: readonly { readonly number: string; readonly outcome: MessageKey }[]
  readonly onPick: (number: string) => void
}

export function PracticeList({ numbers, onPick }: PracticeListProps) {
  return (
    <section className={styles['practice']}>
      <h2>
        <Text k="sell.practice.title" />
      </h2>
      <ul>
        {numbers.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              // The field keeps the focus, so that Enter checks the number.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(number)}
            >
              {/^\d+$/.test(number) ? <LineNumber number={number} /> : <Ltr>{number}</Ltr>}
              <small>
                <Text k={outcome} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The one field of a step that typing goes to when nothing has the focus.

/** Marks it in the page. */
export const mainField = { 'data-main-field': true } as const

/** Marks a field in which every character is text, and none a shortcut. */
export const anyText = { 'data-any-text': true } as const

const mainFieldIn = (part: Element | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>('[data-main-field]') ?? null

/**
 * Gives the focus to the field of the step, or else to its title, so that a digit picks there. Where neither stands (selling is
 * closed) nothing keeps the focus: what is typed next is not for the field that had it.
 */
export function focusMainField(): void {
  const panel = document.querySelector('.sell-panel')
  const target = mainFieldIn(panel) ?? panel?.querySelector<HTMLElement>('.step-head h1')
  if (target) target.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
