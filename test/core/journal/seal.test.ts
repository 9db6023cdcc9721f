/** The seal on card codes: what it gives back, what it refuses, and what its text shows. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSeal, SEAL_KEY_BYTES } from '#core/journal/seal.ts'
import { refNumber } from '../../support/refs.ts'

const key = randomBytes(SEAL_KEY_BYTES)
const { seal, open } = createSeal(key)
const ref = refNumber(1)
const card = JSON.stringify({ code: '4417-8820-9953-0021', serial: 'SN 0042' })
const sealed = seal(ref, 'card', card)

describe('a sealed text', () => {
  test('opens to exactly the text that was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(open(ref, 'card', seal(ref, 'card', text))).toEqual({ ok: true, value: text })
      }),
    )
    expect(open(ref, 'card', seal(ref, 'card', 'رمز'))).toEqual({ ok: true, value: 'رمز' })
  })

  test('has its version, and differs each time', () => {
    const texts = Array.from({ length: 100 }, () => seal(ref, 'card', card))
    expect(new Set(texts).size).toBe(100)
    for (const text of texts) expect(text).toMatch(/^1\.[\w-]{16}\.[\w-]+$/)
  })

  test('opens with the key alone, read anew', () => {
    expect(createSeal(new Uint8Array(key)).open(ref, 'card', sealed)).toEqual({ ok: true, value: card })
  })

  test('does not open under another key, and says so', () => {
    const other = createSeal(randomBytes(SEAL_KEY_BYTES))
    expect(other.open(ref, 'card', sealed)).toEqual({ ok: false, error: 'wrong-key' })
  })

  test('does not open for another sale, nor for another field of its own', () => {
    expect(open(refNumber(2), 'card', sealed)).toEqual({ ok: false, error: 'wrong-key' })
    expect(open(ref, 'pin' as 'card', sealed)).toEqual({ ok: false, error: 'wrong-key' })
  })

  test('does not open with one changed character', () => {
    for (let place = 0; place < sealed.length; place += 1) {
      for (const other of ['A', 'B', '_', '.', '=', ' ', 'é']) {
        if (sealed[place] === other) continue
        const changed = sealed.slice(0, place) + other + sealed.slice(place + 1)
        expect(open(ref, 'card', changed).ok, changed).toBe(false)
      }
    }
  })

  test('does not open without its end', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(open(ref, 'card', sealed.slice(0, length)).ok).toBe(false)
    }
  })
})

test.each([
  ['nothing', ''],
  ['a text that nobody sealed', '4417-8820-9953-0021'],
  ['a version of later', sealed.replace(/^1/, '2')],
  ['a part too many', `${sealed}.AAAA`],
  ['no nonce', sealed.replace(/^1\.[^.]+/, '1.')],
  ['a short nonce', sealed.replace(/^1\.../, '1.')],
  ['a body shorter than its tag', `${sealed.split('.').slice(0, 2).join('.')}.AAAA`],
  ['another base64', sealed.replaceAll(/[\w-]$/g, '=')],
])('%s is malformed', (_what, text) => {
  expect(open(ref, 'card', text)).toEqual({ ok: false, error: 'malformed' })
})

describe('the key', () => {
  test('must be whole', () => {
    for (const bytes of [0, 16, 31, 33]) expect(() => createSeal(randomBytes(bytes))).toThrow(/seals nothing/)
  })

  test('may be wiped by its caller', () => {
    const lent = new Uint8Array(key)
    const own = createSeal(lent)
    lent.fill(0)
    expect(own.open(ref, 'card', sealed)).toEqual({ ok: true, value: card })
  })
})
