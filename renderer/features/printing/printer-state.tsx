/**
 * The printer in the status bar: none, ready, what is wrong with it, or how many slips wait for a person; nothing where the shop
 * has chosen to print nothing. A trouble is named in two words there, because the bar stands in one row on every screen; what to
 * do about it is the button's description.
 */
import { useCallback, useEffect } from 'react'
import type { PrinterStatus, PrintProblem } from '#shared/printing.ts'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import {
  type Parts,
  useIsPrinting,
  useParts,
  usePrintJobs,
  useScreen,
  useSettings,
  useTranslator,
} from '../../counter-context.tsx'
import { waitingJobs } from '../../mirror.ts'
import styles from './printer-state.module.css'

/** What hands at the counter can mend has words of its own in the bar. */
const mendable = [
  'offline',
  'not-found',
  'busy',
  'paper-out',
  'cover-open',
  'printer-error',
  'queue-stopped',
] as const satisfies readonly PrintProblem[]

export function PrinterState() {
  const { screen } = useParts()
  const { printer } = useSettings()
  const isOffered = useIsPrinting()
  const waitingCount = waitingJobs(usePrintJobs()).length
  const { status, ask } = usePrinterStatus()
  const look = waitingCount > 0 ? 'waiting' : (status?.kind ?? 'asking')
  const press = (): void => {
    if (waitingCount > 0) screen.open({ kind: 'print-jobs' })
    else if (printer === null || status?.kind === 'none') screen.open({ kind: 'printer' })
    else ask()
  }
  const advice = useAdvice(waitingCount, status)
  if (!isOffered && waitingCount === 0) return null
  return (
    <button
      type="button"
      className={styles['printer-state']}
      data-testid="printer-state"
      data-look={look}
      title={advice}
      onClick={press}
    >
      <Icon name={look === 'ready' || look === 'none' || look === 'asking' ? 'printer' : 'warning'} />
      <span>
        {waitingCount > 0 ? (
          <Text k="printing.status.waiting" values={{ count: waitingCount }} />
        ) : (
          <StatusText status={status} />
        )}
      </span>
    </button>
  )
}

/** What is to be done, or what the press does. */
function useAdvice(waitingCount: number, status: PrinterStatus | null): string {
  const { text } = useTranslator()
  const { printer } = useSettings()
  if (waitingCount > 0) return text('printing.jobs')
  if (printer === null) return text('printing.setUp')
  return text(status?.kind === 'problem' ? `printing.problem.${status.problem}` : 'printing.status.ask')
}

export function StatusText({ status }: { readonly status: PrinterStatus | null }) {
  if (status === null) return <Text k="printing.status.asking" />
  if (status.kind === 'none') return <Text k="printing.status.none" />
  if (status.kind === 'problem') {
    return <Text k={`printing.status.problem.${mendable.find((one) => one === status.problem) ?? 'other'}`} />
  }
  if (status.paperLow) return <Text k="printing.status.paperLow" />
  return <Text k={status.isSure ? 'printing.status.ready' : 'printing.status.notKnown'} />
}

/** Asked when the counter opens, when the printer is another, after each job, and when somebody presses: never on a clock. */
function usePrinterStatus() {
  const { client, counter, screen } = useParts()
  const { printer } = useSettings()
  const jobs = usePrintJobs()
  const status = useScreen(({ printerStatus }) => printerStatus)
  // Jobs under way hold the printer; the last change of any other is when something may have become of it.
  const lastEndMs = Math.max(
    0,
    ...jobs.filter(({ state }) => state !== 'queued' && state !== 'sending').map(({ atMs }) => atMs),
  )
  const ask = useCallback(() => void askPrinter({ client, counter, screen }), [client, counter, screen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the answer depends on, beside the command itself.
  useEffect(ask, [ask, printer, lastEndMs])
  return { status, ask }
}

/** Asks the printer how it is, for all places that show it. */
export async function askPrinter({
  client,
  counter,
  screen,
}: Pick<Parts, 'client' | 'counter' | 'screen'>): Promise<void> {
  const printer = () => counter.store.getState().mirror?.settings.printer
  const asked = printer()
  const answer = await client.command('printers.status', {})
  // Another one was set meanwhile: that one is asked as well.
  if (printer() !== asked) return
  screen.notePrinter(answer.ok ? answer.value : { kind: 'problem', problem: 'unknown' })
}
