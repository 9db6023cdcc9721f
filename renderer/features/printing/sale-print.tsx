/** The printing of one sale's slip: its button with its key, and what became of the last job. */
import { useEffect, useMemo, useState } from 'react'
import type { PrintJobView } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { type Parts, useIsPrinting, useParts, usePrintJobs, useSettings } from '../../counter-context.tsx'
import { isOver } from '../../mirror.ts'
import { showsByKey } from '../sales/card-codes.tsx'
import { printKey } from '../sell/keyboard.ts'
import stepPartsStyles from '../sell/step-parts.module.css'
import { JobNote, jobOfSale, mergeJobs, printsCodes, slipsOf } from './job-note.tsx'
import styles from './print-job.module.css'

interface Printing {
  readonly sale: SaleView
  readonly jobs: readonly PrintJobView[]
  /** The last one. */
  readonly job: PrintJobView | undefined
}

export function useSalePrint(sale: SaleView): Printing {
  const jobs = useJobsOfSale(sale.ref)
  return { sale, jobs, job: jobOfSale(jobs, sale.ref) }
}

/** A job that waits for a person is acted on where it is shown. */
const waits = (job: PrintJobView | undefined): boolean =>
  job?.state === 'failed' || job?.state === 'may-have-printed'

/** Among the other acts of the sale. */
export function PrintButtons({ printing: { sale, job } }: { readonly printing: Printing }) {
  const parts = useParts()
  const { printer } = useSettings()
  const isOffered = useIsPrinting()
  if (waits(job) || !isOffered) return null
  const isUnderWay = job?.state === 'queued' || job?.state === 'sending'
  const hasKey = !showsByKey(sale, printer)
  return (
    <>
      <Button
        isDisabled={isUnderWay}
        {...(hasKey ? { shortcut: printKey } : {})}
        testId="print-slip"
        onPress={() => void printSlip(parts, sale.ref)}
      >
        <Icon name="printer" />
        <Text k={printer === null ? 'printing.setUp' : job ? 'printing.duplicate' : 'printing.print'} />
        {hasKey && <Kbd>{printKey}</Kbd>}
      </Button>
      {job && sale.cards.length > 0 && (
        <Button isDisabled={isUnderWay} onPress={() => void printSlip(parts, sale.ref, true)}>
          <Text k="printing.duplicateWithCodes" />
        </Button>
      )}
    </>
  )
}

/** How the customer gets the codes, and what became of the last job. */
export function PrintState({ printing: { sale, jobs, job } }: { readonly printing: Printing }) {
  const { printer } = useSettings()
  const isOffered = useIsPrinting()
  const printed = printsCodes(jobs, sale) ? 'printing.codes.printed' : 'printing.codes.notPrinted'
  return (
    <div className={styles['sale-print']} data-testid="sale-print">
      {(isOffered || printer === null) && sale.cards.length > 0 && !waits(job) && (
        <p className={stepPartsStyles['step-hint']} data-testid="prints-codes">
          <Text k={printer === null ? 'printing.codes.byHand' : printed} />
        </p>
      )}
      {job && <JobNote job={job} />}
    </div>
  )
}

/** All jobs of a sale: those of earlier days are asked for once, events bring what happens since. */
function useJobsOfSale(ref: Ref): readonly PrintJobView[] {
  const { client } = useParts()
  const current = usePrintJobs()
  const [asked, setAsked] = useState<readonly PrintJobView[]>([])
  useEffect(() => {
    let isShown = true
    void client.command('print.of-sale', { ref }).then((answer) => {
      if (isShown && answer.ok) setAsked(answer.value.jobs)
    })
    return () => {
      isShown = false
    }
  }, [client, ref])
  return useMemo(() => mergeJobs(asked, current), [asked, current])
}

// Asks for the slip of a sale, from a button or a key alike. Its events say what becomes of the job.

/**
 * A second press while the first one's job is under way, or waits for a person, prints nothing; nor does one in the moment in
 * which the slip prints by itself: the journal knows of a job then that was not on the screen.
 */
export async function printSlip(
  { client, counter, screen }: Pick<Parts, 'client' | 'counter' | 'screen'>,
  ref: Ref,
  withCodes = false,
): Promise<void> {
  const { mirror } = counter.store.getState()
  const before = await client.command('print.of-sale', { ref })
  const jobs = mergeJobs(before.ok ? before.value.jobs : [], mirror?.printJobs ?? [])
  const job = jobOfSale(jobs, ref)
  if (job !== undefined && !isOver(job)) return
  if (mirror?.settings.printer === null) {
    screen.open({ kind: 'printer' })
    return
  }
  const known = slipsOf(jobs, ref).length
  const asked = await client.command('print.slip', { ref, known, ...(withCodes && { withCodes }) })
  if (!asked.ok) screen.addNote({ kind: 'error', error: asked.error })
}
