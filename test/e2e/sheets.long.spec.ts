/** Pages by the system's driver: through a real spooler to a printer that takes what comes, whose PDF is measured. */
import type { Page } from '@playwright/test'
import { startCups, whyNoCups } from '../support/cups.ts'
import type { TcpPrinter } from '../support/tcp-printer.ts'
import { expect, expectJob, printerState, setUpPrinter, test, wizard } from './support/printing.ts'
import { expectOutcome, payButton, waitUntilOpen } from './support/till.ts'

const QUEUE = 'bureau'

/** A spooler whose default queue leads to this printer. */
async function startOffice(printer: TcpPrinter, ends: (() => void | Promise<void>)[]) {
  const cups = await startCups((work) => ends.push(work))
  await cups.addQueue(QUEUE, printer.port)
  await cups.command('lpadmin', '-d', QUEUE)
  return { env: { CUPS_SERVER: cups.socket } }
}

/** The pages that came out, sheet by sheet: their sizes in whole millimetres, and whether a picture is on them. */
const sheets = (printer: TcpPrinter) =>
  printer.slips().map((bytes) => {
    const pdf = bytes.toString('latin1')
    const pages = [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)]
    return {
      isPdf: pdf.startsWith('%PDF-'),
      sizesMm: pages.map(([, width, height]) =>
        [width, height].map((points) => toMm(Number(points))).join(' × '),
      ),
      hasPicture: /\/Subtype ?\/Image/.test(pdf),
    }
  })
const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4
const toMm = (points: number): number => Math.round((points / POINTS_PER_INCH) * MM_PER_INCH)

const a4 = { isPdf: true, sizesMm: ['210 × 297'] }
const a5 = { isPdf: true, sizesMm: ['148 × 210'] }

/** Pays a bill of SEAAL's, whose official receipt is a picture, and waits until that is kept. */
async function payBill(page: Page): Promise<void> {
  const atStep = (name: string) => expect(page.locator('.sell-panel')).toHaveAttribute('data-step', name)
  for (const key of ['F4', '3']) await page.keyboard.press(key)
  await atStep('account')
  for (const key of ['ArrowDown', 'ArrowDown', ...'100002', 'Enter', ...'1234567', 'Enter']) {
    await page.keyboard.press(key)
  }
  await atStep('bills')
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(payButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectOutcome(page, 'fulfilled')
  await expect(official(page)).toHaveAttribute('data-kept', 'true')
}

const official = (page: Page) => page.getByTestId('official-receipt')
const officialJob = (page: Page) => official(page).getByTestId('print-job')

async function printOfficial(page: Page): Promise<void> {
  await page.getByTestId('print-official').press('Enter')
  await expect(officialJob(page)).toHaveAttribute('data-state', 'sent')
}

test.describe('through the spooler of the machine', () => {
  test.skip(whyNoCups !== undefined, whyNoCups)
  const ends: (() => void | Promise<void>)[] = []
  test.afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  test('the wizard’s page, a slip and an official receipt come out on sheets of the size that is set', async ({
    openCounter,
    startTraining,
    printer,
  }) => {
    const office = await startOffice(printer, ends)
    const { page } = await openCounter({ ...(await startTraining(['--speed', '5'])), ...office })
    await waitUntilOpen(page)
    await printerState(page).press('Enter')
    await wizard(page)
      .getByRole('button', { name: `${QUEUE} pilote du système` })
      .press('Enter')
    await expect(wizard(page)).toHaveAttribute('data-place', 'options')
    await expect(wizard(page).getByRole('radio', { name: 'A4' })).toBeChecked()
    await page.getByTestId('test-page').press('Enter')
    await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'sent')
    await page.getByTestId('not-right').press('Enter')
    await wizard(page).getByRole('radio', { name: 'A4' }).press('ArrowRight')
    await expect(wizard(page).getByRole('radio', { name: 'A5' })).toBeChecked()
    await page.getByTestId('test-page').press('Enter')
    await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'sent')
    await page.getByTestId('keep-printer').press('Enter')
    await expect(wizard(page)).toHaveCount(0)

    await payBill(page)
    await page.keyboard.press('F9')
    await expectJob(page, 'sent')
    await printOfficial(page)
    await expect.poll(() => sheets(printer).length).toBe(4)
    expect(sheets(printer)).toMatchObject([a4, a5, a5, { ...a5, hasPicture: true }])
  })

  test('beside a printer of slips the official receipt goes to the system’s default printer, on A4', async ({
    openCounter,
    startTraining,
    printer,
  }) => {
    const office = await startOffice(printer, ends)
    const { page } = await openCounter({ ...(await startTraining(['--speed', '5'])), ...office })
    await waitUntilOpen(page)
    await setUpPrinter(page, printer)
    await payBill(page)
    await printOfficial(page)
    await expect.poll(() => sheets(printer).length).toBe(2)
    expect(sheets(printer)).toMatchObject([{ isPdf: false }, { ...a4, hasPicture: true }])
  })
})
