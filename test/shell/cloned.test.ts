/** The stand-in's wire carries what Electron's carries, and refuses what it refuses. */
import { expect, test } from 'vitest'
import { cloned, createCodec } from '../stand-in/cloned.ts'

const { encode, decode } = createCodec()

test.each([
  undefined,
  null,
  [1, -0, Number.NaN, Number.POSITIVE_INFINITY, 12n, 'text', true],
  { is: 'object', of: { a: undefined, b: [undefined, { $: 1 }] } },
  { at: new Date(5), bytes: new Uint8Array([0, 255]), map: new Map([['a', new Set([1])]]) },
])('a structured clone comes across whole: %#', (value) => {
  expect(decode(encode(cloned(value)))).toStrictEqual(value)
})

test('a function does not come across', () => {
  expect(() => cloned({ run: () => undefined })).toThrow('An object could not be cloned.')
})
