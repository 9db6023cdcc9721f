/** The way through the accounts' screens, and that each of their words exists. */
import { describe, expect, test } from 'vitest'
import { type AccountView, accountProblems, environments, type KeyFinding } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { locales } from '#shared/views.ts'
import { errorText } from '../../renderer/components/error-note.tsx'
import {
  afterFailedCheck,
  backFrom,
  firstPlace,
  newAccountPlace,
  type Place,
  suggestedLabel,
} from '../../renderer/features/accounts/places.tsx'
import { createTranslator } from '../../renderer/i18n.ts'

const training: AccountView = {
  id: 'training',
  environment: 'training',
  username: '0550000000',
  label: 'training',
  scope: 'READ-WRITE',
  baseUrl: 'http://127.0.0.1:1',
  billUrl: 'http://127.0.0.1:2',
  isActive: true,
}
const addresses = { baseUrl: 'https://api.example', billUrl: 'https://bills.example' }
const shop: AccountView = {
  ...training,
  ...addresses,
  id: 'sandbox:0550123456',
  environment: 'sandbox',
  username: '0550123456',
  label: 'The shop',
  isActive: false,
}
const finding: KeyFinding = {
  findingId: 'f',
  environment: 'sandbox',
  username: '0550123456',
  scope: 'READ-WRITE',
  allowedAddresses: [],
  balanceCentimes: null,
  bills: { kind: 'ready' },
  known: null,
}
const problem = (name: (typeof accountProblems)[number]): AppError => ({ kind: 'account', problem: name })

describe.each(locales)('in %s', (locale) => {
  const translator = createTranslator(locale)

  test.each(accountProblems)('%s has one sentence of its own', (name) => {
    const said = errorText(translator, problem(name))
    expect(said).toMatch(/[.]$/)
    expect(accountProblems.filter((other) => errorText(translator, problem(other)) === said)).toEqual([name])
  })

  test('each environment has a name and says whether money moves', () => {
    const said = environments.flatMap((environment) => [
      translator.text(`environment.${environment}.name`),
      translator.text(`accounts.environment.${environment}`),
    ])
    expect(new Set(said).size).toBe(2 * environments.length)
  })

  test('an invalid file is reported with its line', () => {
    const error = { kind: 'invalid-input', field: 'slip.widthMm', problem: 'x', line: 7 } as const
    expect(errorText(translator, error)).toMatch(/7.*slip\.widthMm/)
  })
})

test('Back leads from every place to the list, and from there out, each step once', () => {
  const paths: readonly Place[] = [
    { kind: 'list' },
    { kind: 'switch', account: shop },
    { kind: 'remove', account: shop },
    { kind: 'recovery' },
    { kind: 'addresses', addresses, error: null },
    { kind: 'key', addresses, error: problem('no-key') },
    { kind: 'finding', addresses, finding },
    { kind: 'done', account: shop, replaced: false },
  ]
  const ways = paths.map((place) => {
    const way: string[] = []
    for (let at: Place | null = place; at && way.length < 9; at = backFrom(at)) way.push(at.kind)
    return way.join(' ')
  })
  expect(ways).toEqual([
    'list',
    'switch list',
    'remove list',
    'recovery list',
    'addresses key list',
    'key list',
    'finding key list',
    'done list',
  ])
})

test('Back from the addresses keeps them and leaves the old error behind', () => {
  expect(backFrom({ kind: 'addresses', addresses, error: problem('bad-address') })).toEqual({
    kind: 'key',
    addresses,
    error: null,
  })
})

test.each<readonly [AppError, string]>([
  [problem('bad-address'), 'addresses'],
  [problem('insecure-address'), 'addresses'],
  [{ kind: 'invalid-input', field: 'baseUrl', problem: 'x' }, 'addresses'],
  [problem('no-key'), 'key'],
  [problem('environments-differ'), 'key'],
  [{ kind: 'refused', code: 'INVALID_ACCESS_TOKEN', message: '', attemptsLeft: 4 }, 'key'],
  [{ kind: 'unreachable', reason: 'cut' }, 'key'],
])('a check that failed by %j is corrected at the %s', (error, kind) => {
  expect(afterFailedCheck(addresses, error)).toEqual({ kind, addresses, error })
})

test('a new key is for the open account; training has none to replace', () => {
  const opened = { ...shop, isActive: true }
  expect(firstPlace('replace-key', [training, shop])).toEqual({ kind: 'list' })
  expect(firstPlace('replace-key', [{ ...training, isActive: false }, opened])).toEqual({
    kind: 'key',
    addresses,
    error: null,
  })
  expect(firstPlace('list', [training, opened])).toEqual({ kind: 'list' })
})

test("the next account is offered the addresses of the shop's others, never training's", () => {
  expect(newAccountPlace([training])).toMatchObject({ addresses: { baseUrl: '', billUrl: '' } })
  expect(newAccountPlace([training, shop])).toEqual({ kind: 'key', addresses, error: null })
})

test.each<readonly [string, readonly AccountView[], string, string]>([
  ['as it is called already', [training, shop], 'Épicerie', 'The shop'],
  ['by the shop', [training], 'Épicerie', 'Épicerie'],
  ['by its holder', [training], '', '0550123456'],
])('an account is named %s', (_how, accounts, shopName, label) => {
  expect(suggestedLabel(finding, accounts, shopName)).toBe(label)
})
