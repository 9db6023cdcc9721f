/**
 * The account's endpoints: the key's record, the balance and its movements (service-api.md, "Platform endpoints" and
 * "Account transaction history item", whose path comes from the profile).
 */
import * as z from 'zod'
import { type Endpoint, notFoundAt404 } from '../endpoint.ts'
import { accountDinars, successOf, text } from '../envelope.ts'
import { bareTimeMs, isoTimeMs } from '../iso-time.ts'
import type { AccountTransaction, Health, Page, PageFilter } from '../platform-records.ts'
import {
  isPageAsked,
  optionalAccountDinars,
  optionalSentence,
  optionalWord,
  pageOf,
  pageRequest,
} from './platform-list.ts'

const nothing = z.strictObject({})
type Nothing = z.infer<typeof nothing>

/** The key's own text, which the record repeats, is not among what is read. */
const keyRecord = successOf(
  z
    .object({
      username: text,
      apiKey: z.object({
        isEnabled: z.boolean(),
        type: z.enum(['SANDBOX', 'PRODUCTION']),
        scope: z.enum(['READ-WRITE', 'READ-ONLY']),
        // For a person to read and nothing more: an answer that spells it otherwise is as good a key record.
        allowedips: z.array(text).catch([]),
      }),
    })
    .transform(({ username, apiKey }) => ({
      username,
      keyType: apiKey.type,
      scope: apiKey.scope,
      isEnabled: apiKey.isEnabled,
      allowedAddresses: apiKey.allowedips,
    })),
)

export const validateKey: Endpoint<Nothing, z.output<typeof keyRecord>> = {
  name: 'validateKey',
  host: 'platform',
  method: 'GET',
  path: '/v3/validate',
  class: 'read',
  request: nothing,
  answers: { 200: keyRecord },
  provesKey: ({ keyType, username }) => ({ keyType, username }),
}

const balance = successOf(
  z.object({ balance: accountDinars }).transform((data) => ({ amountCentimes: data.balance })),
)

export const readBalance: Endpoint<Nothing, z.output<typeof balance>> = {
  name: 'readBalance',
  host: 'platform',
  method: 'GET',
  path: '/v3/account/balance',
  class: 'read',
  request: nothing,
  answers: { 200: balance },
}

/** ISO 8601 without a zone is one of UTC here: what it is off is found where the movements are compared. */
const movementTimeMs = z.union([isoTimeMs, bareTimeMs])

/** A movement without its kind, its amount or its time is no movement that can be compared with anything. */
const movement = z
  .object({
    _id: optionalWord,
    type: text,
    operation: optionalWord,
    amount: accountDinars,
    oldBalance: optionalAccountDinars,
    newBalance: optionalAccountDinars,
    objid: optionalWord,
    note: optionalSentence,
    time: movementTimeMs,
  })
  .transform(
    (row): AccountTransaction => ({
      id: row._id,
      type: row.type,
      operation: row.operation,
      amountCentimes: row.amount,
      oldBalanceCentimes: row.oldBalance,
      newBalanceCentimes: row.newBalance,
      objectId: row.objid,
      note: row.note,
      atMs: row.time,
    }),
  )

export const listAccountTransactions: Endpoint<PageFilter, Page<AccountTransaction>> = {
  name: 'listAccountTransactions',
  host: 'platform',
  method: 'GET',
  path: { profile: 'accountTransactions' },
  class: 'read',
  request: pageRequest,
  answers: { 200: pageOf(movement) },
  codeOfStatus: notFoundAt404,
  agrees: isPageAsked,
}

// The health check, from public practice; its path comes from the profile. Practice answers it without a key as well, but by
// the document every request carries one, and a service that counts those without as failed attempts would block the shop.

/** A word that is neither says nothing of its operator. */
const isUp: Readonly<Record<string, boolean>> = { up: true, down: false }

const health = successOf(
  z.object({ api: z.enum(['ok', 'error']), operators: z.record(text, z.unknown()).catch({}) }).transform(
    ({ api, operators }): Health => ({
      isApiUp: api === 'ok',
      operators: new Map(
        Object.entries(operators).flatMap(([name, word]): [string, boolean][] => {
          const up = typeof word === 'string' && Object.hasOwn(isUp, word) ? isUp[word] : undefined
          return up === undefined ? [] : [[name, up]]
        }),
      ),
    }),
  ),
)

export const ping: Endpoint<z.infer<typeof nothing>, Health> = {
  name: 'ping',
  host: 'platform',
  method: 'GET',
  path: { profile: 'ping' },
  class: 'read',
  request: nothing,
  answers: { 200: health },
}
