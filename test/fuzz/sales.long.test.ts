/**
 * Sales of every kind through a service whose first answers to each are changed in their structure: a field is missing, of
 * another type, twice there, under another name. No sale is made twice, and once the answers are whole again each sale ends
 * as the service's own books have it.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderKind } from '#shared/products/orders.ts'
import type { SaleView } from '#shared/views.ts'
import { type Counter, startCore, startShop } from '../support/core.ts'
import { effort } from '../support/effort.ts'
import { startRewriter } from '../support/rewriter.ts'
import { sellOne } from '../support/sell.ts'
import { anyJsonTwist, type Twist, twisted } from './twist.ts'

const SALE_RUNS = Math.ceil(15 * effort)
/** Questions before the request itself, which are to be answered as they are in some runs. */
const MOST_WHOLE_BEFORE = 5
/** The service's answers are whole again after this many. */
const MOST_TWISTS = 4
const kinds = Object.keys(sellOne) as readonly OrderKind[]

/**
 * What a fault can do to an answer. A service that names another order, or leaves one out of a list, does not fail: it lies,
 * and no counter can notice.
 */
const structural = anyJsonTwist.filter(
  ({ way, odd }) => typeof odd !== 'string' && ['drop', 'replace', 'wrap', 'rename'].includes(way),
)

/** A line on which the next answers are changed by these, one each. */
async function startTwister(address: string, next: () => Twist | undefined): Promise<string> {
  return startRewriter(address, (_path, text) => {
    const twist = next()
    if (!twist) return text
    const answer: unknown = JSON.parse(text)
    return isList(answer) ? text : (JSON.stringify(twisted(answer, twist)) ?? '')
  })
}

/** A row that is dropped from one is a lie. */
const isList = (answer: unknown): boolean => Array.isArray(Object(Object(answer).data).items)

/** Sells as a cashier does, who tries again as long as nothing was confirmed. */
async function sellPatiently(counter: Counter, kind: OrderKind, place: number): Promise<SaleView> {
  const problems: string[] = []
  for (let tries = 0; tries <= MOST_TWISTS; tries += 1) {
    // An answer that says nothing counts as a line that is down, for a moment.
    await counter.opened()
    try {
      return await sellOne[kind](counter, place)
    } catch (fault) {
      problems.push(String(fault))
    }
  }
  throw new Error(`a ${kind} sale could not be made: ${problems}`)
}

test.each(kinds)('%s', async (kind) => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: MOST_WHOLE_BEFORE }),
      fc.array(structural, { minLength: 1, maxLength: MOST_TWISTS }),
      async (before, twists) => {
        const { clock, service } = await startShop()
        let coming: (Twist | undefined)[] = []
        const next = () => coming.shift()
        const baseUrl = await startTwister(service.baseUrl, next)
        const billUrl = await startTwister(service.billUrl, next)
        const counter = await startCore({ clock, service: { baseUrl, billUrl } })
        coming = [...Array<undefined>(before).fill(undefined), ...twists]
        const { ref } = await sellPatiently(counter, kind, 0)
        await counter.reached(ref, 'fulfilled')
        await counter.core.stop()
        const { orders, movements } = await service.ledger()
        expect(orders).toHaveLength(1)
        expect(movements.map(({ type }) => type)).toEqual(['DEBIT'])
        await service.close()
      },
    ),
    { numRuns: SALE_RUNS, endOnFailure: true },
  )
})
