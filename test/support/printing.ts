/** A counter with a printer on TCP, and what is asked of its jobs. */
import { onTestFinished } from 'vitest'
import type { PrinterSettings, PrintJobView } from '#shared/printing.ts'
import { isCodeDrawn } from '../core/receipt/printed.ts'
import { type CoreOptions, type Counter, startCore, startShop, until } from './core.ts'
import { type PrinterState, startTcpPrinter, type TcpPrinter } from './tcp-printer.ts'
import { printVirtually } from './virtual-printer.ts'

export const printerAt = (
  { host, port }: Pick<TcpPrinter, 'host' | 'port'>,
  change: Partial<PrinterSettings> = {},
): PrinterSettings => ({
  name: 'Caisse',
  transport: { kind: 'tcp', host, port },
  ...{ paper: 80, dots: 576, codePage: 'cp858', text: 'printer', drawsCodes: true, asks: true },
  cuts: true,
  drawer: false,
  ...change,
})

export async function startPrinter(state: Partial<PrinterState> = {}): Promise<TcpPrinter> {
  const printer = await startTcpPrinter(state)
  onTestFinished(() => printer.close())
  return printer
}

/** A shop whose counter prints on `printer`. */
export async function startPrintingShop(
  state: Partial<PrinterState> = {},
  change: Partial<PrinterSettings> = {},
  options: Partial<CoreOptions> = {},
) {
  const printer = await startPrinter(state)
  const shop = { ...(await startShop()), ...options }
  const counter = await startCore(shop)
  await counter.command('settings.update', { printer: printerAt(printer, change) })
  return { ...shop, printer, counter }
}

/** The job once it is no more queued or on its way. */
export async function ended(counter: Counter, { jobId }: Pick<PrintJobView, 'jobId'>): Promise<PrintJobView> {
  const isOver = (job: PrintJobView) => job.state !== 'queued' && job.state !== 'sending'
  await until(`print job ${jobId} has ended`, () => publishedViewsOf(counter, jobId).some(isOver))
  const last = publishedViewsOf(counter, jobId).at(-1)
  if (!last) throw new Error(`no print job ${jobId}`)
  return last
}

/** What was published of a job, in order. */
export const publishedViewsOf = (counter: Counter, jobId: string): readonly PrintJobView[] =>
  counter.events.flatMap(({ event }) =>
    event.kind === 'print-changed' && event.job.jobId === jobId ? event.job : [],
  )

/** Whether the code of a card is on a slip. */
export const hasCode = (slip: Uint8Array | undefined, code: string): boolean =>
  isCodeDrawn(printVirtually(slip ?? new Uint8Array(), 48), code)

/** Whether a slip opens the drawer that hangs on its printer. */
export const opensDrawer = (slip: Uint8Array | undefined): boolean =>
  printVirtually(slip ?? new Uint8Array(), 48).some(({ kind }) => kind === 'drawer')

/** Every word on a slip, as it lies on the counter; 48 columns are 80 mm. */
export const wordsOn = (slip: Uint8Array | undefined): string =>
  printVirtually(slip ?? new Uint8Array(), 48)
    .flatMap((printed) => ('text' in printed ? printed.text : []))
    .join('\n')
