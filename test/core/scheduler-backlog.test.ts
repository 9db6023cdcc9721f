/** Many due sales at once: what the scheduler makes of pages that show some of them, and who goes first. */
import { expect, test } from 'vitest'
import { type BeginSweep, SWEEP_FROM_COUNT, type SweptPage } from '#core/schedule/backlog.ts'
import { createScheduler } from '#core/schedule/scheduler.ts'
import type { Ref } from '#shared/ref.ts'
import { keepLog } from '../support/api-client.ts'
import { refNumber } from '../support/refs.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const many = Array.from({ length: SWEEP_FROM_COUNT }, (_, sale) => refNumber(sale))
const [first, second] = many as [Ref, Ref]
const stranger = refNumber(9_999)

interface Options {
  readonly beginSweep: BeginSweep<string>
  readonly rateWaitMs?: (urgency: string) => number
  /** Sales that are planned again at each visit. */
  readonly restless?: readonly Ref[]
}

/** Visits end at once. */
function start({ beginSweep, rateWaitMs = () => 0, restless = [] }: Options) {
  const clock = virtualClock()
  const visits: { readonly ref: Ref; readonly seen: string | undefined }[] = []
  const scheduler = createScheduler<{ nextDelayMs: number | undefined; needs: 'line' }, string>({
    ...{ clock, log: keepLog(), rateWaitMs, beginSweep },
    async visit(ref, _waitedMs, seen) {
      visits.push({ ref, seen })
      return { nextDelayMs: restless.includes(ref) ? 5_000 : undefined, needs: 'line' }
    },
  })
  const planAll = async (refs: readonly Ref[]) => {
    for (const ref of refs) scheduler.plan(ref, 0, 'line')
    await clock.pass(0)
  }
  /** Lets what is due run on: turns of the event loop take no time. */
  const settle = async () => {
    for (let turn = 0; turn < 4 * many.length; turn += 1) await clock.pass(0)
  }
  return { clock, visits, scheduler, planAll, settle }
}

const pageOf = (refs: readonly Ref[], isLast: boolean): SweptPage<string> => ({
  seen: new Map(refs.map((ref) => [ref, 'row'])),
  isLast,
})

test('pages settle their sales, and every other sale is looked at once by itself', async () => {
  const pages = [pageOf([first], false), pageOf([second], true)]
  const beginSweep: BeginSweep<string> = (due) => ({
    ...{ taken: due.slice(0, 10), passed: due.slice(10) },
    readPage: async () => pages.shift() ?? expect.fail('a page after the last'),
  })
  const { visits, scheduler, planAll, settle } = start({ beginSweep })
  await planAll(many)
  scheduler.setGate(true)
  await settle()
  expect(visits.filter(({ seen }) => seen).map(({ ref }) => ref)).toEqual([first, second])
  expect(visits.map(({ ref }) => ref).sort()).toEqual([...many].sort())
  expect(scheduler.plannedCount()).toBe(0)
})

test('fewer sales are looked at singly', async () => {
  const { visits, scheduler, planAll, settle } = start({ beginSweep: () => expect.fail('a sweep of few') })
  await planAll(many.slice(1))
  scheduler.setGate(true)
  await settle()
  expect(visits).toHaveLength(many.length - 1)
})

test.each([
  ['a page that brings no answer', () => Promise.resolve(pageOf([], true))],
  ['a page that fails by a fault of ours', () => Promise.reject(new Error('a fault'))],
])('%s leaves all to single looks', async (_name, readPage) => {
  const { visits, scheduler, planAll, settle } = start({
    beginSweep: (due) => ({ taken: due, passed: [], readPage }),
  })
  await planAll(many)
  scheduler.setGate(true)
  await settle()
  expect(visits.map(({ seen }) => seen)).toEqual(many.map(() => undefined))
})

test('sales without a list are looked at singly', async () => {
  const beginSweep = () => {
    throw new Error('a fault')
  }
  const { visits, scheduler, planAll, settle } = start({ beginSweep })
  await planAll(many)
  scheduler.setGate(true)
  await settle()
  expect(visits).toHaveLength(many.length)
})

test('a sale visited while its page was read ignores the older row', async () => {
  let answer: (page: SweptPage<string>) => void = () => undefined
  const beginSweep: BeginSweep<string> = (due) => ({
    ...{ taken: due, passed: [] },
    readPage: () => new Promise((resolve) => (answer = resolve)),
  })
  const { visits, scheduler, planAll, settle } = start({ beginSweep })
  await planAll(many)
  scheduler.setGate(true)
  await settle()
  await scheduler.visitNow(first)
  answer(pageOf([first, second], true))
  await settle()
  expect(visits.filter(({ ref }) => ref === first)).toEqual([{ ref: first, seen: undefined }])
  expect(visits.filter(({ ref }) => ref === second)).toEqual([{ ref: second, seen: 'row' }])
})

test('pages and single looks take turns', async () => {
  const pagesRead: string[] = []
  const beginSweep: BeginSweep<string> = (due) => ({
    ...{ taken: due.slice(0, 40), passed: due.slice(40) },
    async readPage() {
      pagesRead.push(`page after ${visits.length}`)
      return pageOf([], pagesRead.length === 4)
    },
  })
  // Room for one call at a time, so that their order is seen.
  let room = 0
  const rateWaitMs = () => (room-- > 0 ? 0 : 1_000)
  const { clock, visits, scheduler, planAll, settle } = start({ beginSweep, rateWaitMs })
  await planAll(many)
  for (let call = 0; call < 7; call += 1) {
    room = 1
    if (call === 0) scheduler.setGate(true)
    else await clock.pass(1_000)
    await settle()
  }
  expect(pagesRead).toEqual(['page after 0', 'page after 1', 'page after 2', 'page after 3'])
})

test('a sale that somebody asked about goes before the backlog, in room that this leaves', async () => {
  const rateWaitMs = (urgency: string) => (urgency === 'backlog' ? 60_000 : 0)
  const beginSweep: BeginSweep<string> = () => expect.fail('a sweep without room')
  const { clock, visits, scheduler, planAll, settle } = start({ beginSweep, rateWaitMs })
  await planAll(many)
  scheduler.setGate(true)
  await settle()
  expect(visits).toEqual([])
  void scheduler.visitNow(stranger)
  await clock.pass(0)
  expect(visits).toEqual([{ ref: stranger, seen: undefined }])
})

test('sales that somebody waits for do not take all that a narrow rate leaves', async () => {
  const rateWaitMs = (urgency: string) => (urgency === 'backlog' ? 60_000 : 0)
  const beginSweep: BeginSweep<string> = () => expect.fail('a sweep of one')
  const { clock, visits, scheduler, planAll } = start({ beginSweep, rateWaitMs, restless: [first, second] })
  await planAll([stranger])
  scheduler.setGate(true)
  for (const ref of [first, second]) await scheduler.visitNow(ref)
  await clock.pass(20_000)
  expect(visits.map(({ ref }) => ref)).toContain(stranger)
})
