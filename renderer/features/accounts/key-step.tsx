/**
 * First step: the key. It goes from the clipboard into the core; this window asks for that to be done, and neither reads
 * nor shows what is copied.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandResult } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Copyable } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { FileOutcome } from '../../components/file-outcome.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts } from '../../counter-context.tsx'
import styles from './accounts.module.css'
import { afterFailedCheck, areFilled, type Place, PlaceFrame, type PlaceOf } from './places.tsx'

interface KeyStepProps {
  readonly place: PlaceOf<'key'>
  readonly onGo: (place: Place) => void
}

export function KeyStep({ place, onGo }: KeyStepProps) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const { addresses, error } = place
  const paste = async (): Promise<void> => {
    if (isBusy) return
    if (!areFilled(addresses)) {
      onGo({ kind: 'addresses', addresses, error: null, isKeyAsked: true })
      return
    }
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
  const pasteAtOnce = useEffectEvent(() => {
    if (place.isPasted) void paste()
  })
  useEffect(() => pasteAtOnce(), [])
  return (
    <PlaceFrame title="accounts.wizard.key" step={1} place={place} onGo={onGo}>
      <ol className={styles['wizard-list']}>
        <li>
          <Text k="accounts.wizard.keyFirst" />
        </li>
        <li>
          <Text k="accounts.wizard.keySecond" />
        </li>
      </ol>
      <div className={styles['wizard-paste']}>
        <Button look="main" size="large" testId="paste" isDisabled={isBusy} onPress={() => void paste()}>
          <Icon name="key" />
          <Text k={isBusy ? 'accounts.wizard.checking' : 'accounts.wizard.paste'} />
          {!isBusy && <Kbd>Ctrl+V</Kbd>}
        </Button>
      </div>
      {error && !isBusy && <KeyRefusal error={error} />}
      <p className={styles['wizard-safe']}>
        <Icon name="lock" />
        <span>
          <Text k="accounts.wizard.keySafe" />
        </span>
      </p>
      <p className={styles['wizard-safe']}>
        <Icon name="copy" />
        <span>
          <Text k="accounts.wizard.keyHistory" />
        </span>
      </p>
      <div className={controlsStyles['action-row']}>
        <Button
          look="quiet"
          testId="addresses"
          onPress={() => onGo({ kind: 'addresses', addresses, error: null })}
        >
          <Text k="accounts.wizard.advanced" />
        </Button>
      </div>
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

// Why a key cannot be used, for the person who is setting it up: what to do at the service, and how often it may be tried.

type Refused = Extract<AppError, { readonly kind: 'refused' }>

function KeyRefusal({ error }: { readonly error: AppError }) {
  if (error.kind !== 'refused') return <ErrorNote error={error} />
  if (error.code === 'INVALID_ACCESS_TOKEN') return <RefusedKey refused={error} />
  if (error.code === 'IP_NOT_ALLOWED') return <RefusedAddress refused={error} />
  return <ErrorNote error={error} />
}

function RefusedKey({ refused: { attemptsLeft, requestId } }: { readonly refused: Refused }) {
  return (
    <section className={noteStyles['note']} role="alert" data-refused="key">
      <Icon name="lock" />
      <div className={noteStyles['note-body']}>
        <h4>
          <Text k="accounts.refused.keyTitle" />
        </h4>
        <p>
          <Text k="accounts.refused.keyText" />
        </p>
        {attemptsLeft !== undefined && (
          <p>
            <strong>
              <Text k="advice.attemptsLeft" values={{ count: attemptsLeft }} />
            </strong>
          </p>
        )}
        {requestId !== undefined && <Copyable what="sale.requestId" text={requestId} />}
      </div>
    </section>
  )
}

function RefusedAddress({ refused: { address } }: { readonly refused: Refused }) {
  return (
    <section className={noteStyles['note']} role="alert" data-refused="address">
      <Icon name="lock" />
      <div className={noteStyles['note-body']}>
        <h4>
          <Text k="accounts.refused.addressTitle" />
        </h4>
        <p>
          <Text
            k={address === undefined ? 'accounts.refused.addressUnknown' : 'accounts.refused.addressText'}
          />
        </p>
        {address !== undefined && (
          <p className={styles['refused-address']}>
            <Copyable what="accounts.refused.address" text={address} />
          </p>
        )}
      </div>
    </section>
  )
}

// Beside the steps: where the service is, typed or from the shop's set-up file. The core judges the addresses.

/** The contract's own bound for an address. */
const addressMaxLength = 300

interface AddressesStepProps {
  readonly place: PlaceOf<'addresses'>
  readonly onGo: (place: Place) => void
}

export function AddressesStep({ place, onGo }: AddressesStepProps) {
  const { client } = useParts()
  const [addresses, setAddresses] = useState(place.addresses)
  const [isReading, setIsReading] = useState(false)
  const [read, setRead] = useState<CommandResult<'setup.import'> | null>(null)
  const { baseUrl, billUrl } = addresses
  const isFilled = areFilled(addresses)
  const next = (): void => {
    if (isFilled) onGo({ kind: 'key', addresses, error: null, ...(place.isKeyAsked && { isPasted: true }) })
  }
  const readFile = async (): Promise<void> => {
    setIsReading(true)
    const asked = await client.command('setup.import', {})
    setIsReading(false)
    setRead(asked)
    if (asked.ok && asked.value.addresses) setAddresses(asked.value.addresses)
  }
  return (
    <PlaceFrame title="accounts.wizard.addresses" place={place} onGo={onGo}>
      <p>
        <Text k="accounts.wizard.addressesText" />
      </p>
      <Button isDisabled={isReading} testId="set-up-file" onPress={() => void readFile()}>
        <Icon name="slip" />
        <Text k="accounts.wizard.fromFile" />
      </Button>
      {read && <FileRead read={read} />}
      <TextField
        label="accounts.fact.base"
        dir="ltr"
        value={baseUrl}
        maxLength={addressMaxLength}
        onChange={(typed) => setAddresses({ ...addresses, baseUrl: typed })}
        onEnter={next}
      />
      <TextField
        label="accounts.fact.billAddress"
        dir="ltr"
        value={billUrl}
        maxLength={addressMaxLength}
        onChange={(typed) => setAddresses({ ...addresses, billUrl: typed })}
        onEnter={next}
      />
      {place.error && <ErrorNote error={place.error} />}
      <Button look="main" testId="next" isDisabled={!isFilled} onPress={next}>
        <Text k="accounts.wizard.next" />
      </Button>
    </PlaceFrame>
  )
}

function FileRead({ read }: { readonly read: CommandResult<'setup.import'> }) {
  if (!read.ok) return <FileOutcome done={read} />
  const { path, addresses, hasProfile } = read.value
  if (path === null) return null
  return (
    <>
      <FileOutcome done={{ ok: true, said: 'accounts.wizard.fileRead', path }} />
      {!addresses && (
        <p>
          <Text k="accounts.wizard.fileEmpty" />
        </p>
      )}
      {hasProfile && (
        <p>
          <Text k="accounts.wizard.fileProfile" />
        </p>
      )}
    </>
  )
}
