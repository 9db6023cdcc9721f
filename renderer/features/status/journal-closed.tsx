/** The journal does not open: what happened, that no money moved, and what to do. Nothing else can be done here. */
import type { JournalProblem } from '#shared/app-error.ts'
import { Copyable } from '../../components/copyable.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'

export interface JournalClosedProps {
  readonly problem: JournalProblem
  readonly detail: string
  /** How many entries are known to be missing. */
  readonly missingEntries: number | undefined
}

export function JournalClosed({ problem, detail, missingEntries }: JournalClosedProps) {
  const { text } = useTranslator()
  return (
    <main className="full-screen" aria-label={text('journal.label')} data-problem={problem} role="alert">
      <span className="closed-mark">
        <Icon name="book" />
      </span>
      <h1>
        <Text k={`journal.${problem}.title`} />
      </h1>
      <p>
        <Text k={`journal.${problem}.text`} />
        {missingEntries !== undefined && (
          <>
            {' '}
            <Text k="journal.missing" values={{ count: missingEntries }} />
          </>
        )}
      </p>
      <p className="full-screen-safe">
        <Icon name="fulfilled" />
        <Text k="journal.safe" />
      </p>
      <p className="full-screen-todo">
        <Text k={`journal.${problem}.todo`} />
      </p>
      {detail !== '' && <Copyable what="journal.support" text={detail} />}
    </main>
  )
}
