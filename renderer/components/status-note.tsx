/** One sentence of doubt at the head of a step, told politely: it keeps nobody from going on. */
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface StatusNoteProps {
  readonly children: ReactNode
  readonly testId?: string
}

export const StatusNote = ({ children, testId }: StatusNoteProps) => (
  <p className="note" data-tone="doubt" role="status" data-testid={testId}>
    <Icon name="warning" />
    <span>{children}</span>
  </p>
)
