/** The shop's printer from its set-up to the slips that wait for a person, the shop's header, and the billers' own receipts. */
import type { OfficialReceipt } from '#shared/official-receipt.ts'
import { type FoundPrinter, type PrinterSettings, type PrintJobView, pdfFile } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import type { Answers } from '../support/window-page.ts'
import { ok, refused, type Scene, type SceneParts, scene } from './scene.ts'
import { busyDay, longShop, minuteMs, nowMs, orders, saleIn } from './views.ts'

const printers: readonly FoundPrinter[] = [
  {
    ...{ name: 'EPSON TM-T20III Receipt (comptoir principal, rez-de-chaussée)', isDefault: true },
    transport: { kind: 'driver', deviceName: 'EPSON_TM-T20III' },
  },
  { name: 'tickets', transport: { kind: 'cups', queue: 'tickets' }, isDefault: false },
  {
    ...{ name: '/dev/serial/by-id/usb-Prolific_Technology_Inc._USB-Serial_Controller_D-if00-port0' },
    ...{ isDefault: false },
    transport: {
      ...{ kind: 'device', baud: 9_600 },
      path: '/dev/serial/by-id/usb-Prolific_Technology_Inc._USB-Serial_Controller_D-if00-port0',
    },
  },
]
export const kept: PrinterSettings = {
  ...{ name: 'Imprimante du comptoir, à droite de la caisse', paper: 80, codePage: 'cp858', text: 'printer' },
  ...{ dots: 576, drawsCodes: true, asks: true },
  ...{ transport: { kind: 'tcp', host: '192.168.100.200', port: 9_101 }, cuts: true, drawer: true },
}
const saleToPrint = saleIn('fulfilled', orders.internet, {}, 21)
const cardsToPrint = saleIn('fulfilled', orders.cards, {}, 22)

const job = (change: Partial<PrintJobView>, seed = 1): PrintJobView => ({
  ...{ jobId: `job-${seed}`, what: { kind: 'test' }, printer: kept.name, state: 'sent', problem: null },
  ...{ settledAs: null, codes: 0, queuedAtMs: nowMs - seed * minuteMs, atMs: nowMs },
  ...change,
})
const slipOf = (ref: Ref, copyNumber = 0) => ({ kind: 'sale', ref, copyNumber }) as const

const found: Answers = {
  'printers.find': ok({ printers: [...printers] }),
  'printers.status': ok({ kind: 'none' }),
}
const ready: Answers = {
  ...found,
  'printers.status': ok({ kind: 'ready', isSure: true, paperLow: false }),
}
const toWizard = ['click [data-testid="printer-state"]']
const toOptions = [...toWizard, 'click .printer-typed input', 'p', 'o', 's', 'Enter']
const toTried = [...toOptions, 'click [data-testid="test-page"]']
const choice = (place: number) => [...toWizard, `click .printer-list li:nth-child(${place}) button`]

/** Answers the questions at these places of the test page with a no. */
const sayNo = (...places: readonly number[]) =>
  places.map((place) => `click .printer-marks .setting:nth-child(${place}) .segment:last-child`)

const tried = (name: string, change: Partial<PrintJobView>, seen: readonly string[] = []): Scene =>
  scene(`printer-tried-${name}`, {
    answers: { ...found, 'printers.test': ok(job({ state: 'queued' })) },
    printJobs: [job(change)],
    ...{ keys: [...toTried, ...seen], shows: '[data-place="tried"]' },
  })

const wizardScenes = [
  scene('printer-finding', {
    answers: { ...found, 'printers.find': 'never' },
    ...{ keys: toWizard, shows: '[data-place="choose"]' },
  }),
  scene('printer-none-found', {
    answers: { ...found, 'printers.find': ok({ printers: [] }) },
    ...{ keys: toWizard, shows: '[data-place="choose"]' },
  }),
  scene('printer-choose', {
    ...{ answers: ready, settings: { printer: kept } },
    ...{ keys: ['F10', 'click [data-testid="set-up-printer"]'], shows: '.printer-choice' },
  }),
  scene('printer-address-problem', {
    answers: found,
    ...{ keys: [...toWizard, 'click .printer-typed input', '@', 'Enter'], shows: '[role="alert"]' },
  }),
  scene('printer-options', { answers: found, keys: toOptions, shows: '[data-place="options"]' }),
  scene('printer-options-driver', { answers: found, keys: choice(1), shows: '[data-place="options"]' }),
  scene('printer-options-serial', { answers: found, keys: choice(3), shows: '[data-place="options"]' }),
  tried('right', { state: 'sent' }),
  tried('mendable', { state: 'sent' }, sayNo(4, 5)),
  tried('not-mendable', { state: 'sent' }, sayNo(3, 5)),
  tried('doubtful', { state: 'may-have-printed', problem: 'cut-off' }),
  tried('failed', { state: 'failed', problem: 'cover-open' }),
]

