/** The foot of the counter: connection, balance with its age, the printer, and the account, which leads to the others. */
import { Kbd } from '../../components/kbd.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import { PrinterState } from '../printing/printer-state.tsx'
import { useConnectionCheck } from './use-connection-check.ts'
import { useNow } from './use-now.ts'

const minuteMs = 60_000

/** A balance older than this is shown as stale. */
const staleMinutes = 15

export function StatusBar() {
  const { text } = useTranslator()
  const { screen } = useParts()
  const { connection, balance, account, environment } = useStatus()
  const { isChecking, check } = useConnectionCheck()
  const nowMs = useNow()
  return (
    <section className="status-bar" aria-label={text('status.label')}>
      <button
        type="button"
        className="connection"
        data-connection={connection}
        disabled={isChecking}
        title={text('status.check')}
        onClick={() => void check()}
      >
        <span className="dot" aria-hidden="true" />
        <Text k={isChecking ? 'status.checking' : `status.connection.${connection}`} />
      </button>
      <p className="balance" data-testid="balance">
        {balance ? (
          <>
            <Text k="status.balance" />{' '}
            <strong>
              <Amount centimes={balance.amountCentimes} />
            </strong>{' '}
            <Age minutes={Math.max(0, Math.floor((nowMs - balance.atMs) / minuteMs))} />
          </>
        ) : (
          <Text k="status.balanceUnknown" />
        )}
      </p>
      <PrinterState />
      <button
        type="button"
        className="account"
        data-testid="history"
        aria-keyshortcuts="F6"
        onClick={() => screen.open({ kind: 'history' })}
      >
        <Text k="history.title" /> <Kbd>F6</Kbd>
      </button>
      <button
        type="button"
        className="account"
        data-testid="reconcile"
        aria-keyshortcuts="F7"
        onClick={() => screen.open({ kind: 'reconciliation' })}
      >
        <Text k="reconciliation.title" /> <Kbd>F7</Kbd>
      </button>
      <button
        type="button"
        className="account"
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

function Age({ minutes }: { readonly minutes: number }) {
  const hours = Math.floor(minutes / 60)
  return (
    <span className="age" data-stale={minutes >= staleMinutes || undefined}>
      {hours > 0 ? (
        <Text k="status.ageHours" values={{ count: hours }} />
      ) : (
        <Text k="status.ageMinutes" values={{ count: minutes }} />
      )}
    </span>
  )
}
