/** Every account with its environment, who holds it and where it is asked; the open one is marked. */

import { useState } from 'react'
import {
  type AccountView,
  type AuthoritiesView,
  type AuthorityView,
  type Environment,
  trainingAccountId,
} from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { formatDate } from '#shared/dates.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import copyableStyles from '../../components/copyable.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import styles from './accounts.module.css'
import { keyPlaceOf, listPlace, newAccountPlace, type Place, PlaceFrame } from './places.tsx'

interface AccountListProps {
  readonly accounts: readonly AccountView[]
  readonly onGo: (place: Place) => void
}

export function AccountList({ accounts, onGo }: AccountListProps) {
  const { text } = useTranslator()
  return (
    <PlaceFrame title="accounts.list" place={listPlace} onGo={onGo}>
      <ul className={styles['accounts']} aria-label={text('accounts.list')}>
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} onGo={onGo} />
        ))}
      </ul>
      <div className={controlsStyles['action-row']}>
        <Button look="main" testId="add-account" onPress={() => onGo(newAccountPlace(accounts))}>
          <Icon name="key" />
          <Text k="accounts.add" />
        </Button>
        <Button testId="recovery" onPress={() => onGo({ kind: 'recovery' })}>
          <Icon name="lock" />
          <Text k="accounts.recovery.title" />
        </Button>
      </div>
      <Authorities />
    </PlaceFrame>
  )
}

function AccountRow({
  account,
  onGo,
}: {
  readonly account: AccountView
  readonly onGo: (to: Place) => void
}) {
  const { id, environment, username, scope, baseUrl, billUrl, isActive } = account
  const isTraining = id === trainingAccountId
  return (
    <li className={styles['account-row']} data-environment={environment} data-active={isActive || undefined}>
      <p className={styles['account-line']}>
        <AccountName account={account} />
        {isActive && (
          <span className={styles['account-active']}>
            <Icon name="check" />
            <Text k="accounts.active" />
          </span>
        )}
      </p>
      <p>
        <Ltr>{username}</Ltr> · <Text k={`accounts.scope.${scope}`} />
      </p>
      <p className={styles['account-addresses']}>
        <bdi dir="ltr">{baseUrl}</bdi>
        {billUrl !== baseUrl && (
          <>
            {' · '}
            <bdi dir="ltr">{billUrl}</bdi>
          </>
        )}
      </p>
      {!(isActive && isTraining) && (
        <div className={controlsStyles['action-row']}>
          {!isActive && (
            <RowButton
              what="accounts.open"
              account={account}
              onPress={() => onGo({ kind: 'switch', account })}
            />
          )}
          {!isTraining && (
            <RowButton
              what="accounts.replaceKey"
              account={account}
              onPress={() => onGo(keyPlaceOf(account))}
            />
          )}
          {!isActive && !isTraining && (
            <RowButton
              what="accounts.remove"
              account={account}
              onPress={() => onGo({ kind: 'remove', account })}
            />
          )}
        </div>
      )}
    </li>
  )
}

interface RowButtonProps {
  readonly what: MessageKey
  readonly account: AccountView
  readonly onPress: () => void
}

/** Says aloud which account it is for: there is one like it in every row. */
function RowButton({ what, account, onPress }: RowButtonProps) {
  const { text } = useTranslator()
  const name = useAccountName(account)
  return (
    <Button label={text('accounts.which', { what: text(what), account: name })} onPress={onPress}>
      <Text k={what} />
    </Button>
  )
}

// An account by its environment and by what the shop calls it. Training has a name of its own in each language.

function useAccountName({ id, label }: AccountView): string {
  const { text } = useTranslator()
  return id === trainingAccountId ? text('accounts.trainingLabel') : label
}

export function AccountName({ account }: { readonly account: AccountView }) {
  const name = useAccountName(account)
  return (
    <>
      <EnvironmentMark environment={account.environment} />{' '}
      <strong>
        <bdi>{name}</bdi>
      </strong>
    </>
  )
}

// An environment in its colour and by its name: colour alone says nothing.

export function EnvironmentMark({ environment }: { readonly environment: Environment }) {
  return (
    <span className={styles['environment-mark']} data-environment={environment}>
      <Text k={`environment.${environment}.name`} />
    </span>
  )
}

// The authorities that the shop trusts beside the product's own, for a line that an antivirus program or a proxy opens. Asked
// for when they are unfolded: most shops have none.

function Authorities() {
  const { client } = useParts()
  const [view, setView] = useState<AuthoritiesView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const ask = async (): Promise<void> => {
    const asked = await client.command('authorities.list', {})
    if (asked.ok) setView(asked.value)
    else setError(asked.error)
  }
  /** Shows what there is afterwards, whatever came of it. */
  const change = async (act: () => Promise<{ readonly ok: boolean; readonly error?: AppError }>) => {
    setIsBusy(true)
    const done = await act()
    setError(done.error ?? null)
    await ask()
    setIsBusy(false)
  }
  const remove = ({ fingerprint }: AuthorityView) =>
    void change(() => client.command('authorities.remove', { fingerprint }))
  return (
    <details
      className={copyableStyles['technical']}
      data-testid="authorities"
      onToggle={(event) => event.currentTarget.open && void ask()}
    >
      <summary>
        <Text k="accounts.authorities.title" />
      </summary>
      <p>
        <Text k="accounts.authorities.why" />
      </p>
      {error && <ErrorNote error={error} />}
      {view?.doubt && (
        <p className={noteStyles['note']} data-tone="doubt" role="alert">
          <Icon name="warning" />
          <span className={noteStyles['note-body']}>
            <Text k={`accounts.authorities.${view.doubt}`} />
          </span>
        </p>
      )}
      <ul className={styles['accounts']}>
        {view?.authorities.map((authority) => (
          <AuthorityRow key={authority.fingerprint} authority={authority} isBusy={isBusy} onRemove={remove} />
        ))}
      </ul>
      <div className={controlsStyles['action-row']}>
        <Button
          testId="add-authority"
          isDisabled={isBusy}
          onPress={() => void change(() => client.command('authorities.add', {}))}
        >
          <Icon name="key" />
          <Text k="accounts.authorities.add" />
        </Button>
      </div>
    </details>
  )
}

interface AuthorityRowProps {
  readonly authority: AuthorityView
  readonly isBusy: boolean
  readonly onRemove: (authority: AuthorityView) => void
}

function AuthorityRow({ authority, isBusy, onRemove }: AuthorityRowProps) {
  const { locale } = useTranslator()
  const { name, untilMs, fingerprint } = authority
  return (
    <li className={styles['account-row']}>
      <p className={styles['account-line']}>
        <bdi>{name}</bdi>
      </p>
      <p>
        <Text k="accounts.authorities.until" values={{ date: <Ltr>{formatDate(untilMs, locale)}</Ltr> }} />
      </p>
      <p className={styles['account-addresses']}>
        <bdi dir="ltr">{fingerprint}</bdi>
      </p>
      <div className={controlsStyles['action-row']}>
        <Button isDisabled={isBusy} testId="remove-authority" onPress={() => onRemove(authority)}>
          <Text k="accounts.remove" />
        </Button>
      </div>
    </li>
  )
}
