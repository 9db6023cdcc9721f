/** What a scene of the demo is played on: the counter's window, the hands of who stands at it, and where its pictures go. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SalePhase } from '#shared/states/sale.ts'
import { type Hands, keyboardOf } from '../../e2e/support/hands.ts'
import type { RunningApp } from '../../e2e/support/runtimes.ts'
import { outcome, saleRows } from '../../e2e/support/till.ts'
import type { TrainingProcess } from '../../e2e/support/training-process.ts'

export interface Stage {
  readonly counter: RunningApp
  readonly page: Page
  readonly hands: Hands
  readonly service: TrainingProcess
  /** Where the pictures go. */
  readonly folder: string
  readonly shot: (name: string) => Promise<void>
}

export interface Scene {
  readonly title: string
  readonly play: (stage: Stage) => Promise<void>
}

/** Builds a stage around each counter of a day: their pictures are numbered through, in the order in which they are taken. */
export function stagesOf({ service, folder }: Pick<Stage, 'service' | 'folder'>) {
  let count = 0
  return (counter: RunningApp): Stage => {
    const { page } = counter
    const shot = async (name: string) => {
      count += 1
      const file = `${String(count).padStart(2, '0')}-${name}.png`
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
    }
    return { counter, page, hands: keyboardOf(page), service, folder, shot }
  }
}

/** What waits for its end, or for a minute of looks, has come within this time, on a busy machine as well. */
export const endMs = 180_000

/** The sale on the screen stands in this phase. */
export const reached = (page: Page, phase: SalePhase): Promise<void> =>
  outcome(page).locator(`[data-testid="phase"][data-phase="${phase}"]`).waitFor({ timeout: endMs })

/** A sale that shows this in a list beside the sale in hand, once it stands in this phase. */
export async function listed(page: Page, list: 'open' | 'today', shown: string, phase: SalePhase) {
  const row = saleRows(page, list)
    .and(page.locator(`[data-phase="${phase}"]`))
    .filter({ hasText: shown })
    .first()
  await row.waitFor({ timeout: endMs })
  return row
}

/** The sale in sight has its slip beside it, in its own letters. */
export async function slipShown(page: Page): Promise<void> {
  const slip = page.frameLocator('.slip-preview iframe').locator('main')
  await slip.waitFor()
  await slip.evaluate(({ ownerDocument }) => ownerDocument.fonts.ready.then(() => undefined))
}
