/** Labelled facts, one a line. A fact of which nothing is known is left out. */
import type { ReactNode } from 'react'
import type { MessageKey } from '../i18n.ts'
import styles from './fact-list.module.css'
import { Text } from './text.tsx'

export interface Fact {
  readonly label: MessageKey
  readonly value: ReactNode
  /** Distinguishes facts of one label. */
  readonly id?: string
}

interface FactListProps {
  readonly facts: readonly Fact[]
  /** A class in the place of its own. */
  readonly look?: string | undefined
}

export function FactList({ facts, look = styles['facts'] }: FactListProps) {
  return (
    <dl className={look}>
      {facts
        .filter(({ value }) => Boolean(value))
        .map(({ label, id, value }) => (
          <div key={id ?? label}>
            <dt>
              <Text k={label} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
