/** Labelled facts, one a line. A fact of which nothing is known is left out. */
import type { ReactNode } from 'react'
import type { MessageKey } from '../i18n.ts'
import { Text } from './text.tsx'

export interface Fact {
  readonly label: MessageKey
  readonly value: ReactNode
  /** Tells facts of one label apart. */
  readonly id?: string
}

export function FactList({ facts, look }: { readonly facts: readonly Fact[]; readonly look: string }) {
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
