/** The last net under the log: what is known to be secret is in no line, however it is written. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLog, createRedactor } from '#core/redaction.ts'
import { trainingKeys } from '#training/keys.ts'
import { clientFor, keepLog, testKey } from '../support/api-client.ts'
import { startCore, startShop } from '../support/core.ts'
import { RUNS } from '../support/effort.ts'
import { httpAnswer, startRawService } from '../support/raw-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const anySecret = fc.oneof(
  fc.string({ minLength: 6, maxLength: 80 }),
  fc.string({ minLength: 6, maxLength: 40, unit: 'binary' }),
  fc.uuid(),
)
const anyPlace = fc.string({ maxLength: 20 })

/** As it might have been written down, beside something else. */
const writings: Readonly<Record<string, (secret: string, before: string, after: string) => string>> = {
  'as it is': (secret, before, after) => before + secret + after,
  'in JSON': (secret, before, after) => JSON.stringify({ [before]: before + secret + after }),
  'in a URL': (secret, before, after) =>
    `/v3?a=${before}&k=${encodeURIComponent(secret.toWellFormed())}&b=${after}`,
  'in base64': (secret, before, after) => Buffer.from(before + secret + after).toString('base64'),
  'in base64 for URLs': (secret, before, after) => Buffer.from(before + secret + after).toString('base64url'),
  'in hexadecimal digits': (secret, before, after) => Buffer.from(before + secret + after).toString('hex'),
}

describe('a known secret', () => {
  test.each(Object.entries(writings))('written %s is not in the cleaned text', (_, write) => {
    fc.assert(
      fc.property(anySecret, anyPlace, anyPlace, (secret, before, after) => {
        // A pair of surrogates that is joined or torn at the edge is another text.
        fc.pre([secret, before, after].every((text) => text.isWellFormed()))
        const redactor = createRedactor()
        redactor.note('card', secret)
        const cleaned = redactor.clean(write(secret, before, after))
        expect(cleaned).toContain('***')
        expect(cleaned).not.toContain(secret)
      }),
      { numRuns: RUNS },
    )
  })

  test('is gone from the words, the facts and the numbers of a line; the rest of it stays', () => {
    const kept = keepLog()
    const log = cleanLog(kept)
    log.note('key', 'sk-4711-xyz')
    log.note('card', '90417788209953')
    log.write('error', 'sent with sk-4711-xyz', {
      fault: 'Error: sk-4711-xyz at 90417788209953',
      number: 90417788209953,
      ms: 12,
      none: null,
      isLate: true,
    })
    const facts = { fault: 'Error: *** at ***', number: '***', ms: 12, none: null, isLate: true }
    expect(kept.lines).toEqual([{ level: 'error', what: 'sent with ***', facts }])
  })

  test('too short to be one leaves the words of a line alone', () => {
    const redactor = createRedactor()
    redactor.note('card', 'order')
    redactor.note('card', '')
    expect(redactor.clean('an order is sent')).toBe('an order is sent')
  })

  test('is forgotten for newer ones, and a key never for cards', () => {
    const redactor = createRedactor()
    redactor.note('key', 'the-key-of-the-shop')
    const codes = Array.from({ length: 501 }, (_, number) => `card-code-${String(number).padStart(4, '0')}`)
    for (const code of codes) redactor.note('card', code)
    expect(redactor.clean(codes.join())).toBe(`card-code-0000,${codes.slice(1).fill('***').join()}`)
    expect(redactor.clean('the-key-of-the-shop')).toBe('***')
  })

  test('noted again counts as new', () => {
    const redactor = createRedactor()
    const codes = Array.from({ length: 500 }, (_, number) => `card-code-${String(number).padStart(4, '0')}`)
    for (const code of [...codes, 'card-code-0000', 'card-code-0500']) redactor.note('card', code)
    expect(redactor.clean('card-code-0000 card-code-0001')).toBe('*** card-code-0001')
  })
})

test('a log that is clean already is shared, with all that it knows', () => {
  const kept = keepLog()
  const log = cleanLog(kept)
  cleanLog(log).note('key', 'the-key-of-the-shop')
  log.write('info', 'the-key-of-the-shop')
  expect(kept.lines).toMatchObject([{ what: '***' }])
})

describe('what enters by the service', () => {
  const json = (status: number, body: object) => httpAnswer(status, JSON.stringify(body))
  const code = 'K7QX-0001PLM-48RV'
  const serial = 'SN94-0001HWD-61ZU'

  /** A client whose first answer is this one; every later one refuses and repeats the secrets of the first. */
  async function clientAfter(first: ReturnType<typeof json>) {
    const refusal = json(404, {
      success: false,
      error: { code: 'NOT_FOUND', message: `no order ${code} or ${serial} or 90417788209953 for ${testKey}` },
    })
    const service = await startRawService((socket, _request, count) => {
      socket.write(count === 1 ? first : refusal)
    })
    const kept = keepLog()
    const log = cleanLog(kept)
    return { service, log, kept, client: clientFor(service.baseUrl, { log }) }
  }

  test.each([
    [
      'a card',
      {
        success: true,
        data: { _id: '1', status: 'FULFILLED', cards: [{ value: code, serial }], card_code: 90417788209953 },
      },
    ],
    [
      'a card in an answer that nobody can read',
      { result: [{ cards: { value: code, more: [{ serial }] }, pin: '90417788209953' }] },
    ],
  ])('%s is hidden from the log from then on, and from messages of refusals', async (_, body) => {
    const { service, log, kept, client } = await clientAfter(json(200, body))
    try {
      await client.findGiftCardOrder('1')
      const refused = await client.findGiftCardOrder('1')
      expect(refused).toMatchObject({
        kind: 'refused',
        refusal: { message: 'no order *** or *** or *** for ***' },
      })
      log.write('error', `a trace with ${code}, ${serial}, 90417788209953 and ${testKey}`)
      expect(kept.lines.at(-1)).toMatchObject({ what: 'a trace with ***, ***, *** and ***' })
    } finally {
      await client.close()
      await service.close()
    }
  })
})

test('a core cleans its log of the key that it used, whichever text repeats it', async () => {
  const dataDir = join(temporaryFolder(), trainingKeys.sandbox)
  const counter = await startCore({ ...(await startShop()), dataDir })
  mkdirSync(join(dataDir, 'settings.json.tmp'))
  await counter.ask('settings.update', { locale: 'ar' })
  const line = counter.log.lines.find(({ what }) => what === 'settings not saved')
  expect(JSON.stringify(line)).toContain('***')
  expect(JSON.stringify(counter.log.lines)).not.toContain(trainingKeys.sandbox)
})
