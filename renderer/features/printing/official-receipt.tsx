/**
 * The biller's own receipt of a paid bill: shown where it is a picture, saved as it is otherwise. Nothing of it is ever run
 * or opened by the counter; the picture comes from the app's own origin, held against its hash on each reading.
 */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import {
  hasOfficialReceipt,
  isShownType,
  type OfficialReceipt,
  receiptPath,
} from '#shared/official-receipt.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { FileSize } from '../../components/file-outcome.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useIsPrinting, useParts, usePrintJobs, useTranslator } from '../../counter-context.tsx'
import stepPartsStyles from '../sell/step-parts.module.css'
import { JobNote, jobOfReceipt } from './job-note.tsx'
import styles from './official-receipt.module.css'

export function OfficialReceiptPart({ sale }: { readonly sale: SaleView }) {
  if (!hasOfficialReceipt(sale)) return null
  return <Part key={sale.ref} sale={sale} receipt={sale.officialReceipt} />
}

/** What a press has begun. */
type Work = 'fetch' | 'save' | 'print'

interface PartProps {
  readonly sale: SaleView
  readonly receipt: OfficialReceipt | null
}

function Part({ sale: { ref }, receipt }: PartProps) {
  const { client, screen } = useParts()
  const [inHand, setInHand] = useState<Work | null>(null)
  const [isLost, setIsLost] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const run = async <Value,>(
    what: Work,
    work: () => Promise<
      { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: AppError }
    >,
    then: (value: Value) => void,
  ): Promise<void> => {
    setInHand(what)
    setError(null)
    const done = await work()
    setInHand(null)
    if (done.ok) then(done.value)
    else setError(done.error)
  }
  const fetchNow = () =>
    run(
      'fetch',
      () => client.command('official.fetch', { ref }),
      () => setIsLost(false),
    )
  const save = () =>
    run(
      'save',
      () => client.command('official.save', { ref }),
      ({ path }) => path !== null && screen.addNote({ kind: 'saved', path }),
    )
  const print = () =>
    run(
      'print',
      () => client.command('print.official', { ref }),
      () => undefined,
    )
  const isOffered = useIsPrinting()
  const job = jobOfReceipt(usePrintJobs(), ref)
  const isUnderWay = job?.state === 'queued' || job?.state === 'sending'
  const isBusy = inHand !== null
  const isNotYet = error?.kind === 'refused' && error.code === 'NOT_FOUND'
  // Its button stays while it is pressed: the error that offered it is gone by then.
  const mayFetch = receipt === null || isLost || error?.kind === 'receipt-file' || inHand === 'fetch'
  return (
    <section className={styles['official']} data-testid="official-receipt" data-kept={receipt !== null}>
      <h2>
        <Text k="official.title" />
      </h2>
      <p className={stepPartsStyles['step-hint']} role="status">
        {receipt === null ? (
          <Text k={isNotYet ? 'official.notYet' : 'official.awaited'} />
        ) : (
          <Kind receipt={receipt} />
        )}
      </p>
      {receipt !== null && isShownType(receipt.type) && !isLost && (
        <Picture path={`${receiptPath(ref)}?${receipt.sha256}`} onLost={() => setIsLost(true)} />
      )}
      {isLost && (
        <p role="alert">
          <Text k="official.lost" />
        </p>
      )}
      {job && <JobNote job={job} />}
      {error && !isNotYet && <ErrorNote error={error} />}
      <div className={controlsStyles['action-row']}>
        {receipt !== null && (
          <Button isDisabled={isBusy} testId="save-official" onPress={() => void save()}>
            <Icon name="slip" />
            <Text k="official.save" />
          </Button>
        )}
        {isOffered && receipt !== null && isShownType(receipt.type) && !isLost && (
          <Button isDisabled={isBusy || isUnderWay} testId="print-official" onPress={() => void print()}>
            <Icon name="printer" />
            <Text k="official.print" />
          </Button>
        )}
        {mayFetch && (
          <Button isDisabled={isBusy} testId="fetch-official" onPress={() => void fetchNow()}>
            <Icon name="repeat" />
            <Text k={inHand === 'fetch' ? 'official.fetching' : 'official.fetch'} />
          </Button>
        )}
      </div>
    </section>
  )
}

function Kind({ receipt: { type, byteCount } }: { readonly receipt: OfficialReceipt }) {
  return (
    <>
      <bdi>
        <Text k={`official.type.${type}`} />
      </bdi>{' '}
      <bdi>
        <FileSize bytes={byteCount} />
      </bdi>
      {!isShownType(type) && (
        <>
          {' · '}
          <Text k="official.notShown" />
        </>
      )}
    </>
  )
}

function Picture({ path, onLost }: { readonly path: string; readonly onLost: () => void }) {
  const { text } = useTranslator()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
    <section className={styles['official-picture']} tabIndex={0} aria-label={text('official.title')}>
      <img src={path} alt={text('official.title')} onError={onLost} />
    </section>
  )
}
