/** The accounts: their list, and from it the ways to add one, open one, remove one, and keep the journal's recovery code. */
import { useState } from 'react'
import type { AccountView } from '#shared/accounts.ts'
import { unreachable } from '#shared/result.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { ScrollPart } from '../../components/scroll-part.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { AccountList } from './account-list.tsx'
import { AddressesStep } from './addresses-step.tsx'
import { DoneStep } from './done-step.tsx'
import { FindingStep } from './finding-step.tsx'
import { KeyStep } from './key-step.tsx'
import { backFrom, firstPlace, type Place } from './places.ts'
import { Recovery } from './recovery.tsx'
import { RemoveQuestion } from './remove-question.tsx'
import { SwitchQuestion } from './switch-question.tsx'
import { useAccounts } from './use-accounts.ts'

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
