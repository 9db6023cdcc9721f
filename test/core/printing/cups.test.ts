/** Slips through a real spooler, on a raw queue to a printer on TCP. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type PrintLimits, printLimits } from '#core/printing/link.ts'
import { openCups, readCupsStatus } from '#core/printing/transports/cups.ts'
import { listCupsQueues } from '#core/printing/transports/ipp.ts'
import { startCups, whyNoCups } from '../../support/cups.ts'
import { startTcpPrinter } from '../../support/tcp-printer.ts'

const limits: PrintLimits = { ...printLimits, followEveryMs: 50, msPerByte: 0 }
const slip = randomBytes(9_000)

if (whyNoCups !== undefined) process.stdout.write(`  CUPS is not tried: ${whyNoCups}\n`)

async function startQueue(name = 'caisse') {
  const printer = await startTcpPrinter()
  onTestFinished(() => printer.close())
  const cups = await startCups(onTestFinished)
  await cups.addQueue(name, printer.port)
  const queue = { kind: 'cups', queue: name } as const
  async function print(more: Partial<PrintLimits> = {}) {
    const link = await openCups(queue, slip, { ...limits, ...more }, cups.socket)
    return link.ok ? link.value.print() : { kind: 'not-opened', problem: link.error }
  }
  return { printer, cups, queue, print }
}

describe.skipIf(whyNoCups !== undefined)('a raw queue', () => {
  test('brings the same bytes to the printer, and is followed until the job is completed', async () => {
    const { print, printer, cups } = await startQueue()
    expect(await print()).toEqual({ kind: 'sent' })
    expect(printer.slips()).toEqual([slip])
    expect(await cups.command('lpstat', '-W', 'not-completed', '-o')).toBe('')
  })

  test('whose printer was off once is tried again: only another job updates its state', async () => {
    const { print, cups, queue } = await startQueue()
    const printer = await cups.addMoodyQueue('caisse')
    for (const [reason, problem] of [
      ['offline-report', 'offline'],
      ['media-empty-error', 'paper-out'],
      ['cover-open', 'cover-open'],
    ]) {
      printer.say(`+${reason}`)
      await print()
      expect(await readCupsStatus(queue, limits, cups.socket)).toEqual({ kind: 'problem', problem })
      printer.say(`-${reason}`)
      expect(await print()).toEqual({ kind: 'sent' })
      expect(await readCupsStatus(queue, limits, cups.socket)).toMatchObject({ kind: 'ready' })
    }
  })

  test('keeps nothing of a slip that was printed or taken back', async () => {
    const { print, printer, cups } = await startQueue()
    // A control file says what a job was; a data file, which ends with its number, is what was to be printed.
    const kept = () => readdirSync(cups.spool).filter((name) => /^[cd]\d+/.test(name))
    // The scheduler takes the files away behind its answer, once the job's own processes have ended.
    const isGone = () => vi.waitFor(() => expect(kept()).toEqual([]), { timeout: 10_000 })
    expect(await print()).toEqual({ kind: 'sent' })
    await isGone()
    await printer.close()
    expect(await print({ followMs: 600 })).toMatchObject({ kind: 'doubted' })
    await isGone()
  })

  test('that is stopped, refuses jobs or does not exist gets none', async () => {
    const { print, printer, cups, queue } = await startQueue()
    await cups.command('cupsdisable', 'caisse')
    expect(await print()).toEqual({ kind: 'not-opened', problem: 'queue-stopped' })
    expect(await readCupsStatus(queue, limits, cups.socket)).toEqual({
      ...{ kind: 'problem', problem: 'queue-stopped' },
    })
    await cups.command('cupsenable', 'caisse')
    await cups.command('cupsreject', 'caisse')
    expect(await print()).toEqual({ kind: 'not-opened', problem: 'queue-stopped' })
    await cups.command('lpadmin', '-x', 'caisse')
    expect(await print()).toEqual({ kind: 'not-opened', problem: 'not-found' })
    expect(await cups.command('lpstat', '-W', 'all', '-o')).toBe('')
    expect(printer.slips()).toEqual([])
  })

  test('whose printer is off: the job is taken back, and not printed when it is on again', async () => {
    const { print, printer, cups } = await startQueue()
    await printer.close()
    expect(await print({ followMs: 600 })).toMatchObject({ kind: 'doubted' })
    expect(await cups.command('lpstat', '-W', 'not-completed', '-o')).toBe('')
    const on = await startTcpPrinter({}, printer.port)
    onTestFinished(() => on.close())
    expect(await print()).toEqual({ kind: 'sent' })
    expect(on.slips()).toEqual([slip])
  })

  test('whose job is removed by somebody may have printed', async () => {
    const { print, printer, cups } = await startQueue()
    printer.state.stallsAt = 1
    printer.state.answersStatus = false
    printer.state.closes = false
    const printing = print()
    while (printer.connections() === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await cups.command('cancel', '-a', 'caisse')
    expect(await printing).toEqual({ kind: 'doubted', problem: 'cancelled' })
  })

  test('is listed, the default as such', async () => {
    const { cups, printer, queue } = await startQueue()
    await cups.addQueue('bureau', printer.port)
    await cups.command('lpadmin', '-d', 'bureau')
    expect(await listCupsQueues(cups.socket)).toEqual([
      { name: 'bureau', isDefault: true },
      { name: 'caisse', isDefault: false },
    ])
    expect(await readCupsStatus(queue, limits, cups.socket)).toEqual({
      ...{ kind: 'ready', isSure: false, paperLow: false },
    })
  })
})

describe('without a spooler', () => {
  test('nothing is printed and nothing is listed', async () => {
    const nowhere = '/nonexistent/cups.sock'
    const queue = { kind: 'cups', queue: 'caisse' } as const
    expect(await openCups(queue, slip, limits, nowhere)).toEqual({ ok: false, error: 'offline' })
    expect(await listCupsQueues(nowhere)).toEqual([])
  })
})
