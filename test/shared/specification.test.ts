/** The code's tables are the specification's: each is compared with the document's text, and the comparison can fail. */
import { describe, expect, test } from 'vitest'
import { serviceErrors } from '#shared/service-errors.ts'
import { accountComparisons } from '../specification/account-comparisons.ts'
import type { Comparison } from '../specification/comparison.ts'
import { errorComparisons, guessedCodes, isNamed, practiceCodes } from '../specification/error-comparisons.ts'
import { limitComparisons } from '../specification/limit-comparisons.ts'
import { readSpecification } from '../specification/read-specification.ts'
import { stateComparisons } from '../specification/state-comparisons.ts'

const specification = readSpecification()

const comparisons: readonly Comparison[] = [
  ...stateComparisons,
  ...errorComparisons,
  ...limitComparisons,
  ...accountComparisons,
]

/** The names of the comparisons that a text of the document does not pass; one that cannot be read does not pass. */
const drifted = (text: string): readonly string[] =>
  comparisons.filter((comparison) => !agrees(comparison, text)).map(({ name }) => name)

function agrees({ document, code }: Comparison, text: string): boolean {
  try {
    return document(text).join('\n') === code.join('\n')
  } catch {
    return false
  }
}

test.each(comparisons)('$name: the document and the code say the same', ({ document, code }) => {
  expect(document(specification)).toEqual(code)
})

test.each([...practiceCodes.platform, ...practiceCodes.bills])(
  '%s, which the document lists for another host or not at all, is in a kept text',
  (code) => {
    expect(isNamed(specification, code)).toBe(true)
  },
)

test.each(guessedCodes)('%s, which is in no text, proves nothing', (code) => {
  expect(isNamed(specification, code)).toBe(false)
  const rows = serviceErrors.filter((row) => row.code === code)
  expect(rows.map(({ host, money }) => `${host} ${money}`)).toEqual(['platform unknown', 'bills unknown'])
})

describe('a document that differs', () => {
  test.each([
    [
      'a state',
      '| HANDLING | operator result | failed | REFUNDED |',
      '| HANDLING | operator result | failed | LOST |',
    ],
    ['a condition', 'number 030000002 | FULFILLED', 'number 030000003 | FULFILLED'],
    ['a final state', 'Final states: SUCCESS, FAILED, REFUNDED.', 'Final states: SUCCESS, FAILED.'],
    [
      'a discovery status',
      'Discovery statuses: PENDING, READY, FAILED.',
      'Discovery statuses: PENDING, READY.',
    ],
    ['where money moved', 'Money moved only in SUCCESS and', 'Money moved only in UNKNOWN and'],
    [
      'a mobile status',
      '### Mobile top-up\n\nStatuses seen: FULFILLED,',
      '### Mobile top-up\n\nStatuses seen: DONE,',
    ],
    ['a payment link status', '(PENDING, CONFIRMED or FAILED)', '(PENDING, CONFIRMED or EXPIRED)'],
    ['a platform code', '| ERR_STOCK | not stated |', '| ERR_SHELF | not stated |'],
    [
      'a platform status',
      '| INVALID_ACCESS_TOKEN | 401 | key rejected; details',
      '| INVALID_ACCESS_TOKEN | 418 | key rejected; details',
    ],
    ['a status of the platform', '| 503 | temporary', '| 504 | temporary'],
    ['a bills code', '| AUTH_UNAVAILABLE | 503 |', '| AUTH_MISSING | 503 |'],
    ['a bills status', '| DUPLICATED_REF | 403 |', '| DUPLICATED_REF | 409 |'],
    ['a transaction code', 'values are PAYMENT_DECLINED,', 'values are PAYMENT_LOST,'],
    ['the longest ref', '| ref length | at most 100 ', '| ref length | at most 64 '],
    ['the SEAAL minimum', '| 200 DZD on selected total', '| 300 DZD on selected total'],
    ['the block', 'is blocked for 15 minutes', 'is blocked for 30 minutes'],
    ['the page size', 'minimum 1, maximum 100)', 'minimum 1, maximum 50)'],
    ['the list limit', '| limit | integer | 20 |', '| limit | integer | 50 |'],
    ['a fee', '| Algérie Télécom | 0.5% | 10 | 50 |', '| Algérie Télécom | 0.5% | 10 | 60 |'],
    ['an internet number', '4G: 213[0-9]{9}', '4G: 213[0-9]{8}'],
    ['a landline', 'one digit 2 to 4', 'one digit 2 to 5'],
    ['a biller', 'SEAAL, AADL, Algérie Télécom (accents', 'SEAAL, AADL, Algerie Telecom (accents'],
    ['an account key', '| SEAAL | codeClient |', '| SEAAL | code |'],
    ['an identifier', '| SONELGAZ | contractNumber | up to 50', '| SONELGAZ | contractNumber | up to 40'],
    ['the payment key', 'exactly 25 characters.', 'exactly 24 characters.'],
    ['a nested field', 'pay_key (exactly 7 chars)', 'pay_key (exactly 8 chars)'],
    ['the pair', 'code_contrat (2 to 10 digits)', 'code_contrat (2 to 12 digits)'],
    ['the slots', 'sonelgaz and ade are each', 'sonelgaz is'],
    ['a message', "'billIds must not repeat the same bill id'", "'billIds must differ'"],
    ['an id', '24-character lowercase hex; the', '32-character lowercase hex; the'],
  ])('in %s is noticed', (_, before, after) => {
    expect(specification.split(before)).toHaveLength(2)
    expect(drifted(specification.replace(before, after))).not.toEqual([])
  })

  const comparedTables = [
    '| State | Moved by | Condition |',
    '| Code | HTTP | Condition |',
    '| Status | Meaning |',
    '| Limit | Value | Applies to |',
    '| Biller | Percentage |',
    '| Partner | Key in account |',
    '| Partner | Field | Rule |',
  ]
  const rows = rowsBelow(comparedTables)

  test.each(rows)('by the missing line "%s" is noticed', (row) => {
    const at = specification.indexOf(`${row}\n`)
    const without = specification.slice(0, at) + specification.slice(at + row.length + 1)
    expect(drifted(without)).not.toEqual([])
  })

  test('is detected in every compared table', () => {
    expect(rows.length).toBeGreaterThan(60)
  })
})

/** Every row of the tables that begin with one of these headers. */
function rowsBelow(headers: readonly string[]): readonly string[] {
  const blocks = specification
    .split(/\n\n+/)
    .filter((block) => headers.some((header) => block.startsWith(header)))
  return blocks.flatMap((block) => block.trim().split('\n').slice(2))
}
