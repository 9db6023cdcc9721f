/** `node tls-child.ts ORIGIN`: one request by the core's transport, under the environment of this process; prints how it ended. */
import { callLimits } from '#core/api/limits.ts'
import { createTransport } from '#core/api/transport.ts'

const transport = createTransport({ ...callLimits, connectMs: 5_000 })
const [, , origin = ''] = process.argv
const asked = {
  method: 'GET',
  path: '/',
  headers: {},
  body: null,
  answerKind: 'message',
  byItself: false,
} as const
const result = await transport.send({ origin, ...asked }, 10_000)
process.stdout.write(result.kind === 'answer' ? `answer ${result.status}` : `${result.kind} ${result.reason}`)
await transport.close()
