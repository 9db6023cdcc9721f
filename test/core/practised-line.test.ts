/** A bad line to practise with: what was sent is done once, whatever became of its answer; and never where money is real. */
import { expect, test } from 'vitest'
import { overBadLine, type Transport } from '#core/api/transport.ts'
import { centimes } from '#shared/money.ts'
import { mobilePractice } from '#shared/practice.ts'
import { startCore, startCounter, startShop } from '../support/core.ts'
import { sellOne } from '../support/sell.ts'

test('a sale whose answer is lost is looked up and ends as one order', async () => {
  const shop = await startShop()
  const counter = await startCore(shop)
  await counter.command('settings.update', { badLine: true })
  const sale = await counter.sell('023456789')
  await counter.reached(sale.ref, 'fulfilled')
  const phases = counter.events.flatMap(({ event }) =>
    event.kind === 'sale-changed' && event.sale.ref === sale.ref ? [event.sale.phase] : [],
  )
  expect(phases).toContain('in-doubt')
  const { orders } = await shop.service.ledger()
  expect(orders.filter(({ ref }) => ref === sale.ref)).toHaveLength(1)
})

test('loses every other answer to a send, those to the looks after it, and none once it is off', async () => {
  const answer = { kind: 'answer', status: 200, headers: {}, body: new Uint8Array() } as const
  const steady: Transport = { send: async () => answer, close: async () => undefined }
  let isBad = true
  const line = overBadLine(steady, () => isBad)
  const request = {
    ...{ origin: 'http://127.0.0.1', path: '/', headers: {}, body: null, byItself: false },
    answerKind: 'message',
  } as const
  const ask = async (method: 'GET' | 'POST') => (await line.send({ ...request, method }, 1_000)).kind
  const asked = async (method: 'GET' | 'POST', times: number) => {
    const kinds: string[] = []
    for (let time = 0; time < times; time += 1) kinds.push(await ask(method))
    return kinds
  }
  expect(await asked('POST', 1)).toEqual(['lost'])
  expect(await asked('GET', 7)).toEqual([...Array.from({ length: 6 }, () => 'lost'), 'answer'])
  expect(await asked('POST', 2)).toEqual(['answer', 'lost'])
  isBad = false
  expect(await asked('GET', 1)).toEqual(['answer'])
  expect([await ask('POST'), await ask('POST')]).toEqual(['answer', 'answer'])
})

test('a top-up to the practice number that is lost can be sent again, and is then delivered once', async () => {
  const { service, counter } = await startCounter()
  const known = await sellOne.mobile(counter)
  await counter.reached(known.ref, 'fulfilled')
  const number = mobilePractice.find(({ ending }) => ending === 'lost-then-delivered')?.number ?? ''
  const { ref } = await counter.sellOrder({
    ...{ kind: 'mobile', planCode: 'PREPAID_MOBILIS', number },
    amountCentimes: centimes(20_000),
  })
  await counter.reached(ref, 'unsent')
  await counter.command('sale.resend', { ref })
  await counter.reached(ref, 'fulfilled')
  const { orders } = await service.ledger()
  expect(orders.filter((order) => order.ref === ref)).toHaveLength(1)
})
