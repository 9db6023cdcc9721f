/** The error codes with their statuses: service-api.md, "Errors". */
import { billTransactionErrors } from '#shared/products/bill.ts'
import { type ServiceErrorCode, type ServiceHost, serviceErrors } from '#shared/service-errors.ts'
import { failures } from '#training/failures.ts'
import { type Comparison, linesOf, listIn, sorted, wordsIn } from './comparison.ts'
import { readBeyond, sectionAt, tableAt } from './read-specification.ts'

const headings = { platform: 'Platform error codes', bills: 'Bill payment error codes' } as const

/** The codes that the tables know beyond the document, for each host; each is named by a text that is kept beside it. */
export const practiceCodes: Readonly<Record<ServiceHost, readonly string[]>> = {
  platform: ['API_DISABLED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMIT_EXCEEDED'],
  bills: [
    'API_DISABLED',
    'INSUFFICIENT_BALANCE',
    'IP_BLOCKED',
    'IP_NOT_ALLOWED',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMIT_EXCEEDED',
  ],
}

/** The codes that no text names: what they say is a guess of ours, and so they may prove nothing. */
export const guessedCodes: readonly string[] = ['INSUFFICIENT_SCOPE']

/** Whether a text that the project keeps speaks of a code at all. */
export const isNamed = (specification: string, code: string): boolean =>
  new RegExp(`\\b${code}\\b`).test(`${specification}\n${readBeyond()}`)

const codesOf = (host: ServiceHost): Comparison => ({
  name: `the error codes of ${host}`,
  document: (specification) =>
    sorted(tableAt(sectionAt(specification, headings[host])).map((row) => row['Code'] ?? '')),
  code: sorted(
    serviceErrors
      .filter(
        ({ host: at, code }) => at === host && ![...practiceCodes[host], ...guessedCodes].includes(code),
      )
      .map(({ code }) => code),
  ),
})

/** Where the document states a status, the row must believe it; the document's line is kept only while it does. */
const statusesOf = (host: ServiceHost): Comparison => ({
  name: `the statuses of the error codes of ${host}`,
  document: (specification) =>
    tableAt(sectionAt(specification, headings[host])).flatMap((row) => {
      const status = /^\d{3}/.exec(row['HTTP'] ?? '')?.[0]
      const code = row['Code'] ?? ''
      const believed = serviceErrors.find((one) => one.host === host && one.code === code)?.statuses ?? []
      return status === undefined || believed.includes(Number(status)) ? [] : [`${code} with ${status}`]
    }),
  code: [],
})

/** The one status that a code's row is believed with on the platform, or the lowest of several. */
const statusOf = (code: ServiceErrorCode): number =>
  Math.min(
    ...serviceErrors.flatMap((row) => (row.host === 'platform' && row.code === code ? row.statuses : [])),
  )

/** 403 stands for more than one code: that all of them are believed with it is what the line needs. */
const refusedWith403 = (['IP_NOT_ALLOWED', 'INSUFFICIENT_BALANCE', 'INSUFFICIENT_SCOPE'] as const).every(
  (code) => serviceErrors.some((row) => row.code === code && row.statuses.includes(403)),
)

/** What the document says a status of the platform means, by the codes that the tables believe with it. */
const platformStatuses: readonly (readonly [number, string])[] = [
  [200, 'success'],
  [statusOf('ERR_VALIDATION'), 'invalid parameters or validation error'],
  [statusOf('INVALID_ACCESS_TOKEN'), 'invalid or missing key'],
  [refusedWith403 ? 403 : Number.NaN, 'insufficient balance or permissions'],
  [statusOf('NOT_FOUND'), 'resource does not exist'],
  [statusOf('RATE_LIMIT_EXCEEDED'), 'rate limit exceeded (its error code: not shown)'],
  [statusOf('INTERNAL_SERVER_ERROR'), 'internal error'],
  // No code of the platform's goes with it: to the counter it proves nothing, and the training service fails with it.
  [failures.SERVICE_UNAVAILABLE.status, 'temporary disruption'],
]

export const errorComparisons: readonly Comparison[] = [
  {
    name: 'the statuses of the platform',
    document: (specification) =>
      linesOf(tableAt(sectionAt(specification, 'Platform HTTP statuses')), 'Status', 'Meaning'),
    code: platformStatuses.map(([status, meaning]) => `${status} | ${meaning}`),
  },
  codesOf('platform'),
  codesOf('bills'),
  statusesOf('platform'),
  statusesOf('bills'),
  {
    name: 'the error codes of a transaction, as the rules repeat them',
    document: (specification) => {
      const { text } = sectionAt(specification, headings.bills)
      return sorted(listIn(wordsIn(text, /Transaction error\.code values are ([A-Z_, ]+)\./)))
    },
    code: sorted(billTransactionErrors),
  },
]
