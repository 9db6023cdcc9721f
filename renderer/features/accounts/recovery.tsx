/** The recovery code of the open journal: saved as a page to print, and given back on a new machine. Training's own is fixed. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { type FileDone, FileOutcome } from '../../components/file-outcome.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useStatus } from '../../counter-context.tsx'
import { type Place, PlaceFrame } from './places.tsx'

/** The contract's own bound. */
const codeLength = 200

export function Recovery({ onGo }: { readonly onGo: (place: Place) => void }) {
  const { environment } = useStatus()
  return (
    <PlaceFrame title="accounts.recovery.title" place={{ kind: 'recovery' }} onGo={onGo}>
      <p>
        <Text k="accounts.recovery.text" />
      </p>
      <SaveCode />
      {environment !== 'training' && <UseCode />}
    </PlaceFrame>
  )
}

function SaveCode() {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<FileDone | null>(null)
  const save = async (): Promise<void> => {
    setIsBusy(true)
    const saved = await client.command('accounts.save-recovery', {})
    setIsBusy(false)
    setDone(saved.ok ? { ok: true, said: 'accounts.recovery.saved', path: saved.value.path } : saved)
  }
  return (
    <>
      <Button isDisabled={isBusy} testId="save-recovery" onPress={() => void save()}>
        <Text k="accounts.recovery.save" />
      </Button>
      <FileOutcome done={done} />
    </>
  )
}

function UseCode() {
  const { client } = useParts()
  const [code, setCode] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<{ readonly error: AppError | null } | null>(null)
  const isReady = code.trim() !== '' && !isBusy
  const recover = async (): Promise<void> => {
    if (!isReady) return
    setIsBusy(true)
    setDone(null)
    const recovered = await client.command('accounts.recover', { code })
    setIsBusy(false)
    setDone({ error: recovered.ok ? null : recovered.error })
    if (recovered.ok) setCode('')
  }
  return (
    <>
      <TextField
        label="accounts.recovery.code"
        hint="accounts.recovery.codeHint"
        dir="ltr"
        value={code}
        maxLength={codeLength}
        onChange={setCode}
        onEnter={() => void recover()}
      />
      <Button testId="recover" isDisabled={!isReady} onPress={() => void recover()}>
        <Text k={isBusy ? 'accounts.recovery.recovering' : 'accounts.recovery.recover'} />
      </Button>
      <p role="status">{done?.error === null && <Text k="accounts.recovery.recovered" />}</p>
      {done?.error && <ErrorNote error={done.error} />}
    </>
  )
}
