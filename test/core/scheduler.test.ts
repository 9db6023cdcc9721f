/** When open sales are looked at: the table of waits, and the scheduler that keeps to it. */
import { describe, expect, test } from 'vitest'
import { absenceOfNamed } from '#core/products/kind.ts'
import { delayAfter } from '#core/schedule/cadence.ts'
import { createScheduler } from '#core/schedule/scheduler.ts'
import type { Ref } from '#shared/ref.ts'
import { type SalePhase, salePhases } from '#shared/states/sale.ts'
import { keepLog } from '../support/api-client.ts'
import { refNumber } from '../support/refs.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const over: readonly SalePhase[] = ['fulfilled', 'partly-fulfilled', 'refunded']
const HOUR_MS = 3_600_000

describe('the waits', () => {
  test.each(salePhases.filter((phase) => !over.includes(phase)))(
    'of a sale that is %s never end and never shrink',
    (phase) => {
      const waits = Array.from(
        { length: 500 },
        (_, looks) => delayAfter(phase, looks) ?? expect.fail('it ended'),
      )
      expect(waits).toEqual([...waits].sort((a, b) => a - b))
      expect(waits[0]).toBeGreaterThanOrEqual(1_000)
      expect(waits.at(-1)).toBeLessThanOrEqual(HOUR_MS)
    },
  )

  test.each(over)('of a sale that is %s do not exist', (phase) => {
    expect(delayAfter(phase, 0)).toBeUndefined()
  })

  test('in doubt span the grace with the eight first looks, a restart included', () => {
    const first = Array.from({ length: 8 }, (_, looks) => delayAfter('in-doubt', looks) ?? 0)
    expect(first.slice(1).reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(absenceOfNamed.spanMs)
  })
})

/** A scheduler whose visits are noted and end at once, with the next wait that the test sets. */
function start(
  options: { nextDelayMs?: number; hold?: boolean; fails?: boolean; rateWaitMs?: () => number } = {},
) {
  const clock = virtualClock()
  const visits: { readonly ref: Ref; readonly waitedMs: number }[] = []
  const held: (() => void)[] = []
  const scheduler = createScheduler({
    clock,
    log: keepLog(),
    rateWaitMs: options.rateWaitMs ?? (() => 0),
    async visit(ref, waitedMs) {
      visits.push({ ref, waitedMs })
      if (options.fails && visits.length === 1) throw new Error('a fault')
      if (options.hold) await new Promise<void>((resolve) => held.push(resolve))
      return { nextDelayMs: options.nextDelayMs, needs: 'line' }
    },
  })
  scheduler.setGate(true)
  return { clock, visits, held, scheduler }
}

const [a, b, c] = [refNumber(1), refNumber(2), refNumber(3)] as const

describe('the scheduler', () => {
  test('runs nothing when nothing is planned', () => {
    expect(start().clock.waits()).toBe(0)
  })

  test('visits sales in the order in which they fall due, with their waiting time', async () => {
    const { clock, visits, scheduler } = start()
    scheduler.plan(a, 3_000, 'line')
    scheduler.plan(b, 1_000, 'line')
    scheduler.plan(c, 2_000, 'line')
    await clock.pass(10_000)
    expect(visits).toEqual([
      { ref: b, waitedMs: 1_000 },
      { ref: c, waitedMs: 2_000 },
      { ref: a, waitedMs: 3_000 },
    ])
    expect({ planned: scheduler.plannedCount(), waits: clock.waits() }).toEqual({ planned: 0, waits: 0 })
  })

  test('uses the wait that a visit returns, in place of any other', async () => {
    const { clock, visits, scheduler } = start({ nextDelayMs: 1_000 })
    scheduler.plan(a, 500, 'line')
    scheduler.plan(a, 1_000, 'line')
    await clock.pass(3_500)
    expect(visits).toHaveLength(3)
    expect(scheduler.plannedCount()).toBe(1)
  })

  test('does not depend on the time of day', async () => {
    const { clock, visits, scheduler } = start()
    scheduler.plan(a, 5_000, 'line')
    clock.setBy(-24 * HOUR_MS)
    await clock.pass(4_000)
    clock.setBy(48 * HOUR_MS)
    expect(visits).toHaveLength(0)
    await clock.pass(1_000)
    expect(visits).toHaveLength(1)
  })

  test('has at most four visits under way', async () => {
    const { clock, visits, held, scheduler } = start({ hold: true })
    for (let sale = 0; sale < 10; sale += 1) scheduler.plan(refNumber(sale), 0, 'line')
    await clock.pass(0)
    expect(visits).toHaveLength(4)
    held[0]?.()
    await clock.pass(0)
    expect(visits).toHaveLength(5)
  })

  test('keeps what is due while its gate is closed', async () => {
    const { clock, visits, scheduler } = start()
    scheduler.setGate(false)
    scheduler.plan(a, 1_000, 'line')
    await clock.pass(5_000)
    expect(visits).toHaveLength(0)
    scheduler.setGate(true)
    expect(visits).toEqual([{ ref: a, waitedMs: 1_000 }])
  })

  test('visits what needs no line while the gate is closed and the rate has no room', async () => {
    const { clock, visits, scheduler } = start({ rateWaitMs: () => HOUR_MS })
    scheduler.setGate(false)
    scheduler.plan(a, 1_000, 'line')
    scheduler.plan(b, 2_000, 'nothing')
    await clock.pass(5_000)
    expect(visits).toEqual([{ ref: b, waitedMs: 2_000 }])
    expect(scheduler.plannedCount()).toBe(1)
  })

  test('makes everything due when it is woken, and counts the elapsed part of a wait', async () => {
    const { clock, visits, scheduler } = start()
    scheduler.plan(a, HOUR_MS, 'line')
    await clock.pass(20_000)
    scheduler.plan(b, HOUR_MS, 'line')
    scheduler.wake()
    expect(visits).toEqual([
      { ref: a, waitedMs: 20_000 },
      { ref: b, waitedMs: 0 },
    ])
  })

  test('counts the waits that a person cuts short: presses do not make a sale look younger', async () => {
    const { clock, visits, scheduler } = start({ nextDelayMs: HOUR_MS })
    for (let press = 0; press < 4; press += 1) {
      await scheduler.visitNow(a)
      await clock.pass(15_000)
    }
    expect(visits.map(({ waitedMs }) => waitedMs)).toEqual([0, 15_000, 15_000, 15_000])
  })

  test('waits where the rate has no room', async () => {
    const { clock, visits, scheduler } = start({ rateWaitMs: () => Math.max(0, roomAtMs - clock.nowMs()) })
    const roomAtMs = clock.nowMs() + 45_000
    scheduler.plan(a, 0, 'line')
    await clock.pass(44_999)
    expect(visits).toHaveLength(0)
    await clock.pass(1)
    expect(visits).toHaveLength(1)
  })

  test('asks the rate again before long, because room may come earlier', async () => {
    let waitMs = HOUR_MS
    const { clock, visits, scheduler } = start({ rateWaitMs: () => waitMs })
    scheduler.plan(a, 0, 'line')
    await clock.pass(1_000)
    waitMs = 0
    await clock.pass(30_000)
    expect(visits).toHaveLength(1)
  })

  test('ignores gate and rate when asked to', async () => {
    const { scheduler, visits } = start({ nextDelayMs: 7_000, rateWaitMs: () => HOUR_MS })
    scheduler.setGate(false)
    expect(await scheduler.visitNow(a)).toMatchObject({ nextDelayMs: 7_000 })
    expect(visits).toEqual([{ ref: a, waitedMs: 0 }])
  })

  test('tries again after a visit that failed by a fault of ours', async () => {
    const { clock, visits, scheduler } = start({ fails: true })
    scheduler.plan(a, 0, 'line')
    await clock.pass(60_000)
    expect(visits).toHaveLength(2)
  })

  test('does nothing more once stopped', async () => {
    const { clock, visits, scheduler } = start({ nextDelayMs: 1_000 })
    scheduler.plan(a, 1_000, 'line')
    scheduler.stop()
    scheduler.plan(b, 0, 'line')
    await clock.pass(HOUR_MS)
    expect(await scheduler.visitNow(c)).toBeUndefined()
    expect({ visits: visits.length, waits: clock.waits() }).toEqual({ visits: 0, waits: 0 })
  })
})
