/** Every fault on the wire, with the request taken and not taken: what the caller sees, and what the books say. */
import { describe, expect, test, vi } from 'vitest'
import type { Fault, FaultAction } from '#training/faults.ts'
import { trainingKeys } from '#training/keys.ts'
import { serviceForEachTest, startServiceForTest } from '../support/service-hooks.ts'
import { callerOf } from '../support/training-calls.ts'

const { service, sandbox } = serviceForEachTest()

const onSend = (action: FaultAction, times?: number): Fault => ({
  method: 'POST',
  path: '/v3/internet/send',
  action,
  ...(times === undefined ? {} : { times }),
})

/** How many orders and movements the books hold, and whether the request log says it was taken. */
async function books() {
  const { orders, movements } = await service.ledger()
  const sends = (await service.requests()).filter(({ method }) => method === 'POST')
  return { orders: orders.length, movements: movements.length, took: sends.map(({ took }) => took) }
}
const taken = { orders: 1, movements: 1, took: [true] }
const notTaken = { orders: 0, movements: 0, took: [false] }

describe.each([true, false])('with take: %s', (take) => {
  const after = take ? taken : notTaken

  test.each(['cut', 'cut-body'] as const)('%s leaves the caller without an answer', async (kind) => {
    await service.addFaults(onSend({ do: kind, take }))
    await expect(sandbox.send()).rejects.toThrow()
    expect(await books()).toEqual(after)
  })

  test('cut-body sends the headers and half of the body first', async () => {
    await service.addFaults(onSend({ do: 'cut-body', take }))
    const response = await fetch(`${service.baseUrl}/v3/internet/send`, {
      method: 'POST',
      headers: { 'X-Access-Token': trainingKeys.sandbox },
      body: JSON.stringify({ type: 'ADSL', number: '023456789', value: 1000 }),
    })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  test('garble answers 200 with what is not JSON', async () => {
    await service.addFaults(onSend({ do: 'garble', take }))
    const { status, body } = await sandbox.send()
    expect([status, body]).toEqual([200, undefined])
    expect(await books()).toEqual(after)
  })

  test('wrong-shape answers 200 with JSON of another shape', async () => {
    await service.addFaults(onSend({ do: 'wrong-shape', take }))
    const { status, body } = await sandbox.send()
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('success')
    expect(await books()).toEqual(after)
  })

  test.each([
    [500, 'INTERNAL_SERVER_ERROR'],
    [429, 'RATE_LIMIT_EXCEEDED'],
    [503, 'SERVICE_UNAVAILABLE'],
    [403, 'API_DISABLED'],
  ])('answer %i %s comes in the error shape, with the headers asked for', async (status, code) => {
    const headers = { 'Retry-After': '5' }
    await service.addFaults(onSend({ do: 'answer', take, status, code, message: 'Said by a test', headers }))
    const answer = await sandbox.send()
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({
      success: false,
      error: { code, message: 'Said by a test' },
      requestId: answer.headers.get('X-Request-ID'),
    })
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await books()).toEqual(after)
  })

  test.each([{ status: 502 }, { status: 503, code: 'SERVICE_UNAVAILABLE', html: true }])(
    'answer %j is the page of a proxy',
    async (answer) => {
      await service.addFaults(onSend({ do: 'answer', take, ...answer }))
      const { status, headers, text, body } = await sandbox.send()
      expect(status).toBe(answer.status)
      expect(headers.get('Content-Type')).toMatch(/^text\/html/)
      expect(text).toContain('<h1>')
      expect(body).toBeUndefined()
      expect(await books()).toEqual(after)
    },
  )

  test('hold answers nothing until it is released', async () => {
    await service.addFaults(onSend({ do: 'hold', take }))
    const answer = sandbox.send().catch(() => 'cut')
    await vi.waitFor(async () => expect(await service.heldCount()).toBe(1))
    expect(await books()).toEqual(after)
    expect(await service.release()).toBe(1)
    if (take) expect(await answer).toMatchObject({ status: 200, body: { success: true } })
    else expect(await answer).toBe('cut')
    expect(await books()).toEqual(after)
    expect(await service.heldCount()).toBe(0)
  })

  test('delay answers late, in real time', async () => {
    await service.addFaults(onSend({ do: 'delay', take, ms: 80 }))
    const before = performance.now()
    const answer = await sandbox.send().catch(() => 'cut')
    expect(performance.now() - before).toBeGreaterThanOrEqual(78)
    if (take) expect(answer).toMatchObject({ status: 200 })
    else expect(answer).toBe('cut')
    expect(await books()).toEqual(after)
  })
})

describe('with take: late', () => {
  test('a request whose sender gave up is taken when it is released', async () => {
    await service.addFaults(onSend({ do: 'hold', take: 'late' }))
    const answer = fetch(`${service.baseUrl}/v3/internet/send`, {
      method: 'POST',
      headers: { 'X-Access-Token': trainingKeys.sandbox },
      body: JSON.stringify({ type: 'ADSL', number: '023456789', value: 1000, ref: 'sale-1' }),
      signal: AbortSignal.timeout(100),
    })
    await expect(answer).rejects.toThrow()
    expect((await sandbox.readStatus('sale-1')).status).toBe(404)
    expect(await books()).toEqual(notTaken)
    await service.release()
    await vi.waitFor(async () => expect(await books()).toEqual(taken))
    expect((await sandbox.readStatus('sale-1')).body.data.status).toBe('HANDLING')
  })

  test('a delayed request is taken after its delay', async () => {
    await service.addFaults(onSend({ do: 'delay', take: 'late', ms: 1_500 }))
    const answer = sandbox.send()
    await vi.waitFor(async () => expect((await service.requests()).length).toBe(1))
    expect(await books()).toEqual(notTaken)
    expect((await answer).status).toBe(200)
    expect(await books()).toEqual(taken)
  })
})

test('a duplicate delivery is handled twice and answers the second time', async () => {
  await service.addFaults(onSend({ do: 'duplicate-delivery' }))
  const { status, body } = await sandbox.send()
  expect([status, body.error.code]).toEqual([403, 'DUPLICATED_REF'])
  expect(await books()).toEqual(taken)
})

describe('a failure of the service’s own', () => {
  test('is worded by the service, with the headers of every platform response, and takes nothing', async () => {
    await service.addFaults(onSend({ do: 'fail', as: 'SERVICE_UNAVAILABLE' }))
    const { status, headers, body } = await sandbox.send()
    expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/)
    expect(await books()).toEqual(notTaken)
  })

  test('takes the request all the same where that is asked for', async () => {
    await service.addFaults(onSend({ do: 'fail', as: 'INTERNAL_SERVER_ERROR', take: true }))
    expect((await sandbox.send()).status).toBe(500)
    expect(await books()).toEqual(taken)
  })

  test('strikes only the host that fails so', async () => {
    const validate = { method: 'GET', path: '/v3/validate' } as const
    await service.addFaults({ ...validate, action: { do: 'fail', as: 'AUTH_UNAVAILABLE' } })
    const bill = callerOf(service.billUrl, trainingKeys.sandbox)
    expect((await sandbox.get(validate.path)).status).toBe(200)
    expect((await bill.get(validate.path)).status).toBe(503)
    expect((await bill.get(validate.path)).status).toBe(200)
  })

  test('that the document puts before the work cannot be asked for after it', async () => {
    const action = { do: 'fail', as: 'AUTH_UNAVAILABLE', take: true } as const
    await expect(service.addFaults({ method: 'POST', path: '/v3/bills/pay', action })).rejects.toThrow()
  })
})

