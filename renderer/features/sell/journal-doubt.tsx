/** What the keychain says against the journal, and the owner's answer. Selling is closed until then. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { formatDate, formatTime } from '#shared/dates.ts'
import { type JournalDoubt, mayLackSales } from '#shared/journal-doubt.ts'
import { Button } from '../../components/button.tsx'
import choiceOptionStyles from '../../components/choice-option.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { SignField } from '../../components/text-field.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import fullScreenStyles from '../status/full-screen.module.css'
import { useSignature } from '../till/act.ts'
import { SignerField } from '../till/form-parts.tsx'

export function JournalDoubtForm({ doubt }: { readonly doubt: JournalDoubt }) {
  const { client } = useParts()
  const { name: who, isSigned: isNamed } = useSignature()
  const [why, setWhy] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const accept = async (waits: boolean): Promise<void> => {
    setIsBusy(true)
    const done = await client.command('journal.accept', { who, why, isCompared: waits })
    setIsBusy(false)
    setError(done.ok ? null : done.error)
  }
  const isDisabled = isBusy || !isNamed || why.trim() === ''
  const isCompared = mayLackSales(doubt.problem)
  return (
    <div className={choiceOptionStyles['choice']} data-testid="journal-doubt" data-problem={doubt.problem}>
      <DoubtText doubt={doubt} />
      <div className={fullScreenStyles['closed-signs']}>
        <SignerField />
        <SignField label={<Text k="decide.why" />} value={why} maxLength={500} onChange={setWhy} />
      </div>
      {!doubt.isAccepted && (
        <Button
          look="main"
          testId="accept-journal"
          isDisabled={isDisabled}
          onPress={() => void accept(isCompared)}
        >
          <Text k={isCompared ? 'closed.doubt.acceptCompared' : 'closed.doubt.accept'} />
        </Button>
      )}
      {isCompared && doubt.isAccepted && (
        <Button testId="accept-now" isDisabled={isDisabled} onPress={() => void accept(false)}>
          <Text k="closed.doubt.acceptNow" />
        </Button>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  )
}

function DoubtText({ doubt }: { readonly doubt: JournalDoubt }) {
  const { locale } = useTranslator()
  const { problem, anchoredAtMs, missingEntries, otherFolder, isAccepted } = doubt
  if (isAccepted)
    return (
      <p role="status">
        <Text k="closed.doubt.comparing" />
      </p>
    )
  return (
    <>
      <p>
        <Text
          k={`closed.doubt.${problem}`}
          values={{
            time: (
              <Ltr>
                {formatDate(anchoredAtMs, locale)} {formatTime(anchoredAtMs, locale)}
              </Ltr>
            ),
          }}
        />
      </p>
      {missingEntries !== undefined && (
        <p>
          <Text k="closed.doubt.missing" values={{ count: missingEntries }} />
        </p>
      )}
      {otherFolder !== undefined && (
        <p>
          <Text k="closed.doubt.folder" values={{ folder: <Ltr>{otherFolder}</Ltr> }} />
        </p>
      )}
      <p>
        <Text k="closed.doubt.advice" />
      </p>
    </>
  )
}
