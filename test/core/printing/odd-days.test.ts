/**
 * Many slips to a printer that is well one moment and not the next, in any order. Whatever happens: no slip reaches the printer
 * twice, what is said to have failed never came there, what is said to be
 * handed over came whole, and what is said to be printed is on paper.
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createEvents } from '#core/events.ts'
import { printLimits } from '#core/printing/link.ts'
import { createPrintRepository } from '#core/printing/print-repository.ts'
import { createPrintQueue } from '#core/printing/queue.ts'
import { openTcp } from '#core/printing/transports/tcp.ts'
import { keepLog, systemClock } from '../../support/api-client.ts'
import { RUNS } from '../../support/effort.ts'
import { openWhole } from '../../support/journal.ts'
import { startPrinter } from '../../support/printing.ts'
import type { PrinterState, TcpPrinter } from '../../support/tcp-printer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const limits = {
  ...printLimits,
  ...{ connectMs: 2_000, connectAgainMs: 2, statusMs: 40, statusAfterMs: 80, stallMs: 80, closeMs: 80 },
  statusEveryMs: 20,
  msPerByte: 0,
}
const well: Partial<PrinterState> = {
  ...{
    answersStatus: true,
    answersInTurn: true,
    lies: false,
    paper: 'there',
    coverOpen: false,
    closes: true,
  },
  ...{ bytesPerMs: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY },
  stallsAt: Number.POSITIVE_INFINITY,
  hangsUpAt: Number.POSITIVE_INFINITY,
  paperEndsAt: Number.POSITIVE_INFINITY,
}
/** What a printer may do while one slip comes; the bytes are counted with the questions before it. */
const trouble = fc.oneof(
  fc.constant({}),
  fc.constant({ answersStatus: false }),
  fc.constantFrom({ paper: 'out' as const }, { coverOpen: true }, { answersStatus: false, closes: false }),
  fc.record({ stallsAt: fc.integer({ min: 1, max: 9_000 }), answersStatus: fc.boolean() }),
  fc.record({ hangsUpAt: fc.integer({ min: 1, max: 9_000 }), answersStatus: fc.boolean() }),
  fc.record({
    paperEndsAt: fc.integer({ min: 1, max: 9_000 }),
    ...{
      lies: fc.boolean(),
      answersInTurn: fc.boolean(),
      bytesPerMs: fc.constantFrom(100, Number.POSITIVE_INFINITY),
    },
  }),
  fc.record({
    bytesPerMs: fc.constantFrom(100, 1_000),
    memoryBytes: fc.constantFrom(1_000, 4_096, Number.POSITIVE_INFINITY),
    answersInTurn: fc.boolean(),
  }),
)
const SLIP_BYTES = 6_000

/** Bytes that no other slip has, and no question. */
const slipOf = (jobId: string): Buffer => Buffer.alloc(SLIP_BYTES, `${jobId} `)

function startQueue(printer: TcpPrinter, within = limits, nowMs = () => performance.now()) {
  const journal = openWhole(temporaryFolder())
  const log = keepLog()
  const repository = createPrintRepository({ journal, events: createEvents(log), clock: systemClock, log })
  const transport = { kind: 'tcp', host: printer.host, port: printer.port } as const
  const queue = createPrintQueue({
    ...{ repository, log, nowMs },
    open: async ({ printable }) =>
      printable.kind === 'bytes'
        ? openTcp(transport, printable.bytes, within)
        : { ok: false, error: 'unsupported' },
  })
  onTestFinished(() => queue.stop())
  /** Queues a slip; resolves when its job has ended. */
  const print = (jobId: string) =>
    new Promise<void>((onEnd) => {
      const queued = { ref: null, what: 'test', copyNumber: 0, printer: 'Caisse', codes: 0 } as const
      repository.record([{ kind: 'print-queued', jobId, ...queued, documentSha256: 'a'.repeat(64) }])
      const printable = { kind: 'bytes', bytes: slipOf(jobId) } as const
      queue.add({ jobId, ref: null, transport, asks: true, printable, onEnd })
    })
  return { journal, print, log, repository }
}

test('no slip is printed twice, and the state of each is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trouble, { minLength: 1, maxLength: 8 }), async (troubles) => {
      const printer = await startPrinter()
      const { journal, print, log } = startQueue(printer)
      for (const [place, state] of troubles.entries()) {
        Object.assign(printer.state, well, state)
        await print(`job-${place}`)
      }
      const [slips, papers] = [printer.slips(), printer.papers()]
      for (const [place] of troubles.entries()) {
        const jobId = `job-${place}`
        const isIts = (slip: Buffer) => slip.subarray(0, 5).equals(slipOf(jobId).subarray(0, 5))
        const came = slips.filter(isIts)
        const job = journal.readPrintJob(jobId)
        expect(came.length).toBeLessThanOrEqual(1)
        if (job?.state === 'failed') expect(came).toEqual([])
        else if (job?.state === 'sent') expect(came).toEqual([slipOf(jobId)])
        else if (job?.state === 'printed') expect(papers.filter(isIts)).toEqual([slipOf(jobId)])
        else expect(job?.state).toBe('may-have-printed')
      }
      expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
      await printer.close()
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  )
})

test('slips that are queued at once come in their order, one connection each', async () => {
  const printer = await startPrinter()
  // A busy machine takes its time, and this printer answers everything.
  const patient = { statusMs: 60_000, statusAfterMs: 60_000, stallMs: 60_000, closeMs: 60_000 }
  const { journal, print } = startQueue(printer, { ...limits, ...patient })
  const jobIds = Array.from({ length: 12 }, (_, place) => `job-${place + 10}`)
  await Promise.all(jobIds.map(print))
  expect(printer.slips()).toEqual(jobIds.map(slipOf))
  expect(printer.connections()).toBe(jobIds.length)
  expect(jobIds.map((jobId) => journal.readPrintJob(jobId)?.state)).toEqual(jobIds.map(() => 'printed'))
})

test('a slip that waited too long is not printed any more', async () => {
  const printer = await startPrinter()
  let nowMs = 0
  const { journal, print } = startQueue(printer, limits, () => nowMs)
  printer.state.coverOpen = true
  const jobs = [print('job-0'), print('job-1')]
  nowMs = printLimits.waitMs + 1
  await Promise.all(jobs)
  expect(journal.readPrintJob('job-1')).toMatchObject({ state: 'failed', problem: 'waited-too-long' })
  expect(printer.slips()).toEqual([])
  printer.state.coverOpen = false
  await print('job-2')
  expect(journal.readPrintJob('job-2')?.state).toBe('printed')
})

test('if the disk refuses the start of a slip, not a byte of it is sent', async () => {
  const printer = await startPrinter()
  const { journal, print, log } = startQueue(printer)
  const printing = print('job-0')
  journal.close()
  await printing
  expect(printer.slips()).toEqual([])
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(2)
})

test('an entry that the journal refuses for good does not block later ones', async () => {
  const printer = await startPrinter()
  const { journal, print, log, repository } = startQueue(printer)
  expect(repository.note({ kind: 'print-begun', jobId: 'nobody', ref: null })).toBe(false)
  await print('job-1')
  expect(journal.readPrintJob('job-1')?.state).toBe('printed')
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
})
