/** What was found, each with the evidence of both sides; several of a kind may be marked and settled together. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { actionsOf, type FindingAction, type FindingView } from '#shared/reconciliation.ts'
import { Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import { FindingCard } from './finding-card.tsx'
import { SettleForm } from './settle-form.tsx'
import { type Place, useFindings } from './use-reconciliation.ts'

export interface FindingsProps {
  readonly place: Place
  /** What an empty place says; a day that was not compared has nothing to say. */
  readonly nothing: MessageKey | null
  readonly mark: string
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

export function Findings({ place, nothing, mark, onChanged, onError }: FindingsProps) {
  const found = useFindings(place, mark)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  if (!found) return null
  const chosen = found.filter(({ id, settled }) => picked.has(id) && settled === null)
  const pick = (id: string): void =>
    setPicked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  if (found.length === 0) {
    return (
      nothing && (
        <p className="all-agrees" data-testid="nothing-found">
          <Text k={nothing} />
        </p>
      )
    )
  }
  return (
    <>
      <ul className="findings" data-testid="findings">
        {found.map((finding) => (
          <FindingCard
            key={finding.id}
            finding={finding}
            isPicked={picked.has(finding.id)}
            onPick={() => pick(finding.id)}
            onChanged={onChanged}
            onError={onError}
          />
        ))}
      </ul>
      {chosen.length > 0 && (
        <SettleForm
          key={chosen.map(({ id }) => id).join()}
          findings={chosen}
          actions={commonActions(chosen)}
          onChanged={onChanged}
          onError={onError}
        />
      )}
    </>
  )
}

/** What may be done about each of them. */
const commonActions = (findings: readonly FindingView[]): readonly FindingAction[] =>
  (['other-counter', 'link', 'accept'] as const).filter(
    (action) =>
      findings.every(({ kind }) => actionsOf[kind].includes(action)) &&
      (action !== 'link' || findings.length === 1),
  )
