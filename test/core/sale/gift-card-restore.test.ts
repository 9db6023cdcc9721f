/**
 * After a restore that lost entries: a gift card's later attempt may be among the lost ones, and the service knows no ref by
 * which a second order could be known. What may have been sent in that time is looked for, and a person judges it.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { offsetsIn } from '#core/journal/losses.ts'
import { claimantIn } from '#core/sale/match-context.ts'
import { isWithin, undatedBy, windowsOf } from '#core/sale/time-window.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { backUpIn, restoreIn } from '../../support/backups.ts'
import { startCore, until } from '../../support/core.ts'
import {
  lookedOften,
  lost,
  openShop,
  ordersAt,
  post,
  reachedChoice,
  saidNotReceived,
  sell,
} from '../../support/gift-card-shop.ts'
import { bringTo, journalPath, openWhole } from '../../support/journal.ts'
import { entryFor, startMs } from '../../support/journal-entries.ts'
import { longTest } from '../../support/long-test.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const MINUTE_MS = 60_000
/** Long enough that no order of the first attempt can be taken to be of this time. */
const MUCH_LATER_MS = 8 * MINUTE_MS

/** Loses the counter's journal, and restores it from a backup that lacks what came after. */
async function restoredCounter({ clock, service, counter }: Shop, backup: string, aheadMs = 0) {
  await counter.core.stop()
  clock.setBy(-aheadMs)
  const { dataDir } = counter
  const journal = join(dataDir, 'journal', 'training-training.journal')
  // A check that read the file while it was closed leaves the write-ahead log, and with it the last entries; one that still
  // reads it writes them into the file that it has open.
  for (const file of [journal, `${journal}-wal`, `${journal}-shm`]) rmSync(file, { force: true })
  writeFileSync(journal, 'nothing of any use is left here')
  const after = await startCore({ clock, service, dataDir, started: false })
  const { savedEntries, lostEntries } = await after.command('journal.restore', { backup })
  expect({ savedEntries, isLoss: lostEntries !== 0 }).toEqual({ savedEntries: 0, isLoss: true })
  after.core.start()
  return after
}

/**
 * A counter whose journal was lost after a backup, once more was done with the sale that was in doubt then. Its clock was
 * `aheadMs` ahead until the loss, and was put right before the restore.
 */
async function restoredShop(sendAgain: boolean, aheadMs = 0) {
  const shop = await openShop()
  const { clock, service, counter } = shop
  clock.setBy(aheadMs)
  // By what is delivered it is known how far the service's clock is from this one.
  const { ref: delivered } = await sell(counter)
  await counter.reached(delivered, 'fulfilled')
  await service.addFaults(lost(false))
  const { ref, recordedAtMs } = await sell(counter)
  await counter.reached(ref, 'in-doubt')
  const backup = await counter.command('journal.back-up', {})
  await saidNotReceived(counter, ref)
  await until('it is much later', () => clock.nowMs() > recordedAtMs + MUCH_LATER_MS)
  if (sendAgain) {
    await counter.command('sale.resend', { ref })
    await counter.reached(ref, 'fulfilled')
  }
  return { ...shop, ref, counter: await restoredCounter(shop, backup.name, aheadMs) }
}

test('the order of a lost attempt is shown to a person, and the sale is never absent', async () => {
  const { service, counter, ref } = await restoredShop(true)
  await reachedChoice(counter, ref)
  await lookedOften(service)
  const [, ours] = await ordersAt(service)
  expect(await counter.readSale(ref)).toMatchObject({
    ...{ phase: 'in-doubt', attempts: 1, serviceId: null },
    candidates: [{ serviceId: ours }],
  })
  expect(await ordersAt(service)).toHaveLength(2)
})

test('so is an order from before the clock was corrected', async () => {
  const { service, counter, ref } = await restoredShop(true, 60 * MINUTE_MS)
  await reachedChoice(counter, ref)
  const [, ours] = await ordersAt(service)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{ serviceId: ours }] })
})

test('if the clock went back over the lost time, an absence is for a person to judge', async () => {
  const { service, counter, ref } = await restoredShop(false, 60 * MINUTE_MS)
  await until('it can be decided', async () => (await counter.readSale(ref)).decidable)
  await lookedOften(service)
  expect(await counter.readSale(ref)).toMatchObject({
    ...{ phase: 'in-doubt', reason: 'entries-lost', candidates: [] },
  })
  await saidNotReceived(counter, ref)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'unsent', serviceId: null })
})

test('the order of a lost sale is matched with no other sale by itself, even if made at the same time', async () => {
  const shop = await openShop()
  const { service, counter } = shop
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await counter.reached(ref, 'in-doubt')
  const backup = await counter.command('journal.back-up', {})
  const { ref: other } = await sell(counter)
  const { serviceId } = await counter.reached(other, 'fulfilled')
  const after = await restoredCounter(shop, backup.name)
  await until('it moved', async () => {
    const { phase, candidates } = await after.readSale(ref)
    return phase !== 'in-doubt' || candidates.length > 0
  })
  expect(await after.readSale(ref)).toMatchObject({
    ...{ phase: 'in-doubt', serviceId: null, cards: [], candidates: [{ serviceId }] },
  })
})