describe('the queue of faults', () => {
  const answer = (status: number): FaultAction => ({ do: 'answer', take: false, status })

  test('strikes in order, as often as each was asked for, and then no more', async () => {
    await service.addFaults(onSend(answer(500), 2), onSend(answer(503)))
    await service.addFaults(onSend(answer(429)))
    const statuses = []
    for (let sale = 0; sale < 5; sale += 1) statuses.push((await sandbox.send()).status)
    expect(statuses).toEqual([500, 500, 503, 429, 200])
  })

  test('strikes only the method and the beginning of the path it names, on both halves', async () => {
    await service.addFaults({ method: 'GET', path: '/v3/internet/check', action: answer(500), times: 2 })
    await service.addFaults({ method: 'GET', path: '/v3/validate', action: answer(503), times: 2 })
    expect((await sandbox.send()).status).toBe(200)
    expect((await sandbox.get('/v3/internet/products?type=ADSL')).status).toBe(200)
    expect((await sandbox.readStatus('sale-1')).status).toBe(500)
    expect((await sandbox.get('/v3/internet/check-number?type=ADSL&number=023456789')).status).toBe(500)
    expect((await sandbox.readStatus('sale-1')).status).toBe(200)
    expect((await sandbox.get('/v3/validate')).status).toBe(503)
    expect((await callerOf(service.billUrl).get('/v3/validate')).status).toBe(503)
  })

  test('is emptied by clearing', async () => {
    await service.addFaults(onSend(answer(500), 100))
    await service.clearFaults()
    expect((await sandbox.send()).status).toBe(200)
  })

  test.each([
    ['an unknown action', [{ method: 'POST', path: '/v3', action: { do: 'explode', take: true } }]],
    ['no take', [{ method: 'POST', path: '/v3', action: { do: 'cut' } }]],
    ['a method that no endpoint has', [{ method: 'PUT', path: '/v3', action: { do: 'cut', take: true } }]],
    ['zero times', [{ ...onSend({ do: 'cut', take: true }), times: 0 }]],
    ['a delay without an end', [onSend({ do: 'delay', take: true, ms: 1e9 })]],
    ['what is no list', { method: 'POST' }],
    ['too many', Array.from({ length: 501 }, () => onSend({ do: 'cut', take: true }))],
  ])('takes none of a list with %s', async (_, faults) => {
    const response = await fetch(`${service.baseUrl}/training/faults`, {
      method: 'POST',
      body: JSON.stringify({ faults }),
    })
    expect(response.status).toBe(400)
    expect((await sandbox.send()).status).toBe(200)
  })

  test('refuses a list that is larger than a request may be', async () => {
    const body = ' '.repeat(100_000)
    const response = await fetch(`${service.baseUrl}/training/faults`, { method: 'POST', body })
    expect(response.status).toBe(413)
  })

  test('never exceeds its maximum', async () => {
    const many = Array.from({ length: 500 }, () => onSend({ do: 'cut', take: true }))
    await service.addFaults(...many)
    await expect(service.addFaults(onSend({ do: 'cut', take: true }))).rejects.toThrow('too many faults')
  })
})

