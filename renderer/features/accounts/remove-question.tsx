/** Before an account is taken off the list: its key goes, its journal stays. */
import { useState } from 'react'
import type { AccountView } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { AccountName } from './account-name.tsx'
import { PlaceFrame } from './place-frame.tsx'
import { listPlace, type Place } from './places.ts'

export interface RemoveQuestionProps {
  readonly account: AccountView
  readonly onGo: (place: Place) => void
}

export function RemoveQuestion({ account, onGo }: RemoveQuestionProps) {
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
      <p className="account-line">
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
