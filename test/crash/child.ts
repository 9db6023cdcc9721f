/**
 * A process that works at the counter until it dies at its point. It gets its work over IPC, so that it can be started
 * ahead of its time; it sends the points it comes by, the time it leaps to, and how its work ended.
 */
import { flushCompileCache } from 'node:module'
import type { Ref } from '#shared/ref.ts'
import type { Candidate, SaleView } from '#shared/views.ts'
import { type CounterPlace, type CrashCounter, openCounter } from './counter.ts'
import { everyGood } from './goods.ts'
import { type Point, watchPoints } from './points.ts'

export type Work =
  | { readonly do: 'sell'; readonly good: string; readonly place: number; readonly orAsked?: boolean }
  /** Opens the counter and lets it find out what became of the newest sale. */
  | { readonly do: 'settle' }
  | { readonly do: 'resend' | 'cancel'; readonly ref: Ref }
  /** Takes the first order that is none of these for the sale's own. */
  | { readonly do: 'link'; readonly ref: Ref; readonly otherOrders: readonly string[] }
  | { readonly do: 'not-received'; readonly ref: Ref }

export interface Job extends CounterPlace {
  readonly work: Work
  /** The name of the point to die at; null: none. */
  readonly fatal: string | null
}

export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'leap'; readonly toMs: number }
  | { readonly kind: 'point'; readonly point: Point }
  | { readonly kind: 'done'; readonly sale: SaleView }
  | { readonly kind: 'fault'; readonly fault: string }

/** Where the parent is gone there is nobody to send to, and that is no fault. */
const send = (message: ChildMessage) => void process.send?.(message, undefined, undefined, () => undefined)
const acknowledged: (() => void)[] = []

async function perform(counter: CrashCounter, work: Work): Promise<SaleView> {
  if (work.do === 'sell') {
    const good = everyGood[work.good]
    if (!good) throw new Error(`nothing is called ${work.good}`)
    return counter.settled((await good.sell(counter, work.place)).ref, work.orAsked)
  }
  if (work.do === 'settle') {
    // It may be settled by now: the looks begin with the line.
    const [newest] = await counter.sales()
    if (!newest) throw new Error('there is no sale')
    return counter.settled(newest.ref)
  }
  const { ref } = work
  if (work.do === 'resend' || work.do === 'cancel') {
    await counter.settled(ref)
    await counter.command(`sale.${work.do}`, { ref })
    return counter.settled(ref)
  }
  const { candidates } = await counter.settled(ref)
  const decision = work.do === 'link' ? linkTo(candidates, work.otherOrders) : { kind: work.do }
  const seen = candidates.map(({ serviceId }) => serviceId)
  await counter.command('sale.decide', { ref, decision, seen, who: 'Amine', why: 'seen on the platform' })
  return counter.settled(ref)
}

function linkTo(candidates: readonly Candidate[], others: readonly string[]) {
  const ours = candidates.find(({ serviceId }) => !others.includes(serviceId))
  if (!ours) throw new Error('none of the orders is this sale’s')
  return { kind: 'link', serviceId: ours.serviceId } as const
}

async function run({ work, fatal, ...place }: Job): Promise<void> {
  watchPoints(fatal, (point) => {
    if (fatal === null) send({ kind: 'point', point })
  })
  const counter = await openCounter(place, (toMs) => {
    send({ kind: 'leap', toMs })
    return new Promise((resolve) => acknowledged.push(resolve))
  })
  const sale = await perform(counter, work)
  // The parent kills this process as soon as it has this. What was compiled on the whole way is kept for those that die on it.
  if (fatal === null) flushCompileCache()
  send({ kind: 'done', sale })
}

process.on('message', (message: Job | 'leapt') => {
  if (message === 'leapt') return acknowledged.shift()?.()
  run(message).catch((fault: unknown) => send({ kind: 'fault', fault: String(fault) }))
})
process.on('disconnect', () => process.exit())
send({ kind: 'ready' })
