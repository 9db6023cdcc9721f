/** The account's endpoints: the key's record and the balance (service-api.md, "Platform endpoints"). */
import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { dinars, successOf, text } from '../envelope.ts'

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
      }),
    })
    .transform(({ username, apiKey }) => ({
      username,
      keyType: apiKey.type,
      scope: apiKey.scope,
      isEnabled: apiKey.isEnabled,
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
  provesKey: true,
}

const balance = successOf(
  z.object({ balance: dinars }).transform((data) => ({ amountCentimes: data.balance })),
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
