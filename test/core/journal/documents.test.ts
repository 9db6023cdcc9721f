/** Texts of the journal that are read again and again: each is parsed once, and never instead of another. */
import { expect, test, vi } from 'vitest'
import { rememberingReads } from '#core/journal/documents.ts'

const counting = () => vi.fn((text: string): { readonly text: string } => ({ text }))

test('a recent text is parsed once, and each text has its own result', () => {
  const parse = counting()
  const read = rememberingReads(parse)
  const texts = Array.from({ length: 10_000 }, (_, place) => `sale ${place % 900}`)
  for (const text of texts) expect(read(text).text).toBe(text)
  expect(parse).toHaveBeenCalledTimes(900)
})

test('the oldest of very many texts are released', () => {
  const parse = counting()
  const read = rememberingReads(parse)
  for (let place = 0; place < 3_000; place += 1) read(`sale ${place}`)
  read('sale 0')
  read('sale 2999')
  expect(parse).toHaveBeenCalledTimes(3_001)
})

test('a text that cannot be read is refused each time', () => {
  const read = rememberingReads((text: string): object => {
    throw new Error(`${text} is damaged`)
  })
  for (const _time of [1, 2]) expect(() => read('a sale')).toThrow('a sale is damaged')
})
