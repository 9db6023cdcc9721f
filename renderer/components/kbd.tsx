/** The key that does what a control does, shown on it. Screen readers get it from aria-keyshortcuts instead. */
import type { ReactNode } from 'react'

export interface KbdProps {
  readonly children: ReactNode
  /** The face is Tab's, which leads to this button past all that stands before it. */
  readonly isTab?: boolean
}

export function Kbd({ children, isTab = false }: KbdProps) {
  return (
    <span className="kbd" dir="ltr" aria-hidden="true" data-tab={isTab || undefined}>
      {children}
    </span>
  )
}
