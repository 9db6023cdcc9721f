/**
 * One print job in plain words, and what a person has to say of it. Keeps the rule that nothing prints twice by itself: a job
 * that may have printed asks the person to look, and only their word prints it again, marked DUPLICATA.
 */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { areAllCodes, type PrintJobState, type PrintJobView, pdfFile } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useIsPrinting, useParts } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { useSignature } from '../till/act.ts'
import { NameField } from '../till/form-parts.tsx'
import styles from './print-job.module.css'

export function JobNote({ job }: { readonly job: PrintJobView }) {
  const waits = job.state === 'failed' || job.state === 'may-have-printed'
  return (
    <section className={styles['print-job']} data-state={job.state} data-testid="print-job">
      <p className={styles['print-job-state']} role="status">
        <Icon name={waits ? 'warning' : 'printer'} />
        <span>
          <strong>
            <Text k={stateKey(job)} values={{ printer: <bdi>{job.printer}</bdi> }} />
          </strong>
          {job.problem !== null && (
            <>
              {' '}
              <Text k={`printing.problem.${job.problem}`} />
            </>
          )}
        </span>
      </p>
      {waits && <Decision key={job.jobId} job={job} />}
    </section>
  )
}

function stateKey({ printer, state, settledAs }: PrintJobView): MessageKey {
  const ofFile = printer === pdfFile ? fileWords[state] : undefined
  if (ofFile !== undefined) return `printing.file.${ofFile}`
  return state === 'settled' && settledAs !== null
    ? `printing.settled.${settledAs}`
    : `printing.state.${state === 'settled' ? 'sent' : state}`
}

/** The words that differ for a file; its job is settled only where there is no file. */
const fileWords: Readonly<Partial<Record<PrintJobState, 'saving' | 'saved' | 'notSaved'>>> = {
  queued: 'saving',
  sending: 'saving',
  sent: 'saved',
  settled: 'notSaved',
}

/** A failed job is printed again or let be; of a doubtful one the person says first what they see at the printer. */
function Decision({ job }: { readonly job: PrintJobView }) {
  const { client } = useParts()
  const { name: who, isSigned } = useSignature()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const isDoubtful = job.state === 'may-have-printed'
  const isOffered = useIsPrinting()

  const run = async (
    work: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: AppError }>,
  ) => {
    setIsBusy(true)
    setError(null)
    const done = await work()
    setIsBusy(false)
    if (!done.ok) setError(done.error)
  }
  const settle = (printed: boolean): Promise<void> =>
    run(() => client.command('print.settle', { jobId: job.jobId, printed, who: who.trim() }))
  const letBe = (): Promise<void> =>
    run(() => client.command('print.settle', { jobId: job.jobId, printed: false }))
  const again = (): Promise<void> => run(() => client.command('print.again', { jobId: job.jobId }))
  return (
    <div className={styles['print-decision']}>
      <p>
        <Text k={isDoubtful ? 'printing.look' : 'printing.nothingPrinted'} />
      </p>
      <div className={controlsStyles['action-row']}>
        {isOffered && (
          <Button isDisabled={isBusy} testId="print-again" onPress={() => void again()}>
            <Icon name="printer" />
            <Text k={isDoubtful ? 'printing.didNotPrint' : 'printing.again'} />
          </Button>
        )}
        {!isDoubtful && (
          <Button isDisabled={isBusy} testId="print-let-be" onPress={() => void letBe()}>
            <Text k="printing.letBe" />
          </Button>
        )}
      </div>
      {isDoubtful && (
        <div className={styles['print-sign']}>
          <NameField label="printing.who" />
          <Button isDisabled={isBusy || !isSigned} testId="print-did" onPress={() => void settle(true)}>
            <Icon name="check" />
            <Text k="printing.didPrint" />
          </Button>
          <Button isDisabled={isBusy || !isSigned} testId="print-let-be" onPress={() => void settle(false)}>
            <Text k="printing.letBe" />
          </Button>
        </div>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  )
}

// Which print jobs belong to what is on the screen. Pure.

const isOfSale = ({ what }: PrintJobView, ref: Ref): boolean => what.kind === 'sale' && what.ref === ref

export const slipsOf = (jobs: readonly PrintJobView[], ref: Ref): readonly PrintJobView[] =>
  jobs.filter((job) => isOfSale(job, ref))

/** The newest job of a sale's slip. */
export const jobOfSale = (jobs: readonly PrintJobView[], ref: Ref): PrintJobView | undefined =>
  jobs.findLast((job) => isOfSale(job, ref))

/** The same of the official receipt. */
export const jobOfReceipt = (jobs: readonly PrintJobView[], ref: Ref): PrintJobView | undefined =>
  jobs.findLast(({ what }) => what.kind === 'official' && what.ref === ref)

/** What was asked for once and what events have brought since: the later state of each counts. */
export function mergeJobs(
  asked: readonly PrintJobView[],
  changed: readonly PrintJobView[],
): readonly PrintJobView[] {
  const byId = new Map(asked.map((job) => [job.jobId, job]))
  for (const job of changed) {
    const known = byId.get(job.jobId)
    if (known === undefined || known.atMs <= job.atMs) byId.set(job.jobId, job)
  }
  return [...byId.values()].sort((a, b) => a.queuedAtMs - b.queuedAtMs)
}

/** Whether the next slip of a sale carries its codes: until one that may be on paper has all that the sale has now. */
export const printsCodes = (
  jobs: readonly PrintJobView[],
  { ref, cards }: Pick<SaleView, 'ref' | 'cards'>,
): boolean =>
  !slipsOf(jobs, ref).some(
    ({ codes, state, settledAs }) =>
      areAllCodes(codes, cards.length) && state !== 'failed' && settledAs !== 'not-printed',
  )
