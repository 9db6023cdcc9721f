/**
 * A service that knows the planted key and delivers the planted codes: a training service behind a line that puts them in,
 * and that on demand loses an answer, holds it, or says everything it knows where it should not.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { cardCode, cardSerial, internetCode, plantedKey } from './secrets.ts'

/** `took`: the request is handled before its answer goes wrong. */
export type Trouble =
  | { readonly do: 'lose' | 'hold' }
  | { readonly do: 'leak'; readonly took: boolean; readonly status: number; readonly body: string }

interface Awaited {
  readonly path: string
  readonly trouble: Trouble
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** The training service's own codes stand for the planted ones. */
const plant = (text: string): string =>
  text
    .replaceAll(/TESTCARD-(\d+)/g, (_whole, place) => inJson(cardCode(place)))
    .replaceAll(/TESTSERIAL-(\d+)/g, (_whole, place) => inJson(cardSerial(place)))
    .replaceAll('TESTCARD', internetCode)

const everything = `${plantedKey} ${cardCode('1')} ${cardSerial('1')} ${internetCode}`
const secretFields = {
  ...{ token: plantedKey, [plantedKey]: everything, card_code: internetCode, reason: plantedKey },
  cards: [{ value: cardCode('1'), serial: cardSerial('1') }],
}

/** Answers that leak secrets, in every field that a fault could put them into. */
export const indiscretions: Readonly<Record<string, Trouble>> = {
  'a fault of its own': leakError(true, 500, 'INTERNAL_SERVER_ERROR'),
  'a refusal': leakError(false, 400, 'ERR_VALIDATION'),
  'an unknown refusal': leakError(false, 409, everything),
  maintenance: leakError(false, 503, 'SERVICE_UNAVAILABLE'),
  'no JSON': { do: 'leak', took: true, status: 200, body: `<html>${everything}</html>` },
  'another shape': {
    ...{ do: 'leak', took: true, status: 200 },
    body: JSON.stringify({ success: true, data: secretFields, requestId: everything }),
  },
  'an answer that is lost': { do: 'lose' },
  'a refusal in words': leakError(false, 400, 'ERR_VALIDATION', { reason: everything }),
}

/** The key is refused as unknown, in the words of whoever has just seen it. */
export const keyRefusal = leakError(false, 401, 'INVALID_ACCESS_TOKEN')

function leakError(took: boolean, status: number, code: string, details: object = secretFields): Trouble {
  const error = { code, message: `no: ${everything}`, details }
  return { do: 'leak', took, status, body: JSON.stringify({ success: false, error, requestId: plantedKey }) }
}

const indiscreetHeaders = { 'set-cookie': `key=${plantedKey}`, server: plantedKey }
/** The id of an answer is read from its header, or from its body where there is none. */
const idHeader = (status: number) => (status === 200 ? {} : { 'x-request-id': everything })

export interface PlantedLine {
  readonly baseUrl: string
  /** The next requests whose path begins so meet these, one each. */
  expect(path: string, ...troubles: readonly Trouble[]): void
  /** Those that nobody has met do not come any more. */
  forget(): void
  /** How many of the troubles have struck. */
  struck(): number
  heldCount(): number
}

/** A line to one of the service's hosts, until the test is over. */
export async function startPlantedLine(host: string): Promise<PlantedLine> {
  let coming: readonly Awaited[] = []
  let struck = 0
  let held = 0

  function troubleFor(path: string): Trouble | undefined {
    const found = coming.find((one) => path.startsWith(one.path))
    coming = coming.filter((one) => one !== found)
    if (found) struck += 1
    return found?.trouble
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const trouble = troubleFor(path)
    if (trouble?.do === 'leak' && !trouble.took) return leak(response, trouble.status, trouble.body)
    const { status, type, bytes } = await ask(host, request)
    if (trouble?.do === 'lose') response.destroy()
    else if (trouble?.do === 'hold') held += 1
    else if (trouble?.do === 'leak') leak(response, trouble.status, trouble.body)
    else
      response.writeHead(status, { 'content-type': type }).end(isJson(type) ? plant(bytes.toString()) : bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    expect(path, ...troubles) {
      coming = [...coming, ...troubles.map((trouble) => ({ path, trouble }))]
    },
    forget() {
      coming = []
    },
    struck: () => struck,
    heldCount: () => held,
  }
}

function leak(response: ServerResponse, status: number, body: string): void {
  const headers = { 'content-type': 'application/json', ...indiscreetHeaders, ...idHeader(status) }
  response.writeHead(status, headers).end(body)
}

/** Passes a request on; the planted key opens what the sandbox's does. */
async function ask(host: string, request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const key = request.headers['x-access-token']
  const known = key === plantedKey ? trainingKeys.sandbox : String(key)
  const answer = await fetch(`${host}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { 'x-access-token': known, 'content-type': 'application/json' },
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
  const type = answer.headers.get('content-type') ?? 'application/json'
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** A file of the service's is passed on as it is. */
const isJson = (type: string): boolean => type.includes('json')
