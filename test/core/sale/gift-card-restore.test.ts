/**
 * After a restore that lost entries: a gift card's later attempt may be among the lost ones, and the service knows no ref by
 * which a second order could be told. What may have been sent in that time is looked for, and a person judges it.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { claimantIn } from '#core/sale/past-attempts.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { backUpIn, restoreIn } from '../../support/backups.ts'
import { startCore, until } from '../../support/core.ts'
import { lookedOften, lost, openShop, ordersAt, reachedChoice, sell } from '../../support/gift-card-shop.ts'
import { bringTo, journalPath, openWhole } from '../../support/journal.ts'
import { entryFor, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MINUTE_MS = 60_000
/** Long enough that no order of the first attempt can be told to be of this time. */
const MUCH_LATER_MS = 8 * MINUTE_MS

/** A counter whose journal was lost after a backup, once more was done with the sale that was in doubt then. */
async function restoredShop(sendAgain: boolean) {
  const shop = await openShop({ pace: 240 })
  const { clock, service, counter, config } = shop
  await service.addFaults(lost(false))
  const { ref, recordedAtMs } = await sell(counter)
  await counter.reached(ref, 'in-doubt')
  const backup = await counter.tell('journal.back-up', {})
  await counter.reached(ref, 'unsent')
  await until('it is much later', () => clock.nowMs() > recordedAtMs + MUCH_LATER_MS)
  if (sendAgain) {
    await counter.tell('sale.resend', { ref })
    await counter.reached(ref, 'fulfilled')
  }
  await counter.core.stop()
  const { dataDir } = counter
  writeFileSync(join(dataDir, 'journal', 'training-training.journal'), 'nothing of any use is left here')
  const after = await startCore({ clock, service, config, dataDir, started: false })
  const { savedEntries, lostEntries } = await after.tell('journal.restore', { backup: backup.name })
  expect({ savedEntries, isLoss: lostEntries !== 0 }).toEqual({ savedEntries: 0, isLoss: true })
  after.core.start()
  return { ...shop, ref, counter: after }
}

test('the order of an attempt that was lost is shown to a person, and the sale is never believed absent', async () => {
  const { service, counter, ref } = await restoredShop(true)
  await reachedChoice(counter, ref)
  await lookedOften(service)
  const [ours] = await ordersAt(service)
  expect(await counter.readSale(ref)).toMatchObject({
    ...{ phase: 'in-doubt', attempts: 1, serviceId: null },
    candidates: [{ serviceId: ours }],
  })
  expect(await ordersAt(service)).toHaveLength(1)
})

test('where nothing was sent in the time that was lost, the sale is found absent again', async () => {
  const { counter, ref } = await restoredShop(false)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
  expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found', serviceId: null })
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
      const [tells] = shop.journal.readEntries().filter(({ body }) => body.kind === 'journal-restored')
      expect(supposedOf(shop)).toContainEqual({
        ...{ startedAtMs: startMs, endedAtMs: tells?.atMs, serverOffsetMs: null, isSupposed: true },
      })
    },
  )

  test.each(['following', 'fulfilled', 'refused'] as const)(
    'holds none of a sale that was %s',
    async (state) => {
      expect(supposedOf(await restored(state))).toEqual([])
    },
  )

  test('is none where no entry was lost', async () => {
    expect(supposedOf(await restored('in-doubt', false))).toEqual([])
  })

  test('is none for a sale that was made later', async () => {
    const { journal } = await restored('in-doubt')
    const later = refNumber(3)
    bringTo(journal, later, 'in-doubt', startMs + 90 * MINUTE_MS, 'gift-card')
    expect(supposedOf({ journal, ref: later })).toEqual([])
    expect(supposedOf({ journal, ref: refNumber(1) })).toHaveLength(1)
    journal.record([entryFor('not-found', later)], startMs + 91 * MINUTE_MS)
    expect(supposedOf({ journal, ref: later })).toEqual([])
  })
})
