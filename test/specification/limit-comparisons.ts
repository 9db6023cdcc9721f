/** The limits, the paging and the fees: service-api.md, "Limits", "Platform pagination" and "Fees". */
import {
  addressBlockMs,
  authUnavailableRetryMs,
  billIdMaxCharacters,
  billIds,
  billListLimit,
  billListOffset,
  discoveryFloorCentimes,
  failedAttemptsMaxCount,
  identifierMaxCharacters,
  internetHandlingMs,
  internetQueuedMs,
  paymentLinkLifetimeMs,
  platformPage,
  platformPageSize,
  rateLimitCount,
  receiptMaxAgeMs,
  refMaxCharacters,
  seaalOrderMinimumCentimes,
} from '#shared/limits.ts'
import { dinarsOf } from '#shared/money.ts'
import { billers, billPartners } from '#shared/products/bill.ts'
import { billFormSlots, billForms } from '#shared/products/bill-account.ts'
import { billFieldRules } from '#shared/products/bill-fields.ts'
import { type Comparison, linesOf, sorted, wordsIn } from './comparison.ts'
import { sectionAt, tableAt } from './read-specification.ts'

const seconds = (ms: number): number => ms / 1_000
const minutes = (ms: number): number => ms / 60_000
const hours = (ms: number): number => ms / 3_600_000

const identifiers = billForms.filter(
  (form) => billFormSlots[form] === 'identifier' && form !== 'electronic_payment_key',
)

/** The document's table, row for row, with the code's figures in it. */
const limits: readonly (readonly [string, string])[] = [
  ['Rate limit header X-RateLimit-Limit', `${rateLimitCount}`],
  ['Failed authentication attempts before IP block', `${failedAttemptsMaxCount}`],
  [
    'page size, platform lists',
    `${platformPageSize.min} to ${platformPageSize.max}, default ${platformPageSize.default}`,
  ],
  ['page', `minimum ${platformPage.min}, default ${platformPage.default}`],
  ['limit, bill list', `${billListLimit.min} to ${billListLimit.max}, default ${billListLimit.default}`],
  ['offset, bill list', `${billListOffset.min} or more, default ${billListOffset.default}`],
  ['ref length', `at most ${refMaxCharacters} characters`],
  ['billId length', `at most ${billIdMaxCharacters} characters`],
  ['billIds count', `${billIds.minCount} to ${billIds.maxCount}, no repeats`],
  ['electronic_payment_key', `exactly ${billFieldRules.electronic_payment_key.minCharacters} characters`],
  ['identifier length', `up to ${identifierMaxCharacters} characters (${identifiers.join(', ')})`],
  ['discovery floor', `bills below ${dinarsOf(discoveryFloorCentimes)} DZD omitted`],
  ['SEAAL order minimum', `${dinarsOf(seaalOrderMinimumCentimes)} DZD on selected total`],
  ['payment link lifetime', `${minutes(paymentLinkLifetimeMs)} minutes without initiated payment`],
  [
    'internet processing',
    `typically ${seconds(internetHandlingMs.min)} to ${seconds(internetHandlingMs.max)} seconds; ` +
      `queued ${hours(internetQueuedMs.min)} to ${hours(internetQueuedMs.max)} hours`,
  ],
  ['receipt caching', `private, max-age=${seconds(receiptMaxAgeMs)}`],
  ['Retry-After on AUTH_UNAVAILABLE', `${seconds(authUnavailableRetryMs)} seconds`],
]

export const limitComparisons: readonly Comparison[] = [
  {
    name: 'the limits',
    document: (specification) => linesOf(tableAt(sectionAt(specification, 'Limits')), 'Limit', 'Value'),
    code: limits.map(([limit, value]) => `${limit} | ${value}`),
  },
  {
    name: 'the time of a block',
    document: (specification) => [
      wordsIn(sectionAt(specification, 'Limits').text, /block lasts (\d+ minutes)/),
      wordsIn(sectionAt(specification, 'Authentication').text, /is blocked for (\d+ minutes)/),
    ],
    code: [`${minutes(addressBlockMs)} minutes`, `${minutes(addressBlockMs)} minutes`],
  },
  {
    name: "the paging of the platform's lists",
    document: (specification) => [
      wordsIn(sectionAt(specification, 'Platform pagination').text, /Query parameters: (.*)\./),
    ],
    code: [
      `page (integer, default ${platformPage.default}, minimum ${platformPage.min}); ` +
        `pageSize (integer, default ${platformPageSize.default}, ` +
        `minimum ${platformPageSize.min}, maximum ${platformPageSize.max})`,
    ],
  },
  {
    name: 'the paging of the bill list',
    document: (specification) =>
      linesOf(
        tableAt(sectionAt(specification, 'GET /v3/bills/transactions')),
        'Name',
        'Default',
        'Rules',
      ).filter((line) => /^(limit|offset) /.test(line)),
    code: [
      `limit | ${billListLimit.default} | ${billListLimit.min} to ${billListLimit.max}`,
      `offset | ${billListOffset.default} | ${billListOffset.min} or more`,
    ],
  },
  {
    name: 'the fees',
    document: (specification) =>
      sorted(
        linesOf(
          tableAt(sectionAt(specification, 'Fees')),
          'Biller',
          'Percentage',
          'Minimum (DZD)',
          'Maximum (DZD)',
        ),
      ),
    code: sorted(
      billPartners.flatMap((partner) => {
        const rule = billers[partner].fee
        if (rule === null) return []
        const bounds = `${dinarsOf(rule.minCentimes)} | ${dinarsOf(rule.maxCentimes)}`
        return [`${partner} | ${rule.rateBasisPoints / 100}% | ${bounds}`]
      }),
    ),
  },
]
