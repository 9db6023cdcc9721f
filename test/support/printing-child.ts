/**
 * A process of its own that opens the core of `<dataDir>` and prints the slip of `<ref>`, for tests that kill it. Says each state
 * of the job in a line of its own, and stays until it is killed. It sells nothing: its service is nowhere.
 */
import { writeSync } from 'node:fs'
import { createCore } from '#core/create-core.ts'
import { childPorts } from './child-ports.ts'
import { fastClock } from './clock.ts'

const [, , dataDir = '', ref = ''] = process.argv
const nowhere = 'http://127.0.0.1:9'

const core = createCore(
  { dataDir, environment: 'training', account: 'training', baseUrl: nowhere, billUrl: nowhere },
  childPorts(fastClock(1), null),
)

// Written at once and not through a stream: what was said is out before the process can be killed.
core.onEvent(({ event }) => {
  if (event.kind === 'print-changed') writeSync(1, `${event.job.state}\n`)
})
const reply = await core.dispatch('print.slip', { ref })
if (!reply.ok) writeSync(1, `${JSON.stringify(reply.error)}\n`)
setInterval(() => core.setPower('suspend'), 60_000)
