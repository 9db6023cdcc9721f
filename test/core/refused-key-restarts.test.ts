/** A refused key and restarts: what was learned of it outlives the process, so that starting again brings no block nearer. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failedAttemptsMaxCount } from '#shared/limits.ts'
import { trainingKeys } from '#training/keys.ts'
import { startClosed, startShop } from '../support/core.ts'
import { answerAlways } from '../support/line.ts'
import { checksAt, closedWith, statusOf } from '../support/selling-status.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const badKey = 'no-such-key-of-the-shop'
const MANY_STARTS = failedAttemptsMaxCount + 1

async function startBranch() {
  const shop = await startShop()
  const dataDir = temporaryFolder()
  /** One start of the counter, a person who presses, and its end. */
  async function day(key: string, presses = 0, service: { baseUrl: string; billUrl: string } = shop.service) {
    const counter = await startClosed({ ...shop, service, dataDir, key })
    const why = await closedWith(counter)
    for (let press = 0; press < presses; press += 1) await counter.command('connection.check', {})
    const { selling } = await statusOf(counter)
    await counter.core.stop()
    return { why, selling, log: counter.log.lines }
  }
  return { ...shop, day, file: join(dataDir, 'refused-key.json') }
}

test('a start with a refused key asks nothing by itself, and the screen is the same', async () => {
  const { day, service } = await startBranch()
  for (let start = 0; start < MANY_STARTS; start += 1) {
    const { selling } = await day(badKey)
    expect(selling).toMatchObject({ why: 'key-refused', attemptsLeft: 4, nextCheck: { kind: 'once' } })
  }
  expect(await checksAt(service)).toBe(1)
})

test('a person’s one further attempt is one, however often the counter is started', async () => {
  const { day, service } = await startBranch()
  for (let start = 0; start < MANY_STARTS; start += 1) {
    const { selling } = await day(badKey, 3)
    expect(selling).toMatchObject({ why: 'key-refused', attemptsLeft: 3, nextCheck: { kind: 'new-key' } })
  }
  expect(await checksAt(service)).toBe(2)
  expect((await day(trainingKeys.sandbox)).why).toBe('open')
})

test('a new key begins with the attempts that the address has left', async () => {
  const { day, service } = await startBranch()
  await day(badKey, 1)
  const { selling } = await day('another-bad-key', 3)
  expect(selling).toMatchObject({ attemptsLeft: 1, nextCheck: { kind: 'new-key' } })
  expect(await checksAt(service)).toBe(4)
  expect((await day(trainingKeys.sandbox)).why).toBe('open')
})

test('a valid key clears the refusal', async () => {
  const { day, file } = await startBranch()
  await day(badKey)
  expect(existsSync(file)).toBe(true)
  await day(trainingKeys.sandbox)
  expect(existsSync(file)).toBe(false)
  expect((await day(badKey)).selling).toMatchObject({ attemptsLeft: 4, nextCheck: { kind: 'once' } })
})

test('a block is waited for, with or without a restart', async () => {
  const { day } = await startBranch()
  const error = { code: 'IP_BLOCKED', message: 'blocked' }
  const wire = answerAlways(403, JSON.stringify({ success: false, error }))
  const blocking = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
  for (let start = 0; start < 3; start += 1) {
    expect(await day(trainingKeys.sandbox, 1, blocking)).toMatchObject({
      why: 'blocked',
      selling: { nextCheck: { kind: 'later' } },
    })
  }
  expect(wire.requests).toHaveLength(1)
})

test('the file does not hold the key, and no two shops’ files hold the same digest of it', async () => {
  const texts: string[] = []
  for (const { day, file } of [await startBranch(), await startBranch()]) {
    await day(badKey)
    texts.push(readFileSync(file, 'utf8'))
  }
  const [one, other] = texts.map((text) => JSON.parse(text).digest)
  expect(texts.join('')).not.toContain(badKey)
  expect(one).not.toBe(other)
})

describe('an unusable file does not prevent a start', () => {
  test.each([
    ['is cut', '{"version":1,"salt":'],
    ['is empty', ''],
    ['has another shape', '{"version":2}'],
    ['holds figures that are none', '{"version":1,"salt":"s","digest":"d","by":"key","furtherAttempts":-1}'],
  ])('that %s', async (_, text) => {
    const { day, file } = await startBranch()
    writeFileSync(file, text)
    const { selling, log } = await day(badKey)
    expect(selling).toMatchObject({ attemptsLeft: 4 })
    expect(JSON.stringify(log)).toContain('treated as none')
    expect((await day(trainingKeys.sandbox)).why).toBe('open')
  })

  test('that is a folder, and so cannot be replaced either', async () => {
    const { day, file } = await startBranch()
    mkdirSync(file)
    expect((await day(badKey)).selling).toMatchObject({ attemptsLeft: 4 })
    expect((await day(trainingKeys.sandbox)).why).toBe('open')
  })
})
