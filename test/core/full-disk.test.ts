/** A disk that fills up under a counter that sells: every command says so, no money moves, and it goes on with room again. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import { type Counter, type Service, startCore, startShop, until } from '../support/core.ts'
import { hasSmallDisks, smallDisk } from '../support/small-disk.ts'

const card: CommandInput<'sale.review'> = {
  ...{ kind: 'internet', type: 'ADSL', number: '023456789' },
  valueCentimes: centimes(100_000),
}

/** One of each kind, ready to be confirmed. */
async function reviewEach({ command }: Counter): Promise<readonly string[]> {
  const account = { partner: 'Algérie Télécom', account: { phoneNumber: '024000001' } } as const
  const { discoveryRef, bills } = await command('bills.discover', account)
  const orders: readonly CommandInput<'sale.review'>[] = [
    card,
    {
      ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456' },
      amountCentimes: centimes(50_000),
    },
    { kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 },
    { kind: 'bill', discoveryRef, billIds: bills.map(({ billId }) => billId) },
  ]
  const reviews = await Promise.all(orders.map((order) => command('sale.review', order)))
  return reviews.map(({ reviewId }) => reviewId)
}

const sales = async ({ command }: Counter) => (await command('app.snapshot', {})).sales

const debited = async (service: Service) =>
  (await service.ledger()).movements.map(({ type, orderId }) => `${type} ${orderId}`).sort()

describe.skipIf(!hasSmallDisks)('on a disk of its own (which takes Linux and root)', () => {
  test('a counter refuses sales while the disk is full, loses nothing, and sells the same reviews afterwards', async () => {
    const disk = smallDisk(4)
    const shop = await startShop()
    const dataDir = join(disk.folder, 'data')
    const counter = await startCore({ ...shop, dataDir })
    const { ref } = await counter.sell('024000001')
    await counter.reached(ref, 'fulfilled')
    const waiting = await reviewEach(counter)
    disk.fill()
    // The WAL has room for some sales more: pages that an earlier checkpoint has freed are written again.
    await until('the disk refuses a sale', async () => {
      const { reviewId } = await counter.command('sale.review', card)
      return !(await counter.ask('sale.confirm', { reviewId })).ok
    })
    for (const reviewId of waiting) {
      const refused = await counter.ask('sale.confirm', { reviewId })
      expect(refused).toMatchObject({ ok: false, error: { kind: 'journal', problem: 'disk-full' } })
      expect(await counter.command('sale.find', { reviewId })).toEqual({ sale: null })
    }
    disk.free()
    for (const reviewId of waiting) await counter.command('sale.confirm', { reviewId })
    // Those too whose last word, or whose biller's receipt, came while there was no room for it.
    await until('every sale is delivered, to the last receipt', async () =>
      (await sales(counter)).every(
        ({ phase, order, officialReceipt }) =>
          phase === 'fulfilled' && (order.kind !== 'bill' || officialReceipt !== null),
      ),
    )
    const sold = await sales(counter)
    expect(await debited(shop.service)).toEqual(sold.map(({ serviceId }) => `DEBIT ${serviceId}`).sort())
    await counter.core.stop()
    expect(await sales(await startCore({ ...shop, dataDir }))).toEqual(sold)
  })
})
