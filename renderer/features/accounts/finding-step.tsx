/** Second step: what the service says of the key, before anything is kept. */
import { useState } from 'react'
import {
  type AccountView,
  type AddressesInput,
  accountLimits,
  isMove,
  type KeyFinding,
} from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { FactList } from '../../components/fact-list.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import { useSignature } from '../till/act.ts'
import { NameField } from '../till/form-parts.tsx'
import { EnvironmentMark } from './account-list.tsx'
import styles from './accounts.module.css'
import { type Place, PlaceFrame, type PlaceOf, suggestedLabel } from './places.tsx'

interface FindingStepProps {
  readonly place: PlaceOf<'finding'>
  readonly accounts: readonly AccountView[]
  readonly onGo: (place: Place) => void
}

export function FindingStep({ place, accounts, onGo }: FindingStepProps) {
  const { client } = useParts()
  const { shop } = useSettings()
  const { finding, addresses } = place
  const [label, setLabel] = useState(() => suggestedLabel(finding, accounts, shop.name))
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const { name: who, isSigned } = useSignature()
  const { known } = finding
  const moves = known !== null && isMove(known, addresses)
  const isReady = label.trim() !== '' && !(moves && !isSigned) && !isBusy
  const add = async (): Promise<void> => {
    if (!isReady) return
    setIsBusy(true)
    setError(null)
    const { findingId } = finding
    const added = await client.command('accounts.add', { findingId, label, ...(moves && { who }) })
    setIsBusy(false)
    if (added.ok) onGo({ kind: 'done', account: added.value, replaced: known !== null })
    // The finding is used up: only the key itself brings another.
    else if (added.error.kind === 'account' && added.error.problem === 'finding-expired')
      onGo({ kind: 'key', addresses, error: added.error })
    else setError(added.error)
  }
  return (
    <PlaceFrame title="accounts.wizard.finding" step={2} place={place} onGo={onGo}>
      <p>
        <Text k="accounts.wizard.findingText" /> {known && <Text k="accounts.wizard.known" />}
      </p>
      <Found finding={finding} />
      <p className={styles['environment-said']} data-environment={finding.environment}>
        <Text k={`accounts.environment.${finding.environment}`} />
      </p>
      {finding.scope === 'READ-ONLY' && <ReadOnlyNote />}
      {finding.bills.kind === 'unavailable' && <BillsNote reason={finding.bills.reason} />}
      <TextField
        label="accounts.wizard.label"
        hint="accounts.wizard.labelHint"
        value={label}
        maxLength={accountLimits.labelLength}
        onChange={setLabel}
        {...(!moves && { onEnter: () => void add() })}
      />
      {moves && <AddressChange from={known} to={addresses} />}
      <Button look="main" testId="keep" isDisabled={!isReady} onPress={() => void add()}>
        <Text k={isBusy ? 'accounts.wizard.keeping' : `accounts.${moves ? 'move.confirm' : 'wizard.keep'}`} />
      </Button>
      {error && <ErrorNote error={error} />}
    </PlaceFrame>
  )
}

function Found({ finding }: { readonly finding: KeyFinding }) {
  const { environment, username, scope, allowedAddresses, balanceCentimes, bills } = finding
  return (
    <FactList
      look={styles['account-facts']}
      facts={[
        { label: 'accounts.fact.environment', value: <EnvironmentMark environment={environment} /> },
        { label: 'accounts.fact.username', value: <Ltr>{username}</Ltr> },
        { label: 'accounts.fact.scope', value: <Text k={`accounts.scope.${scope}`} /> },
        { label: 'accounts.fact.allowed', value: <Allowed addresses={allowedAddresses} /> },
        {
          label: 'accounts.fact.balance',
          value:
            balanceCentimes === null ? (
              <Text k="accounts.fact.balanceUnknown" />
            ) : (
              <Amount centimes={balanceCentimes} />
            ),
        },
        {
          label: 'accounts.fact.bills',
          value: bills.kind === 'ready' && <Text k="accounts.fact.billsReady" />,
        },
      ]}
    />
  )
}

function Allowed({ addresses }: { readonly addresses: readonly string[] }) {
  if (addresses.length === 0) return <Text k="accounts.fact.anyAddress" />
  return <bdi dir="ltr">{addresses.join(', ')}</bdi>
}

function ReadOnlyNote() {
  return (
    <section className={noteStyles['note']} data-tone="doubt" data-testid="read-only">
      <Icon name="lock" />
      <div className={noteStyles['note-body']}>
        <h4>
          <Text k="accounts.wizard.readOnlyTitle" />
        </h4>
        <p>
          <Text k="accounts.wizard.readOnlyText" />
        </p>
      </div>
    </section>
  )
}

function BillsNote({ reason }: { readonly reason: string }) {
  return (
    <section className={noteStyles['note']} data-tone="doubt" data-testid="no-bills">
      <Icon name="warning" />
      <div className={noteStyles['note-body']}>
        <p>
          <Text k="accounts.wizard.billsUnavailable" /> <bdi dir="ltr">({reason})</bdi>
        </p>
      </div>
    </section>
  )
}

// Before an account is asked at other addresses: the old ones, the new ones, what it means for open sales, and who does it.

interface AddressChangeProps {
  readonly from: AddressesInput
  readonly to: AddressesInput
}

function AddressChange({ from, to }: AddressChangeProps) {
  return (
    <>
      <section className={noteStyles['note']} data-tone="doubt" data-testid="address-change">
        <Icon name="warning" />
        <div className={noteStyles['note-body']}>
          <h4>
            <Text k="accounts.move.title" />
          </h4>
          <dl className={styles['account-change']}>
            <div>
              <dt>
                <Text k="accounts.move.from" />
              </dt>
              <dd className={styles['account-addresses']}>
                <bdi dir="ltr">{hostsOf(from)}</bdi>
              </dd>
            </div>
            <div>
              <dt>
                <Text k="accounts.move.to" />
              </dt>
              <dd className={styles['account-addresses']}>
                <bdi dir="ltr">{hostsOf(to)}</bdi>
              </dd>
            </div>
          </dl>
          <p>
            <Text k="accounts.move.text" />
          </p>
        </div>
      </section>
      <NameField label="accounts.move.who" />
    </>
  )
}

const hostsOf = ({ baseUrl, billUrl }: AddressesInput): string =>
  billUrl === baseUrl ? baseUrl : `${baseUrl} · ${billUrl}`
