/** The API profile: what a shop's own file may say, and where a wrong one is said to be wrong. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInProfile, readApiProfile } from '#core/api/profile.ts'

const builtInText = readFileSync(new URL('../../../resources/api-profile.json', import.meta.url), 'utf8')

test('the built-in profile reads as itself', () => {
  expect(readApiProfile(builtInText)).toEqual({ ok: true, value: builtInProfile })
})

test('a shop may put its own paths in', () => {
  const text = builtInText.replace('/v3/internet/check-ref/{ref}', '/v3/net/{ref}/status')
  expect(readApiProfile(text)).toMatchObject({
    ok: true,
    value: { paths: { internetByRef: '/v3/net/{ref}/status' } },
  })
})

describe('a path is refused', () => {
  test.each([
    ['without its parameter', '/v3/internet/check-ref'],
    ['with another parameter', '/v3/internet/check-ref/{id}'],
    ['with its parameter twice', '/v3/{ref}/{ref}'],
    ['with its parameter inside a word', '/v3/internet/ref-{ref}'],
    ['outside the version', '/v2/internet/check-ref/{ref}'],
    ['on another host', 'https://elsewhere.example/v3/{ref}'],
    ['on another host by its slashes', '//elsewhere.example/v3/{ref}'],
    ['that climbs', '/v3/../admin/{ref}'],
    ['with a query', '/v3/internet/check-ref?ref={ref}'],
    ['that is empty', ''],
  ])('%s', (_name, path) => {
    const text = JSON.stringify({
      ...builtInProfile,
      paths: { ...builtInProfile.paths, internetByRef: path },
    })
    expect(readApiProfile(text)).toMatchObject({ ok: false, error: { field: 'paths.internetByRef' } })
  })
})

describe('the line and the field of what is wrong', () => {
  const lines = builtInText.split('\n')
  const withLine = (number: number, line: string) => lines.with(number - 1, line).join('\n')

  test.each([
    ['a wrong version', withLine(2, '  "version": 2,'), 2, 'version'],
    ['a wrong path', withLine(5, '    "internetById": "/v3/x"'), 5, 'paths.internetById'],
    [
      'an unknown field',
      withLine(5, '    "internetById": "/v3/x/{id}",\n    "internetNy": 1'),
      6,
      'paths.internetNy',
    ],
    ['a missing field', withLine(4, ''), 3, 'paths.internetByRef'],
    ['no object at all', '\n7', 1, ''],
    ['a bare word', withLine(5, '    "internetById": path'), 5, ''],
    ['a missing comma', withLine(2, '  "version": 1'), 3, ''],
    ['a comma too much', withLine(5, '    "internetById": "/v3/x/{id}",'), 6, ''],
    ['a comment', withLine(2, '  // the version'), 2, ''],
    ['an end too early', lines.slice(0, 4).join('\n'), 4, ''],
    ['nothing', '', 1, ''],
  ])('%s', (_name, text, line, field) => {
    const read = readApiProfile(text)
    expect(read).toMatchObject({ ok: false, error: { line, field, problem: expect.stringMatching(/./) } })
  })
})
