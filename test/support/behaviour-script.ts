/** A day of requests to the training service that meets every point of its behaviour, and all that was answered, as one text. */
import { hash } from 'node:crypto'
import type { FaultAction } from '#training/faults.ts'
import { trainingKeys } from '#training/keys.ts'
import { readOptions, type TrainingOptions } from '#training/options.ts'
import { openTrainingCore } from '#training/training-core.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const startMs = Date.parse('2026-10-05T08:00:00Z')
const { production, sandbox, readOnly, disabled } = trainingKeys
const wrongKey = 'A-KEY-OF-NOBODY'

type Behaviours = NonNullable<TrainingOptions['behaviour']>

/** A service with this behaviour on a clock of its own, and calls to it whose answers are kept. */
function open(behaviour: Behaviours, options: TrainingOptions = {}) {
  let nowMs = startMs
  let drawn = 0
  const transcript: string[] = []
  const training = openTrainingCore(
    readOptions({
      ...{ behaviour, control: true, nowMs: () => nowMs, after: () => () => undefined },
      randomBytes(count) {
        drawn += 1
        return hash('sha256', String(drawn), 'buffer').subarray(0, count)
      },
      ...options,
    }),
  )
  async function call(key: string | undefined, method: 'GET' | 'POST', path: string, body?: unknown) {
    const { pathname, searchParams: query } = new URL(path, 'http://127.0.0.1')
    const host = /^\/v3\/(?:bills|bill-validate)/.test(path) ? 'bill' : 'platform'
    const origin = { address: '127.0.0.1', origin: 'http://127.0.0.1' }
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
    const delivery = await training.answer({
      ...{ host, method, key, query, body: text, ...origin },
      path: pathname.replace('bill-validate', 'validate'),
    })
    if (delivery.kind !== 'whole') throw new Error(`${path} was not answered`)
    const { status, headers, body: answer } = delivery.answer
    transcript.push(`${method} ${path} ${status} ${JSON.stringify(headers)} ${String(answer)}`)
    return String(answer)
  }
  const get = (path: string, key: string = production) => call(key, 'GET', path)
  return {
    get,
    getAll: async (...paths: readonly string[]) => {
      for (const path of paths) await get(path)
    },
    post: (path: string, body: unknown, key: string = production) => call(key, 'POST', path, body),
    switchOff: (partner: string, status = 'UNAVAILABLE') =>
      call(undefined, 'POST', '/training/partners', { partner, status }),
    fail: (path: string, action: FaultAction) =>
      call(undefined, 'POST', '/training/faults', { faults: [{ method: 'GET', path, action }] }),
    pass: (ms: number) => {
      nowMs += ms
    },
    close: () => {
      training.close()
      return transcript.join('\n')
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the data of any answer.
const dataOf = (answer: string): any => JSON.parse(answer).data

type Opened = ReturnType<typeof open>

export async function transcriptOf(behaviour: Behaviours): Promise<string> {
  const service = open(behaviour, { balanceDinars: 14_000, rateLimit: 100_000 })
  await tryKeys(service)
  const transactions = await beginBills(service)
  const paths = [...(await order(service)), ...transactions]
  service.pass(2 * SECOND_MS)
  await look(service, paths)
  await payBills(service, transactions)
  service.pass(4 * SECOND_MS)
  // Of which a payment is UNKNOWN by then.
  const account = sonelgazAccount('6006006006')
  await service.post('/v3/bills/discover', { partner: 'SONELGAZ', account, ref: 'd-again' })
  for (const passMs of [6 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 13 * HOUR_MS]) {
    service.pass(passMs)
    await look(service, paths)
  }
  await payAtLast(service, transactions)
  return [service.close(), await limitTranscript(behaviour), await lockoutTranscript(behaviour)].join('\n')
}

async function tryKeys({ get, post, fail }: Opened): Promise<void> {
  for (const key of [production, disabled]) await get('/v3/validate', key)
  await get('/v3/account/balance', disabled)
  await post('/v3/mobile/send', '{', readOnly)
  await post('/v3/mobile/send', {}, readOnly)
  await get('/v3/validate', wrongKey)
  await get('/v3/validate')
  await get('/v3/validate', wrongKey)
  await get('/v3/bill-validate', wrongKey)
  await get('/v3/gift-cards/list', sandbox)
  for (const path of ['/v3/nothing', '/v3/ping', '/v3/gift-cards/catalog', '/v3/mobile/plans'])
    await get(path)
  await get('/v3/internet/products?type=ADSL')
  await fail('/v3/ping', { do: 'fail', as: 'SERVICE_UNAVAILABLE' })
  await get('/v3/ping')
}

/** Answers where what was begun can be read. */
async function order({ get, post, pass }: Opened): Promise<readonly string[]> {
  const mobile = (ref: string, MSSIDN: string, amount = 55, plan_code = 'PREPAID_MOBILIS') =>
    post('/v3/mobile/send', { plan_code, MSSIDN, amount, ref })
  await mobile('m1', '0661234567')
  pass(10)
  await mobile('m2', '0661234567', 0, 'GETMENU_Mobilis')
  await mobile('m3', '0600000001')
  await mobile('m4', '0600000003')
  await mobile('m1', '0661234567')
  await mobile('m1', '0661234567', 300_000, 'GROS_MOBILIS')
  await mobile('m5', '0661234567', 1)
  await mobile('m6', '0661234567', 300_000, 'GROS_MOBILIS')
  await mobile('m6', '0661234567', 1_000, 'PREPAID_MOBILIS')
  const internet = (ref: string, number: string, value = 500, type = '4G') =>
    post('/v3/internet/send', { type, number, value, ref })
  await internet('i1', '213210000001')
  await internet('i2', '213300000002')
  await internet('i3', 'x')
  await internet('i4', '023456789', 3_000, 'ADSL')
  for (const [typeId, quantity] of [
    ['TEST_PARTIAL', 4],
    ['TEST_REFUND', 1],
  ] as const) {
    await post('/v3/gift-cards/placeOrder', { productId: 'training-cards', typeId, quantity })
  }
  await post('/v3/paylink/createLink', { productInfo: { title: 'Link', amount: 5_000 } })
  const link = await post('/v3/paylink/createLink', { productInfo: { title: 'Link', amount: 1_002 } })
  const declined = await post('/v3/paylink/createLink', { productInfo: { title: 'Link', amount: 1_001 } })
  await get('/v3/paylink/checkPayment/TRAIN-000000-0000')
  return [link, declined].map((one) => `/v3/paylink/checkPayment/${dataOf(one).paymentRef}`)
}

const seaalOf = (code_client: string) => ({ seaal: { code_client, code_contrat: '123456' } })
const seaalAccount = seaalOf('100001')
const sonelgazAccount = (invoice_number: string) => ({
  sonelgaz: { invoice_number, amount_without_stamp: '1', ebb_key: '1' },
})

/** Answers where the transactions can be read. */
async function beginBills({ post, get }: Opened): Promise<readonly string[]> {
  const paths: string[] = []
  for (const [place, [partner, account]] of accounts.entries()) {
    const answer = await post('/v3/bills/discover', { partner, account, ref: `d${place}` })
    paths.push(`/v3/bills/transactions/${dataOf(answer)?.transactionId}`)
  }
  await get(paths[0] ?? '')
  await post('/v3/bills/discover', { partner: 'ADE', account: { ade: {} }, ref: '' })
  await post('/v3/bills/discover', { partner: 'SEAAL', account: seaalOf('100005'), ref: 'd-invalid' })
  return paths
}

const accounts: readonly (readonly [string, object])[] = [
  ['SEAAL', seaalAccount],
  ['SEAAL', seaalAccount],
  ['SEAAL', seaalAccount],
  ['AADL', { aadlNumber: '1234567' }],
  ['SONELGAZ', sonelgazAccount('6006006006')],
  ['SONELGAZ', sonelgazAccount('4004004004')],
  ['Algérie Télécom', { phoneNumber: '030000001' }],
  ['Algérie Télécom', { phoneNumber: '030000009' }],
]

async function pay({ get, post }: Opened, path: string, ref: string, ...places: readonly number[]) {
  const bills = dataOf(await get(path))?.bills ?? []
  const transactionId = path.split('/').at(-1)
  const [billId = 'none', ...more] = places.map((place) => bills[place]?.billId ?? 'none')
  const order = more.length > 0 ? { billIds: [billId, ...more] } : { billId }
  await post('/v3/bills/pay', { transactionId, ...order, ref })
}

async function payBills(
  service: Opened,
  [first = '', second = '', third = '', ...others]: readonly string[],
) {
  await pay(service, first, 'p0', 2)
  await pay(service, first, 'p0', 2)
  await pay(service, second, 'p0', 2)
  await pay(service, third, 'r0', 3, 1)
  for (const [place, path] of others.slice(0, -1).entries()) await pay(service, path, `q${place}`, 0)
  await service.switchOff('SEAAL')
  await pay(service, second, 'p0', 0)
}

/** Of bills that were listed long ago, and more than there is on the account. */
async function payAtLast(service: Opened, paths: readonly string[]) {
  await pay(service, paths.at(-1) ?? '', 'late', 0)
  await service.switchOff('SEAAL', 'ACTIVE')
  await pay(service, paths[1] ?? '', 'dear', 4)
  await service.get(paths[1] ?? '')
}

const iso = (atMs: number) => encodeURIComponent(new Date(atMs).toISOString())
const window = `from=${iso(startMs)}&to=${iso(startMs + 9)}`

async function look({ getAll, post, get }: Opened, paths: readonly string[]): Promise<void> {
  await getAll(
    ...['m1', 'm2', 'm3', 'm4'].map((ref) => `/v3/mobile/check-ref/${ref}`),
    ...['i1', 'i2'].map((ref) => `/v3/internet/check-ref/${ref}`),
    ...['/v3/mobile/list', '/v3/gift-cards/list', '/v3/account/transactions', '/v3/account/balance'],
    ...['/v3/mobile/list', '/v3/gift-cards/list'].flatMap((path) => [
      ...[`${path}?${window}`, `${path}?pageSize=1&page=2`, `${path}?pageSize=1&page=99`],
    ]),
    ...['/v3/gift-cards/list?from=2026-01-01', '/v3/account/transactions?pageSize=2'],
    ...['/v3/bills/transactions', '/v3/bills/transactions/by-ref?ref=d0&partner=SEAAL'],
    ...[...paths, `${paths.at(-accounts.length)}/receipt`],
  )
  const [topup] = dataOf(await get('/v3/mobile/list')).items
  const [card] = dataOf(await get('/v3/gift-cards/list')).items
  await getAll(`/v3/mobile/check-id/${topup?._id}`, `/v3/gift-cards/checkOrder/${card?._id}`)
  const { _id, topupId } = dataOf(await get('/v3/internet/check-ref/i1')) ?? {}
  await get(`/v3/internet/check-id/${_id ?? topupId}`)
  const again = { partner: 'SONELGAZ', account: sonelgazAccount('1'), ref: 'd5' }
  await post('/v3/bills/discover', again)
}

/** A limit that is met soon, by several callers and on both hosts. */
async function limitTranscript(behaviour: Behaviours): Promise<string> {
  const { get, pass, close } = open(behaviour, { rateLimit: 4 })
  for (const key of [wrongKey, wrongKey, production, production]) await get('/v3/validate', key)
  for (const key of [production, production, production, sandbox, readOnly]) {
    await get('/v3/validate', key)
    await get('/v3/bill-validate', key)
    pass(5 * SECOND_MS)
  }
  for (const passMs of [20 * SECOND_MS, 30 * SECOND_MS, 5 * MINUTE_MS]) {
    pass(passMs)
    await get('/v3/validate')
  }
  return close()
}

/** Failed attempts up to the block and through it. */
async function lockoutTranscript(behaviour: Behaviours): Promise<string> {
  const { get, pass, close } = open(behaviour)
  for (const key of ['', wrongKey, wrongKey, wrongKey, wrongKey, wrongKey]) await get('/v3/validate', key)
  await get('/v3/ping', '')
  for (const passMs of [10 * MINUTE_MS, 10 * MINUTE_MS]) {
    pass(passMs)
    await get('/v3/validate')
  }
  return close()
}
