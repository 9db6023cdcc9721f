/** The large field of a step: its name, what is typed, and under it the rule, or in its place what is wrong. */
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'

export interface EntryFieldProps extends ComponentPropsWithRef<'input'> {
  readonly id: string
  readonly label: MessageKey
  readonly hint: ReactNode
  /** null: nothing is wrong. */
  readonly problem: MessageKey | null
  /** What stands at the two sides of the field. */
  readonly frame?: (field: ReactElement) => ReactElement
}

const unframed = (field: ReactElement): ReactElement => field

/** Digits read from left to right, and nothing corrects or completes them; other fields say otherwise. */
export function EntryField({ id, label, hint, problem, frame = unframed, ...input }: EntryFieldProps) {
  const hintId = `${id}-hint`
  const isWrong = problem !== null
  return (
    <div className="number-field" data-problem={isWrong || undefined}>
      <label htmlFor={id}>
        <Text k={label} />
      </label>
      {frame(
        <input
          {...{ dir: 'ltr', type: 'text', autoComplete: 'off', spellCheck: false, ...input, id }}
          aria-invalid={isWrong}
          aria-describedby={hintId}
        />,
      )}
      <p id={hintId} role={isWrong ? 'alert' : undefined}>
        {isWrong ? <Text k={problem} /> : hint}
      </p>
    </div>
  )
}
