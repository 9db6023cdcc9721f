/** The accounts: their list, and from it the ways to add one, open one, remove one, and keep the journal's recovery code. */
import { useCallback, useEffect, useState } from 'react'
import type { AccountView } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { unreachable } from '#shared/result.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { type FileDone, FileOutcome } from '../../components/file-outcome.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useSales, useStatus, useTranslator } from '../../counter-context.tsx'
import { openSales } from '../../mirror.ts'
import { useSignature } from '../till/act.ts'
import { NameField } from '../till/form-parts.tsx'
import { AccountList, AccountName } from './account-list.tsx'
import styles from './accounts.module.css'
import { FindingStep } from './finding-step.tsx'
import { AddressesStep, KeyStep } from './key-step.tsx'
import { backFrom, firstPlace, listPlace, type Place, PlaceFrame, type PlaceOf } from './places.tsx'

export function AccountsDialog({ start }: { readonly start: 'list' | 'replace-key' }) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { list, error, ask } = useAccounts()
  const [gone, setGone] = useState<Place | null>(null)
  const place = gone ?? (list && firstPlace(start, list))
  const previous = place && backFrom(place)
  const go = (next: Place): void => {
    // What the list shows may be what was just changed.
    if (next.kind === 'list') void ask()
    setGone(next)
  }
  return (
    <PanelDialog
      size="narrow"
      title={<Text k="accounts.title" />}
      onBack={previous ? () => go(previous) : undefined}
    >
      <ScrollPart label={text('accounts.title')} place={place?.kind} testId="accounts-dialog">
        {error && <ErrorNote error={error} />}
        {list && place && <PlaceView place={place} accounts={list} onGo={go} onClose={screen.close} />}
        {!list && !error && (
          <p>
            <Text k="accounts.loading" />
          </p>
        )}
      </ScrollPart>
    </PanelDialog>
  )
}

interface PlaceViewProps {
  readonly place: Place
  readonly accounts: readonly AccountView[]
  readonly onGo: (place: Place) => void
  readonly onClose: () => void
}

function PlaceView({ place, accounts, onGo, onClose }: PlaceViewProps) {
  switch (place.kind) {
    case 'list':
      return <AccountList accounts={accounts} onGo={onGo} />
    case 'switch':
      return <SwitchQuestion account={place.account} accounts={accounts} onGo={onGo} />
    case 'remove':
      return <RemoveQuestion account={place.account} onGo={onGo} />
    case 'recovery':
      return <Recovery onGo={onGo} />
    case 'addresses':
      return <AddressesStep place={place} onGo={onGo} />
    case 'key':
      return <KeyStep place={place} onGo={onGo} />
    case 'finding':
      return <FindingStep place={place} accounts={accounts} onGo={onGo} />
    case 'done':
      return <DoneStep place={place} onGo={onGo} onClose={onClose} />
    default:
      return unreachable(place)
  }
}

// The accounts as the core lists them: asked when first shown, and again when the list was changed.

interface Accounts {
  /** Null before the first answer. */
  readonly list: readonly AccountView[] | null
  readonly error: AppError | null
  readonly ask: () => Promise<void>
}

function useAccounts(): Accounts {
  const { client } = useParts()
  const [list, setList] = useState<Accounts['list']>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = useCallback(async () => {
    const asked = await client.command('accounts.list', {})
    setError(asked.ok ? null : asked.error)
    if (asked.ok) setList(asked.value.accounts)
  }, [client])
  useEffect(() => void ask(), [ask])
  return { list, error, ask }
}

// Last step: the key is kept. Opening the account is a question of its own, asked now or later.

interface DoneStepProps {
  readonly place: PlaceOf<'done'>
  readonly onGo: (place: Place) => void
  readonly onClose: () => void
}

function DoneStep({ place, onGo, onClose }: DoneStepProps) {
  const { account, replaced } = place
  return (
    <PlaceFrame
      title={replaced ? 'accounts.wizard.replaced' : 'accounts.wizard.done'}
      step={3}
      place={place}
      onGo={onGo}
    >
      <p className={styles['account-line']}>
        <AccountName account={account} />
      </p>
      <p className={styles['wizard-safe']} data-done="true">
        <Icon name="fulfilled" />
        <span>
          <Text k={account.isActive ? 'accounts.wizard.replacedText' : 'accounts.wizard.doneText'} />
        </span>
      </p>
      <div className={controlsStyles['action-row']}>
        {account.isActive ? (
          <Button look="main" testId="finish" onPress={onClose}>
            <Text k="accounts.wizard.finish" />
          </Button>
        ) : (
          <>
            <Button look="main" testId="open-now" onPress={() => onGo({ kind: 'switch', account })}>
              <Text k="accounts.wizard.openNow" />
            </Button>
            <Button testId="later" onPress={() => onGo(listPlace)}>
              <Text k="accounts.wizard.later" />
            </Button>
          </>
        )}
      </div>
    </PlaceFrame>
  )
}

// Before an account is taken off the list: its key goes, its journal stays.

interface RemoveQuestionProps {
  readonly account: AccountView
  readonly onGo: (place: Place) => void
}

