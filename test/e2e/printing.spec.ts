/** Slips on a real network printer: its set-up, a print and its copy, what goes wrong with paper, line and power. */
import type { Page } from '@playwright/test'
import type { Snapshot } from '#shared/views.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
import {
  expect,
  expectJob,
  goToOptions,
  job,
  jobs,
  papers,
  printerState,
  setUpPrinter,
  test,
  wizard,
} from './support/printing.ts'
import { expectOutcome, outcome, practice, saleRows, sellByKeyboard, waitUntilOpen } from './support/till.ts'

test('a printer is set up by the keyboard: its address, a test page, a look, and it is kept @long', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await expect(printerState(page)).toHaveAttribute('data-look', 'none')
  await printerState(page).press('Enter')
  await wizard(page).getByRole('textbox').fill('/etc/passwd')
  await wizard(page).getByRole('textbox').press('Enter')
  await expect(wizard(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await goToOptions(page, printer)
  await page.getByTestId('test-page').press('Enter')
  await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'printed')
  // The page is not right: back to the options, another width, and once more.
  await page.getByTestId('not-right').press('Enter')
  await wizard(page).getByRole('radio', { name: '80 mm' }).press('ArrowRight')
  await expect(wizard(page).getByRole('radio', { name: '58 mm' })).toBeChecked()
  await page.getByTestId('test-page').press('Enter')
  await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'printed')
  await page.getByTestId('keep-printer').press('Enter')
  await expect(wizard(page)).toHaveCount(0)
  await expect(printerState(page)).toHaveAttribute('data-look', 'ready')
  expect(papers(printer)).toHaveLength(2)
  // The one width of slips is the printer's.
  await page.keyboard.press('F10')
  await expect(page.getByTestId('slip-width')).toHaveText('58 mm, réglée avec l’imprimante')
})

test('the answers about the test page change the settings, until the page is right @long', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await goToOptions(page, printer)
  await page.getByTestId('test-page').press('Enter')
  await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'printed')
  const asked = (text: string) => wizard(page).getByRole('radiogroup', { name: text })
  await asked('La règle touche').getByRole('radio', { name: 'Oui' }).press('ArrowRight')
  await asked('Le code QR').getByRole('radio', { name: 'Oui' }).press('ArrowRight')
  await expect(page.getByTestId('keep-printer')).toHaveText('Garder quand même')
  await expectNoViolation(page, 'what was seen on the test page')
  await page.getByTestId('mend-printer').press('Enter')
  await expect.poll(() => papers(printer).length).toBe(2)
  await expect(page.getByTestId('keep-printer')).toHaveText('Elle est correcte : garder')
  await asked('L’arabe est lié').getByRole('radio', { name: 'Oui' }).press('ArrowRight')
  await expect(wizard(page).getByRole('alert')).toContainText('Cela ne se corrige pas')
  await expect(page.getByTestId('mend-printer')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(wizard(page).getByRole('radio', { name: '512 points' })).toBeChecked()
  await expect(asked('Elle dessine elle-même').getByRole('radio', { name: 'Non' })).toBeChecked()
})

test('F9 prints the slip of the outcome; once more is a DUPLICATA, from the sale’s page as well', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await setUpPrinter(page, printer)
  await sellByKeyboard(page, '023400021')
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('F9')
  await expectJob(page, 'printed')
  await page.keyboard.press('F9')
  await expect.poll(() => papers(printer).length).toBe(3)
  await expectJob(page, 'printed')
  await page.keyboard.press('Enter')
  await saleRows(page, 'today').filter({ hasText: '023 40 00 21' }).press('Enter')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await page.keyboard.press('F9')
  await expect.poll(() => papers(printer).length).toBe(4)
  const [, first = '', second = '', third = ''] = papers(printer)
  expect([first, second, third].map((paper) => /DUPLICATA \d+/.exec(paper)?.[0])).toEqual([
    undefined,
    'DUPLICATA 1',
    'DUPLICATA 2',
  ])
})

