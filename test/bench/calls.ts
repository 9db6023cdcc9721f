/**
 * What a validated call costs beside a bare one: `npm run bench:calls [rounds]`. The same bytes come over HTTP on loopback to
 * undici's `request` with JSON.parse, and to the client with its whole path: the key, the lockout, the rate, the reading, the
 * concealing, the schema, the log. Both take turns in one process; the service is a process of its own, so that the CPU
 * time counted is the client's alone. Prints the median of the rounds for each, and the ratio.
 */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { Pool, request } from 'undici'
import { createServiceClient, type ServiceClient } from '#core/api/client.ts'
import { callLimits } from '#core/api/limits.ts'
import type { CallOutcome } from '#core/api/outcome.ts'
import { ok } from '#shared/result.ts'
import { systemClock, testKey } from '../support/api-client.ts'
import { answers, type BenchAnswer } from './call-answers.ts'

const SERVE = 'serve'
const ROUNDS = 41
const WARMING_ROUNDS = 12
const MICROSECONDS_PER_MS = 1_000
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Answers each path with its bytes, made once. */
function serve(): void {
  const bodies = new Map(answers.map(({ path, body }) => [path, Buffer.from(JSON.stringify(body))]))
  const server = createServer(({ url = '' }, response) => {
    const body = bodies.get(url.split('?')[0] ?? '')
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body?.length ?? 0,
      'x-request-id': 'req_01JB8Z5T9M3Q',
      'x-ratelimit-limit': 100_000,
      'x-ratelimit-remaining': 99_000,
      'x-ratelimit-reset': 4_102_444_800,
    }
    response.writeHead(body ? 200 : 404, headers).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
  process.on('disconnect', () => process.exit(0))
}

/** CPU time of this process per run of `once`, in microseconds. */
async function costOf(times: number, once: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < times; count += 1) await once()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

const expectAccepted = ({ kind }: CallOutcome<unknown>): void => {
  if (kind !== 'accepted') throw new Error(`the service’s answer was ${kind}`)
}

async function compare(answer: BenchAnswer, baseUrl: string, client: ServiceClient, bare: Pool) {
  const headers = { accept: 'application/json', 'x-access-token': testKey }
  const url = `${baseUrl}${answer.path}`
  const plain = async () => {
    const { body } = await request(url, { headers, dispatcher: bare })
    return JSON.parse(await body.text())
  }
  const validated = async () => expectAccepted(await answer.ask(client))
  const costs: { plain: number[]; validated: number[] } = { plain: [], validated: [] }
  const rounds = WARMING_ROUNDS + Number(process.argv[2] ?? ROUNDS)
  for (let round = 0; round < rounds; round += 1) {
    const [plainUs, validatedUs] = [await costOf(answer.calls, plain), await costOf(answer.calls, validated)]
    if (round < WARMING_ROUNDS) continue
    costs.plain.push(plainUs)
    costs.validated.push(validatedUs)
  }
  const [plainUs, validatedUs] = [median(costs.plain), median(costs.validated)]
  const ratio = median(costs.validated.map((cost, round) => cost / (costs.plain[round] ?? Number.NaN)))
  const bytes = Buffer.byteLength(JSON.stringify(answer.body))
  const facts = [
    `${(bytes / 1_000).toFixed(1)} kB`.padStart(8),
    `bare ${(plainUs / MICROSECONDS_PER_MS).toFixed(3)} ms`,
    `validated ${(validatedUs / MICROSECONDS_PER_MS).toFixed(3)} ms`,
    `ratio ${ratio.toFixed(2)}`,
  ]
  print(`${answer.what.padEnd(36)}${facts.join('   ')}`)
}

async function main(): Promise<void> {
  const service = fork(import.meta.filename, [SERVE])
  const port = await new Promise<number>((resolve) => {
    service.once('message', (address: { port: number }) => resolve(address.port))
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const client = createServiceClient({
    baseUrl,
    billUrl: baseUrl,
    readKey: async () => ok(testKey),
    isOwnKey: () => true,
    clock: systemClock,
    log: { write: () => {} },
  })
  const bare = new Pool(baseUrl, { connections: callLimits.maxConnections, pipelining: 1 })
  expectAccepted(await client.validateKey())
  for (const answer of answers) {
    if (answer.what !== '') await compare(answer, baseUrl, client, bare)
  }
  await Promise.all([client.close(), bare.close()])
  service.disconnect()
}

if (process.argv[2] === SERVE) serve()
else await main()
