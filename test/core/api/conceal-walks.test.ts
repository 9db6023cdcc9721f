/**
 * The key and the codes of an answer are found however JSON spells them: the text of an answer alone shows what a walk
 * through all of it finds.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeKey, concealKey } from '#core/api/key.ts'
import { readResult } from '#core/api/reading.ts'
import { cardSecretsIn } from '#core/api/secret.ts'
import { ok } from '#shared/result.ts'
import { keepLog, testKey } from '../../support/api-client.ts'
import { connect, serviceOfFile } from '../../support/client-on-wire.ts'
import { RUNS } from '../../support/effort.ts'
import { always, fileAnswer, httpAnswer } from '../../support/raw-service.ts'

/** The walks, with nothing left out. */
function concealed(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value.replaceAll(key, '***')
  if (Array.isArray(value)) return value.map((item) => concealed(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name.replaceAll(key, '***'), concealed(held, key)]),
  )
}

const usualNames = ['card_code', 'serial', 'pin']
const namesInCards = [...usualNames, 'value', 'code']

function secretsIn(value: unknown, names = usualNames): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, names))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, held]) => {
    const isSecret = names.includes(name) && ['string', 'number'].includes(typeof held)
    return isSecret ? [String(held)] : secretsIn(held, name === 'cards' ? namesInCards : usualNames)
  })
}

/** How one character after the other is written: as it is, or escaped in one of the ways of JSON. */
type Spelling = readonly ('plain' | 'lower' | 'upper' | 'short')[]
const shortEscapes: Readonly<Record<string, string>> = { '/': '\\/', '"': '\\"', '\\': '\\\\', '\t': '\\t' }

/** JSON writes any value in many ways: this one is drawn. */
function writtenAs(spelling: Spelling): (value: unknown) => string {
  let at = 0
  const inUnits = (character: string, digits: (hex: string) => string) =>
    Array.from({ length: character.length }, (_, unit) =>
      digits(character.charCodeAt(unit).toString(16).padStart(4, '0')),
    ).join('')
  const spell = (character: string): string => {
    const way = spelling[at % spelling.length]
    at += 1
    if (way === 'lower') return inUnits(character, (hex) => `\\u${hex}`)
    if (way === 'upper') return inUnits(character, (hex) => `\\u${hex.toUpperCase()}`)
    if (way === 'short' && shortEscapes[character] !== undefined) return shortEscapes[character]
    return JSON.stringify(character).slice(1, -1)
  }
  const text = (word: string) => `"${[...word].map(spell).join('')}"`
  return function write(value): string {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    return `{${Object.entries(value).map(([name, held]) => `${text(name)} : ${write(held)}`)}}`
  }
}

const spelling: fc.Arbitrary<Spelling> = fc.oneof(
  fc.constant(['plain'] as const),
  fc.array(fc.constantFrom('plain', 'plain', 'plain', 'lower', 'upper', 'short'), {
    minLength: 1,
    maxLength: 60,
  }),
)

const anyKey = fc
  .string({ minLength: 1, maxLength: 24 })
  .filter(canBeKey)
  .chain((word) => fc.constantFrom(word, `${word}"`, `\\${word}`, `${word}/`, testKey))

const wordsFor = (key: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(key, key, key.slice(0, 9), ...namesInCards, 'cards', 'x', '_', 'تم', '/'),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { maxLength: 3 },
    )
    .map((pieces) => pieces.join(''))

/** Answers of any shape in which the key, its parts, and the names of secrets are likely. */
const bodiesFor = (key: string) =>
  fc.letrec((tie) => {
    const name = fc.oneof(wordsFor(key), fc.constantFrom(...namesInCards, 'cards', 'cards', '__proto__'))
    const leaf = fc.oneof(wordsFor(key), fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
    return {
      value: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 5 }),
      ),
    }
  }).value

const anyAnswer = anyKey.chain((key) =>
  fc.record({ key: fc.constant(key), body: bodiesFor(key), spelling }).map((drawn) => ({
    key,
    text: writtenAs(drawn.spelling)(drawn.body),
  })),
)

const read = (text: string) =>
  readResult({ kind: 'answer', status: 200, headers: {}, body: Buffer.from(text, 'utf8') })

/** The order of names is a part of what the answer says, and so is a name that looks like the prototype. */
const contentOf = (reading: ReturnType<typeof read>) =>
  reading.kind === 'message' ? JSON.stringify(reading.content) : reading.kind

describe('whatever the answer and the key', () => {
  test('the key is removed as by visiting every value', () => {
    fc.assert(
      fc.property(anyAnswer, ({ key, text }) => {
        const walked = concealed(JSON.parse(text), key)
        expect(contentOf(concealKey(read(text), key))).toBe(JSON.stringify(walked))
      }),
      { numRuns: 20 * RUNS },
    )
  })

  test('the secrets of its cards are found as by visiting every value', () => {
    fc.assert(
      fc.property(anyAnswer, ({ key, text }) => {
        const content: unknown = JSON.parse(text)
        expect(cardSecretsIn(read(text))).toEqual(secretsIn(content))
        expect(cardSecretsIn(concealKey(read(text), key))).toEqual(secretsIn(concealed(content, key)))
      }),
      { numRuns: 20 * RUNS },
    )
  })

  test('nothing of the key stays, however deep it is', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), spelling, fc.boolean(), (depth, spelled, inName) => {
        const leaf = inName ? { [testKey]: 1 } : testKey
        const body = Array.from({ length: depth }).reduce<unknown>((held) => [{ held }], leaf)
        const reading = concealKey(read(writtenAs(spelled)(body)), testKey)
        expect(contentOf(reading)).not.toContain(testKey)
      }),
      { numRuns: RUNS },
    )
  })

  test('an answer that cannot contain the key is passed on unchanged', () => {
    const reading = read(JSON.stringify({ a: [{ b: 'تم' }], pins: 'a serial number' }))
    if (reading.kind !== 'message') throw new Error(reading.kind)
    const handedOn = concealKey(reading, testKey)
    expect(handedOn.kind === 'message' && handedOn.content).toBe(reading.content)
  })

  test('the number of collected secrets is bounded by what an answer can deliver', () => {
    const cards = Array.from({ length: 700 }, (_, at) => ({ value: `code-${at}` }))
    expect(cardSecretsIn(read(JSON.stringify({ cards })))).toEqual(
      cards.slice(0, 500).map(({ value }) => value),
    )
  })
})

