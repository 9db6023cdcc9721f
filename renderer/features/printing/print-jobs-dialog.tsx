/** The slips that wait for a person: what failed, and what may have printed. */
import type { PrintJobView } from '#shared/printing.ts'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { usePrintJobs, useSales, useTranslator } from '../../counter-context.tsx'
import { waitingJobs } from '../../mirror.ts'
import { OrderSubject } from '../../products/looks.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import stepPartsStyles from '../sell/step-parts.module.css'
import { JobNote } from './job-note.tsx'
import styles from './print-jobs-dialog.module.css'

export function PrintJobsDialog() {
  const { text } = useTranslator()
  const waiting = waitingJobs(usePrintJobs())
  return (
    <PanelDialog size="narrow" title={<Text k="printing.jobs" />}>
      <ScrollPart label={text('printing.jobs')} testId="print-jobs">
        {waiting.length === 0 && (
          <p>
            <Text k="printing.noJobs" />
          </p>
        )}
        <ul className={styles['print-job-list']}>
          {waiting.map((job) => (
            <li key={job.jobId}>
              <h3>
                <JobTitle job={job} />
              </h3>
              <p className={stepPartsStyles['step-hint']}>
                <Moment atMs={job.queuedAtMs} />
              </p>
              <JobNote job={job} />
            </li>
          ))}
        </ul>
      </ScrollPart>
    </PanelDialog>
  )
}

function JobTitle({ job: { what } }: { readonly job: PrintJobView }) {
  const sales = useSales()
  if (what.kind === 'test' || what.kind === 'till') return <Text k={`printing.what.${what.kind}`} />
  const sale = sales.find(({ ref }) => ref === what.ref)
  const subject = sale ? <OrderSubject order={sale.order} /> : <Ltr>{what.ref}</Ltr>
  return <Text k={`printing.what.${what.kind}`} values={{ subject }} />
}
