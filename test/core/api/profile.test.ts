/** The API profile: what a shop's own file may say, and where a wrong one is said to be wrong. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInProfile, readApiProfile } from '#core/api/profile.ts'
import { formsOfPartner } from '#shared/products/bill-account.ts'

const builtInText = readFileSync(new URL('../../../resources/api-profile.json', import.meta.url), 'utf8')

test('a biller that the profile leaves out is asked with all of its forms', () => {
  const { SEAAL: _left, ...billForms } = builtInProfile.billForms
  const read = readApiProfile(JSON.stringify({ ...builtInProfile, billForms }))
  expect(read).toMatchObject({ ok: true, value: { billForms: { SEAAL: formsOfPartner.SEAAL } } })
})

test('the built-in profile is valid', () => {
  expect(readApiProfile(builtInText)).toEqual({ ok: true, value: builtInProfile })
})

test('a shop may use its own paths', () => {
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

describe('the line and the field of an error', () => {
  const lines = builtInText.split('\n')
  const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1
  const withLine = (number: number, line: string) => lines.with(number - 1, line).join('\n')
  const [version, path, last] = [lineOf('"version"'), lineOf('"internetById"'), lineOf('"ping"')]
  const seaal = lineOf('"SEAAL"')

  test.each([
    ['a wrong version', withLine(version, '  "version": 2,'), version, 'version'],
    ['a wrong path', withLine(path, '    "internetById": "/v3/x",'), path, 'paths.internetById'],
    [
      'an unknown field',
      withLine(last, '    "ping": "/v3/ping",\n    "internetNy": 1'),
      last + 1,
      'paths.internetNy',
    ],
    ['a missing field', withLine(path, ''), lineOf('"paths"'), 'paths.internetById'],
    ['a form of another biller', withLine(seaal, '    "SEAAL": ["sonelgaz"],'), seaal, 'billForms.SEAAL.0'],
    ['a biller without a form', withLine(seaal, '    "SEAAL": [],'), seaal, 'billForms.SEAAL'],
    ['a form twice', withLine(seaal, '    "SEAAL": ["seaal", "seaal"],'), seaal, 'billForms.SEAAL'],
    ['no object at all', '\n7', 1, ''],
    ['a bare word', withLine(path, '    "internetById": path,'), path, ''],
    ['a missing comma', withLine(version, '  "version": 1'), version + 1, ''],
    ['a comma too much', withLine(last, '    "ping": "/v3/ping",'), last + 1, ''],
    ['a comment', withLine(version, '  // the version'), version, ''],
    ['an end too early', lines.slice(0, 4).join('\n'), 4, ''],
    ['nothing', '', 1, ''],
  ])('%s', (_name, text, line, field) => {
    const read = readApiProfile(text)
    expect(read).toMatchObject({ ok: false, error: { line, field, problem: expect.stringMatching(/./) } })
  })
})

test('a shop may leave out a form that its service refuses, and change the first one', () => {
  const text = builtInText.replace('"reference", "electronic_payment_key", "seaal"', '"seaal"')
  expect(readApiProfile(text)).toMatchObject({ ok: true, value: { billForms: { SEAAL: ['seaal'] } } })
})

test('the forms that come with the product are those that the billers have', () => {
  expect(builtInProfile.billForms).toEqual(formsOfPartner)
})
