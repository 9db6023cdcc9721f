/**
 * The crash matrix before services that behave otherwise where the document leaves it open, drawn from the seed. How a sale ends
 * is not known beforehand then: what the service holds of it is, whatever the point of the death.
 */
import { expect, test } from 'vitest'
import { finalSaleStates } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { createDice, type Dice } from '../simulation/dice.ts'
import { deviationTexts, drawBehaviour } from '../support/drawn-behaviour.ts'
import { effort } from '../support/effort.ts'
import { expectWhole, nothing } from './after.ts'
import { readLedger } from './books.ts'
import { killAtEach } from './deaths.ts'
import { goodNames, goods } from './goods.ts'
import type { Point } from './points.ts'
import { type Beginning, newSale, type Shop, seedJournal } from './shop.ts'
import { workshopOfFile } from './workshop.ts'

const SEEDS = Math.ceil(10 * effort)

const workshop = workshopOfFile()

const matters = ({ what, at }: Point) => what === 'send' || at === 'after the commit'

test.each(Array.from({ length: SEEDS }, (_, place) => place + 1))(
  'killed while selling, by seed %i',
  async (seed) => {
    const { name, behaviour, beginning } = await draw(createDice(seed))
    const { ends } = await killAtEach({
      ...{ workshop: workshop(), beginning, good: goods[name], choose: matters, recovered },
      work: { do: 'sell', good: name, place: 1, orAsked: true },
    })
    const known = new Set<string>([nothing, ...outcomes])
    const odd = Object.entries(ends).filter(([, end]) => !known.has(end))
    expect(odd, `${name}; ${deviationTexts(behaviour).join(' ')}`).toEqual([])
  },
)

/** A thing that this service sells: some of them let nobody find a bill. */
async function draw(dice: Dice, draws = 0) {
  const ours = dice.apart(draws)
  const behaviour = drawBehaviour((point) => ours.apart('behaviour', point))
  const name = ours.apart('good').pick(goodNames)
  try {
    return { name, behaviour, beginning: await seedJournal(workshop(), goods[name], behaviour) }
  } catch (fault) {
    if (draws > 5 || !String(fault).includes('bills.discover')) throw fault
    return draw(dice, draws + 1)
  }
}

const asked = 'a person is asked'
const outcomes = [...finalSaleStates, 'refused', 'unsent', 'following', asked]

/** An unsent sale is sent again. Answers how it ended, or that a person is asked. */
async function recovered(shop: Shop, beginning: Beginning): Promise<string> {
  const counter = await shop.open()
  try {
    const sale = await newSale(counter, beginning)
    if (!sale) {
      await expectLedger(shop, beginning, undefined)
      return nothing
    }
    const settled = await counter.settled(sale.ref, true)
    await expectLedger(shop, beginning, settled)
    if (settled.state !== 'unsent') return settled.decidable ? asked : settled.state
    const reply = await counter.ask('sale.resend', { ref: sale.ref })
    const ended = await counter.settled(sale.ref, true)
    await expectLedger(shop, beginning, ended)
    if (!reply.ok) expect(ended.attempts).toBe(1)
    return ended.decidable ? asked : ended.state
  } finally {
    await expectWhole(counter)
  }
}

/** One order and one debit at the most; the money is where the sale says it is; nothing is sent that no attempt records. */
async function expectLedger(shop: Shop, beginning: Beginning, sale: SaleView | undefined): Promise<void> {
  const { orders, movements, sends } = await readLedger(shop, beginning)
  const debits = movements.filter(({ type }) => type === 'DEBIT')
  const kept = movements.reduce((sum, { type, amount }) => sum + (type === 'DEBIT' ? amount : -amount), 0)
  expect(orders.length).toBeLessThanOrEqual(1)
  expect(debits.length).toBeLessThanOrEqual(1)
  expect(sends).toBeLessThanOrEqual(sale?.attempts ?? 0)
  if (!sale || ['unsent', 'refused', 'refunded', 'cancelled'].includes(sale.state)) expect(kept).toBe(0)
  if (sale && ['fulfilled', 'partly-fulfilled'].includes(sale.state)) expect(orders).toHaveLength(1)
}
