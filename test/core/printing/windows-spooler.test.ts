/** What is asked of Windows' spooler, call by call, and what is made of its answers. The spooler is one in memory. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type PrintEnd, printLimits } from '#core/printing/link.ts'
import { loadFunctionsOf, loadWindowsFunctions } from '#core/printing/transports/windows-functions.ts'
import {
  openWindowsPrinter,
  readWindowsStatus,
  type SpoolerFunctions,
  SpoolerHangs,
} from '#core/printing/transports/windows-spooler.ts'
import type { PrinterTransport } from '#shared/printing.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const limits = { ...printLimits, commandMs: 50, stallMs: 50, followMs: 400, followEveryMs: 5, msPerByte: 0 }
const slip = randomBytes(50_000)
const till: Extract<PrinterTransport, { kind: 'windows' }> = { kind: 'windows', queue: 'POS-80' }

/** The functions as the system has them: each answers when it is done, or never comes back. */
type Answers = {
  readonly [Name in keyof SpoolerFunctions<string>]: (
    ...given: Parameters<SpoolerFunctions<string>[Name]>
  ) => Awaited<ReturnType<SpoolerFunctions<string>[Name]>> | typeof never
}
const never = Symbol('never')
const as = (status: number, attributes = 0) => ({ status, attributes })

/** A spooler with one printer, which keeps what it is asked and every byte that it takes. */
function spoolerWith(change: Partial<Answers> = {}) {
  const asked: string[] = []
  const taken: Buffer[] = []
  const spooler: Answers = {
    open: (name) => (name === till.queue ? name : undefined),
    readStatus: () => as(0),
    readDriver: () => 0,
    startDocument: () => 7,
    startPage: () => true,
    write: (_printer, bytes) => {
      taken.push(Buffer.from(bytes))
      return bytes.length
    },
    endPage: () => true,
    endDocument: () => true,
    readJob: () => undefined,
    deleteJob: () => true,
    close: () => undefined,
    ...change,
  }
  const noted = Object.fromEntries(
    Object.entries(spooler).map(([name, call]) => [
      name,
      (...args: never[]) => {
        asked.push(name)
        const answer = (call as (...given: never[]) => unknown)(...args)
        return answer === never ? new Promise(() => undefined) : Promise.resolve(answer)
      },
    ]),
  ) as unknown as SpoolerFunctions<string>
  return { spooler: noted, asked, bytes: () => Buffer.concat(taken) }
}

async function print(spooler: SpoolerFunctions<string>, queue = till.queue) {
  const link = await openWindowsPrinter(spooler, { ...till, queue }, slip, limits)
  if (!link.ok) return { kind: 'not-opened', problem: link.error }
  const end = await link.value.print()
  link.value.close()
  return end
}

