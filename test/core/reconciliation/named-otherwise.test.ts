/** Gift card orders that lists name otherwise than their answers did: each is a sale's own, or on offer to the person who is asked. */
import { expect, test } from 'vitest'
import type { Ref } from '#shared/ref.ts'
import type { Counter } from '../../support/core.ts'
import { lost, openShop, reachedChoice, sell } from '../../support/gift-card-shop.ts'
import { openFindings, reconcile } from '../../support/reconciled-shop.ts'

test('the order of the second request is the sale’s own: no order was made twice', async () => {
  const { clock, service, counter } = await openShop({ behaviour: { giftRowId: 'own' } })
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await clock.pass(20 * 60_000)
  await decideNotReceived(counter, ref)
  const other = await sell(counter)
  await counter.reached(other.ref, 'fulfilled')
  // Under the list's own id the order of the other one may be this one's.
  await reachedChoice(counter, ref)
  await sendAgain(counter, ref)
  await clock.pass(15 * 60_000)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

test('a card sold between the two requests of another has an order of its own: the first request is as near to it', async () => {
  const { clock, service, counter } = await openShop({ behaviour: { giftRowId: 'own' } })
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await clock.pass(2 * 60_000)
  const other = await sell(counter)
  await counter.reached(other.ref, 'fulfilled')
  await reachedChoice(counter, ref)
  await clock.pass(20 * 60_000)
  await sendAgain(counter, ref)
  await clock.pass(15 * 60_000)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

test('an order that is offered for a sale in doubt, under another name of its type, is awaited', async () => {
  const { clock, service, counter } = await openShop({
    behaviour: { giftRowType: 'own', giftRowPrice: 'other' },
  })
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await reachedChoice(counter, ref)
  await clock.pass(15 * 60_000)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

async function decideNotReceived(counter: Counter, ref: Ref) {
  const { candidates } = await counter.readSale(ref)
  const seen = candidates.map(({ serviceId }) => serviceId)
  const decision = { kind: 'not-received' } as const
  await counter.command('sale.decide', { ref, decision, seen, who: 'Amel', why: 'it is not listed' })
}

async function sendAgain(counter: Counter, ref: Ref) {
  await decideNotReceived(counter, ref)
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
}
