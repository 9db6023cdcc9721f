/** Says what the marked findings are: one choice, a name and a reason for all of them. It moves no money and changes no sale. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { FindingAction, FindingView, Settlement } from '#shared/reconciliation.ts'
import { isRef } from '#shared/ref.ts'
import { Button } from '../../components/button.tsx'
import { SignField } from '../../components/sign-field.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'

export interface SettleFormProps {
  readonly findings: readonly FindingView[]
  readonly actions: readonly FindingAction[]
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

export function SettleForm({ findings, actions, onChanged, onError }: SettleFormProps) {
  const { client } = useParts()
  const [action, setAction] = useState<FindingAction>('accept')
  const [ref, setRef] = useState('')
  const [who, setWho] = useState('')
  const [why, setWhy] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const settlement = settlementOf(action, ref)
  const isSigned = who.trim() !== '' && why.trim() !== ''
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
    <section ref={showWhole} className="choice settle" data-testid="settle">
      <fieldset>
        <legend>
          <Text k="reconciliation.settleTitle" values={{ count: findings.length }} />
        </legend>
        {actions.map((one) => (
          <label key={one} className="choice-option">
            <input type="radio" name="settlement" checked={action === one} onChange={() => setAction(one)} />
            <span>
              <Text k={`reconciliation.action.${one}`} />
            </span>
          </label>
        ))}
      </fieldset>
      {action === 'link' && (
        <SignField label={<Text k="reconciliation.linkRef" />} value={ref} maxLength={26} onChange={setRef} />
      )}
      <SignField label={<Text k="decide.who" />} value={who} maxLength={80} onChange={setWho} />
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
const showWhole = (form: HTMLElement | null): void => form?.scrollIntoView({ block: 'nearest' })

/** undefined while the sale that is linked to is not named. */
function settlementOf(action: FindingAction, typed: string): Settlement | undefined {
  const ref = typed.trim().toUpperCase()
  if (action === 'link') return isRef(ref) ? { kind: 'link', ref } : undefined
  return action === 'other-counter' ? { kind: 'other-counter' } : { kind: 'accept' }
}
