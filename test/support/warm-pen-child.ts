/**
 * A process of its own that opens the core of `<dataDir>` and says whether what draws slips was read at once, and a moment later:
 * in a test's own process another test may have read it.
 */
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCore } from '#core/create-core.ts'
import { childPorts } from './child-ports.ts'
import { fastClock } from './clock.ts'

const [, , dataDir = ''] = process.argv
const nowhere = 'http://127.0.0.1:9'
const clock = fastClock(100)
const { cache } = createRequire(import.meta.url)
const isRead = () => Object.keys(cache).some((path) => path.includes('@napi-rs'))

const core = createCore(
  { dataDir, environment: 'training', account: 'training', baseUrl: nowhere, billUrl: nowhere },
  childPorts(clock, null),
)
const atOnce = isRead()
clock.after(10_000, () => {
  writeSync(1, JSON.stringify({ atOnce, later: isRead() }))
  void core.stop().then(() => process.exit(0))
})