test('a test page that found no paper is printed again by one press @long', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await goToOptions(page, printer)
  printer.state.paper = 'out'
  await page.getByTestId('test-page').press('Enter')
  await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'failed')
  printer.state.paper = 'there'
  await page.getByTestId('test-again').press('Enter')
  await expect(page.getByTestId('test-state')).toHaveAttribute('data-state', 'printed')
  await expect(page.getByTestId('test-again')).toHaveCount(0)
  expect(papers(printer)).toHaveLength(1)
})

test('without paper nothing prints: the slip is shown as waiting, and prints once there is paper @long', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await setUpPrinter(page, printer)
  printer.state.paper = 'out'
  await sellByKeyboard(page, '023400022')
  await page.keyboard.press('F9')
  await expectJob(page, 'failed')
  await expect(job(page)).toContainText('Papier épuisé')
  await expectOutcome(page, 'fulfilled')
  await expect(printerState(page)).toContainText('1 ticket attend')
  printer.state.paper = 'there'
  // Pressed again, the key prints nothing by itself: the choice is under the sale.
  await page.keyboard.press('F9')
  await expectJob(page, 'failed')
  await page.getByTestId('print-again').press('Enter')
  await expectJob(page, 'printed')
  await expect(printerState(page)).toHaveAttribute('data-look', 'ready')
  expect(papers(printer)).toHaveLength(2)
  expect(papers(printer)[1]).not.toContain('DUPLICATA')
})

test('a printer that hangs up may have printed: a person looks, and only then it prints a DUPLICATA @long', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await setUpPrinter(page, printer)
  await sellByKeyboard(page, '023400023')
  await expectOutcome(page, 'fulfilled')
  printer.state.hangsUpAt = 60
  await page.keyboard.press('F9')
  await expectJob(page, 'may-have-printed')
  await expectNoViolation(page, 'an outcome whose slip may have printed')
  printer.state.hangsUpAt = Number.POSITIVE_INFINITY
  const before = papers(printer).length
  await page.getByTestId('print-again').press('Enter')
  await expectJob(page, 'printed')
  expect(papers(printer)).toHaveLength(before + 1)
  expect(papers(printer).at(-1)).toContain('DUPLICATA 1')
})

test('paper is back: all slips that did not print go out by one press, in their order, and are no copies', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await setUpPrinter(page, printer)
  printer.state.paper = 'out'
  const numbers = ['023400031', '023400032', '023400033']
  for (const number of numbers) {
    await sellByKeyboard(page, number)
    await expectOutcome(page, 'fulfilled')
    await page.keyboard.press('F9')
    await expectJob(page, 'failed')
    await page.keyboard.press('Enter')
  }
  const row = page.getByTestId('to-do').getByRole('listitem').filter({ hasText: '3 tickets à imprimer' })
  await expect(row).toContainText('Papier épuisé')
  await expect(page.getByTestId('to-do-doubtful')).toHaveCount(0)
  // Pressed too early it prints nothing, and loses nothing: the same slips have failed once more.
  const early = await failedJobs(page)
  await page.getByTestId('to-do-unprinted').press('Enter')
  await expect.poll(async () => (await failedJobs(page)).filter((id) => !early.includes(id)).length).toBe(3)
  await expect(row).toContainText('Papier épuisé')
  printer.state.paper = 'there'
  await printerState(page).press('Enter')
  await expect(jobs(page).getByTestId('unprinted')).toContainText('3 tickets à imprimer')
  await expect(jobs(page)).not.toContainText('Votre nom')
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Imprimante prête')
  await page.getByTestId('to-do-unprinted').press('Enter')
  await expect.poll(() => papers(printer).length).toBe(4)
  await expect(page.getByTestId('to-do')).toHaveCount(0)
  await expect(printerState(page)).toHaveAttribute('data-look', 'ready')
  const slips = papers(printer).slice(1).join('\n')
  const places = numbers.map((number) => slips.indexOf(number.replace(/(...)(..)(..)(..)/, '$1 $2 $3 $4')))
  expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b))
  expect(slips).not.toContain('DUPLICATA')
})

