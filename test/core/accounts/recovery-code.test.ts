/** The recovery code as text: every key comes back from it however it is typed, and no slip of the pen passes. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readRecoveryCode, writeRecoveryCode } from '#core/accounts/recovery.ts'
import { effort } from '../../support/effort.ts'

const journalId = 'journal-1'
const keys = [
  new Uint8Array(32),
  new Uint8Array(32).fill(255),
  ...Array.from({ length: 200 * Math.max(1, effort) }, () => new Uint8Array(randomBytes(32))),
]

describe('a recovery code', () => {
  test('has eleven groups of five, without letters that look like digits', () => {
    for (const key of keys) {
      expect(writeRecoveryCode(key, journalId)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){10}$/)
    }
  })

  test('gives its key back', () => {
    for (const key of keys) {
      expect(readRecoveryCode(writeRecoveryCode(key, journalId), journalId)).toEqual(key)
    }
  })

  test.each<readonly [string, (code: string) => string]>([
    ['in small letters', (code) => code.toLowerCase()],
    ['without its dashes', (code) => code.replaceAll('-', '')],
    ['with blanks and other dashes', (code) => ` ${code.replaceAll('-', ' – ')}\n`],
    [
      'with O for 0 and I or l for 1',
      (code) => code.replaceAll('0', 'O').replace('1', 'I').replaceAll('1', 'l'),
    ],
  ])('can be read %s', (_, typed) => {
    for (const key of keys) {
      expect(readRecoveryCode(typed(writeRecoveryCode(key, journalId)), journalId)).toEqual(key)
    }
  })

  test('is refused with one wrong character or two exchanged ones', () => {
    const code = writeRecoveryCode(
      new Uint8Array(32).map((_, place) => place * 7),
      journalId,
    )
    const wrong = [...code].flatMap((character, place) => {
      if (character === '-') return []
      const before = code[place - 1]
      const replaced = code.slice(0, place) + (character === '7' ? '8' : '7') + code.slice(place + 1)
      const exchanged = code.slice(0, place - 1) + character + before + code.slice(place + 1)
      return before && before !== '-' && before !== character ? [replaced, exchanged] : [replaced]
    })
    expect(wrong.filter((typed) => readRecoveryCode(typed, journalId) !== undefined)).toEqual([])
    expect(wrong.length).toBeGreaterThan(80)
  })

  test('is refused for another journal, and so is any other text', () => {
    const code = writeRecoveryCode(new Uint8Array(32).fill(9), journalId)
    const others = ['', 'x', `${code}0`, code.slice(1), code.replace(/^./, 'U'), 'é'.repeat(55)]
    expect(readRecoveryCode(code, 'journal-2')).toBeUndefined()
    expect(others.filter((text) => readRecoveryCode(text, journalId) !== undefined)).toEqual([])
  })
})
