/**
 * The authorities that the shop trusts beside the product's own, for a line that an antivirus program or a proxy opens. Asked
 * for when they are unfolded: most shops have none.
 */
import { useState } from 'react'
import type { AuthoritiesView, AuthorityView } from '#shared/accounts.ts'
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
import styles from './accounts.module.css'

export function Authorities() {
  const { client } = useParts()
  const [view, setView] = useState<AuthoritiesView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const ask = async (): Promise<void> => {
    const told = await client.command('authorities.list', {})
    if (told.ok) setView(told.value)
    else setError(told.error)
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
          <AuthorityRow key={authority.fingerprint} {...{ authority, isBusy }} onRemove={remove} />
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
