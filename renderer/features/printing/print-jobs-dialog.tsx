/**
 * The slips that wait for a person. What surely did not print goes out by one press; what may have printed is asked about slip
 * by slip, because another one would be a second.
 */
import { useEffect } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { PrintJobView } from '#shared/printing.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import {
  type Parts,
  useIsPrinting,
  useParts,
  usePrintJobs,
  useSale,
  useScreen,
  useTranslator,
} from '../../counter-context.tsx'
import { doubtfulJobs, isOver, unprintedJobs } from '../../mirror.ts'
import { OrderSubject } from '../../products/looks.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import stepPartsStyles from '../sell/step-parts.module.css'
import { JobNote } from './job-note.tsx'
import styles from './print-jobs-dialog.module.css'
import { askPrinter } from './printer-state.tsx'

export function PrintJobsDialog() {
  const { text } = useTranslator()
  const { client, counter, screen } = useParts()
  const jobs = usePrintJobs()
  const [unprinted, doubtful] = [unprintedJobs(jobs), doubtfulJobs(jobs)]
  // Whoever comes here may have put paper in meanwhile.
  useEffect(() => void askPrinter({ client, counter, screen }), [client, counter, screen])
  return (
    <PanelDialog size="narrow" title={<Text k="printing.jobs" />}>
      <ScrollPart label={text('printing.jobs')} testId="print-jobs">
        {unprinted.length + doubtful.length === 0 && (
          <p role="status">
            <Text k={jobs.every(isEnded) ? 'printing.noJobs' : 'printing.onTheirWay'} />
          </p>
        )}
        {unprinted.length > 0 && <Unprinted jobs={unprinted} />}
        {doubtful.length > 0 && <Doubtful jobs={doubtful} />}
      </ScrollPart>
    </PanelDialog>
  )
}

/** A test page is on its way to whoever looks at it. */
const isEnded = (job: PrintJobView): boolean => job.what.kind === 'test' || isOver(job)

interface JobsProps {
  readonly jobs: readonly PrintJobView[]
}

function Unprinted({ jobs }: JobsProps) {
  const parts = useParts()
  const status = useScreen(({ printerStatus }) => printerStatus)
  const isOffered = useIsPrinting()
  return (
    <section data-testid="unprinted">
      <h3>
        <Text k="printing.toPrint" values={{ count: jobs.length }} />
      </h3>
      {status?.kind === 'problem' && (
        <p className={styles['print-trouble']}>
          <Icon name="warning" />
          <Text k={`printing.problem.${status.problem}`} />
        </p>
      )}
      {isOffered && (
        <div className={controlsStyles['action-row']}>
          <Button look="main" testId="print-all" onPress={() => void printUnprinted(parts)}>
            <Icon name="printer" />
            <Text k="printing.printAll" values={{ count: jobs.length }} />
          </Button>
        </div>
      )}
      <ul className={styles['unprinted-jobs']}>
        {jobs.map((job) => (
          <UnprintedJob key={job.jobId} job={job} />
        ))}
      </ul>
    </section>
  )
}

function UnprintedJob({ job }: { readonly job: PrintJobView }) {
  const { client, screen } = useParts()
  const letBe = async (): Promise<void> => {
    const done = await client.command('print.settle', { jobId: job.jobId, printed: false })
    if (!done.ok) screen.addNote({ kind: 'error', error: done.error })
  }
  return (
    <li>
      <div>
        <h4>
          <JobTitle job={job} />
        </h4>
        <p className={stepPartsStyles['step-hint']}>
          <Moment atMs={job.queuedAtMs} />
          {job.problem !== null && (
            <>
              {' · '}
              <Text k={`printing.problem.${job.problem}`} />
            </>
          )}
        </p>
      </div>
      <Button testId="print-let-be" onPress={() => void letBe()}>
        <Text k="printing.letBe" />
      </Button>
    </li>
  )
}

function Doubtful({ jobs }: JobsProps) {
  return (
    <section data-testid="doubtful">
      <h3>
        <Text k="printing.doubtful" values={{ count: jobs.length }} />
      </h3>
      <ul className={styles['print-job-list']}>
        {jobs.map((job) => (
          <li key={job.jobId}>
            <h4>
              <JobTitle job={job} />
            </h4>
            <p className={stepPartsStyles['step-hint']}>
              <Moment atMs={job.queuedAtMs} />
            </p>
            <JobNote job={job} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function JobTitle({ job: { what } }: { readonly job: PrintJobView }) {
  const sale = useSale(what.kind === 'test' || what.kind === 'till' ? null : what.ref)
  if (what.kind === 'test' || what.kind === 'till') return <Text k={`printing.what.${what.kind}`} />
  const subject = sale ? <OrderSubject order={sale.order} /> : <Ltr>{what.ref}</Ltr>
  return <Text k={`printing.what.${what.kind}`} values={{ subject }} />
}

/**
 * Asks for every slip that surely did not print, in the order in which they were made. One that was asked for meanwhile, by a
 * second press, is refused by the core: nothing prints twice. Where no slip can follow, the rest waits as it is.
 */
export async function printUnprinted({
  client,
  counter,
  screen,
}: Pick<Parts, 'client' | 'counter' | 'screen'>): Promise<void> {
  const errors: AppError[] = []
  for (const { jobId } of unprintedJobs(counter.store.getState().mirror?.printJobs ?? [])) {
    const asked = await client.command('print.again', { jobId })
    if (asked.ok || asked.error.kind === 'not-allowed-now') continue
    errors.push(asked.error)
    if (isOfAllSlips(asked.error)) break
  }
  const [error] = errors
  if (error) screen.addNote({ kind: 'error', error })
}

const isOfAllSlips = (error: AppError): boolean =>
  error.kind === 'printing' && (error.problem === 'queue-full' || error.problem === 'no-printer')