const nothingPrinted = { settings: { withoutPrinter: true }, answers: found } as const
const withoutPrinterScenes = [
  scene('printer-none-chosen', {
    ...{ ...nothingPrinted, sales: [saleToPrint] },
    ...{ keys: ['click .sale-row', 'F9'], shows: '[data-place="choose"]' },
  }),
  scene('printer-none-sale', {
    ...{ ...nothingPrinted, sales: [cardsToPrint] },
    ...{ keys: ['click .sale-row'], shows: '[data-testid="sale-detail"]' },
  }),
  scene('printer-none-settings', {
    ...{ ...nothingPrinted, keys: ['F10', 'click [data-setting="withoutPrinter"]'] },
    shows: '[data-setting="withoutPrinter"]',
  }),
]

const widthScene = scene('settings-printer-width', {
  ...{ settings: { printer: kept }, answers: ready },
  ...{ keys: ['F10', 'click [data-testid="slip-width"]'], shows: '[data-testid="slip-width"]' },
})

const waiting: readonly PrintJobView[] = [
  job({ what: slipOf(cardsToPrint.ref), state: 'failed', problem: 'paper-out' }, 3),
  job({ what: slipOf(saleToPrint.ref, 12), state: 'may-have-printed', problem: 'unconfirmed' }, 2),
  job({ what: { kind: 'official', ref: saleToPrint.ref }, state: 'failed', problem: 'queue-stopped' }, 1),
]
const ofSale = (name: string, printJobs: readonly PrintJobView[], change: Partial<SceneParts> = {}): Scene =>
  scene(`sale-print-${name}`, {
    ...{ sales: [saleToPrint], settings: { printer: kept }, printJobs },
    answers: { ...ready, 'print.of-sale': ok({ jobs: [...printJobs] }) },
    ...{ keys: ['click .sale-row'], shows: '[data-testid="print-job"]' },
    ...change,
  })

const jobScenes = [
  scene('print-jobs', {
    ...{ sales: [saleToPrint, cardsToPrint, ...busyDay], settings: { printer: kept }, printJobs: waiting },
    ...{ answers: ready, keys: toWizard, shows: '.print-job-list' },
  }),
  scene('print-jobs-no-paper', {
    ...{ sales: [saleToPrint, cardsToPrint], settings: { printer: kept } },
    printJobs: waiting.filter(({ state }) => state === 'failed'),
    answers: { ...found, 'printers.status': ok({ kind: 'problem', problem: 'paper-out' }) },
    ...{ keys: toWizard, shows: '.print-trouble' },
  }),
  scene('print-jobs-to-do', {
    ...{ sales: [saleToPrint, cardsToPrint, ...busyDay], settings: { printer: kept }, printJobs: waiting },
    answers: { ...found, 'printers.status': ok({ kind: 'problem', problem: 'paper-out' }) },
    shows: '[data-testid="to-do-doubtful"]',
  }),
  scene('printer-in-trouble', {
    settings: { printer: kept },
    answers: { ...found, 'printers.status': ok({ kind: 'problem', problem: 'printer-error' }) },
    shows: '[data-look="problem"]',
  }),
  ofSale('file', [job({ what: slipOf(saleToPrint.ref), printer: pdfFile, state: 'sent' })]),
  ofSale('sent', [job({ what: slipOf(saleToPrint.ref) })]),
  ofSale('failed', [job({ what: slipOf(saleToPrint.ref), state: 'failed', problem: 'offline' })]),
  ofSale('doubtful', [
    job({ what: slipOf(saleToPrint.ref, 1), state: 'may-have-printed', problem: 'interrupted' }),
  ]),
]

const toForm = ['click .sale-row', 'click [data-testid="send-open"]']
const sendScenes = [
  scene('send-receipt', {
    sales: [saleToPrint],
    ...{ keys: [...toForm, 'click [data-testid="send-receipt"] input[type="text"]', '0', '6', 'Enter'] },
    shows: '[data-testid="send-receipt"] [role="alert"]',
  }),
]

const paidBill = (type?: OfficialReceipt['type']) =>
  saleIn('fulfilled', orders.bill, {
    officialReceipt: type
      ? { type, sha256: 'ab'.repeat(32), byteCount: 123_456, name: 'recu-algerie-telecom-2026-11-20.bin' }
      : null,
  })
const toReceipt = ['click .sale-row', 'click .official h2']
const receiptScenes = [
  scene('official-awaited', {
    ...{ sales: [paidBill()], answers: { 'official.fetch': refused('NOT_FOUND') } },
    ...{ keys: [...toReceipt, 'click [data-testid="fetch-official"]'], shows: '[data-kept="false"]' },
  }),
  scene('official-picture', { sales: [paidBill('image/png')], keys: toReceipt, shows: '.official-picture' }),
  scene('official-file', {
    ...{ sales: [paidBill('application/pdf')], keys: toReceipt, shows: '[data-testid="save-official"]' },
  }),
]

const shopScenes = [
  scene('shop-header', {
    settings: { shop: longShop },
    ...{ keys: ['F10', 'click [data-testid="shop-header"]'], shows: '[data-testid="shop-dialog"]' },
  }),
  scene('shop-header-empty', {
    keys: ['F10', 'click [data-testid="shop-header"]'],
    shows: '[data-testid="shop-dialog"]',
  }),
]

export const printingScenes: readonly Scene[] = [
  ...wizardScenes,
  ...withoutPrinterScenes,
  widthScene,
  ...jobScenes,
  ...sendScenes,
  ...receiptScenes,
  ...shopScenes,
]