describe('a slip', () => {
  test('goes unchanged into the spooler, and is sent when its job is done', async () => {
    const jobs = [0x10, 0x10, undefined]
    const { spooler, asked, bytes } = spoolerWith({ readJob: () => jobs.shift() })
    expect(await print(spooler)).toEqual({ kind: 'sent' })
    expect(bytes()).toEqual(slip)
    expect(asked.filter((call, place) => call !== asked[place - 1])).toEqual([
      ...[
        'open',
        'readStatus',
        'readDriver',
        'startDocument',
        'startPage',
        'write',
        'endPage',
        'endDocument',
      ],
      ...['readJob', 'readStatus', 'close'],
    ])
  })

  test.each([
    ['an XPS driver, which would swallow it otherwise', 0x2, 'XPS_PASS'],
    ['any other', 0x5, 'RAW'],
    ['one that says nothing of itself', undefined, 'RAW'],
  ])('goes past %s', async (_what, driver, datatype) => {
    const started: string[] = []
    const startDocument = (_printer: string, _title: string, as: string) => started.push(as)
    expect(await print(spoolerWith({ readDriver: () => driver, startDocument }).spooler)).toEqual({
      kind: 'sent',
    })
    expect(started).toEqual([datatype])
  })

  test('reports a spooler whose calls do not return, and prints as soon as they do', async () => {
    const { spooler } = spoolerWith()
    const hung = () => Promise.reject(new SpoolerHangs())
    expect(await print({ ...spooler, open: hung })).toEqual({ kind: 'not-opened', problem: 'spooler-hangs' })
    expect(await readWindowsStatus({ ...spooler, readStatus: hung }, till)).toEqual({
      ...{ kind: 'problem', problem: 'spooler-hangs' },
    })
    expect(await print({ ...spooler, write: hung })).toEqual({ kind: 'doubted', problem: 'spooler-hangs' })
    expect(await print(spooler)).toEqual({ kind: 'sent' })
  })

  test('that is taken in small pieces is whole', async () => {
    const taken: Buffer[] = []
    const { spooler } = spoolerWith({
      write: (_printer, bytes) => {
        taken.push(Buffer.from(bytes.subarray(0, 999)))
        return Math.min(999, bytes.length)
      },
    })
    expect(await print(spooler)).toEqual({ kind: 'sent' })
    expect(Buffer.concat(taken)).toEqual(slip)
  })

  test.each([
    ['is unknown', {}, 'LASER', 'not-found'],
    ['has no paper', { readStatus: () => as(0x10) }, till.queue, 'paper-out'],
    ['is off line', { readStatus: () => as(0x80) }, till.queue, 'offline'],
    ['is open', { readStatus: () => as(0x400000 | 0x10) }, till.queue, 'cover-open'],
    ['does not come back', { readStatus: (): typeof never => never }, till.queue, 'offline'],
    ['is set to work off line', { readStatus: () => as(0, 0x400) }, till.queue, 'offline'],
    ['is paused', { readStatus: () => as(1) }, till.queue, 'queue-stopped'],
  ])('is not begun on a printer that %s', async (_what, change, queue, problem) => {
    const { spooler, asked } = spoolerWith(change)
    expect(await print(spooler, queue)).toEqual({ kind: 'not-opened', problem })
    expect(asked).not.toContain('startDocument')
    expect(asked.at(-1)).toBe(queue === till.queue ? 'close' : 'open')
  })

  type Row = readonly [string, Partial<Answers>, PrintEnd]
  const goneAfter = (...flags: number[]) => ({ readJob: () => flags.shift() })
  let statusAsked = 0
  const spoolerEnds: Partial<Answers> = { readStatus: () => (statusAsked++ === 0 ? as(0) : undefined) }
  const first = { write: () => undefined }
  let writes = 0
  const later = {
    write: (_printer: string, bytes: Uint8Array) => (writes++ === 0 ? bytes.length : undefined),
  }
  const rows: readonly Row[] = [
    ['no document is taken', { startDocument: () => 0 }, { kind: 'failed', problem: 'denied' }],
    ['no page is taken', { startPage: () => false }, { kind: 'failed', problem: 'unknown' }],
    ['not a byte is taken', first, { kind: 'failed', problem: 'unknown' }],
    ['some bytes are taken', later, { kind: 'doubted', problem: 'cut-off' }],
    ['its end is refused', { endDocument: () => false }, { kind: 'doubted', problem: 'unconfirmed' }],
    ['somebody deletes its job', { readJob: () => 0x4 }, { kind: 'doubted', problem: 'cancelled' }],
    ['its job waits for paper', { readJob: () => 0x40 }, { kind: 'doubted', problem: 'paper-out' }],
    [
      'its job is gone after it had waited for paper',
      goneAfter(0x10, 0x40),
      { kind: 'doubted', problem: 'unconfirmed' },
    ],
    ['the spooler itself is gone', spoolerEnds, { kind: 'doubted', problem: 'unconfirmed' }],
    [
      'the document is not taken in time',
      { startDocument: () => never },
      { kind: 'failed', problem: 'stalled' },
    ],
    ['the bytes are not taken in time', { write: () => never }, { kind: 'doubted', problem: 'stalled' }],
    ['its end does not come', { endDocument: () => never }, { kind: 'doubted', problem: 'unconfirmed' }],
    ['nothing is said of its job', { readJob: () => never }, { kind: 'doubted', problem: 'unconfirmed' }],
    ['its job does not end', { readJob: () => 0x10 }, { kind: 'doubted', problem: 'unconfirmed' }],
  ]
  test.each(rows)('where %s, ends with its known state', async (_what, change, end) => {
    expect(await print(spoolerWith(change).spooler)).toEqual(end)
  })

  test.each([
    ['that does not end in time', { readJob: () => 0x10 }],
    ['of which a part was taken', { write: () => 0 }],
  ])('%s is taken out of the queue', async (_what, change) => {
    const { spooler, asked } = spoolerWith(change)
    await print(spooler)
    expect(asked).toContain('deleteJob')
  })
})

test('a printer that opens too late is closed', async () => {
  let open = (_name: string): void => undefined
  const { spooler, asked } = spoolerWith()
  const opening = new Promise<string>((resolve) => {
    open = resolve
  })
  expect(await print({ ...spooler, open: () => opening })).toEqual({ kind: 'not-opened', problem: 'offline' })
  expect(asked).toEqual([])
  open(till.queue)
  await opening
  await Promise.resolve()
  expect(asked).toEqual(['close'])
})

test('a printer is asked for its state, and closed', async () => {
  const { spooler, asked } = spoolerWith()
  expect(await readWindowsStatus(spooler, till)).toEqual({ kind: 'ready', isSure: false, paperLow: false })
  expect(asked).toEqual(['open', 'readStatus', 'close'])
})

test.skipIf(process.platform === 'win32')('nothing of Windows is loaded elsewhere', () => {
  expect(loadWindowsFunctions()).toBeUndefined()
})

// Set-up brings a compiler to Linux.
test.runIf(process.platform === 'linux')(
  'results of the system are read in full: a BOOL is an int, true unless 0',
  async () => {
    const library = join(temporaryFolder(), 'winspool.so')
    execFileSync('c++', ['-xc', '-shared', '-fPIC', '-o', library, 'test/support/winspool.c'])
    const spooler = await loadFunctionsOf(library)
    expect(await spooler.open('LASER')).toBeUndefined()
    const printer = await spooler.open(till.queue)
    expect(await spooler.readStatus(printer)).toEqual(as(0x10, 0x400))
    expect(await spooler.readDriver(printer)).toBe(2)
    expect(await spooler.startDocument(printer, 'Ticket', 'RAW')).toBe(7)
    expect(await spooler.startPage(printer)).toBe(true)
    expect(await spooler.write(printer, slip)).toBe(slip.length)
    expect(await spooler.endPage(printer)).toBe(true)
    expect(await spooler.endDocument(printer)).toBe(false)
    expect([await spooler.readJob(printer, 7), await spooler.readJob(printer, 8)]).toEqual([0x40, undefined])
    expect([await spooler.deleteJob(printer, 7), await spooler.deleteJob(printer, 8)]).toEqual([true, false])
    await spooler.close(printer)
  },
)
