/** The key that does what a control does, shown on it. Screen readers get it from aria-keyshortcuts instead. */
import type { ReactNode } from 'react'

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <span className="kbd" dir="ltr" aria-hidden="true">
      {children}
    </span>
  )
}
