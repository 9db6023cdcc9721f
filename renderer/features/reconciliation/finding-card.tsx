/** One finding: what it is, what the journal says beside what the service says, and what can be done about it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { actionsOf, type Difference, type FindingView } from '#shared/reconciliation.ts'
import { Button } from '../../components/button.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { DayName } from './day-name.tsx'
import { JournalSide, ServiceSide } from './sides.tsx'

export interface FindingCardProps {
  readonly finding: FindingView
  readonly isPicked: boolean
  readonly onPick: () => void
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

export function FindingCard({ finding, isPicked, onPick, onChanged, onError }: FindingCardProps) {
  const { kind, day, settled, differences } = finding
  return (
    <li className="finding" data-kind={kind} data-settled={settled !== null || undefined}>
      <header>
        <h4>
          <Text k={`reconciliation.kind.${kind}`} />
        </h4>
        <span className="finding-day">
          <DayName day={day} />
        </span>
      </header>
      <p>
        <Text k={`reconciliation.meaning.${kind}`} />
      </p>
      {differences.map((difference) => (
        <DifferenceLine key={difference.what} difference={difference} />
      ))}
      <div className="finding-sides">
        <JournalSide finding={finding} />
        <ServiceSide finding={finding} />
      </div>
      {settled ? (
        <p className="finding-settled">
          <Text k={`reconciliation.settled.${settled.settlement.kind}`} /> · <bdi>{settled.who}</bdi> ·{' '}
          <bdi>{settled.why}</bdi>
        </p>
      ) : (
        <div className="action-row">
          <label className="finding-pick">
            <input type="checkbox" checked={isPicked} onChange={onPick} />
            <Text k="reconciliation.settle" />
          </label>
          {actionsOf[kind].includes('look-again') && (
            <LookAgain findingId={finding.id} onChanged={onChanged} onError={onError} />
          )}
        </div>
      )}
    </li>
  )
}

function DifferenceLine({ difference }: { readonly difference: Difference }) {
  const { what, journalCentimes, serviceCentimes } = difference
  return (
    <p className="difference">
      <Text k={`reconciliation.difference.${what}`} />{' '}
      <bdi>
        <Amount centimes={journalCentimes} />
      </bdi>{' '}
      ≠{' '}
      <bdi>
        <Amount centimes={serviceCentimes} />
      </bdi>
    </p>
  )
}

function LookAgain({
  findingId,
  onChanged,
  onError,
}: Pick<FindingCardProps, 'onChanged' | 'onError'> & { readonly findingId: string }) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [isStill, setIsStill] = useState(false)
  const press = async (): Promise<void> => {
    setIsBusy(true)
    const looked = await client.command('reconcile.look-again', { findingId })
    setIsBusy(false)
    onError(looked.ok ? null : looked.error)
    setIsStill(looked.ok && looked.value.stillFound)
    await onChanged()
  }
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void press()}>
        <Text k={isBusy ? 'reconciliation.looking' : 'sale.lookUp'} />
      </Button>
      <span role="status">{isStill && <Text k="reconciliation.stillSo" />}</span>
    </>
  )
}
