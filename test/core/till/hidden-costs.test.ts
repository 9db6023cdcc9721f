/** What sales cost the shop, over the wire: to an owner, to a cashier, and to a counter at which nobody is signed in. */
import { expect, test } from 'vitest'
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { startCounter, until } from '../../support/core.ts'
import { newActId } from '../../support/till.ts'

const pins = { owner: '271828', cashier: '3141' }

/** Every name at which an amount of the shop's own cost stands, wherever it stands; one that is null says nothing. */
function costsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(costsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(/^(cost|debit|profit|commission|margin)/i.test(name) && member !== null ? [name] : []),
    ...costsIn(member),
  ])
}

test('no answer and no event gives a cashier, or a locked counter, the cost of a sale', async () => {
  const { counter } = await startCounter()
  const { ref: before } = await counter.sell('023456789', 500)
  await counter.reached(before, 'fulfilled')
  expect(costsIn(await counter.command('app.snapshot', {}))).not.toEqual([])
  const started = await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: pins.owner })
  const owner = started.signedIn ?? expect.fail()
  const added = await counter.command('people.add', {
    ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: pins.cashier },
  })
  const cashier = added.people.find(({ role }) => role === 'cashier')?.personId ?? expect.fail()
  await counter.command('people.sign-in', { personId: cashier, pin: pins.cashier })

  const heard = counter.events.length
  const review = await counter.command('sale.review', {
    ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456', amountCentimes: 50_000 as never },
  })
  const confirmed = await counter.command('sale.confirm', { reviewId: review.reviewId })
  const fulfilled = await counter.reached(confirmed.ref, 'fulfilled')
  const answers = [
    ...[review, confirmed, fulfilled],
    await counter.command('app.snapshot', {}),
    await counter.command('internet.products', { type: 'ADSL' }),
    await counter.command('mobile.plans', {}),
    await counter.command('history.sale', { ref: before }),
    await counter.command('history.page', {
      ...{ query: '', filters: { kinds: [], states: [], fromDay: null, toDay: null } },
      ...{ from: { kind: 'newest' }, rows: 10 },
    }),
  ]
  expect(costsIn(answers)).toEqual([])
  const events = counter.events.slice(heard)
  expect(events.filter(({ event }) => event.kind === 'sale-changed').length).toBeGreaterThan(0)
  expect(costsIn(events)).toEqual([])

  // An owner's approval of the command gives the takings, and not what they cost.
  const asked = { fromDay: '2026-01-01', toDay: '2035-12-31' }
  const approved = { personId: owner, pin: pins.owner, command: 'reports.read', input: asked } as const
  await counter.command('people.approve', approved)
  const report = await counter.command('reports.read', asked)
  expect(report.total.sales).toBe(2)
  expect(costsIn(report)).toEqual([])
  for (const name of ['reports.strip', 'reconcile.findings'] as const satisfies readonly CommandName[]) {
    const input = name === 'reports.strip' ? {} : { open: true as const }
    expect(await counter.ask(name, input as never)).toMatchObject({ error: { problem: 'denied' } })
  }

  await counter.command('people.sign-out', {})
  expect(costsIn(await counter.command('app.snapshot', {}))).toEqual([])
  await counter.command('people.sign-in', { personId: owner, pin: pins.owner })
  expect(costsIn(await counter.command('app.snapshot', {}))).not.toEqual([])
  expect(costsIn(await counter.command('reports.read', asked))).not.toEqual([])
})

test('a cashier gets the days without costs, in a form that the window reads', async () => {
  const { counter, clock } = await startCounter()
  const { ref } = await counter.sell('023456789', 500)
  await counter.reached(ref, 'fulfilled')
  await counter.command('reconcile.start', { fromDay: shopDayOf(clock.nowMs()) })
  const state = () => counter.command('reconcile.state', {})
  await until('the books are compared', async () => (await state()).run.completedAtMs !== null)
  expect((await state()).days[0]?.totals).toMatchObject({ debitedCentimes: expect.any(Number) })
  await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: pins.owner })
  const { people } = await counter.command('people.add', {
    ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: pins.cashier },
  })
  const personId = people.find(({ role }) => role === 'cashier')?.personId ?? expect.fail()
  await counter.command('people.sign-in', { personId, pin: pins.cashier })
  const answer = commands['reconcile.state'].output.parse(await state())
  expect(answer.days).toMatchObject([{ totals: null }])
  expect(costsIn(answer)).toEqual([])
})
