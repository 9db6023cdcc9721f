/** The screens of printing: which job is shown, what a second press does, and how a printer is set up step by step. */
import { describe, expect, test } from 'vitest'
import type { PrintJobView } from '#shared/printing.ts'
import { emptyShop } from '#shared/shop.ts'
import { isPrinting } from '#shared/views.ts'
import { createClient } from '../../renderer/client.ts'
import {
  jobOfReceipt,
  jobOfSale,
  mergeJobs,
  printsCodes,
} from '../../renderer/features/printing/job-note.tsx'
import { printUnprinted } from '../../renderer/features/printing/print-jobs-dialog.tsx'
import { askPrinter } from '../../renderer/features/printing/printer-state.tsx'
import { printSlip } from '../../renderer/features/printing/sale-print.tsx'
import {
  allRight,
  draftOf,
  isWhole,
  marksOf,
  mendedBy,
  onPaper,
  papersOf,
  placeOf,
  readTypedPlace,
  stepBefore,
} from '../../renderer/features/printing/wizard.tsx'
import { differs, takeOver, tidy } from '../../renderer/features/settings/shop-dialog.tsx'
import { waitingJobs } from '../../renderer/mirror.ts'
import { createScreen } from '../../renderer/screen-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { createTestBridge, ok, refuse, snapshotOf } from '../support/bridge.ts'
import { refNumber } from '../support/refs.ts'

const ref = refNumber(1)
const printer = draftOf('Epson', { kind: 'tcp', host: '192.168.1.50', port: 9_100 })

const jobOf = (seed: number, change: Partial<PrintJobView> = {}): PrintJobView => ({
  jobId: `job-${seed}`,
  what: { kind: 'sale', ref, copyNumber: 0 },
  printer: 'Epson',
  state: 'sent',
  problem: null,
  settledAs: null,
  codes: 0,
  queuedAtMs: seed,
  atMs: seed,
  ...change,
})

describe('the jobs that the window holds', () => {
  async function startCounter(jobs: readonly PrintJobView[]) {
    const testBridge = createTestBridge()
    testBridge.answer('app.snapshot', () => ok(snapshotOf({ printJobs: [...jobs] })))
    const counter = createCounter({
      client: createClient(testBridge.bridge),
      wait: () => new Promise(() => undefined),
    })
    counter.start()
    await counter.resync()
    const held = () => counter.store.getState().mirror?.printJobs ?? []
    return { testBridge, held }
  }

  test('have the one that was just printed, however many wait for a person', async () => {
    const waiting = Array.from({ length: 250 }, (_, seed) => jobOf(seed + 1, { state: 'failed' }))
    const { testBridge, held } = await startCounter([...waiting, jobOf(900, { state: 'sending', codes: 2 })])
    testBridge.sendNumbered(1, { kind: 'print-changed', job: jobOf(900, { codes: 2 }) })
    expect(held()).toHaveLength(251)
    expect(held().at(-1)).toMatchObject({ jobId: 'job-900', state: 'sent', codes: 2 })
  })

  test('are replaced by events, and keep the order in which they came', async () => {
    const { testBridge, held } = await startCounter([jobOf(2, { state: 'sending' })])
    testBridge.sendNumbered(1, {
      kind: 'print-changed',
      job: jobOf(2, { state: 'failed', problem: 'paper-out', atMs: 9 }),
    })
    testBridge.sendNumbered(2, { kind: 'print-changed', job: jobOf(1) })
    expect(held().map(({ jobId, state }) => [jobId, state])).toEqual([
      ['job-1', 'sent'],
      ['job-2', 'failed'],
    ])
  })

  test('are bounded, and those that wait for a person are never dropped', async () => {
    const { testBridge, held } = await startCounter([jobOf(0, { state: 'may-have-printed' })])
    for (let seed = 1; seed <= 300; seed += 1)
      testBridge.sendNumbered(seed, { kind: 'print-changed', job: jobOf(seed) })
    expect(held()).toHaveLength(1 + 200)
    expect(waitingJobs(held()).map(({ jobId }) => jobId)).toEqual(['job-0'])
    expect(held().at(-1)?.jobId).toBe('job-300')
  })
})

describe('the jobs of a sale', () => {
  test('are those of its slip, and the newest counts', () => {
    const official = jobOf(3, { what: { kind: 'official', ref } })
    const jobs = [jobOf(1), jobOf(2), official, jobOf(4, { what: { kind: 'test' } })]
    expect(jobOfSale(jobs, ref)?.jobId).toBe('job-2')
    expect(jobOfReceipt(jobs, ref)?.jobId).toBe('job-3')
    expect(jobOfSale(jobs, refNumber(2))).toBeUndefined()
  })

  test('are those of the later source, an answer or an event', () => {
    const later = jobOf(1, { state: 'settled', settledAs: 'printed', atMs: 5 })
    expect(mergeJobs([jobOf(1, { state: 'failed' })], [later])).toEqual([later])
    expect(mergeJobs([later], [jobOf(1, { state: 'failed' })])).toEqual([later])
  })
})

