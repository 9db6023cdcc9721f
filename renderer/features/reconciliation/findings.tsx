/** What was found, each with the evidence of both sides; several of a kind may be marked and settled together. */
import { useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { actionsOf, type FindingAction, type FindingView, type Settlement } from '#shared/reconciliation.ts'
import { isRef } from '#shared/ref.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import segmentsStyles from '../../components/segments.module.css'
import { ChoiceOption } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { SignField } from '../../components/text-field.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { useSignature } from '../till/act.ts'
import { SignerField } from '../till/form-parts.tsx'
import { FindingCard } from './finding-card.tsx'
import styles from './findings.module.css'

/** What is looked at: all that is open, or one day. */
export type Place = 'open' | string

interface FindingsProps {
  readonly place: Place
  /** What an empty place says; a day that was not compared has nothing to say. */
  readonly nothing: MessageKey | null
  readonly mark: string
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

export function Findings({ place, nothing, mark, onChanged, onError }: FindingsProps) {
  const found = useFindings(place, mark)
  const { sharedKey } = useSettings()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  if (!found) return null
  const chosen = found.filter(({ id, settled }) => picked.has(id) && settled === null)
  const pick = (id: string): void =>
    setPicked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  if (found.length === 0) {
    return (
      nothing && (
        <p data-testid="nothing-found">
          <Text k={nothing} />
        </p>
      )
    )
  }
  return (
    <>
      <ul className={styles['findings']} data-testid="findings">
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
          actions={commonActions(chosen, sharedKey)}
          onChanged={onChanged}
          onError={onError}
        />
      )}
    </>
  )
}

/** The findings of a place. `mark`: where this is another, they are asked for again. */
function useFindings(place: Place, mark: string) {
  const { client } = useParts()
  const [found, setFound] = useState<readonly FindingView[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the findings are others once the mark is.
  useEffect(() => {
    let isCurrent = true
    const asked = place === 'open' ? ({ open: true } as const) : { day: place }
    void client.command('reconcile.findings', asked).then((answer) => {
      if (isCurrent && answer.ok) setFound(answer.value.findings)
    })
    return () => {
      isCurrent = false
    }
  }, [client, place, mark])
  return found
}

/** What may be done about each of them. */
const commonActions = (findings: readonly FindingView[], sharedKey: boolean): readonly FindingAction[] =>
  (['other-counter', 'link', 'accept'] as const).filter(
    (action) =>
      findings.every(({ kind }) => actionsOf[kind].includes(action)) &&
      (action !== 'link' || findings.length === 1) &&
      (action !== 'other-counter' || sharedKey),
  )

// Says what the marked findings are: one choice, a name and a reason for all of them. It moves no money and changes no sale.

interface SettleFormProps {
  readonly findings: readonly FindingView[]
  readonly actions: readonly FindingAction[]
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

function SettleForm({ findings, actions, onChanged, onError }: SettleFormProps) {
  const { client } = useParts()
  const [action, setAction] = useState<FindingAction>('accept')
  const [ref, setRef] = useState('')
  const { name: who, isSigned: isNamed } = useSignature()
  const [why, setWhy] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const settlement = settlementOf(action, ref)
  const isSigned = isNamed && why.trim() !== ''
  const settle = async (): Promise<void> => {
    if (!settlement) return
    setIsBusy(true)
    const findingIds = findings.map(({ id }) => id)
    const done = await client.command('reconcile.settle', { findingIds, settlement, who, why })
    setIsBusy(false)
    onError(done.ok ? null : done.error)
    await onChanged()
  }
  return (
    <section
      ref={showWhole}
      className={classNames(segmentsStyles['choice'], styles['settle'])}
      data-testid="settle"
    >
      <fieldset>
        <legend>
          <Text k="reconciliation.settleTitle" values={{ count: findings.length }} />
        </legend>
        {actions.map((one) => (
          <ChoiceOption name="settlement" key={one} isChosen={action === one} onChoose={() => setAction(one)}>
            <Text k={`reconciliation.action.${one}`} />
          </ChoiceOption>
        ))}
      </fieldset>
      {action === 'link' && (
        <SignField label={<Text k="reconciliation.linkRef" />} value={ref} maxLength={26} onChange={setRef} />
      )}
      <SignerField />
      <SignField label={<Text k="decide.why" />} value={why} maxLength={500} onChange={setWhy} />
      <Button
        look="main"
        testId="settle-now"
        isDisabled={isBusy || !settlement || !isSigned}
        onPress={() => void settle()}
      >
        <Text k="reconciliation.settleNow" />
      </Button>
    </section>
  )
}

/** It opens below the findings, which may fill the screen. */
const showWhole = (form: HTMLElement | null): void => {
  form?.scrollIntoView({ block: 'nearest' })
}

/** undefined while the sale that is linked to is not named. */
function settlementOf(action: FindingAction, typed: string): Settlement | undefined {
  const ref = typed.trim().toUpperCase()
  if (action === 'link') return isRef(ref) ? { kind: 'link', ref } : undefined
  return action === 'other-counter' ? { kind: 'other-counter' } : { kind: 'accept' }
}