function RemoveQuestion({ account, onGo }: RemoveQuestionProps) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const remove = async (): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const done = await client.command('accounts.remove', { accountId: account.id })
    setIsBusy(false)
    if (done.ok) onGo(listPlace)
    else setError(done.error)
  }
  return (
    <PlaceFrame title="accounts.removal.title" place={{ kind: 'remove', account }} onGo={onGo}>
      <p className={styles['account-line']}>
        <AccountName account={account} />
      </p>
      <p>
        <Text k="accounts.removal.text" />
      </p>
      <Button look="main" testId="remove" isDisabled={isBusy} onPress={() => void remove()}>
        <Text k={isBusy ? 'accounts.removal.removing' : 'accounts.removal.confirm'} />
      </Button>
      {error && <ErrorNote error={error} />}
    </PlaceFrame>
  )
}

// The recovery code of the open journal: saved as a page to print, and given back on a new machine. Training's own is fixed.

/** The contract's own bound. */
const codeLength = 200

function Recovery({ onGo }: { readonly onGo: (place: Place) => void }) {
  const { environment } = useStatus()
  return (
    <PlaceFrame title="accounts.recovery.title" place={{ kind: 'recovery' }} onGo={onGo}>
      <p>
        <Text k="accounts.recovery.text" />
      </p>
      <SaveCode />
      {environment !== 'training' && <UseCode />}
    </PlaceFrame>
  )
}

function SaveCode() {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<FileDone | null>(null)
  const save = async (): Promise<void> => {
    setIsBusy(true)
    const saved = await client.command('accounts.save-recovery', {})
    setIsBusy(false)
    setDone(saved.ok ? { ok: true, said: 'accounts.recovery.saved', path: saved.value.path } : saved)
  }
  return (
    <>
      <Button isDisabled={isBusy} testId="save-recovery" onPress={() => void save()}>
        <Text k="accounts.recovery.save" />
      </Button>
      <FileOutcome done={done} />
    </>
  )
}

function UseCode() {
  const { client } = useParts()
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<{ readonly error: AppError | null } | null>(null)
  const isReady = code.trim() !== '' && !isBusy
  const recover = async (): Promise<void> => {
    if (!isReady) return
    setIsBusy(true)
    setDone(null)
    const recovered = await client.command('accounts.recover', { code })
    setIsBusy(false)
    setDone({ error: recovered.ok ? null : recovered.error })
    if (recovered.ok) setCode('')
  }
  return (
    <>
      <TextField
        label="accounts.recovery.code"
        hint="accounts.recovery.codeHint"
        dir="ltr"
        value={code}
        maxLength={codeLength}
        onChange={setCode}
        onEnter={() => void recover()}
      />
      <Button testId="recover" isDisabled={!isReady} onPress={() => void recover()}>
        <Text k={isBusy ? 'accounts.recovery.recovering' : 'accounts.recovery.recover'} />
      </Button>
      <p role="status">{done?.error === null && <Text k="accounts.recovery.recovered" />}</p>
      {done?.error && <ErrorNote error={done.error} />}
    </>
  )
}

// Before another account is opened: what is left, what is opened, whether money is real there, and who does it. The window
// reloads once it is open, so nothing here reports success.

interface SwitchQuestionProps {
  readonly account: AccountView
  readonly accounts: readonly AccountView[]
  readonly onGo: (place: Place) => void
}

function SwitchQuestion({ account, accounts, onGo }: SwitchQuestionProps) {
  const { client } = useParts()
  const { name: who, isSigned } = useSignature()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const isReady = isSigned && !isBusy
  const isReal = account.environment === 'production'

  const open = async (): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const done = await client.command('accounts.switch', { accountId: account.id, who })
    if (done.ok) return
    setError(done.error)
    setIsBusy(false)
  }
  return (
    <PlaceFrame title="accounts.switch.title" place={{ kind: 'switch', account }} onGo={onGo}>
      <AccountChange from={accounts.find(({ isActive }) => isActive)} to={account} />
      <p className={styles['environment-said']} data-environment={account.environment}>
        <Text k={`accounts.environment.${account.environment}`} />
      </p>
      <LeftBehind />
      <p>
        <Text k="accounts.switch.text" />
      </p>
      <NameField label="accounts.switch.who" />
      <Button look="main" testId="switch" isDisabled={!isReady} onPress={() => void open()}>
        <Text
          k={isBusy ? 'accounts.switch.switching' : `accounts.switch.${isReal ? 'confirmReal' : 'confirm'}`}
        />
      </Button>
      {error && <ErrorNote error={error} />}
    </PlaceFrame>
  )
}

function AccountChange({ from, to }: { readonly from: AccountView | undefined; readonly to: AccountView }) {
  return (
    <dl className={styles['account-change']}>
      {from && (
        <div>
          <dt>
            <Text k="accounts.switch.from" />
          </dt>
          <dd className={styles['account-line']}>
            <AccountName account={from} />
          </dd>
        </div>
      )}
      <div>
        <dt>
          <Text k="accounts.switch.to" />
        </dt>
        <dd className={styles['account-line']}>
          <AccountName account={to} />
        </dd>
      </div>
    </dl>
  )
}

/** Sales in which money may still move are not followed while another account is open. */
function LeftBehind() {
  const count = openSales(useSales()).length
  if (count === 0) return null
  return (
    <p className={noteStyles['note']} data-tone="doubt">
      <Icon name="warning" />
      <span className={noteStyles['note-body']}>
        <Text k="accounts.switch.open" values={{ count }} />
      </span>
    </p>
  )
}
