/** A short day at the counter, played with the keyboard in the real window, with pictures on the way. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunningApp } from '../../e2e/support/runtimes.ts'
import {
  expectListed,
  expectOutcome,
  payButton,
  practice,
  reviewByKeyboard,
  saleRows,
  savePdf,
  sellByKeyboard,
  showLanguage,
  showTheme,
  waitUntilOpen,
} from '../../e2e/support/till.ts'
import type { TrainingProcess } from '../../e2e/support/training-process.ts'

export interface DayParts {
  /** Opens the counter, on the same data and the same service each time. */
  readonly open: () => Promise<RunningApp>
  readonly service: TrainingProcess
  /** Where the pictures go. */
  readonly folder: string
  readonly say: (line: string) => void
}

/** A 4G line, sold to while the power goes. */
const cutNumber = '0661234567'

/** Plays the day and answers the exit code of its ordered end. Rejects at the first thing that is not as it should be. */
export async function playDay({ open, service, folder, say }: DayParts): Promise<number | null> {
  const morning = await open()
  say('the counter opens, and a card is sold')
  await sellOne(morning.page, folder)
  say('one sale is refunded, the next one queued')
  await sellRefunded(morning.page, folder)
  await sellQueued(morning.page, folder)
  say('the power is cut in the middle of a send')
  await sellIntoThePowerCut(morning, service, folder)

  const afternoon = await open()
  say('the power is back: the counter resumes by itself')
  await waitUntilOpen(afternoon.page)
  for (const number of Object.values(soldNumbers)) await expectListed(afternoon.page, 'today', number)
  await takePicture(afternoon.page, folder, '07-resumed')
  say('slips are saved, and the counter is shown in Arabic and in English')
  await saveSlips(afternoon.page, folder)
  await showLanguages(afternoon.page, folder)
  return afternoon.quit()
}

const soldNumbers = {
  delivered: '023 45 67 89',
  refunded: '030 00 00 01',
  queued: '030 00 00 02',
  cut: '213 661 23 45 67',
} as const

const takePicture = (page: Page, folder: string, name: string): Promise<unknown> =>
  page.screenshot({ path: join(folder, `${name}.png`) })

async function sellOne(page: Page, folder: string): Promise<void> {
  await waitUntilOpen(page)
  await takePicture(page, folder, '01-ready')
  await reviewByKeyboard(page, practice.delivered, 2)
  await takePicture(page, folder, '02-review')
  await page.keyboard.press('Enter')
  await payButton(page).press('Enter')
  await expectOutcome(page, 'fulfilled')
  await takePicture(page, folder, '03-delivered')
  await page.keyboard.press('Enter')
}

async function sellRefunded(page: Page, folder: string): Promise<void> {
  await sellByKeyboard(page, practice.refunded, 1)
  await expectOutcome(page, 'refunded')
  await takePicture(page, folder, '04-refunded')
  await page.keyboard.press('Enter')
}

async function sellQueued(page: Page, folder: string): Promise<void> {
  await sellByKeyboard(page, practice.queued, 3)
  await expectOutcome(page, 'queued')
  await takePicture(page, folder, '05-queued')
  await page.keyboard.press('Enter')
}

/** The service takes the order and holds its answer; then the counter is killed. */
async function sellIntoThePowerCut(
  counter: RunningApp,
  service: TrainingProcess,
  folder: string,
): Promise<void> {
  await service.addFaults({
    method: 'POST',
    path: '/v3/internet/send',
    action: { do: 'hold', take: true },
  })
  await sellByKeyboard(counter.page, cutNumber, 2)
  await expectOutcome(counter.page, 'sending')
  while ((await service.heldCount()) === 0) await counter.page.waitForTimeout(50)
  await takePicture(counter.page, folder, '06-power-cut')
  await counter.kill()
}

async function saveSlips(page: Page, folder: string): Promise<void> {
  for (const [name, number] of Object.entries(soldNumbers)) {
    await saleRows(page, 'today').filter({ hasText: number }).click()
    await savePdf(page)
    if (name === 'delivered') await takePicture(page, folder, '08-sale')
    await page.locator('iframe').screenshot({ path: join(folder, `slip-${name}.png`) })
    await page.keyboard.press('Escape')
  }
}

async function showLanguages(page: Page, folder: string): Promise<void> {
  for (const [locale, theme] of [
    ['ar', 'light'],
    ['en', 'dark'],
  ] as const) {
    await showLanguage(page, locale)
    await showTheme(page, theme)
    await takePicture(page, folder, `09-ready-${locale}-${theme}`)
    await reviewByKeyboard(page, cutNumber, 4)
    await takePicture(page, folder, `10-review-${locale}-${theme}`)
    // Back to the cards, back to the number, back to an empty field.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Escape')
  }
}
