/** Sales as another hand brings them about, over the bridge of the window, and the question that the window asks of one. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { trainingKeys } from '#training/keys.ts'
import { saleRows } from './till.ts'
import type { TrainingProcess } from './training-process.ts'

/** Reviews and confirms over the bridge, as a selling screen does; answers the sale's ref. */
export const sell = (page: Page, input: CommandInput<'sale.review'>): Promise<string> =>
  page.evaluate(async (asked) => {
    const bridge = Reflect.get(window, 'comptoir')
    const review = await bridge.command('sale.review', asked)
    const sale = await bridge.command('sale.confirm', { reviewId: review.value.reviewId })
    return sale.value.ref
  }, input)

export const cards = (
  typeId: string,
  quantity: number,
  productId = 'training-cards',
): Extract<CommandInput<'sale.review'>, { kind: 'gift-card' }> => ({
  ...{ kind: 'gift-card', productId, typeId, quantity },
})

/** Another counter of the account orders the same cards; answers the order's id. */
export async function orderElsewhere(
  { baseUrl }: Pick<TrainingProcess, 'baseUrl'>,
  { productId, typeId, quantity }: ReturnType<typeof cards>,
): Promise<string> {
  const headers = { 'x-access-token': trainingKeys.sandbox, 'content-type': 'application/json' }
  const body = JSON.stringify({ productId, typeId, quantity })
  const ordered = await fetch(`${baseUrl}/v3/gift-cards/placeOrder`, { method: 'POST', headers, body })
  return (await ordered.json()).data.orderId
}

export const rowOf = (page: Page, list: 'open' | 'today', ref: string): Locator =>
  saleRows(page, list).and(page.locator(`[data-ref="${ref}"]`))

/** Opens the sale once it stands in the list with this phase. */
export async function openSale(page: Page, list: 'open' | 'today', ref: string, phase: string) {
  await expect(rowOf(page, list, ref)).toHaveAttribute('data-phase', phase)
  await rowOf(page, list, ref).click()
  const detail = page.getByTestId('sale-detail')
  await expect(detail).toHaveAttribute('data-ref', ref)
  return { detail, slip: page.frameLocator('.slip-preview iframe').locator('main') }
}

/** Presses until the decision is taken: it is refused as long as a request of the sale's may still land. */
export async function decideUntilTaken(choice: Locator, decide: Locator): Promise<void> {
  await expect(async () => {
    if ((await choice.count()) > 0) await decide.click({ timeout: 5_000 })
    await expect(choice).toHaveCount(0, { timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
}
