/**
 * What happened to a sale, entry by entry, as a person reads it. Invariant: only fields that are named here leave, whatever an
 * entry's kind: no code of a card, sealed or not, and nothing of an entry that these screens know nothing of but who, when
 * and why.
 */
import * as z from 'zod'
import type { Moment } from '#shared/history.ts'
import { centimesSchema } from '#shared/money.ts'
import type { Entry } from '../journal/entry.ts'

const text = z.string().nullable().catch(null).default(null)
const number = z.int().nonnegative().nullable().catch(null).default(null)
const amount = centimesSchema.nullable().catch(null).default(null)
const list = z.array(z.unknown()).catch([]).default([])

/** What may be told of an entry of any kind: whatever is of another shape counts as not told. */
const tellable = z.object({
  attempt: z.int().positive().nullable().catch(null).default(null),
  status: text,
  expected: z.boolean().catch(true).default(true),
  ...{ code: text, reason: text, errorCode: text },
  ...{ message: text, why: text, who: text },
  ...{ requestId: text, serviceId: text },
  ...{ priceCentimes: amount, debitCentimes: amount },
  ...{ lookUps: number, candidates: list, cards: list },
  decision: z.object({ kind: z.string(), serviceId: text }).nullable().catch(null).default(null),
})

/** The moments of a sale's entries, in their order. */
export const momentsOf = (entries: readonly Entry[]): readonly Moment[] => entries.map(momentOf)

function momentOf({ sequence, atMs, body }: Entry): Moment {
  const told = tellable.parse(body)
  const { decision, candidates, cards, lookUps } = told
  return {
    ...{ sequence, atMs, attempt: told.attempt, status: told.status, expected: told.expected },
    kind: decision ? decided(decision.kind) : body.kind,
    reason: told.code ?? told.reason ?? told.errorCode,
    ...{ said: told.message, who: told.who, why: told.why },
    requestId: told.requestId,
    serviceId: told.serviceId ?? decision?.serviceId ?? null,
    amountCentimes: told.priceCentimes ?? told.debitCentimes,
    count: lookUps ?? ([candidates.length, cards.length].find((count) => count > 0) || null),
  }
}

/** What a person decided, as the sale's own table calls it. */
const decided = (kind: string): string => (kind === 'link' ? 'linked' : 'released')
