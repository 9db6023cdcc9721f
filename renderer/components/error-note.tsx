/** An error as the cashier needs it: what happened, whether money moved, what to do, and evidence for support. */
import type { ReactNode } from 'react'
import { type AppError, adviceFor } from '#shared/app-error.ts'
import { useTranslator } from '../counter-context.tsx'
import { Copyable, Technical } from './copyable.tsx'
import { errorText, errorTitle, nextText } from './error-words.ts'
import { type Fact, FactList } from './fact-list.tsx'
import { Icon } from './icon.tsx'
import styles from './note.module.css'
import { Text } from './text.tsx'

const requestIdFact = (requestId: string): Fact => ({
  label: 'sale.requestId',
  value: <Copyable what="sale.requestId" text={requestId} />,
})

interface ErrorNoteProps {
  readonly error: AppError
  readonly children?: ReactNode
}

export function ErrorNote({ error, children }: ErrorNoteProps) {
  const translator = useTranslator()
  const { money } = adviceFor[error.kind]
  const attemptsLeft = error.kind === 'refused' ? error.attemptsLeft : undefined
  return (
    <section className={styles['note']} data-tone={money === 'unknown' ? 'doubt' : 'error'} role="alert">
      <Icon name="warning" />
      <div className={styles['note-body']}>
        <h2>{errorTitle(translator, error)}</h2>
        <p>{errorText(translator, error)}</p>
        <p className={styles['note-advice']}>
          <strong>
            <Text k={`advice.money.${money}`} />
          </strong>{' '}
          {nextText(translator, error)}
        </p>
        {attemptsLeft !== undefined && (
          <p>
            <Text k="advice.attemptsLeft" values={{ count: attemptsLeft }} />
          </p>
        )}
        {error.requestId !== undefined && (
          <Technical>
            <FactList facts={[requestIdFact(error.requestId)]} />
          </Technical>
        )}
        {children}
      </div>
    </section>
  )
}

// One sentence of doubt at the head of a step, told politely: it keeps nobody from going on.

interface StatusNoteProps {
  readonly children: ReactNode
  readonly testId?: string
}

export const StatusNote = ({ children, testId }: StatusNoteProps) => (
  <div className={styles['note']} data-tone="doubt" role="status" data-testid={testId}>
    <Icon name="warning" />
    <span>{children}</span>
  </div>
)
