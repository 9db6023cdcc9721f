/** A counter that works in shifts, and the acts of its till as a cashier does them. */
import type { CommandInput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import type { PaymentMeans, PieceCount } from '#shared/till/cash.ts'
import type { Settings } from '#shared/views.ts'
import type { Counter } from './core.ts'

/** The settings of a shop that works in shifts, without limits. */
export const inShifts: Settings['till'] = {
  shifts: true,
  printZ: false,
  lockAfterMinutes: null,
  strip: false,
  blindClose: true,
  limits: { saleCentimes: null, hourCentimes: null, refundCentimes: null, differenceCentimes: null },
}

let acts = 0
/** An id that no act has yet. */
export const newActId = (): string => {
  acts += 1
  return `act-${String(acts).padStart(8, '0')}`
}

export const da = (dinars: number): Centimes => centimes(dinars * 100)

/** A count that comes to this many dinars, a multiple of 5. */
export function piecesOf(dinars: number): PieceCount {
  const [thousands, rest] = [Math.floor(dinars / 1_000), dinars % 1_000]
  return { 'note-1000': thousands, 'coin-5': rest / 5 }
}

type Of<Name extends 'till.move-cash'> = CommandInput<Name>['moved']

/** The till of a counter without people: Amina does everything. */
export function tillOf(counter: Pick<Counter, 'ask' | 'command'>) {
  const signed = () => ({ actId: newActId(), who: 'Amina' })
  return {
    async withShifts(change: Partial<Settings['till']> = {}) {
      await counter.command('settings.update', { till: { ...inShifts, ...change } })
    },
    open: (dinars = 10_000) => counter.command('till.open-shift', { ...signed(), float: piecesOf(dinars) }),
    move: (moved: Of<'till.move-cash'>) => counter.command('till.move-cash', { ...signed(), moved }),
    count: (dinars: number) => counter.command('till.count', { ...signed(), counted: piecesOf(dinars) }),
    close: (reason?: string) =>
      counter.command('till.close-shift', { ...signed(), ...(reason === undefined ? {} : { reason }) }),
    x: () => counter.command('till.x-report', {}),
    read: () => counter.command('till.read', {}),
    giveBack: (
      ref: Ref,
      amountCentimes: Centimes,
      more: { readonly forRef?: Ref; readonly actId?: string } = {},
    ) => counter.ask('till.give-back', { ...signed(), ref, amountCentimes, ...more }),
    takeBack: (ref: Ref, amountCentimes: Centimes) =>
      counter.ask('till.take-back', { ...signed(), ref, amountCentimes }),
    /** A card for a line, confirmed with these means. */
    async sell(number: string, dinars: number, means?: PaymentMeans) {
      const valueCentimes = da(dinars)
      const { reviewId } = await counter.command('sale.review', {
        ...{ kind: 'internet', type: 'ADSL', number, valueCentimes },
      })
      return counter.command('sale.confirm', { reviewId, ...(means && { means }) })
    },
  }
}