test('nor with a sale made after the restore if it lands late', async () => {
  const shop = await openShop()
  const { service, counter } = shop
  const backup = await counter.command('journal.back-up', {})
  await service.addFaults({ ...post, action: { do: 'hold', take: 'late' } })
  await sell(counter)
  await until('it is held up', async () => (await service.requests()).some(({ path }) => path === post.path))
  const after = await restoredCounter(shop, backup.name)
  await after.opened()
  await service.addFaults(lost(false))
  const { ref } = await sell(after)
  await after.reached(ref, 'in-doubt')
  await service.release()
  await reachedChoice(after, ref)
  const [serviceId] = await ordersAt(service)
  expect(await after.readSale(ref)).toMatchObject({ serviceId: null, candidates: [{ serviceId }] })
})

longTest('if nothing was sent in the lost time, the sale is absent again', async () => {
  const { counter, ref } = await restoredShop(false)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
  expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found', serviceId: null })
})

test('an attempt’s offset noted while the clock was in doubt dates neither the attempt nor the lost time', () => {
  const HOUR_MS = 60 * MINUTE_MS
  const ref = refNumber(1)
  const noted = { serverOffsetMs: HOUR_MS, otherOffsetMs: -HOUR_MS }
  const begun = { kind: 'attempt-started', ref, attempt: 1, ...noted } as const
  const entries = [{ sequence: 1, atMs: startMs, body: begun, hash: '' }]
  const loss = { sequence: 2, sinceMs: startMs, untilMs: startMs + MINUTE_MS, offsetsMs: offsetsIn(begun) }
  const { attempts, losses } = claimantIn(entries, [loss])
  expect(attempts.map(({ serverOffsetMs }) => serverOffsetMs)).toEqual([null, null])
  expect(undatedBy(attempts, 0)).toBe('entries-lost')
  for (const offsetMs of [HOUR_MS, -HOUR_MS]) {
    expect(isWithin(windowsOf(losses, 0), startMs + offsetMs)).toBe(true)
  }
})

describe('the time of which entries were lost', () => {
  /** A journal with one sale in this state, restored after it lost, or not, some entries that came later. */
  async function restored(state: SaleState, losesEntries = true): Promise<{ journal: Journal; ref: Ref }> {
    const folder = temporaryFolder()
    const before = openWhole(folder)
    const ref = refNumber(1)
    bringTo(before, ref, state, startMs, 'gift-card')
    const backup = await backUpIn(folder, before)
    if (losesEntries) bringTo(before, refNumber(2), 'unsent', startMs + MINUTE_MS)
    before.close()
    writeFileSync(journalPath(folder), 'not a journal any more')
    const nowMs = () => startMs + 60 * MINUTE_MS
    const { lostEntries } = await restoreIn(folder, backup)
    expect(lostEntries === 0).toBe(!losesEntries)
    return { journal: openWhole(folder, { nowMs }), ref }
  }
  const supposedOf = ({ journal, ref }: { journal: Journal; ref: Ref }) => {
    const entries = journal.readEntries(ref)
    const { attempts } = claimantIn(entries, journal.listLosses(entries[0]?.sequence ?? 0))
    return attempts.filter(({ isSupposed }) => isSupposed)
  }

  test.each(['sending', 'in-doubt', 'unsent', 'cancelled'] as const)(
    'may hold an attempt of a sale that was %s',
    async (state) => {
      const shop = await restored(state)
      const [restoration] = shop.journal.readEntries().filter(({ body }) => body.kind === 'journal-restored')
      expect(supposedOf(shop)).toContainEqual({
        ...{ startedAtMs: startMs, endedAtMs: restoration?.atMs },
        ...{ serverOffsetMs: null, isSupposed: true, otherOffsetsMs: [] },
      })
    },
  )

  test.each(['following', 'fulfilled', 'refused'] as const)(
    'holds none of a sale that was %s',
    async (state) => {
      expect(supposedOf(await restored(state))).toEqual([])
    },
  )

  test('is empty if no entry was lost', async () => {
    expect(supposedOf(await restored('in-doubt', false))).toEqual([])
  })

  test('is empty for a sale that was made later', async () => {
    const { journal } = await restored('in-doubt')
    const later = refNumber(3)
    bringTo(journal, later, 'in-doubt', startMs + 90 * MINUTE_MS, 'gift-card')
    expect(supposedOf({ journal, ref: later })).toEqual([])
    expect(supposedOf({ journal, ref: refNumber(1) })).toHaveLength(1)
    journal.record([entryFor('not-found', later)], startMs + 91 * MINUTE_MS)
    expect(supposedOf({ journal, ref: later })).toEqual([])
  })
})
