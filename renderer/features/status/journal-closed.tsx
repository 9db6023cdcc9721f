/** The journal does not open: what happened, that no money moved, what to do, and a backup to restore where that helps. */
import type { JournalProblem } from '#shared/app-error.ts'
import { isMendable } from '#shared/backups.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { RestoreOffer } from '../journal/restore-offer.tsx'

export interface JournalClosedProps {
  readonly problem: JournalProblem
  readonly detail: string
  /** How many entries are known to be missing. */
  readonly missingEntries: number | undefined
  /** The version of the program that opens it, where that is another than this one. */
  readonly opensWith: string | undefined
}

export function JournalClosed({ problem, detail, missingEntries, opensWith }: JournalClosedProps) {
  const { text } = useTranslator()
  const { screen } = useParts()
  return (
    <main className="full-screen" aria-label={text('journal.label')} data-problem={problem}>
      <span className="closed-mark">
        <Icon name="book" />
      </span>
      <div className="full-screen-said" role="alert">
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
      </div>
      <p className="full-screen-safe">
        <Icon name="fulfilled" />
        <Text k="journal.safe" />
      </p>
      <p className="full-screen-todo">
        {opensWith === undefined ? (
          <Text k={`journal.${problem}.todo`} />
        ) : (
          <Text k="journal.opensWith" values={{ version: opensWith }} />
        )}
      </p>
      {detail !== '' && <Copyable what="journal.support" text={detail} />}
      {isMendable(problem) && <RestoreOffer />}
      <Button look="quiet" onPress={() => screen.open({ kind: 'accounts', start: 'list' })}>
        <Icon name="key" />
        <Text k="status.accounts" />
      </Button>
      <Button look="quiet" onPress={() => screen.open({ kind: 'support' })}>
        <Icon name="save" />
        <Text k="exports.support.button" />
      </Button>
    </main>
  )
}
