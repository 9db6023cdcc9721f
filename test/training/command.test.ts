/** `npm run service` as its users meet it: a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { newDataFile } from '../support/service-hooks.ts'
import { controlsOf } from '../support/training.ts'
import { callerOf } from '../support/training-calls.ts'
import { ArgumentError, readArguments } from '../tasks/service-arguments.ts'

const command = fileURLToPath(new URL('../tasks/service.ts', import.meta.url))
const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function run(args: readonly string[], stdin: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [command, ...args], { stdio: [stdin, 'pipe', 'pipe'] })
  started.push(child)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }))
  const ready = async () => {
    while (!said.out.includes('\n')) {
      await Promise.race([once(child.stdout ?? child, 'data'), ended])
      if (child.exitCode !== null) throw new Error(`ended before it was ready: ${said.err}`)
    }
    return JSON.parse(said.out)
  }
  return { child, ended, ready }
}

describe('ready', () => {
  test('it prints one line of JSON and serves both halves, its controls included', async () => {
    const { child, ready, ended } = run(['--speed', '50', '--balance', '1234.5'])
    const { baseUrl, billUrl, keys } = await ready()
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(billUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(keys).toEqual(trainingKeys)
    const caller = callerOf(baseUrl, keys.sandbox)
    expect((await caller.get('/v3/account/balance')).body.data.balance).toBe(1234.5)
    expect((await callerOf(billUrl, keys.sandbox).get('/v3/validate')).status).toBe(200)
    await controlsOf(baseUrl).addFaults({ method: 'POST', path: '/v3/', action: { do: 'cut', take: true } })
    await expect(caller.send()).rejects.toThrow()
    expect((await controlsOf(baseUrl).ledger()).orders).toHaveLength(1)
    child.kill('SIGTERM')
    const { out, err } = await ended
    expect([out.split('\n').length, err]).toEqual([2, ''])
  })

  test('its own time runs at the given speed, and so does its behaviour', async () => {
    const { ready } = run(['--clock-speed', '1000', '--behaviour', 'historyPath=missing'])
    const caller = callerOf((await ready()).baseUrl, trainingKeys.sandbox)
    const timeMs = async () => Date.parse((await caller.get('/v3/account/balance')).body.meta.timestamp)
    const sinceMs = await timeMs()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await timeMs()) - sinceMs).toBeGreaterThanOrEqual(19_000)
    expect((await caller.get('/v3/account/transactions')).status).toBe(404)
  })

  test('it listens on the ports it was given', async () => {
    const first = run([])
    const { baseUrl, billUrl } = await first.ready()
    first.child.kill('SIGTERM')
    await first.ended
    const [port, billPort] = [baseUrl, billUrl].map((url) => new URL(url).port)
    const second = run([`--port=${port}`, `--bill-port=${billPort}`])
    expect(await second.ready()).toMatchObject({ baseUrl, billUrl })
    const third = run([`--port=${port}`])
    const { code, out, err } = await third.ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(`The training service cannot listen: port ${port} is already in use.\n`)
  })
})

describe('the options', () => {
  test('close the control channel, and choose seed, limit and whitelist', async () => {
    const whitelist = ['--whitelist-sandbox', '127.0.0.1', '--whitelist-production', '10.0.0.1, 10.0.0.2']
    const { ready } = run(['--no-control', '--seed', '7', '--rate-limit', '9', ...whitelist])
    const { baseUrl, keys } = await ready()
    expect((await fetch(`${baseUrl}/training/ledger`)).status).toBe(404)
    const sandbox = await callerOf(baseUrl, keys.sandbox).get('/v3/validate')
    expect(sandbox.body.data.apiKey.allowedips).toEqual(['127.0.0.1'])
    expect(sandbox.headers.get('X-RateLimit-Limit')).toBe('9')
    const production = await callerOf(baseUrl, keys.production).get('/v3/validate')
    expect([production.status, production.body.error.code]).toEqual([403, 'IP_NOT_ALLOWED'])
  })
})

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('is orderly at %s, even with a held request', async (signal) => {
    const { child, ended, ready } = run([])
    const { baseUrl } = await ready()
    const action = { do: 'hold', take: true } as const
    await controlsOf(baseUrl).addFaults({ method: 'POST', path: '/v3/', action })
    const held = expect(callerOf(baseUrl).send()).rejects.toThrow()
    while ((await controlsOf(baseUrl).heldCount()) === 0);
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
    await held
  })

  test('is orderly when the input closes', async () => {
    const { child, ended, ready } = run([])
    await ready()
    child.stdin?.end()
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
  })

  test('does not come because there was no input', async () => {
    const { child, ended, ready } = run([], openSync('/dev/null', 'r'))
    const { baseUrl } = await ready()
    expect((await callerOf(baseUrl).get('/v3/validate')).status).toBe(200)
    expect((await callerOf(baseUrl).send()).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, signal: null })
  })

  test('by force loses no order', async () => {
    const data = newDataFile()
    const first = run(['--data', data, '--speed', '1000'])
    const caller = callerOf((await first.ready()).baseUrl, trainingKeys.production)
    for (const ref of ['sale-1', 'sale-2', 'sale-3']) expect((await caller.send({ ref })).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    const second = run(['--data', data])
    const { baseUrl } = await second.ready()
    const { orders, balances } = await controlsOf(baseUrl).ledger()
    expect(orders.map(({ ref, status }) => [ref, status])).toEqual([
      ['sale-1', 'FULFILLED'],
      ['sale-2', 'FULFILLED'],
      ['sale-3', 'FULFILLED'],
    ])
    expect(balances.production).toBe(50_000 - 3 * 965)
  })
})

test.each([
  [['--port', 'x'], '--port must be a number'],
  [['--port', '70000'], 'port must be a whole number from 0 to 65535'],
  [['--speed', '0'], 'speed must be a number from 0.001'],
  [['--seed', '-1'], "'--seed' argument is ambiguous"],
  [['--seed', '1.5'], 'seed must be a whole number from 0'],
  [['--whitelist-production', '10.0.0.1,nobody'], 'whitelist production 1 must be an IP address'],
  [['--balance', '1.234'], 'balanceDinars must be an amount'],
  [['--clock-speed', '0'], '--clock-speed must be a whole number, not "0"'],
  [['--behaviour', 'no=x'], 'behaviour has no point no'],
  [['--behaviour', 'historyPath=far'], 'behaviour historyPath is never far'],
  [['--nope'], "Unknown option '--nope'"],
  [['--bill-port'], "'--bill-port <value>' argument missing"],
  [['again'], "Unexpected argument 'again'"],
])('%j cannot be used, with the reason in a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(ArgumentError)
  expect(() => readArguments(args)).toThrow(sentence)
})

test('arguments that cannot be used end in one sentence and exit 2', async () => {
  const { code, out, err } = await run(['--nope']).ended
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^Unknown option '--nope'.* Usage: .*\n$/)
})
