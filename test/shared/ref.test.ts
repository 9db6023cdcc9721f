import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRef, makeRef, pickUpCode, refMadeAtMs } from '#shared/ref.ts'

const randomBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('a ref has its shape, fits the service, and differs by every random bit', () => {
  fc.assert(
    fc.property(time, randomBytes, randomBytes, (atMs, one, other) => {
      const ref = makeRef(atMs, one)
      expect(isRef(ref)).toBe(true)
      expect(ref.length).toBeLessThanOrEqual(100)
      expect(refMadeAtMs(ref)).toBe(atMs)
      expect(ref === makeRef(atMs, other)).toBe(Buffer.from(one).equals(Buffer.from(other)))
    }),
  )
})

test('refs sort by age', () => {
  fc.assert(
    fc.property(time, time, randomBytes, randomBytes, (a, b, one, other) => {
      fc.pre(a < b)
      expect(makeRef(a, one) < makeRef(b, other)).toBe(true)
    }),
  )
})

test('a ref is not made from an impossible time or from too few random bytes', () => {
  expect(() => makeRef(-1, new Uint8Array(10))).toThrow(RangeError)
  expect(() => makeRef(2 ** 48, new Uint8Array(10))).toThrow(RangeError)
  expect(() => makeRef(0, new Uint8Array(9))).toThrow(RangeError)
  expect(isRef('8ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toBe(false)
})

test('the pick-up code is the end of the ref', () => {
  expect(pickUpCode(makeRef(0, new Uint8Array(10).fill(255)))).toBe('ZZZ-ZZZ')
})
