/** A receipt printer on the network and the hands that set it up, print on it and look at what it says. */
import { expect, type Locator, type Page } from '@playwright/test'
import { startTcpPrinter, type TcpPrinter } from '../../support/tcp-printer.ts'
import { agreeing, test as base } from './counter.ts'

export { expect } from './counter.ts'

/** The specs of printing have a printer of their own, which is switched off when each is over. */
export const test = base.extend<{ readonly printer: TcpPrinter }>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright asks for.
  printer: async ({}, use) => {
    const printer = await startTcpPrinter()
    await use(printer)
    await printer.close()
  },
  openCounter: async ({ openCounter }, use) => {
    await use((options = {}) => openCounter({ ...options, env: { ...agreeing, ...options.env } }))
  },
})

export const wizard = (page: Page): Locator => page.getByTestId('printer-dialog')
export const printerState = (page: Page): Locator => page.getByTestId('printer-state')
export const jobs = (page: Page): Locator => page.getByTestId('print-jobs')
/** What is shown of the slip of the sale on the screen. */
export const job = (page: Page): Locator => page.getByTestId('sale-print').getByTestId('print-job')

export async function expectJob(page: Page, state: string): Promise<void> {
  await expect(job(page)).toHaveAttribute('data-state', state)
}

/** From the foot of the counter to the options of the printer at this address, by the keyboard. */
export async function goToOptions(
  page: Page,
  { host, port }: Pick<TcpPrinter, 'host' | 'port'>,
): Promise<void> {
  await printerState(page).press('Enter')
  await expect(wizard(page)).toHaveAttribute('data-place', 'choose')
  await wizard(page).getByRole('textbox').fill(`${host}:${port}`)
  await wizard(page).getByRole('textbox').press('Enter')
  await expect(wizard(page)).toHaveAttribute('data-place', 'options')
}

/** The whole set-up: the address, a test page that is right, and the printer is kept. */
export async function setUpPrinter(page: Page, printer: Pick<TcpPrinter, 'host' | 'port'>): Promise<void> {
  await goToOptions(page, printer)
  await page.getByTestId('test-page').press('Enter')
  await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'printed')
  await page.getByTestId('keep-printer').press('Enter')
  await expect(wizard(page)).toHaveCount(0)
}

/** What came out, paper by paper, as far as it is text. */
export const papers = (printer: TcpPrinter): readonly string[] =>
  printer.slips().map((bytes) => bytes.toString('latin1'))