test('the next slip carries the codes of cards until one that may be on paper has all that are here', () => {
  const card = { codeTail: '9F2K', serialTail: null }
  const [one, two] = [[card], [card, card]].map((cards) => ({ ref, cards }))
  if (!one || !two) throw new Error('no sales')
  const codes = { codes: 1 } as const
  expect(printsCodes([], one)).toBe(true)
  expect(printsCodes([jobOf(1, codes)], one)).toBe(false)
  expect(printsCodes([jobOf(1, { ...codes, state: 'failed' })], one)).toBe(true)
  expect(printsCodes([jobOf(1, { ...codes, state: 'may-have-printed' })], one)).toBe(false)
  expect(printsCodes([jobOf(1)], { ...one, ref: refNumber(2) })).toBe(true)
  expect(printsCodes([jobOf(1, codes)], two)).toBe(true)
  expect(printsCodes([jobOf(1, codes), jobOf(2, { codes: 2 })], two)).toBe(false)
})

describe('a press on print', () => {
  async function press(
    jobs: readonly PrintJobView[],
    isSet = true,
    answer: unknown = ok(jobOf(9)),
    inJournal: readonly PrintJobView[] = jobs,
  ) {
    const testBridge = createTestBridge()
    const { settings } = snapshotOf()
    const snapshot = snapshotOf({
      printJobs: [...jobs],
      settings: { ...settings, printer: isSet ? printer : null },
    })
    testBridge.answer('app.snapshot', () => ok(snapshot))
    testBridge.answer('print.slip', () => answer)
    testBridge.answer('print.of-sale', () => ok({ jobs: [...inJournal] }))
    const client = createClient(testBridge.bridge)
    const counter = createCounter({ client, wait: () => new Promise(() => undefined) })
    counter.start()
    await counter.resync()
    const screen = createScreen(counter)
    await printSlip({ client, counter, screen }, ref)
    const asked = testBridge.asked.filter(({ name }) => name === 'print.slip').map(({ input }) => input)
    return { asked, screen: screen.store.getState() }
  }

  test('asks for the slip, and for another one once the last is over', async () => {
    expect((await press([])).asked).toEqual([{ ref, known: 0 }])
    expect((await press([jobOf(1)])).asked).toEqual([{ ref, known: 1 }])
    expect((await press([jobOf(1, { state: 'settled', settledAs: 'not-printed' })])).asked).toHaveLength(1)
  })

  test.each(['queued', 'sending', 'failed', 'may-have-printed'] as const)(
    'prints nothing while the last one is %s',
    async (state) => {
      expect((await press([jobOf(1, { state })])).asked).toEqual([])
    },
  )

  test('knows slips that no event has brought', async () => {
    const elder = [jobOf(1), jobOf(2, { what: { kind: 'official', ref } }), jobOf(3)]
    expect((await press([], true, ok(jobOf(9)), elder)).asked).toEqual([{ ref, known: 2 }])
    expect((await press([], true, ok(jobOf(9)), [jobOf(1, { state: 'sending' })])).asked).toEqual([])
  })

  test('leads to the set-up where there is no printer', async () => {
    const { asked, screen } = await press([], false)
    expect([asked, screen.dialog]).toEqual([[], { kind: 'printer' }])
  })

  test('that is refused is shown', async () => {
    const { screen } = await press([], true, refuse({ kind: 'printing', problem: 'queue-full' }))
    expect(screen.notes[0]?.content).toMatchObject({ kind: 'error', error: { problem: 'queue-full' } })
  })
})

/** A window that holds these jobs, with what the core answers. */
async function standWith(printJobs: readonly PrintJobView[]) {
  const testBridge = createTestBridge()
  const { settings } = snapshotOf()
  testBridge.answer('app.snapshot', () =>
    ok(snapshotOf({ printJobs: [...printJobs], settings: { ...settings, printer } })),
  )
  const client = createClient(testBridge.bridge)
  const counter = createCounter({ client, wait: () => new Promise(() => undefined) })
  counter.start()
  await counter.resync()
  return { testBridge, parts: { client, counter, screen: createScreen(counter) } }
}

test('papers are offered until a shop without a printer has chosen to print nothing', () => {
  const offered = [printer, null].flatMap((set) =>
    [false, true].map((withoutPrinter) => isPrinting({ printer: set, withoutPrinter })),
  )
  expect(offered).toEqual([true, true, true, false])
})

