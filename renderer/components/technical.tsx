/** What support asks for, and nobody at the counter: folded away until it is opened. */
import type { ReactNode } from 'react'
import styles from './technical.module.css'
import { Text } from './text.tsx'

export function Technical({ children }: { readonly children: ReactNode }) {
  return (
    <details className={styles['technical']} data-testid="technical">
      <summary>
        <Text k="sale.technical" />
      </summary>
      {children}
    </details>
  )
}
