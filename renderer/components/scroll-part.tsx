/** The part of a dialog that scrolls: reached and scrolled by the keyboard. */
import type { ReactNode } from 'react'

export interface ScrollPartProps {
  readonly label: string
  /** What it shows at the moment, where it shows several things in turn. */
  readonly place?: string | undefined
  readonly testId?: string
  readonly children: ReactNode
}

export function ScrollPart({ label, place, testId, children }: ScrollPartProps) {
  const marks = { 'aria-label': label, 'data-place': place, 'data-testid': testId }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
    <section className="places" tabIndex={0} {...marks}>
      {children}
    </section>
  )
}
