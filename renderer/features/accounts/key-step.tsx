/**
 * Second step: the key. It goes from the clipboard into the core; this window asks for that to be done, and neither reads
 * nor shows what is copied.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { KeyRefusal } from './key-refusal.tsx'
import { PlaceFrame } from './place-frame.tsx'
import { afterFailedCheck, type Place, type PlaceOf } from './places.ts'

export interface KeyStepProps {
  readonly place: PlaceOf<'key'>
  readonly onGo: (place: Place) => void
}

export function KeyStep({ place, onGo }: KeyStepProps) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const { addresses, error } = place
  const paste = async (): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    const found = await client.command('accounts.check-key', addresses)
    setIsBusy(false)
    onGo(
      found.ok
        ? { kind: 'finding', addresses, finding: found.value }
        : afterFailedCheck(addresses, found.error),
    )
  }
  usePasteKey(() => void paste())
  return (
    <PlaceFrame title="accounts.wizard.key" step={2} place={place} onGo={onGo}>
      <ol className="wizard-list">
        <li>
          <Text k="accounts.wizard.keyFirst" />
        </li>
        <li>
          <Text k="accounts.wizard.keySecond" />
        </li>
      </ol>
      <div className="wizard-paste">
        <Button look="main" size="large" testId="paste" isDisabled={isBusy} onPress={() => void paste()}>
          <Icon name="key" />
          <Text k={isBusy ? 'accounts.wizard.checking' : 'accounts.wizard.paste'} />
          {!isBusy && <Kbd>Ctrl+V</Kbd>}
        </Button>
      </div>
      {error && !isBusy && <KeyRefusal error={error} />}
      <p className="wizard-safe">
        <Icon name="lock" />
        <span>
          <Text k="accounts.wizard.keySafe" />
        </span>
      </p>
      <p className="wizard-safe">
        <Icon name="copy" />
        <span>
          <Text k="accounts.wizard.keyHistory" />
        </span>
      </p>
    </PlaceFrame>
  )
}

/** The keys of paste, by their place on the keyboard. The browser's own paste, which would bring the text here, is kept away. */
function usePasteKey(paste: () => void): void {
  // A press that comes between a drawing and its effects acts by what is drawn.
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyV' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (!event.repeat) paste()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
