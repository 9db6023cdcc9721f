/** Beside the steps: where the service is, typed or from the shop's set-up file. The core judges the addresses. */
import { useState } from 'react'
import type { CommandResult } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { FileOutcome } from '../../components/file-outcome.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts } from '../../counter-context.tsx'
import { areFilled, type Place, PlaceFrame, type PlaceOf } from './places.tsx'

/** The contract's own bound for an address. */
const maxLength = 300

export interface AddressesStepProps {
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
        {...{ value: baseUrl, maxLength }}
        onChange={(typed) => setAddresses({ ...addresses, baseUrl: typed })}
        onEnter={next}
      />
      <TextField
        label="accounts.fact.billAddress"
        dir="ltr"
        {...{ value: billUrl, maxLength }}
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
