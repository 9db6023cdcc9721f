/**
 * Serving customers, as a person at the counter does: review, think, confirm, sometimes twice, and ask again where the window
 * lost the answer. Everything goes through the commands; what the core itself holds is not looked at.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import type { Counter } from '../counter/counter.ts'
import type { Answer, Life } from '../counter/life.ts'
import type { Dice } from '../dice.ts'
import type { Report } from '../invariants/report.ts'
import type { Wish } from '../kinds/kind.ts'
import { kinds } from '../kinds/kinds.ts'
import type { Machine } from '../machine.ts'
import type { SimulatedTill } from '../till/till.ts'
import type { Timeline } from '../timeline.ts'

export interface Customers {
  /** Serves one customer, or sends them away after a few tries. */
  serve(number: number): Promise<void>
  /** Serves one who wants something that the service grants; answers the sale, undefined where nothing could be sold. */
  servePlainly(make: (number: number) => Wish, number: number): Promise<SaleView | undefined>
}

export interface CustomersOptions {
  readonly dice: Dice
  readonly timeline: Timeline
  readonly counter: Counter
  readonly report: Report
  readonly machine: Pick<Machine, 'setClockBy'>
  readonly onFault: (name: string) => void
  /** Takes every review that anyone ever presses "confirm" on. */
  readonly confirmed: Set<string>
  readonly till: Pick<SimulatedTill, 'ask' | 'meansFor' | 'dueFor'>
}

const REVIEW_TRIES = 3
const CONFIRM_TRIES = 3
const PLAIN_TRIES = 40
const PLAIN_WAIT_MS = 60_000
/** What the counter asks of a cashier whose tries may be what keeps the service refusing. */
const REFUSED_WAIT_MS = 16 * 60_000
const TWICE_PERCENT = 20
const LEAVES_PERCENT = 10
const TWIN_PERCENT = 15
const ATTEND_TURNS = 3
const MISSET_PERCENT = 1
/** By less than a review lasts: what is priced by another clock is not sold. */
const MAX_MISSET_MS = 9 * 60_000
const PUT_RIGHT_WITHIN_MS = 5_000
const patiencesMs = [4_000, 12_000, 45_000] as const

const wishesWhereUnsent = [
  { weight: 5, command: 'sale.resend' },
  { weight: 3, command: 'sale.cancel' },
  { weight: 2, command: undefined },
] as const

/** One customer and the cashier before them, with dice of their own. */
function createVisit({ timeline, counter, report, confirmed, till }: CustomersOptions, dice: Dice) {
  const think = (maxMs: number) => timeline.pause(dice.between(500, maxMs))

  async function review(make: (life: Life) => Promise<Wish | undefined>): Promise<string | undefined> {
    for (let tries = 0; tries < REVIEW_TRIES; tries += 1) {
      const life = await counter.up()
      const wish = await make(life)
      const made = wish && (await life.ask('sale.review', wish))
      if (made?.ok) return made.value.reviewId
      await think(20_000)
    }
    return undefined
  }

  /** One press, or two at once: a double click, or a second window. */
  async function press(life: Life, reviewId: string): Promise<Answer<SaleView>> {
    confirmed.add(reviewId)
    const asked = { reviewId, ...till.meansFor(reviewId), ...(await till.dueFor(reviewId)) }
    const once = () => till.ask(life, 'sale.confirm', asked)
    if (!dice.happens(TWICE_PERCENT)) return once()
    const [first, second] = await Promise.all([once(), once()])
    if (first.ok && second.ok && first.value.ref !== second.value.ref) {
      report(2, `one review was sold as ${first.value.ref} and ${second.value.ref}`)
    }
    return first.ok ? first : second
  }

  /** Asks the journal what became of a confirmation before pressing again, as the screens do. */
  async function confirm(reviewId: string): Promise<SaleView | undefined> {
    for (let tries = 0; tries < CONFIRM_TRIES; tries += 1) {
      const life = await counter.up()
      const answer = await press(life, reviewId)
      if (answer.ok) return answer.value
      if (!isWorthAsking(answer.error)) return undefined
      await think(10_000)
      const found = await (await counter.up()).ask('sale.find', { reviewId })
      if (found.ok && found.value.sale !== null) return found.value.sale
      if (dice.happens(LEAVES_PERCENT)) return undefined
    }
    return undefined
  }

  /** The customer waits, and where nothing was received says what is to be done. */
  async function attend(ref: Ref): Promise<void> {
    for (let turns = 0; turns < ATTEND_TURNS; turns += 1) {
      await think(dice.pick(patiencesMs))
      const life = await counter.up()
      const snapshot = await life.ask('app.snapshot', {})
      const sale = snapshot.ok ? snapshot.value.sales.find((one) => one.ref === ref) : undefined
      if (sale?.phase !== 'unsent') continue
      const { command } = dice.pickByWeight(wishesWhereUnsent)
      if (command !== undefined) await life.ask(command, { ref })
    }
  }

  return { think, review, confirm, attend }
}

/** Now and then the clock is set wrong while a customer decides, and put right as soon as they have. */
async function withClockMisset<T>(
  { machine, timeline, onFault }: CustomersOptions,
  dice: Dice,
  work: () => Promise<T>,
): Promise<T> {
  if (!dice.hasToday('clock misset', MISSET_PERCENT)) return work()
  onFault('clock-misset')
  const byMs = dice.between(-MAX_MISSET_MS, MAX_MISSET_MS)
  machine.setClockBy(byMs)
  const done = await work()
  await timeline.pause(dice.between(0, PUT_RIGHT_WITHIN_MS))
  machine.setClockBy(-byMs)
  return done
}

export function createCustomers(options: CustomersOptions): Customers {
  const { dice, timeline, counter } = options
  const onSale = dice.favoured(kinds, ({ kind }) => kind)
  return {
    async serve(number) {
      const own = dice.apart(number)
      const { think, review, confirm, attend } = createVisit(options, own)
      const kind = own.pickByWeight(onSale)
      let wish: Wish | undefined
      const reviewId = await review(async (life) => {
        wish = await kind.wish(own, number, life.ask)
        return wish
      })
      if (reviewId === undefined) return
      // The same once more: a second window, or a customer who wants two. Of bills the second must not be sold.
      const hasTwin = own.happens(TWIN_PERCENT) && !(wish && kind.hasNoLike?.(wish))
      const twinId = hasTwin ? await review(async () => wish) : undefined
      await think(15_000)
      const sale = await withClockMisset(options, own.apart('clock'), () => confirm(reviewId))
      if (twinId !== undefined) await confirm(twinId)
      if (sale !== undefined) await attend(sale.ref)
    },
    async servePlainly(make, number) {
      const { review, confirm } = createVisit(options, dice.apart(number))
      for (let tries = 0; tries < PLAIN_TRIES; tries += 1) {
        const life = await counter.up()
        await life.ask('connection.check', {})
        const reviewId = await review(async () => make(number + tries))
        const sale = reviewId === undefined ? undefined : await confirm(reviewId)
        if (sale !== undefined) return sale
        const shown = await life.ask('app.snapshot', {})
        const isToStop = shown.ok && shown.value.status.notices.includes('requests-refused-for-long')
        await timeline.pause(isToStop ? REFUSED_WAIT_MS : PLAIN_WAIT_MS)
      }
      return undefined
    },
  }
}

/** The answer is lost, or says that the disk may or may not have the sale. Anything else is a clear no. */
const isWorthAsking = ({ kind }: AppError | { readonly kind: 'gone' }): boolean =>
  kind === 'gone' || kind === 'journal' || kind === 'journal-unread' || kind === 'internal'
