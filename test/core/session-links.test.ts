/** The links of this session on the counter's list: each has its turn, whatever the service says of the others. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { createClient } from '../../renderer/client.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { startCore, until } from '../support/core.ts'
import { startLineService } from '../support/training.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const checkPath = '/v3/paylink/checkPayment/'
const checks = { method: 'GET', path: checkPath } as const
/** Long enough for a link to be worth another look. */
const AGO_MS = 60_000

/** A window's list over a real counter, with as many links made a minute ago; `asked` names each by its place in them. */
async function startList(count: number) {
  const clock = virtualClock(Date.now() - AGO_MS)
  const service = startLineService(clock)
  const { core, command } = await startCore({ service, clock })
  const made: string[] = []
  for (let place = 0; place < count; place += 1) {
    const asked = { title: `TV ${place}`, amountCentimes: centimes(100_200) }
    made.push((await command('links.create', asked)).paymentRef)
  }
  const client = createClient({ command: core.dispatch, onEvent: core.onEvent })
  const wait = () => new Promise<void>(() => undefined)
  const selling = createSelling({ client, wait, sales: createCounter({ client, wait }) })
  const { kept, recheckAll } = selling.entries['payment-link']
  selling.open('payment-link')
  await until('the list is read', () => kept.getState().links.length === count)
  const asked = async () =>
    (await service.requests())
      .filter(({ path }) => path.startsWith(checkPath))
      .map(({ path }) => made.indexOf(path.slice(checkPath.length)))
  return { service, recheckAll, asked }
}

const all = [0, 1, 2, 3, 4, 5]
const sorted = (places: readonly number[]) => [...places].sort((a, b) => a - b)

test('a refused link is asked for once by the list, and does not block the others', async () => {
  const { service, recheckAll, asked } = await startList(all.length)
  const unknown = { do: 'answer', take: false, status: 404, code: 'PAYMENT_NOT_FOUND' } as const
  await service.addFaults({ ...checks, action: unknown, times: 100 })
  await recheckAll()
  expect(await asked()).toHaveLength(all.length - 1)
  await recheckAll()
  await recheckAll()
  expect(sorted(await asked())).toEqual(all)
})

test('links that may still change take turns, the longest unseen first', async () => {
  const { recheckAll, asked } = await startList(all.length)
  await recheckAll()
  const first = await asked()
  await recheckAll()
  const left = all.find((place) => !first.includes(place))
  expect((await asked())[first.length]).toBe(left)
})

test('a link with unusable answers delays the others by its own turn only', async () => {
  const { service, recheckAll, asked } = await startList(2)
  await service.addFaults({ ...checks, action: { do: 'garble', take: true } })
  await recheckAll()
  await recheckAll()
  const [first, second] = await asked()
  expect(second).not.toBe(first)
})
