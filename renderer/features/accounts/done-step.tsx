/** Last step: the key is kept. Opening the account is a question of its own, asked now or later. */
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { AccountName } from './account-name.tsx'
import { PlaceFrame } from './place-frame.tsx'
import { listPlace, type Place, type PlaceOf } from './places.ts'

export interface DoneStepProps {
  readonly place: PlaceOf<'done'>
  readonly onGo: (place: Place) => void
  readonly onClose: () => void
}

export function DoneStep({ place, onGo, onClose }: DoneStepProps) {
  const { account, replaced } = place
  return (
    <PlaceFrame
      title={replaced ? 'accounts.wizard.replaced' : 'accounts.wizard.done'}
      step={4}
      place={place}
      onGo={onGo}
    >
      <p className="account-line">
        <AccountName account={account} />
      </p>
      <p className="wizard-safe" data-done="true">
        <Icon name="fulfilled" />
        <span>
          <Text k={account.isActive ? 'accounts.wizard.replacedText' : 'accounts.wizard.doneText'} />
        </span>
      </p>
      <div className="action-row">
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
