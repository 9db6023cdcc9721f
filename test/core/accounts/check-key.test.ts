/** A copied key is asked about on both hosts: what the service says of it is shown, and the key is held nowhere that shows. */
import { describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import type { TrainingOptions } from '#training/options.ts'
import { startShop, until } from '../../support/core.ts'
import { startWholeCounter } from '../../support/counter.ts'
import { answerAlways } from '../../support/line.ts'
import { checksAt } from '../../support/selling-status.ts'
import { newActId } from '../../support/till.ts'
import { startLineService } from '../../support/training.ts'

async function openShop(options: TrainingOptions = {}) {
  const { clock, service } = await startShop(options)
  const counter = await startWholeCounter({ clock, service, started: false })
  return { ...counter, clock, service }
}

const serve = (status: number, body: unknown) => answerAlways(status, JSON.stringify(body)).baseUrl

const account = (problem: string) => ({ ok: false, error: { kind: 'account', problem } })

describe("the service's answer", () => {
  test.each([
    ['sandbox', trainingKeys.sandbox, 'READ-WRITE'],
    ['production', trainingKeys.production, 'READ-WRITE'],
    ['sandbox', trainingKeys.readOnly, 'READ-ONLY'],
  ] as const)('about a key of the %s is shown in full: %s', async (environment, key, scope) => {
    const { check } = await openShop()
    expect(await check(key)).toEqual({
      ok: true,
      value: {
        findingId: expect.any(String),
        ...{ environment, username: '0550000000', scope, allowedAddresses: [] },
        ...{ balanceCentimes: 5_000_000, bills: { kind: 'ready' }, known: null },
      },
    })
  })

  test('lists the addresses that may use the key', async () => {
    const { check } = await openShop({ whitelist: { sandbox: ['127.0.0.1'], production: [] } })
    expect(await check(trainingKeys.sandbox)).toMatchObject({ value: { allowedAddresses: ['127.0.0.1'] } })
  })

  test('names an address that may not use the key', async () => {
    const { check } = await openShop({ whitelist: { sandbox: ['10.0.0.9'], production: [] } })
    expect(await check(trainingKeys.sandbox)).toMatchObject({
      error: { kind: 'refused', code: 'IP_NOT_ALLOWED', address: '127.0.0.1' },
    })
  })

  test('that the key is switched off keeps it out', async () => {
    const { check } = await openShop()
    expect(await check(trainingKeys.disabled)).toEqual(account('key-disabled'))
  })

  test('may be missing or a refusal on the bill host: bills are not on sale, everything else is', async () => {
    const { check, clock, service } = await openShop()
    const gone = startLineService(clock)
    await gone.close()
    const { baseUrl } = service
    expect(await check(trainingKeys.sandbox, { baseUrl, billUrl: gone.billUrl })).toMatchObject({
      value: { bills: { kind: 'unavailable', reason: expect.any(String) } },
    })
    const error = { code: 'IP_NOT_ALLOWED', message: 'no' }
    const billUrl = serve(403, { success: false, error })
    expect(await check(trainingKeys.sandbox, { baseUrl, billUrl })).toMatchObject({
      value: { bills: { kind: 'unavailable', reason: 'IP_NOT_ALLOWED' } },
    })
  })

  test('must name the same environment on both hosts', async () => {
    const { check, service } = await openShop()
    const data = { account: { id: 'a', status: 'ACTIVE', currency: 'DZD' }, key: { type: 'PRODUCTION' } }
    const billUrl = serve(200, { success: true, data })
    const { baseUrl } = service
    expect(await check(trainingKeys.sandbox, { baseUrl, billUrl })).toEqual(account('environments-differ'))
  })

  test('is required', async () => {
    const { check, clock } = await openShop()
    const gone = startLineService(clock)
    await gone.close()
    const { baseUrl, billUrl } = gone
    expect(await check(trainingKeys.sandbox, { baseUrl, billUrl })).toMatchObject({
      error: { kind: 'unreachable' },
    })
  })
})

describe('a refused key', () => {
  test('can be tried once more by a person, and then not again', async () => {
    const { check, service } = await openShop()
    const answers = []
    for (let press = 0; press < 6; press += 1) answers.push(await check('no-such-key'))
    const refused = { kind: 'refused', code: 'INVALID_ACCESS_TOKEN' }
    expect(answers).toMatchObject(
      [4, 3, 3, 3, 3, 3].map((attemptsLeft) => ({ error: { ...refused, attemptsLeft } })),
    )
    expect(await checksAt(service)).toBe(2)
  })

  test('is shown as a block after the last attempt, and nothing is sent', async () => {
    const { check, service } = await openShop()
    for (let place = 0; place < 5; place += 1) await check(`no-such-key-${place}`)
    expect(await check(trainingKeys.sandbox)).toMatchObject({ error: { code: 'IP_BLOCKED' } })
    expect(await checksAt(service)).toBe(5)
  })

  test('is refused even if the answer is a page that is not the service’s', async () => {
    const { check } = await openShop()
    const wire = answerAlways(401, '<html></html>')
    const at = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
    for (let press = 0; press < 4; press += 1) {
      expect(await check('no-such-key', at)).toMatchObject({ error: { code: 'INVALID_ACCESS_TOKEN' } })
    }
    expect(wire.requests).toHaveLength(2)
  })
})

describe('what was copied', () => {
  test('is removed from the clipboard, with its blanks, and is shown nowhere', async () => {
    const { check, copied, events, log } = await openShop()
    const answer = await check(` ${trainingKeys.production}\r\n`)
    expect(answer.ok).toBe(true)
    expect(copied.text).toBe('')
    expect(JSON.stringify([answer, events, log.lines])).not.toContain(trainingKeys.production)
  })

  test.each([
    ['nothing', '', 'nothing-copied'],
    ['blanks', ' \n', 'nothing-copied'],
    ['a sentence', 'this is no key', 'no-key'],
    ['Arabic', 'مفتاح', 'no-key'],
    ['too much', 'x'.repeat(513), 'no-key'],
  ])('stays on the clipboard if it is %s, and nothing is sent', async (_, text, problem) => {
    const { check, copied, service } = await openShop()
    expect(await check(text)).toEqual(account(problem))
    expect(copied.text).toBe(text)
    expect(await checksAt(service)).toBe(0)
  })

  test.each([
    ['no address', 'counter', 'bad-address'],
    ['a name and a password', 'https://me:secret@host', 'bad-address'],
    ['one that can be listened to', 'http://shop.example', 'insecure-address'],
  ])('is not sent to an address that is %s', async (_, billUrl, problem) => {
    const { check, copied, service } = await openShop()
    const { baseUrl } = service
    expect(await check(trainingKeys.sandbox, { baseUrl, billUrl })).toEqual(account(problem))
    expect(copied.text).toBe(trainingKeys.sandbox)
    expect(await checksAt(service)).toBe(0)
  })
})

describe('an address that no account is at', () => {
  /** A counter whose person answers so; the questions that were asked. */
  async function openAsked(isAgreed: boolean) {
    const { clock, service } = await startShop()
    const questions: unknown[] = []
    const confirm = async (question: unknown) => questions.push(question) > 0 && isAgreed
    const counter = await startWholeCounter({ clock, service, ports: { confirm }, started: false })
    const wire = answerAlways(404, '{}')
    const there = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
    return { ...counter, questions, wire, there, asked: { kind: 'send-key', hosts: [wire.baseUrl] } }
  }

  test('gets nothing from the clipboard before a person agrees to its host', async () => {
    const { check, copied, questions, wire, there, asked } = await openAsked(false)
    for (let press = 0; press < 2; press += 1) {
      expect(await check('K7QX-1P-copied', there)).toEqual(account('not-agreed'))
    }
    expect(wire.requests).toEqual([])
    expect(copied.text).toBe('K7QX-1P-copied')
    expect(questions).toEqual([asked, asked])
  })

  test('gets nothing if the person who agreed was signed out meanwhile', async () => {
    const { clock, service } = await startShop()
    const shown: { signOut(): Promise<unknown> } = { signOut: async () => undefined }
    const confirm = async () => {
      await shown.signOut()
      return true
    }
    const { check, ask } = await startWholeCounter({ clock, service, ports: { confirm } })
    await ask('people.start', { actId: newActId(), name: 'Karim', pin: '4821' })
    shown.signOut = () => ask('people.sign-out', {})
    const wire = answerAlways(404, '{}')
    const there = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
    expect(await check('K7QX-1P-copied', there)).toEqual(account('not-agreed'))
    expect(wire.requests).toEqual([])
  })

  test('is asked about once; an address with an account never is', async () => {
    const { check, ask, questions, wire, there, asked, addresses } = await openAsked(true)
    for (let press = 0; press < 2; press += 1) await check('K7QX-1P-copied', there)
    expect(wire.requests.length).toBeGreaterThan(0)
    const added = await check(trainingKeys.sandbox, addresses)
    // Training is no account of the shop's: no key of the shop's goes there unasked.
    const hosts = [addresses.baseUrl, addresses.billUrl].map((text) => new URL(text).origin)
    const training = { kind: 'send-key', hosts: [...new Set(hosts)] }
    expect(questions).toEqual([asked, training])
    await ask('accounts.add', { findingId: added.ok ? added.value.findingId : '', label: 'Boutique' })
    await check(trainingKeys.sandbox, addresses)
    expect(questions).toEqual([asked, training])
    await check(trainingKeys.sandbox, { ...addresses, billUrl: 'https://bills.example' })
    expect(questions).toEqual([asked, training, { kind: 'send-key', hosts: ['https://bills.example'] }])
  })
})

describe('a finding', () => {
  test('is replaced by the finding of the next check', async () => {
    const { check, find, ask } = await openShop()
    const asked = await find(trainingKeys.sandbox)
    await check('no-such-key')
    expect(await ask('accounts.add', asked)).toEqual(account('finding-expired'))
  })

  test('is forgotten after ten minutes', async () => {
    const { find, ask, clock } = await openShop()
    const asked = await find(trainingKeys.sandbox)
    await clock.pass(10 * 60_000)
    expect(await ask('accounts.add', asked)).toEqual(account('finding-expired'))
  })

  test('comes from one check at a time', async () => {
    const { check, service } = await openShop()
    await service.addFaults({ method: 'GET', path: '/v3/validate', action: { do: 'hold', take: true } })
    const first = check(trainingKeys.sandbox)
    await until('the check is held', async () => (await service.heldCount()) === 1)
    expect(await check(trainingKeys.production)).toEqual(account('busy'))
    await service.release()
    expect(await first).toMatchObject({ value: { environment: 'sandbox' } })
  })
})