/** The jobs that the core knows to have failed. */
const failedJobs = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { value } = await Reflect.get(window, 'comptoir').command('app.snapshot', {})
    return (value as Snapshot).printJobs.flatMap(({ jobId, state }) => (state === 'failed' ? jobId : []))
  })

test('waiting slips that may have printed are listed apart: one press prints the others only @long', async ({
  openCounter,
  startTraining,
  printer,
}) => {
  // Of its own: a slip that may have printed waits beyond the test.
  const { page } = await openCounter(await startTraining(['--speed', '5']))
  await waitUntilOpen(page)
  await setUpPrinter(page, printer)
  const printsBadly = async (number: string, state: string) => {
    await sellByKeyboard(page, number)
    await expectOutcome(page, 'fulfilled')
    await page.keyboard.press('F9')
    await expectJob(page, state)
    await page.keyboard.press('Enter')
  }
  printer.state.hangsUpAt = 60
  await printsBadly('023400034', 'may-have-printed')
  printer.state.hangsUpAt = Number.POSITIVE_INFINITY
  printer.state.coverOpen = true
  await printsBadly('023400035', 'failed')
  await printsBadly('023400036', 'failed')
  printer.state.coverOpen = false
  const before = papers(printer).length
  await expect(page.getByTestId('to-do')).toContainText('2 tickets à imprimer')
  await expect(page.getByTestId('to-do')).toContainText('1 ticket peut-être imprimé')
  await page.getByTestId('to-do-doubtful').press('Enter')
  await jobs(page).getByTestId('unprinted').getByTestId('print-let-be').first().press('Enter')
  await expect(page.getByTestId('print-all')).toHaveText('Imprimer le ticket')
  await page.getByTestId('print-all').press('Enter')
  await expect(jobs(page).getByTestId('unprinted')).toHaveCount(0)
  await expect(jobs(page).getByTestId('doubtful').getByTestId('print-job')).toHaveCount(1)
  await expect.poll(() => papers(printer).length).toBe(before + 1)
  expect(papers(printer).at(-1)).not.toContain('DUPLICATA')
})

test('a counter that dies while it prints repeats nothing: the slip waits until a person has said what they see @long', async ({
  openCounter,
  startTraining,
  printer,
}) => {
  const addresses = await startTraining(['--speed', '5'])
  const first = await openCounter(addresses)
  await waitUntilOpen(first.page)
  await setUpPrinter(first.page, printer)
  await sellByKeyboard(first.page, practice.delivered)
  await expectOutcome(first.page, 'fulfilled')
  printer.state.stallsAt = 20
  await first.page.keyboard.press('F9')
  await expectJob(first.page, 'sending')
  await expect.poll(() => papers(printer).length).toBe(2)
  await first.kill()

  printer.goOn()
  const { page } = await openCounter({ ...addresses, dataDir: first.dataDir })
  await waitUntilOpen(page)
  await expect(printerState(page)).toContainText('1 ticket attend')
  await printerState(page).press('Enter')
  const waiting = jobs(page).getByTestId('print-job')
  await expect(waiting).toHaveAttribute('data-state', 'may-have-printed')
  await expectNoViolation(page, 'slips that wait')
  await jobs(page).getByRole('textbox').fill('Amina')
  await page.getByTestId('print-did').press('Enter')
  await expect(waiting).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(printerState(page)).toHaveAttribute('data-look', 'ready')
  expect(papers(printer)).toHaveLength(2)
})