describe('a press for all that did not print', () => {
  const failed = { state: 'failed', problem: 'paper-out' } as const
  const jobs = [
    jobOf(1, failed),
    jobOf(2, { state: 'may-have-printed' }),
    jobOf(3, failed),
    jobOf(4, { ...failed, what: { kind: 'test' } }),
    jobOf(5, { ...failed, what: { kind: 'official', ref } }),
    jobOf(6, { state: 'sending' }),
  ]
  async function press(answers: Readonly<Record<string, unknown>> = {}) {
    const { testBridge, parts } = await standWith(jobs)
    testBridge.answer('print.again', (input) => answers[(input as { jobId: string }).jobId] ?? ok(jobOf(9)))
    await printUnprinted(parts)
    const asked = testBridge.asked.flatMap(({ name, input }) => (name === 'print.again' ? [input] : []))
    return { asked, notes: parts.screen.store.getState().notes.map(({ content }) => content) }
  }
  const [one, three, five] = [1, 3, 5].map((seed) => ({ jobId: `job-${seed}` }))

  test('asks for each in the order in which they were made, and for none that may have printed', async () => {
    expect(await press()).toEqual({ asked: [one, three, five], notes: [] })
  })

  test('skips one that another press has asked for, without a note', async () => {
    const taken = { kind: 'not-allowed-now', state: 'settled', action: 'print-again' }
    expect(await press({ 'job-1': refuse(taken) })).toEqual({ asked: [one, three, five], notes: [] })
  })

  test.each([
    ['not-composed', [one, three, five]],
    ['queue-full', [one, three]],
  ])('shows a refusal once, and continues if another slip may still go out: %s', async (problem, asked) => {
    const error = { kind: 'printing', problem }
    const refused = refuse(error)
    expect(await press({ 'job-3': refused, 'job-5': refused })).toEqual({
      ...{ asked, notes: [{ kind: 'error', error }] },
    })
  })
})

describe('the printer’s state', () => {
  test('is kept for all places that show it', async () => {
    const { testBridge, parts } = await standWith([])
    const paperOut = { kind: 'problem', problem: 'paper-out' } as const
    testBridge.answer('printers.status', () => ok(paperOut))
    await askPrinter(parts)
    expect(parts.screen.store.getState().printerStatus).toEqual(paperOut)
  })

  test('is not used for another printer that was set meanwhile', async () => {
    const { testBridge, parts } = await standWith([])
    testBridge.answer('printers.status', () => {
      const { settings } = snapshotOf()
      testBridge.sendNumbered(1, { kind: 'settings-changed', settings: { ...settings, printer: null } })
      return ok({ kind: 'ready', isSure: true, paperLow: false })
    })
    await askPrinter(parts)
    expect(parts.screen.store.getState().printerStatus).toBeNull()
  })
})

describe('a typed place', () => {
  test.each([
    ['192.168.1.50', { kind: 'tcp', host: '192.168.1.50', port: 9_100 }],
    [' caisse.local:9101 ', { kind: 'tcp', host: 'caisse.local', port: 9_101 }],
    ['[fe80::1]:9100', { kind: 'tcp', host: 'fe80::1', port: 9_100 }],
    ['fe80::1', { kind: 'tcp', host: 'fe80::1', port: 9_100 }],
    ['/dev/usb/lp0', { kind: 'device', path: '/dev/usb/lp0', baud: null }],
    ['/dev/ttyUSB0', { kind: 'device', path: '/dev/ttyUSB0', baud: 9_600 }],
    ['com3', { kind: 'device', path: '\\\\.\\COM3', baud: 9_600 }],
    ['LPT1', { kind: 'device', path: '\\\\.\\LPT1', baud: null }],
  ])('%j is read', (typed, transport) => {
    expect(readTypedPlace(typed)).toEqual(transport)
  })

  test.each([
    '',
    '-rf',
    '/etc/passwd',
    '/dev/sda',
    'a b',
    'host:99999',
    'host:0',
    '\\\\.\\PhysicalDrive0',
    '$(id)',
  ])('%j is none', (typed) => {
    expect(readTypedPlace(typed)).toBeUndefined()
  })
})