describe('the request log', () => {
  test('has what arrived, in order, with its ref, and no control call', async () => {
    await sandbox.send({ ref: 'sale-7' })
    await sandbox.readStatus('sale-7')
    await sandbox.get('/v3/internet/products?type=ADSL')
    await sandbox.post('/v3/internet/send', 'not json')
    const seen = await service.requests()
    expect(seen.map(({ method, path, ref, took }) => [method, path, ref, took])).toEqual([
      ['POST', '/v3/internet/send', 'sale-7', true],
      ['GET', '/v3/internet/check-ref/sale-7', 'sale-7', true],
      ['GET', '/v3/internet/products', null, true],
      ['POST', '/v3/internet/send', null, true],
    ])
    expect(Date.parse(seen[0]?.at ?? '')).toBeGreaterThan(0)
  })

  test('keeps the last thousand', async () => {
    for (let round = 0; round < 21; round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => sandbox.get(`/v3/round-${round}`)))
    }
    const seen = await service.requests()
    expect(seen).toHaveLength(1_000)
    expect([seen[0]?.path, seen.at(-1)?.path]).toEqual(['/v3/round-1', '/v3/round-20'])
  })
})

test('closing ends held and delayed requests at once, and takes none of them', async () => {
  const hold = onSend({ do: 'hold', take: 'late' })
  // Longer than a busy machine takes until the end.
  const delayMs = 2_000
  const delay = onSend({ do: 'delay', take: 'late', ms: delayMs })
  const service = await startServiceForTest()
  const { send } = callerOf(service.baseUrl)
  await service.addFaults(hold, delay)
  const answers = Promise.allSettled([send(), send({ ref: 'sale-2' })])
  await vi.waitFor(async () => expect((await service.requests()).length).toBe(2))
  // A request that is taken after the end meets a closed data file, which is a warning of the process.
  const warnings: unknown[] = []
  const note = (warning: unknown) => warnings.push(warning)
  process.on('warning', note)
  await service.close()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await new Promise((resolve) => setTimeout(resolve, delayMs + 100))
  process.off('warning', note)
  expect(warnings).toEqual([])
})
