/** One sale of the history: all that its dialog shows, and below it what happened, entry by entry. */
import { useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { SaleHistory } from '#shared/history.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/copy-text.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSale, useTranslator } from '../../counter-context.tsx'
import { SaleDetail } from '../sales/sale-dialog.tsx'
import { supportText } from './support-text.ts'
import { Timeline } from './timeline.tsx'

export interface HistorySaleProps {
  readonly sale: SaleView
  readonly onBack: () => void
}

export function HistorySale({ sale: held, onBack }: HistorySaleProps) {
  const { text } = useTranslator()
  const { told, error } = useSaleHistory(held)
  const sale = useSale(told?.sale ?? held)
  return (
    <div className="history-sale" data-testid="history-sale">
      <div className="history-sale-head">
        <Button look="quiet" onPress={onBack} shortcut="Escape">
          <Icon name="back" />
          <Text k="history.back" />
          <Kbd>{text('keys.escape')}</Kbd>
        </Button>
        {told && <CopyForSupport told={{ ...told, sale }} />}
      </div>
      {error && <ErrorNote error={error} />}
      <SaleDetail sale={sale}>{told && <Timeline moments={told.moments} />}</SaleDetail>
    </div>
  )
}

/** What the journal holds of the sale, anew with each of its changes. */
function useSaleHistory(held: SaleView) {
  const { client } = useParts()
  const { ref, changedAtMs, state } = useSale(held)
  const [told, setTold] = useState<SaleHistory | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the sale is a new entry of it.
  useEffect(() => {
    let isWanted = true
    void client.command('history.sale', { ref }).then((asked) => {
      if (!isWanted) return
      setError(asked.ok ? null : asked.error)
      if (asked.ok) setTold(asked.value)
    })
    return () => {
      isWanted = false
    }
  }, [client, ref, changedAtMs, state])
  return { told, error }
}

function CopyForSupport({ told }: { readonly told: SaleHistory }) {
  const translator = useTranslator()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(supportText(told)))
  return (
    <Button look="quiet" onPress={() => void copy()} testId="copy-for-support">
      <Icon name={isCopied ? 'check' : 'copy'} />
      {translator.text(isCopied ? 'history.copied' : 'history.copy')}
    </Button>
  )
}
