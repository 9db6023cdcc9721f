/** A counter that sells on account, and its carnet as a cashier uses it. */
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Centimes } from '#shared/money.ts'
import type { MoneyMeans, PaymentMeans } from '#shared/till/cash.ts'
import type { Counter } from './core.ts'
import { da, newActId } from './till.ts'

/** The carnet of a counter without people: Amina does everything. `limit`: what each may owe, in dinars. */
export async function carnetOf(counter: Pick<Counter, 'ask' | 'command'>, limit = 5_000) {
  const signed = () => ({ actId: newActId(), who: 'Amina' })
  const carnet = { isOn: true, limitCentimes: da(limit), saleLimitCentimes: null }
  await counter.command('settings.update', { carnet })
  const reviewOf = (number: string, dinars: number) =>
    counter.command('sale.review', { kind: 'internet', type: 'ADSL', number, valueCentimes: da(dinars) })
  return {
    add: (number: string, name?: string) =>
      counter.command('carnet.add', { ...signed(), number, ...(name === undefined ? {} : { name }) }),
    setLimit: (customerId: string, limitCentimes: Centimes | null) =>
      counter.command('carnet.set-limit', { ...signed(), customerId, limitCentimes }),
    reviewOf,
    /** A card for a line. */
    async sell(customerId: string, number: string, dinars: number, means: PaymentMeans = 'on-account') {
      const { reviewId } = await reviewOf(number, dinars)
      return counter.ask('sale.confirm', { reviewId, means, customerId })
    },
    repay: (customerId: string, amountCentimes: Centimes, more: Partial<CommandInput<'carnet.repay'>> = {}) =>
      counter.ask('carnet.repay', { ...signed(), customerId, amountCentimes, ...more }),
    payOut: (customerId: string, amountCentimes: Centimes, means: MoneyMeans = 'cash') =>
      counter.ask('carnet.pay-out', { ...signed(), customerId, amountCentimes, means }),
    forget: (customerId: string) => counter.ask('carnet.forget', { ...signed(), customerId }),
    async page(customerId: string) {
      const { page } = await counter.command('carnet.page', { customerId })
      if (!page) throw new Error(`no customer ${customerId}`)
      return page
    },
    balance: async (customerId: string) => {
      const { page } = await counter.command('carnet.page', { customerId })
      return page?.customer.balanceCentimes
    },
    debtors: () => counter.command('carnet.debtors', {}),
  }
}
