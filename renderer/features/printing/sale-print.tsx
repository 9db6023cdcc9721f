/** The printing of one sale's slip: its button with its key, and under it what became of the last job. */
import { useEffect, useMemo, useState } from 'react'
import type { PrintJobView } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, usePrintJobs, useSettings } from '../../counter-context.tsx'
import { printKey } from '../sell/keyboard.ts'
import { JobNote } from './job-note.tsx'
import { jobOfSale, mergeJobs } from './jobs.ts'
import { printSlip } from './print-slip.ts'

export function SalePrint({ sale }: { readonly sale: SaleView }) {
  const parts = useParts()
  const { printer } = useSettings()
  const job = jobOfSale(useJobsOfSale(sale.ref), sale.ref)
  const isUnderWay = job?.state === 'queued' || job?.state === 'sending'
  const waits = job?.state === 'failed' || job?.state === 'may-have-printed'
  return (
    <div className="sale-print" data-testid="sale-print">
      {!waits && (
        <div className="action-row">
          <Button
            isDisabled={isUnderWay}
            shortcut={printKey}
            testId="print-slip"
            onPress={() => void printSlip(parts, sale.ref)}
          >
            <Icon name="printer" />
            <Text k={printer === null ? 'printing.setUp' : job ? 'printing.duplicate' : 'printing.print'} />
            <Kbd>{printKey}</Kbd>
          </Button>
          {job && sale.cards.length > 0 && (
            <Button isDisabled={isUnderWay} onPress={() => void printSlip(parts, sale.ref, true)}>
              <Text k="printing.duplicateWithCodes" />
            </Button>
          )}
        </div>
      )}
      {job && <JobNote job={job} />}
    </div>
  )
}

/** All jobs of a sale: those of earlier days are asked for once, what happens since is told by events. */
function useJobsOfSale(ref: Ref): readonly PrintJobView[] {
  const { client } = useParts()
  const told = usePrintJobs()
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
  return useMemo(() => mergeJobs(asked, told), [asked, told])
}
