/** What a sale costs in fsyncs: one for each change of its state, and none beside. */
import { afterAll, describe, expect, test } from 'vitest'
import type { SyncCount } from './cases.ts'
import { openWorkbench } from './rows.ts'

const bench = openWorkbench()
afterAll(() => bench.close())

const lineOf = ({ name, changes, wal, others }: SyncCount) =>
  `  ${name.padEnd(18)} ${changes.length} changes, ${wal} fsyncs, ${others} beside: ${changes.join(' → ')}\n`

describe.skipIf(bench.why !== undefined)(
  `a counter on a disk that counts${bench.why ? ` (${bench.why})` : ''}`,
  () => {
    test('a sale of any kind takes as many fsyncs as its state changes', async () => {
      const counts = (await bench.run('syncs-child.ts')) as readonly SyncCount[]
      process.stdout.write(counts.map(lineOf).join(''))
      expect(counts.length).toBeGreaterThan(5)
      for (const { name, changes, wal, others } of counts) {
        expect({ name, wal, others }).toEqual({ name, wal: changes.length, others: 0 })
        expect(changes.filter((change, place) => change === changes[place - 1])).toEqual([])
        expect(changes.length).toBeGreaterThan(1)
      }
    })
  },
)
