/** The events: numbered without gaps, published only of what is on disk, heard by everyone. */

import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createEvents } from '#core/events.ts'
import { numberedEventSchema } from '#shared/ipc/wire.ts'
import { defaultSettings } from '#shared/views.ts'
import { keepLog } from '../support/api-client.ts'
import { startCore, startShop, until } from '../support/core.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const settings = { kind: 'settings-changed', settings: defaultSettings } as const

describe('the events', () => {
  test('are numbered from 1, for every listener alike', () => {
    const events = createEvents(keepLog())
    const heard: number[][] = [[], []]
    for (const list of heard) events.onEvent(({ sequence }) => list.push(sequence))
    for (let time = 0; time < 3; time += 1) events.publish(settings)
    expect(heard).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(events.sequence()).toBe(3)
  })

  test('that a listener publishes come after the one it heard, for every listener', () => {
    const events = createEvents(keepLog())
    const heard: number[][] = [[], []]
    events.onEvent(({ sequence }) => {
      heard[0]?.push(sequence)
      if (sequence < 3) events.publish(settings)
    })
    events.onEvent(({ sequence }) => heard[1]?.push(sequence))
    events.publish(settings)
    expect(heard).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  test('continue if a listener throws, and stop when it unsubscribes', () => {
    const log = keepLog()
    const events = createEvents(log)
    const heard: number[] = []
    events.onEvent(() => expect.unreachable('a bug of a listener'))
    const leave = events.onEvent(({ sequence }) => heard.push(sequence))
    events.publish(settings)
    leave()
    events.publish(settings)
    expect(heard).toEqual([1])
    expect(log.lines).toHaveLength(2)
  })

  test('of a sale are on disk when they are published, without a gap', async () => {
    const dataDir = temporaryFolder()
    const counter = await startCore({ ...(await startShop()), dataDir })
    // Another connection sees what is committed and nothing else.
    const disk = new Database(join(dataDir, 'journal', 'training-training.journal'), { readonly: true })
    const read = disk.prepare('SELECT state FROM sales WHERE ref = ?').pluck()
    const seen: unknown[] = []
    counter.core.onEvent(({ event }) => {
      if (event.kind === 'sale-changed') seen.push([event.sale.state, read.get(event.sale.ref)])
    })
    await Promise.all(['030000001', '030000002', '023456789'].map((number) => counter.sell(number)))
    const endings = () => (seen as string[][]).filter(([state]) => /fulfilled|refunded/.test(state ?? ''))
    await until('all have ended', () => endings().length === 3)
    disk.close()

    for (const [published, onDisk] of seen as string[][]) expect(published).toBe(onDisk)
    expect(counter.events.map(({ sequence }) => sequence)).toEqual(
      counter.events.map((_, place) => place + 1),
    )
    for (const event of counter.events) expect(numberedEventSchema.safeParse(event).success).toBe(true)
  })

  test('have a status only when it changed', async () => {
    const counter = await startCore(await startShop())
    for (let time = 0; time < 3; time += 1) await counter.command('connection.check', {})
    const statuses = counter.events.flatMap(({ event }) =>
      event.kind === 'status-changed' ? JSON.stringify(event.status) : [],
    )
    expect(statuses).toEqual(statuses.filter((text, place) => text !== statuses[place - 1]))
  })
})
