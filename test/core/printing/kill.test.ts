/** A process that is killed while it prints: what it had begun may have printed and waits for the cashier; nothing is repeated. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Ref } from '#shared/ref.ts'
import { startCore, until } from '../../support/core.ts'
import { ended, startPrintingShop, wordsOn } from '../../support/printing.ts'
import type { PrinterState, TcpPrinter } from '../../support/tcp-printer.ts'

const child = fileURLToPath(new URL('../../support/printing-child.ts', import.meta.url))

/** A shop with one delivered sale and a printer that stops somewhere; its counter is closed. */
async function closedShop(state: Partial<PrinterState>) {
  const { counter, printer, ...shop } = await startPrintingShop(state)
  const { ref } = await counter.sell('023456789')
  const sale = await counter.reached(ref, 'fulfilled')
  await counter.core.stop()
  return { ...shop, dataDir: counter.dataDir, printer, ref, sale }
}

/** Prints in another process and kills that at `moment`. Answers what it had said of the job. */
async function killWhilePrinting(
  { dataDir, ref }: { readonly dataDir: string; readonly ref: Ref },
  isMoment: (said: string) => boolean,
): Promise<string> {
  const printing = spawn(process.execPath, [child, dataDir, ref], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void printing.kill('SIGKILL'))
  let said = ''
  printing.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await until('the process is to be killed', () => isMoment(said))
  printing.kill('SIGKILL')
  await once(printing, 'close')
  return said.trim().split('\n').join(' ')
}

const bytesAt = (printer: TcpPrinter) => printer.slips().reduce((sum, slip) => sum + slip.length, 0)

test('in the middle of a slip: it may have printed, and only a person has it printed again', async () => {
  const shop = await closedShop({ stallsAt: 300 })
  const { printer, ref, sale } = shop
  expect(await killWhilePrinting(shop, () => bytesAt(printer) > 0)).toBe('queued sending')
  const counter = await startCore(shop)
  const { printJobs } = await counter.command('app.snapshot', {})
  expect(printJobs).toMatchObject([{ state: 'may-have-printed', problem: 'interrupted', what: { ref } }])
  expect(await counter.readSale(ref)).toEqual(sale)
  expect(printer.connections()).toBe(1)
  printer.state.stallsAt = Number.POSITIVE_INFINITY
  const again = await counter.command('print.again', { jobId: printJobs[0]?.jobId ?? '' })
  expect(await ended(counter, again)).toMatchObject({ state: 'printed', what: { copyNumber: 1 } })
  expect(wordsOn(printer.slips().at(-1))).toContain('DUPLICATA')
  expect(printer.connections()).toBe(2)
})

test('before a byte of the slip has left: nothing was printed, and that is known', async () => {
  const shop = await closedShop({ answersStatus: false })
  const { printer } = shop
  expect(await killWhilePrinting(shop, () => printer.connections() > 0)).toBe('queued')
  const counter = await startCore(shop)
  const { printJobs } = await counter.command('app.snapshot', {})
  expect(printJobs).toMatchObject([{ state: 'failed', problem: 'interrupted' }])
  expect([printer.connections(), printer.slips()]).toEqual([1, []])
})

test('after the printer has said that it has the slip: it is printed, and nobody is asked', async () => {
  const shop = await closedShop({})
  const { printer, ref } = shop
  await killWhilePrinting(shop, (said) => said.includes('printed'))
  const counter = await startCore(shop)
  expect((await counter.command('app.snapshot', {})).printJobs).toEqual([])
  expect((await counter.command('print.of-sale', { ref })).jobs).toMatchObject([{ state: 'printed' }])
  expect(printer.slips()).toHaveLength(1)
})
