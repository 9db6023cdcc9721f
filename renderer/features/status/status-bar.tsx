/** The foot of the counter: connection, balance with its age, the printer, and the account, which leads to the others. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import { PrinterState } from '../printing/printer-state.tsx'
import { Age } from './age.tsx'
import styles from './status-bar.module.css'

/** A balance older than this is shown as stale. */
const staleMinutes = 15

export function StatusBar() {
  const { text } = useTranslator()
  const { screen } = useParts()
  const { connection, balance, account, environment } = useStatus()
  const { isChecking, check } = useConnectionCheck()
  return (
    <section className={styles['status-bar']} aria-label={text('status.label')}>
      <button
        type="button"
        className={styles['connection']}
        data-connection={connection}
        disabled={isChecking}
        title={text('status.check')}
        onClick={() => void check()}
      >
        <span className={styles['dot']} aria-hidden="true" />
        <Text k={isChecking ? 'status.checking' : `status.connection.${connection}`} />
      </button>
      <p className={styles['balance']} data-testid="balance">
        {balance ? (
          <>
            <Text k="status.balance" />{' '}
            <strong>
              <Amount centimes={balance.amountCentimes} />
            </strong>{' '}
            <Age atMs={balance.atMs} staleMinutes={staleMinutes} />
          </>
        ) : (
          <Text k="status.balanceUnknown" />
        )}
      </p>
      <PrinterState />
      <button
        type="button"
        className={styles['account']}
        data-testid="history"
        aria-keyshortcuts="F6"
        onClick={() => screen.open({ kind: 'history' })}
      >
        <Text k="history.title" /> <Kbd>F6</Kbd>
      </button>
      <button
        type="button"
        className={styles['account']}
        data-testid="reconcile"
        aria-keyshortcuts="F7"
        onClick={() => screen.open({ kind: 'reconciliation' })}
      >
        <Text k="reconciliation.title" /> <Kbd>F7</Kbd>
      </button>
      <button
        type="button"
        className={styles['account']}
        data-testid="accounts"
        title={text('status.accounts')}
        onClick={() => screen.open({ kind: 'accounts', start: 'list' })}
      >
        {environment === 'training' ? (
          <Text k="status.sellForReal" />
        ) : (
          <>
            <Text k="status.account" /> <bdi dir="ltr">{account?.username}</bdi>
          </>
        )}
      </button>
    </section>
  )
}

// Asks the core to look at the line and the key now. What it finds comes back as a changed status.

interface ConnectionCheck {
  readonly isChecking: boolean
  readonly error: AppError | null
  check(): Promise<void>
}

export function useConnectionCheck(): ConnectionCheck {
  const { client } = useParts()
  const [isChecking, setIsChecking] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const check = async (): Promise<void> => {
    setIsChecking(true)
    const done = await client.command('connection.check', {})
    setError(done.ok ? null : done.error)
    setIsChecking(false)
  }
  return { isChecking, error, check }
}
