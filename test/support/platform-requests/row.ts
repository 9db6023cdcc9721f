/** What the table of platform calls is made of: one good call, and the bodies that may come back to it. */
import type { ServiceCalls } from '#core/api/client.ts'
import type { CallOutcome } from '#core/api/outcome.ts'
import { makeRef } from '#shared/ref.ts'
import type { BillCalls } from '../bill-requests.ts'
import { envelope } from '../bill-samples.ts'
import { httpAnswer } from '../raw-service.ts'

/** All calls but those of bills. */
export type PlatformCalls = Omit<ServiceCalls, keyof BillCalls>

export interface PlatformRequest {
  readonly ask: (client: PlatformCalls) => Promise<CallOutcome<unknown>>
  /** Method and path with its query. */
  readonly line: string
  /** The JSON body, empty for a GET. */
  readonly body: string
  /** A whole answer that is accepted, and what it is read as. */
  readonly answer: string
  readonly value: unknown
  /** A 200 whose body breaks the endpoint's schema. */
  readonly broken: string
  /** A 200 that speaks of something else than what was asked, where an answer can. */
  readonly astray: string | null
}

export type Rows = Readonly<Partial<Record<keyof PlatformCalls, PlatformRequest>>>

export const ref = makeRef(1_770_000_000_000, new Uint8Array(10).fill(1))
/** Of another order. */
export const strangeRef = makeRef(1_770_000_000_001, new Uint8Array(10).fill(2))

export const answerWith = (data: unknown) => httpAnswer(200, envelope(data))
export const pagination = { page: 1, pageSize: 20, totalPages: 1, totalResults: 1 }
export const page = (item: unknown, over: object = {}) =>
  answerWith({ items: [item], pagination: { ...pagination, ...over } })
export const pageValue = (item: unknown) => ({
  rows: [{ kind: 'item', item }],
  page: 1,
  pageSize: 20,
  pageCount: 1,
  totalCount: 1,
})

/** A question without a body, to which every readable answer is one. */
export const nothing = { body: '', astray: null }
