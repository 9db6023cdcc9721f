/** The one button of the counter. Native, so that a held Enter and a double click differ from a fresh press. */
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import styles from './button.module.css'

export interface ButtonProps {
  readonly children: ReactNode
  /** By a key, or by what presses in its place, and not by a pointer. */
  readonly onPress: (isByKey: boolean) => void
  /** `main` is the step's own action, `plain` any other, `quiet` one that stays in the background. */
  readonly look?: 'main' | 'plain' | 'quiet'
  readonly size?: 'normal' | 'large'
  readonly isDisabled?: boolean
  /** Of a button that folds something: whether it is in sight. */
  readonly isExpanded?: boolean
  /** Of a button that is pressed once more to undo it. */
  readonly isPressed?: boolean
  readonly label?: string
  readonly shortcut?: string
  readonly describedBy?: string
  readonly testId?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  children,
  onPress,
  look = 'plain',
  size = 'normal',
  isDisabled = false,
  isExpanded,
  isPressed,
  label,
  shortcut,
  describedBy,
  testId,
  ref,
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles['button']}
      data-look={look}
      data-size={size}
      // Not `disabled`: that would drop the focus, and with it the dialog's own keys.
      aria-disabled={isDisabled || undefined}
      aria-expanded={isExpanded}
      aria-pressed={isPressed}
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
      aria-describedby={describedBy}
      data-testid={testId}
      // The second click of a double click was meant for what stood here before.
      onClick={(event) => {
        if (event.detail < 2 && !isDisabled) onPress(event.detail === 0)
      }}
    >
      {children}
    </button>
  )
}

// What appears under a finger that has just pressed takes no press for a moment: nobody has read it yet.

const RESTS_MS = 700

/** True for a moment from when something else is shown; `shown` says what, null: nothing that could be pressed. */
export function useResting(shown: string | null = ''): boolean {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    if (shown === null) return undefined
    const timer = setTimeout(() => setRested(shown), RESTS_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return shown !== null && rested !== shown
}
