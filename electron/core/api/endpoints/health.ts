/**
 * The health check, from public practice; its path comes from the profile. It goes out without a key, which it may do, so
 * that it can never count as a failed attempt and answers before a key is stored.
 */
import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { successOf, text } from '../envelope.ts'
import type { Health } from '../platform-records.ts'

const nothing = z.strictObject({})

/** A word that is neither says nothing of its operator. */
const isUp: Readonly<Record<string, boolean>> = { up: true, down: false }

const health = successOf(
  z.object({ api: z.enum(['ok', 'error']), operators: z.record(text, z.unknown()).catch({}) }).transform(
    ({ api, operators }): Health => ({
      isApiUp: api === 'ok',
      operators: new Map(
        Object.entries(operators).flatMap(([name, told]): [string, boolean][] => {
          const up = typeof told === 'string' && Object.hasOwn(isUp, told) ? isUp[told] : undefined
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
  goesWithoutKey: true,
}
