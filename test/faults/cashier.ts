/**
 * The cashier of one counter, by chance: customers of every kind of sale, and what is done about sales that hang. Knows what
 * a person would who asks the service's own people, and decides nothing that is not so.
 */
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import type { Ledger } from '#training/ledger.ts'
import { saidOf } from '../simulation/cashier/decisions.ts'
import type { Ask } from '../simulation/counter/life.ts'
import type { Dice } from '../simulation/dice.ts'
import { cardsPaid } from '../simulation/invariants/facts.ts'
import { kinds } from '../simulation/kinds/kinds.ts'
import type { ShopTime } from './shop-time.ts'
import type { Till } from './till.ts'
import { endOf, namesOf, type Order } from './truth.ts'

/** What is true of a sale: the orders that may be its own, and whether none can be made any more. */
export type ReadTruth = (sale: SaleView) => Promise<{
  readonly held: readonly Order[]
  readonly isOver: boolean
  readonly ledger: Ledger
}>

export interface CashierOptions {
  readonly till: Till
  readonly dice: Dice
  readonly time: ShopTime
  readonly readTruth: ReadTruth
  onStep(what: string): void
  onViolation(what: string): void
}

type Decision = CommandInput<'sale.decide'>['decision']

const signed = { who: 'Amel', why: 'the service says so' } as const
const REVIEW_TRIES = 4
const TRY_AGAIN_MS = 20_000
const TWICE_PERCENT = 20
const SAME_AGAIN_PERCENT = 25
/** What the balance does not cover is refused each time, and each time in doubt for ten minutes: nobody waits for more. */
const MAX_RESENDS = 3

export type Cashier = ReturnType<typeof createCashier>

export function createCashier({ till, dice, time, readTruth, onStep, onViolation }: CashierOptions) {
  const resends = new Map<Ref, number>()
  // The kinds of the simulation ask by the same commands, of a process that may be gone as well.
  const ask: Ask = till.ask
  const onSale = dice.favoured(kinds, ({ kind }) => kind)

  async function review(own: Dice, number: number): Promise<readonly string[]> {
    const kind = own.pickByWeight(onSale)
    for (let tries = 0; tries < REVIEW_TRIES; tries += 1) {
      const wish = await kind.wish(own, number, ask)
      const made = wish && (await till.ask('sale.review', wish))
      if (!wish || !made?.ok) {
        await time.wait(TRY_AGAIN_MS)
        continue
      }
      const isAlike = own.happens(SAME_AGAIN_PERCENT)
      const again = isAlike ? await till.ask('sale.review', wish) : undefined
      return [made.value.reviewId, ...(again?.ok ? [again.value.reviewId] : [])]
    }
    return []
  }

  /** Pressed once or twice; where the answer is lost the journal is asked, as the screens do. */
  async function confirm(own: Dice, reviewId: string): Promise<void> {
    const presses = own.happens(TWICE_PERCENT) ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: presses }, () => till.ask('sale.confirm', { reviewId })),
    )
    const found = await till.ask('sale.find', { reviewId })
    const refs = [
      ...answers.map((one) => (one.ok ? one.value.ref : null)),
      found.ok ? found.value.sale?.ref : null,
    ]
    const sold = new Set(refs.filter((ref) => ref !== null))
    if (found.ok && sold.size > 1) onViolation(`one review was sold as ${[...sold].join(' and ')}`)
  }

  /** What a person may truly say who asks the service's own people, the best first. */
  async function answersTo(sale: SaleView): Promise<readonly Decision[]> {
    const { held, isOver, ledger } = await readTruth(sale)
    for (const { serviceId } of sale.candidates)
      if (held.some((order) => namesOf(order).includes(serviceId)))
        return [{ kind: 'link', serviceId }, ...endsOf(held, ledger)]
    return held.length === 0 && isOver ? [{ kind: 'not-received' }] : endsOf(held, ledger)
  }

  function endsOf([order]: readonly Order[], ledger: Ledger): readonly Decision[] {
    if (order === undefined) return []
    const said = saidOf(endOf(order) ?? '', cardsPaid(ledger, order))
    return said === null ? [] : [{ ...said, saw: order.id }]
  }

  /** What cannot be linked is decided by its end. */
  async function decide(sale: SaleView): Promise<void> {
    const { ref, candidates } = sale
    const seen = candidates.map(({ serviceId }) => serviceId)
    for (const decision of await answersTo(sale)) {
      const decided = await till.ask('sale.decide', { ref, decision, seen, ...signed })
      onStep(`decides ${ref}: ${JSON.stringify(decision)} ${decided.ok ? '' : JSON.stringify(decided.error)}`)
      if (decided.ok) return
    }
  }

  const moves: readonly {
    readonly weight: number
    readonly command: 'sale.resend' | 'sale.cancel' | 'sale.look-up'
  }[] = [
    { weight: 5, command: 'sale.resend' },
    { weight: 3, command: 'sale.cancel' },
    { weight: 2, command: 'sale.look-up' },
  ]

  function moveFor(ref: Ref, own: Dice): (typeof moves)[number]['command'] {
    const { command } = own.pickByWeight(moves)
    if (command !== 'sale.resend') return command
    const count = (resends.get(ref) ?? 0) + 1
    resends.set(ref, count)
    return count > MAX_RESENDS ? 'sale.cancel' : command
  }

  return {
    async serve(number: number): Promise<void> {
      const own = dice.apart('customer', number)
      for (const reviewId of await review(own, number)) {
        await time.wait(own.between(500, 10_000))
        await confirm(own, reviewId)
      }
    },
    /** Does something about the sales that stand where a person moves next. */
    async attend(own: Dice, sales: readonly SaleView[]): Promise<void> {
      for (const sale of sales) {
        const { ref }: { readonly ref: Ref } = sale
        if (sale.state === 'unsent') {
          const command = moveFor(ref, own)
          onStep(`${command} ${ref}`)
          await till.ask(command, { ref })
        }
        if (sale.decidable) await decide(sale)
        else if (own.happens(10)) await till.ask('sale.look-up', { ref })
      }
    },
  }
}
