/** The history as the commands use it, over one journal. Reads only: nothing here goes to the service, or changes a sale. */
import * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import type { HistoryAsked, HistoryPage, Moment, SaleHistory } from '#shared/history.ts'
import { centimesSchema } from '#shared/money.ts'
import { printProblems, printSettlements } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import { eventOfDecision } from '../journal/next-sale.ts'
import { viewOfSale } from '../sale/sale-repository.ts'

export interface History {
  findPage(asked: HistoryAsked): Result<HistoryPage, AppError>
  readSale(ref: Ref): Result<SaleHistory, AppError>
}

export function createHistory(journal: Journal): History {
  return {
    findPage(asked) {
      const { sales, ...page } = journal.findPage(asked)
      return ok({ ...page, sales: sales.map(viewOfSale) })
    },
    readSale(ref) {
      const sale = journal.readSale(ref)
      if (!sale) return err({ kind: 'sale-not-found', ref })
      return ok({ sale: viewOfSale(sale), moments: [...momentsOf(journal.readEntries(ref))] })
    },
  }
}

// What happened to a sale, entry by entry, as a person reads it. Invariant: only fields that are named here leave, whatever an
// entry's kind: no code of a card, sealed or not, and nothing of an entry that these screens know nothing of but who, when
// and why.

const text = z.string().nullable().catch(null).default(null)
const number = z.int().nonnegative().nullable().catch(null).default(null)
const amount = centimesSchema.nullable().catch(null).default(null)
const list = z.array(z.unknown()).catch([]).default([])

/** What may be shown of an entry of any kind: whatever is of another shape counts as missing. */
const entryFieldsSchema = z.object({
  attempt: z.int().positive().nullable().catch(null).default(null),
  status: text,
  expected: z.boolean().catch(true).default(true),
  ...{ code: text, reason: text, errorCode: text },
  ...{ message: text, why: text, who: text, approvedBy: text },
  till: z
    .object({ cashier: z.object({ name: z.string() }).optional(), approvedBy: text })
    .nullable()
    .catch(null)
    .default(null),
  ...{ requestId: text, serviceId: text },
  ...{ priceCentimes: amount, debitCentimes: amount, amountCentimes: amount },
  ...{ lookUps: number, candidates: list, cards: list },
  ...{ copyNumber: number, printer: text, codes: number },
  what: z.enum(['sale', 'official']).nullable().catch(null).default(null),
  problem: z.enum(printProblems).nullable().catch(null).default(null),
  as: z.enum(printSettlements).nullable().catch(null).default(null),
  decision: z.object({ kind: z.string(), serviceId: text, saw: text }).nullable().catch(null).default(null),
})

/** The moments of a sale's entries, in their order. */
export const momentsOf = (entries: readonly Entry[]): readonly Moment[] => entries.map(momentOf)

function momentOf({ sequence, atMs, body }: Entry): Moment {
  const fields = entryFieldsSchema.parse(body)
  const { decision, candidates, cards, lookUps } = fields
  const print = printOf(fields)
  return {
    ...{ sequence, atMs, attempt: fields.attempt, status: fields.status, expected: fields.expected },
    kind: decision ? decided(decision.kind) : fields.as ? settled[fields.as] : body.kind,
    reason: fields.code ?? fields.reason ?? fields.errorCode,
    ...{ said: fields.message, who: fields.who ?? fields.till?.cashier?.name ?? null },
    approvedBy: fields.approvedBy ?? fields.till?.approvedBy ?? null,
    // Both were typed by a person, and neither leaves for support.
    why: decision?.saw ? `${decision.saw} · ${fields.why}` : fields.why,
    requestId: fields.requestId,
    serviceId: fields.serviceId ?? decision?.serviceId ?? null,
    amountCentimes: fields.priceCentimes ?? fields.debitCentimes ?? fields.amountCentimes,
    ...{ print, problem: fields.problem },
    count:
      lookUps ??
      (print ? null : fields.codes) ??
      ([candidates.length, cards.length].find((count) => count > 0) || null),
  }
}

function printOf({ what, copyNumber, printer, codes }: z.infer<typeof entryFieldsSchema>): Moment['print'] {
  if (what === null || copyNumber === null || printer === null) return null
  return { what, copyNumber, printer, withCodes: (codes ?? 0) > 0 }
}

/** What a person saw of a print, or did about it. */
const settled: Readonly<Record<(typeof printSettlements)[number], string>> = {
  printed: 'print-seen',
  'not-printed': 'print-left',
  again: 'print-repeated',
}

/** What a person decided, as the sale's own table calls it. */
const decided = (kind: string): string => (isDecision(kind) ? eventOfDecision[kind] : kind)

const isDecision = (kind: string): kind is keyof typeof eventOfDecision =>
  Object.hasOwn(eventOfDecision, kind)
