/** A paper of the till from the screen that shows it: one press prints it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useIsPrinting, useParts } from '../../counter-context.tsx'

interface PrintPaperProps {
  readonly of: TillPaper
  readonly testId: string
}

export function PrintPaper({ of, testId }: PrintPaperProps) {
  const { client } = useParts()
  const isOffered = useIsPrinting()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const print = async (): Promise<void> => {
    setIsBusy(true)
    const printed = await client.command('till.print', { of })
    setIsBusy(false)
    setError(printed.ok ? null : printed.error)
  }
  if (!isOffered) return null
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void print()} testId={testId}>
        <Icon name="slip" />
        <Text k="till.print" />
      </Button>
      {error && <ErrorNote error={error} />}
    </>
  )
}
