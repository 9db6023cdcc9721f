/** What a schema accepts, and as what, is the same by the code that is made from it and without. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as account from '#core/api/endpoints/account.ts'
import * as health from '#core/api/endpoints/account.ts'
import * as paymentLinks from '#core/api/endpoints/payment-links.ts'
import { aboutSchema, failureSchema } from '#core/api/envelope.ts'
import { readBy } from '#core/api/reading.ts'
import * as billAccount from '#core/products/bill/bill-account.ts'
import * as bills from '#core/products/bill/endpoints.ts'
import { billListRecordSchema, billSchema, billTransactionSchema } from '#core/products/bill/transaction.ts'
import * as giftCards from '#core/products/gift-card/endpoints.ts'
import * as internet from '#core/products/internet/endpoints.ts'
import * as mobile from '#core/products/mobile/endpoints.ts'
import { dynamicPlan, fixedPlan } from '#core/products/mobile/endpoints.ts'
import { anyJsonTwist, twisted } from '../../fuzz/twist.ts'
import { billRequests } from '../../support/bill-requests.ts'
import { sampleTransactions } from '../../support/bill-samples.ts'
import { RUNS } from '../../support/effort.ts'
import { platformRequests } from '../../support/platform-requests/all.ts'

const rooms = [account, billAccount, bills, giftCards, health, internet, mobile, paymentLinks]
const endpoints = rooms.flatMap((room) => Object.values(room)).filter((one) => 'answers' in one)
const requests = { ...platformRequests, ...billRequests }

const bodyOf = (name: string): unknown =>
  JSON.parse(String(requests[name as keyof typeof requests].answer).split('\r\n\r\n')[1] ?? '')

const plan = { code: 'PREPAID_DJEZZY', name: 'Djezzy', operator: 'GDjezzy', isEnabled: true, cost: 0.9625 }
const error = { code: 'ERR_PHONE', message: 'no', details: { number: '0550' } }
const transactions = Object.entries(sampleTransactions)

type Case = readonly [name: string, schema: z.ZodType, good: unknown]
const cases: readonly Case[] = [
  ...endpoints.map((one): Case => [`the answer of ${one.name}`, one.answers[200], bodyOf(one.name)]),
  ...transactions.map(([name, good]): Case => [`a transaction, ${name}`, billTransactionSchema, good]),
  ...transactions.map(([name, good]): Case => [`a row of them, ${name}`, billListRecordSchema, good]),
  ['a bill', billSchema, { billId: 'b-1', amount: 12.5, fee: 1, label: 'x', breakdown: { totalRent: 1 } }],
  ['a plan of any amount', dynamicPlan, { ...plan, min_amount: 40, max_amount: 5_000 }],
  ['a plan of one amount', fixedPlan, { ...plan, amount: 100 }],
  ['a refusal', failureSchema, { success: false, error }],
  ['what an answer says of itself', aboutSchema, { requestId: 'r', meta: { timestamp: 't' } }],
]

/** Everything that is read, with what is hidden in it, and what is not there distinguished from what is undefined. */
const written = ({ success, data }: z.ZodSafeParseResult<unknown>): string =>
  success ? (JSON.stringify(data, openly) ?? 'undefined') : 'refused'

function openly(this: Record<string, unknown>, name: string, shown: unknown): unknown {
  const held = this[name]
  if (held === undefined) return '(undefined)'
  if (held instanceof Map) return [...held]
  const isSecret = typeof held === 'object' && held !== null && 'reveal' in held
  return isSecret && typeof held.reveal === 'function' ? held.reveal() : shown
}

describe.each(cases)('%s', (_name, schema, good) => {
  test('is read by code that is made for it', () => {
    expect(() => z.compile(schema, { strict: true })).not.toThrow()
  })

  test('is read the same, good or changed in a few places', () => {
    expect(written(readBy(schema, good))).toBe(written(schema.safeParse(good)))
    fc.assert(
      fc.property(fc.array(anyJsonTwist, { minLength: 1, maxLength: 3 }), (twists) => {
        const body: unknown = JSON.parse(JSON.stringify(twists.reduce(twisted, good)) ?? 'null')
        expect(written(readBy(schema, body))).toBe(written(schema.safeParse(body)))
      }),
      { numRuns: RUNS },
    )
  })
})
