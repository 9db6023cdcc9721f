/** The printers that this machine knows of, and a field for one that it does not: a network address, a port. */
import { useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { FoundPrinter, PrinterTransport } from '#shared/printing.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import { useSettingsUpdate } from '../settings/setting.tsx'
import { Prints } from '../settings/settings-parts.tsx'
import styles from './choose-printer.module.css'
import { draftOf, draftOfFound, placeOf, readTypedPlace, StepHead, type WizardStep } from './wizard.tsx'

const placeMaxCharacters = 260

export function ChoosePrinter({ onGo }: { readonly onGo: (step: WizardStep) => void }) {
  const { found, error, find } = useFoundPrinters()
  const { printer: kept } = useSettings()
  const update = useSettingsUpdate()
  return (
    <>
      <StepHead step={1} title="printing.wizard.choose" />
      {kept ? <KeptPrinter onGo={onGo} /> : <Prints update={update} />}
      {error && <ErrorNote error={error} />}
      {found?.length === 0 && (
        <p>
          <Text k="printing.wizard.noneFound" />
        </p>
      )}
      <ul className={styles['printer-list']}>
        {found?.map((one) => (
          <li key={`${one.transport.kind} ${placeOf(one.transport)}`}>
            <button
              type="button"
              className={styles['printer-choice']}
              onClick={() => onGo({ kind: 'options', printer: draftOfFound(one) })}
            >
              <Icon name="printer" />
              <bdi>{one.name}</bdi>
              <Way transport={one.transport} />
              {one.isDefault && (
                <span className={styles['printer-way']}>
                  <Text k="printing.wizard.isDefault" />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <div className={controlsStyles['action-row']}>
        <Button isDisabled={found === null && error === null} testId="find-printers" onPress={find}>
          <Icon name="repeat" />
          <Text
            k={found === null && error === null ? 'printing.wizard.finding' : 'printing.wizard.findAgain'}
          />
        </Button>
      </div>
      <TypedPlace onGo={onGo} />
    </>
  )
}

function useFoundPrinters() {
  const { client } = useParts()
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<readonly FoundPrinter[] | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again.
  useEffect(() => {
    let isShown = true
    void client.command('printers.find', {}).then((answer) => {
      if (!isShown) return
      if (answer.ok) setFound(answer.value.printers)
      else setError(answer.error)
    })
    return () => {
      isShown = false
    }
  }, [client, round])
  const find = (): void => {
    setFound(null)
    setError(null)
    setRound((before) => before + 1)
  }
  return { found, error, find }
}

function Way({ transport }: { readonly transport: PrinterTransport }) {
  return (
    <span className={styles['printer-way']}>
      <Text k={`printing.way.${transport.kind}`} />
    </span>
  )
}

function TypedPlace({ onGo }: { readonly onGo: (step: WizardStep) => void }) {
  const [typed, setTyped] = useState('')
  const [isBad, setIsBad] = useState(false)
  const goOn = (): void => {
    const transport = readTypedPlace(typed)
    if (transport) onGo({ kind: 'options', printer: draftOf(placeOf(transport), transport) })
    else setIsBad(true)
  }
  return (
    <div className={styles['printer-typed']}>
      <TextField
        label="printing.wizard.address"
        hint="printing.wizard.addressHint"
        dir="ltr"
        value={typed}
        maxLength={placeMaxCharacters}
        problem={isBad && <Text k="printing.wizard.addressBad" />}
        onChange={(value) => {
          setTyped(value)
          setIsBad(false)
        }}
        onEnter={goOn}
      />
      <Button isDisabled={typed.trim() === ''} testId="use-address" onPress={goOn}>
        <Text k="printing.wizard.use" />
      </Button>
    </div>
  )
}

/** The printer as it is set: to be changed, tried again or removed. */
function KeptPrinter({ onGo }: { readonly onGo: (step: WizardStep) => void }) {
  const { client, screen } = useParts()
  const { printer } = useSettings()
  if (printer === null) return null
  const remove = async (): Promise<void> => {
    const done = await client.command('settings.update', { printer: null, withoutPrinter: true })
    if (!done.ok) screen.addNote({ kind: 'error', error: done.error })
  }
  return (
    <section className={styles['printer-kept']}>
      <p>
        <Icon name="printer" /> <bdi>{printer.name}</bdi> <Way transport={printer.transport} />
      </p>
      <div className={controlsStyles['action-row']}>
        <Button testId="change-printer" onPress={() => onGo({ kind: 'options', printer })}>
          <Text k="printing.wizard.change" />
        </Button>
        <Button testId="remove-printer" onPress={() => void remove()}>
          <Text k="printing.wizard.remove" />
        </Button>
      </div>
    </section>
  )
}
