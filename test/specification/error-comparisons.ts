/** The error codes with their statuses: service-api.md, "Errors". */
import { type ServiceHost, serviceErrors } from '#shared/service-errors.ts'
import { billTransactionErrors } from '#shared/states/bill.ts'
import { type Comparison, listIn, sorted, wordsIn } from './comparison.ts'
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

export const errorComparisons: readonly Comparison[] = [
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