describe('the set-up', () => {
  test('begins with the usual printer, which the contract accepts', () => {
    const own = draftOf(placeOf(printer.transport), printer.transport)
    const driver = draftOf('HP LaserJet', { kind: 'driver', deviceName: null })
    expect([own.paper, driver.paper]).toEqual([80, 'A4'])
    expect([isWhole(own), isWhole(driver)]).toEqual([true, true])
    expect([papersOf(own.transport), papersOf(driver.transport)]).toEqual([
      [80, 58],
      ['A4', 'A5', 80, 58],
    ])
    expect(isWhole({ ...own, name: ' ' })).toBe(false)
    const port = readTypedPlace('com3')
    expect([own.asks, port && draftOf('COM3', port).asks]).toEqual([true, false])
  })

  test.each([
    ['EPSON TM-T88V Receipt', 512, 80],
    ['TM-T20III', 576, 80],
    ['POS-58', 384, 58],
    ['XP-80C', 576, 80],
    ['192.168.1.50', 576, 80],
  ])('proposes for %s what it is known to have', (name, dots, paper) => {
    const draft = draftOf(name, printer.transport)
    expect([draft.dots, draft.paper, isWhole(draft)]).toEqual([dots, paper, true])
    expect(isWhole(onPaper(draft, paper === 80 ? 58 : 80))).toBe(true)
  })

  test('goes back step by step, and keeps the answers', () => {
    const tried = { kind: 'tried', printer, jobId: 'job-1' } as const
    expect(stepBefore(tried)).toEqual({ kind: 'options', printer })
    expect(stepBefore({ kind: 'options', printer })).toEqual({ kind: 'choose' })
    expect(stepBefore({ kind: 'choose' })).toBeUndefined()
  })
})

describe('what is seen on the test page', () => {
  const seen = (what: Partial<typeof allRight>) => ({ ...allRight, ...what })

  test('changes nothing where all is right', () => {
    expect(mendedBy(printer, allRight)).toEqual(printer)
  })

  test.each([
    ['the end of the ruler missing', { ruler: 'cut' }, {}, { paper: 80, dots: 512 }],
    ['the end of it missing once more', { ruler: 'cut' }, { dots: 512 }, { paper: 58, dots: 420 }],
    [
      'a ruler that stops before the edge',
      { ruler: 'short' },
      { paper: 58, dots: 384 },
      { paper: 58, dots: 420 },
    ],
    ['wrong accents', { accents: 'wrong' }, {}, { codePage: 'wpc1252', text: 'printer' }],
    ['wrong accents by the last page', { accents: 'wrong' }, { codePage: 'cp437' }, { text: 'raster' }],
    ['no square code', { code: 'wrong' }, {}, { drawsCodes: false }],
    ['no cut', { cut: 'wrong' }, {}, { cuts: false }],
    ['two things', { cut: 'wrong', code: 'wrong' }, {}, { cuts: false, drawsCodes: false }],
  ] as const)('%s has its setting', (_name, what, before, after) => {
    const tried = { ...printer, ...before }
    const mended = mendedBy(tried, seen(what))
    expect(mended).toEqual({ ...tried, ...after })
    expect(mended && isWhole(mended)).toBe(true)
  })

  test.each([
    ['Arabic', { arabic: 'wrong' }, {}],
    ['a ruler that the narrowest head cuts', { ruler: 'cut' }, { paper: 58, dots: 384 }],
    ['accents in a picture', { accents: 'wrong' }, { text: 'raster' }],
    ['a code that is a picture', { code: 'wrong' }, { drawsCodes: false }],
    ['two things of which one has a setting', { arabic: 'wrong', cut: 'wrong' }, {}],
  ] as const)('%s has none', (_name, what, before) => {
    expect(mendedBy({ ...printer, ...before }, seen(what))).toBeUndefined()
  })

  test('is asked about what this printer does; the system’s driver has no setting here', () => {
    const sheets = draftOf('Bureau', { kind: 'driver', deviceName: null })
    expect(marksOf(printer)).toEqual(['ruler', 'accents', 'arabic', 'code', 'cut'])
    expect(marksOf({ ...printer, cuts: false })).not.toContain('cut')
    expect(mendedBy(sheets, seen({ code: 'wrong' }))).toBeUndefined()
  })
})

describe('the shop’s header while it is typed', () => {
  const kept = { ...emptyShop, name: 'El Baraka', nif: '1' }

  test('keeps what is typed when an earlier save arrives, and takes over everything else', () => {
    const typed = { ...kept, nif: '12', address: ['rue'] }
    const reported = { ...kept, address: ['rue'], footer: 'Merci' }
    expect(takeOver(typed, kept, reported)).toEqual({ ...reported, nif: '12' })
  })

  test('is saved without blanks and empty lines, and only where it differs', () => {
    const typed = { ...kept, name: ' El Baraka ', address: ['', ' 3, rue Didouche ', ''] }
    expect(tidy(typed)).toEqual({ ...kept, address: ['3, rue Didouche'] })
    expect([differs(typed, kept), differs({ ...kept, phones: [''] }, kept)]).toEqual([true, false])
  })
})
