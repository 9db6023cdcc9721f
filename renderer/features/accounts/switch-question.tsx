/**
 * Before another account is opened: what is left, what is opened, whether money is real there, and who does it. The window
 * begins anew once it is done, so nothing is said here of success.
 */
import { useState } from 'react'
import type { AccountView } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Text } from '../../components/text.tsx'
import { useParts, useSales } from '../../counter-context.tsx'
import { openSales } from '../../mirror.ts'
import { useSignature } from '../till/act.ts'
import { NameField } from '../till/form-parts.tsx'
import { AccountName } from './account-list.tsx'
import styles from './accounts.module.css'
import { type Place, PlaceFrame } from './places.tsx'

export interface SwitchQuestionProps {
  readonly account: AccountView
  readonly accounts: readonly AccountView[]
  readonly onGo: (place: Place) => void
}

export function SwitchQuestion({ account, accounts, onGo }: SwitchQuestionProps) {
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
      <Change from={accounts.find(({ isActive }) => isActive)} to={account} />
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

function Change({ from, to }: { readonly from: AccountView | undefined; readonly to: AccountView }) {
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