const service = await serviceOfFile()
const escaped = (text: string) => text.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
const failure = (inside: string) =>
  `{"success":false,"error":{"code":"ERR_VALIDATION","message":"no","details":${inside}}}`
const asked = { type: 'ADSL', number: '023456789' } as const

describe('through the client, the key does not come out', () => {
  const firstEscaped = escaped(testKey.slice(0, 1)) + testKey.slice(1)
  test.each([
    ['escaped', failure(`["field: is not ${escaped(testKey)}"]`)],
    ['with one character escaped', failure(`["field: is not ${firstEscaped}"]`)],
    ['beside another escape', failure(`["field: is \\n not ${testKey}"]`)],
    ['as a name', failure(`{"${testKey}":"x","field":"f","reason":"r"}`)],
    ['as an escaped name', failure(`{"${firstEscaped}":"x","field":"f","reason":"${firstEscaped}"}`)],
    ['in arrays of arrays', failure(`[[["${testKey}"]],{"field":"${testKey}","reason":["${testKey}"]}]`)],
    ['as a request id, escaped', failure('null').replace(/}$/, `,"requestId":"${firstEscaped}"}`)],
  ])('%s', async (_name, body) => {
    const log = keepLog()
    service.behave = always(400, body, { 'x-request-id': testKey })
    const outcome = await connect(service.baseUrl, { log }).checkInternetNumber(asked)
    expect(outcome).toMatchObject({ kind: 'refused', evidence: { requestId: '***' } })
    expect(JSON.stringify([outcome, log.lines])).not.toContain(testKey)
  })

  const json = failure(`["field: is not ${testKey}"]`)
  test.each([
    ['a page that is not JSON', Buffer.from(`<pre>${testKey}</pre>`), 'not-json'],
    ['JSON that is cut', Buffer.from(json.slice(0, -2)), 'not-json'],
    ['JSON in UTF-16', Buffer.from(json, 'utf16le'), 'not-json'],
    ['JSON in UTF-16 with its mark', Buffer.from(`\ufeff${json}`, 'utf16le'), 'not-text'],
    ['JSON that is not whole UTF-8', Buffer.concat([Buffer.from(json), Buffer.from([0xe9])]), 'not-text'],
  ])('where it is in %s', async (_name, body, reason) => {
    const log = keepLog()
    service.behave = (socket) =>
      socket.write(fileAnswer(body, { 'content-type': 'application/json', 'x-request-id': `of-${testKey}` }))
    const outcome = await connect(service.baseUrl, { log }).readBalance()
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason, evidence: { requestId: 'of-***' } })
    expect(JSON.stringify([outcome, log.lines])).not.toContain(testKey)
  })

  test.each(['say-"friend"', 'a\\b\\c-d-e-f', '"""""""'])(
    'where it is one that JSON has to escape: %s',
    async (key) => {
      const apiKey = { isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' }
      const data = { username: `of ${key}`, apiKey }
      service.behave = always(200, `\ufeff${JSON.stringify({ success: true, data })}`)
      const outcome = await connect(service.baseUrl, { readKey: async () => ok(key) }).validateKey()
      expect(outcome).toMatchObject({ kind: 'accepted', value: { username: 'of ***' } })
    },
  )
})

describe('through the client, a code from an answer is in no later message', () => {
  const code = '98765432101234'
  test.each([
    ['as it is', `{"card_code":"${code}"}`],
    ['as a number', `{"card_code":${code}}`],
    ['with room about the name', `{"pin"\n:\t"${code}"}`],
    ['escaped', `{"pin":"${escaped(code)}"}`],
    ['under an escaped name', `{"${escaped('pin')}":"${code}"}`],
    ['under a name of which one character is escaped', `{"card\\u005Fcode":"${code}"}`],
    ['in arrays of arrays', `[[[{"serial":"${code}"}]]]`],
    ['among cards', `{"cards":[[{"value":"${code}"}]]}`],
    ['among cards under an escaped name', `{"${escaped('cards')}":[{"code":"${code}"}]}`],
  ])('%s', async (_name, data) => {
    const log = keepLog()
    const client = connect(service.baseUrl, { log })
    service.behave = (socket, _request, count) =>
      socket.write(
        count === 1
          ? httpAnswer(200, `{"success":true,"data":${data}}`)
          : httpAnswer(400, failure('[]').replace('"no"', `"no: ${code}"`)),
      )
    expect(await client.findInternetById('t1')).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
    const outcome = await client.checkInternetNumber(asked)
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { message: 'no: ***' } })
    expect(JSON.stringify([outcome, log.lines])).not.toContain(code)
  })
})
