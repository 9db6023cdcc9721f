/** A table of figures that may be wider than its place: it scrolls by itself, and by the keyboard. */
import type { ReactNode } from 'react'

interface ScrolledTableProps {
  /** Of what scrolls. */
  readonly className: string | undefined
  readonly children: ReactNode
}

export const ScrolledTable = ({ className, children }: ScrolledTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
  <section className={className} tabIndex={0}>
    {children}
  </section>
)