test('where the shop wants it a delivered sale prints by itself, once, and one that is refunded does not @long', async ({
  sellingCounter,
  printer,
}) => {
  const { page } = sellingCounter
  await waitUntilOpen(page)
  await setUpPrinter(page, printer)
  await page.keyboard.press('F10')
  await page.locator('[data-setting="autoPrint"]').getByRole('radio', { name: 'Jamais' }).press('ArrowRight')
  await expect(page.locator('[data-setting="autoPrint"] [role="status"]')).toHaveText('Enregistré.')
  await page.keyboard.press('Escape')
  await sellByKeyboard(page, '023400024')
  await expectOutcome(page, 'fulfilled')
  await expectJob(page, 'printed')
  await page.keyboard.press('Enter')
  await sellByKeyboard(page, practice.refunded)
  await expectOutcome(page, 'refunded')
  await expect(job(page)).toHaveCount(0)
  expect(papers(printer)).toHaveLength(2)
})

test('without a printer the button of a sale leads to its set-up @long', async ({ sellingCounter }) => {
  const { page } = sellingCounter
  await sellByKeyboard(page, '023400025')
  await outcome(page).getByTestId('print-slip').click()
  await expect(wizard(page)).toBeVisible()
})

test('a shop that prints nothing is offered nothing to print, until it takes that back where F9 leads @long', async ({
  openCounter,
  printer,
}) => {
  const { page } = await openCounter()
  await waitUntilOpen(page)
  await page.keyboard.press('F10')
  const prints = page.locator('[data-setting="withoutPrinter"]')
  await prints.getByRole('radio', { name: 'Oui' }).press('ArrowRight')
  await expect(prints.getByRole('radio', { name: 'Cette boutique n’imprime pas' })).toBeChecked()
  await expect(page.getByTestId('set-up-printer')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(printerState(page)).toHaveCount(0)
  await sellByKeyboard(page, '023400026')
  await expectOutcome(page, 'fulfilled')
  await expect(outcome(page).getByTestId('send-open')).toBeVisible()
  await expect(outcome(page).getByTestId('print-slip')).toHaveCount(0)
  await page.keyboard.press('F9')
  await wizard(page).getByRole('radio', { name: 'Cette boutique n’imprime pas' }).press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(outcome(page).getByTestId('print-slip')).toHaveText(/Installer une imprimante/)
  await setUpPrinter(page, printer)
  await expect(outcome(page).getByTestId('print-slip')).toHaveText(/Imprimer le ticket/)
})

test('the shop’s header is typed beside the slip that shows it, and is there after a restart @long', async ({
  openCounter,
}) => {
  const first = await openCounter()
  const { page } = first
  await waitUntilOpen(page)
  await page.keyboard.press('F10')
  await page.getByTestId('shop-header').press('Enter')
  const shop = page.getByTestId('shop-dialog')
  const slip = shop.frameLocator('iframe')
  await shop.getByLabel('Nom de la boutique').fill('Épicerie El Bahdja')
  await shop.getByLabel('Adresse').fill('3, rue Didouche\n16000 Alger')
  await shop.getByLabel('NIF').fill('000016001234567')
  await shop.getByLabel('Pied du ticket').fill('Merci de votre visite')
  await shop.getByLabel('Pied du ticket').press('Enter')
  for (const words of ['Épicerie El Bahdja', '16000 Alger', '000016001234567', 'Merci de votre visite'])
    await expect(slip.locator('body')).toContainText(words)
  await expectNoViolation(page, 'the shop’s header')
  await page.setViewportSize({ width: 1024, height: 768 })
  await expectNoOverflow(page, 'the shop’s header')
  expect(await first.quit()).toBe(0)

  const { page: later } = await openCounter({ dataDir: first.dataDir })
  await waitUntilOpen(later)
  await later.keyboard.press('F10')
  await later.getByTestId('shop-header').press('Enter')
  await expect(later.getByTestId('shop-dialog').getByLabel('Adresse')).toHaveValue(
    '3, rue Didouche\n16000 Alger',
  )
})
