/**
 * The carnet: what customers owe the shop for sales on account, or have to their credit. A customer's balance is a sum of
 * lines, each made by entries: above zero they owe it, below zero the shop does. Repayments go to the oldest debt first. Pure.
 * Amounts are whole centimes, times milliseconds since 1970.
 */
import * as z from 'zod'
import { timeMsSchema } from '../dates.ts'
import { type Centimes, centimes, centimesSchema } from '../money.ts'
import { refSchema } from '../ref.ts'
import { customerIdSchema } from './cash.ts'
import { countedPartOf, owedOf, type RefundView } from './refunds.ts'
import { tallySchema } from './report.ts'
import { isOnAccount, type ValuedSale } from './sale-value.ts'

export const customerNameSchema = z.string().trim().min(1).max(80)

/** Not above zero means none: nobody buys on account by it. */
const limitSchema = centimesSchema.refine((amount) => amount >= 0, 'must not be below zero')
/** A customer's own; null: as the shop's settings say. */
export const customerLimitSchema = limitSchema.nullable()

/** Off at first: a shop that lends nothing sees nothing of it. */
export const carnetSettingsSchema = z.object({
  isOn: z.boolean(),
  /** How much a customer may owe whose own limit nobody has set. */
  limitCentimes: limitSchema,
  /** What one sale on account may cost; null: as much as the customer's limit leaves. */
  saleLimitCentimes: limitSchema.nullable(),
})

export const carnetLineKinds = [
  /** A sale on account: its price, less what of it did not come. */
  'sold',
  /** What was given back for a sale in money, and came after all, was put to the carnet. */
  'moved',
  /** What was due for a sale that had been paid was put to the carnet. */
  'credited',
  'repaid',
  /** A credit that was paid out. */
  'paid-out',
] as const
export type CarnetLineKind = (typeof carnetLineKinds)[number]

export const carnetLineSchema = z.strictObject({
  /** The entry that made it. */
  sequence: z.int().positive(),
  customerId: customerIdSchema,
  kind: z.enum(carnetLineKinds),
  /** The sale that it is about; null where it is about none. */
  ref: refSchema.nullable(),
  /** By how much the customer owes more. */
  amountCentimes: centimesSchema,
  atMs: timeMsSchema,
  who: z.string().nullable(),
})
export type CarnetLine = z.infer<typeof carnetLineSchema>

/** A sale of which something may be on a customer's carnet. */
type CarnetSale = ValuedSale & { readonly priceCentimes: Centimes }

/**
 * What is owed for a sale on account as it stands. What did not come is cancelled; where nobody says how much that is, what
 * a person counted and credited. Undefined: it is not on account.
 */
export function debtOfSale(
  sale: CarnetSale,
  refund: Pick<RefundView, 'countedPartCentimes'> | undefined,
): Centimes | undefined {
  if (!isOnAccount(sale)) return undefined
  const owed = owedOf(sale, countedPartOf(refund))
  return 'centimes' in owed ? centimes(sale.priceCentimes - owed.centimes) : sale.priceCentimes
}

/** A debt that is not repaid, or not all of it. */
export interface OpenDebt {
  readonly line: CarnetLine
  readonly leftCentimes: Centimes
}

/**
 * The debts that are open, oldest first. `newestFirst`: a customer's lines. What was repaid and credited went to the oldest
 * debts, so what is left of the balance lies in the newest ones.
 */
export function openDebtsOf(
  balanceCentimes: Centimes,
  newestFirst: Iterable<CarnetLine>,
): readonly OpenDebt[] {
  const open: OpenDebt[] = []
  let left: number = balanceCentimes
  for (const line of newestFirst) {
    if (left <= 0) break
    if (line.amountCentimes <= 0) continue
    const leftCentimes = centimes(Math.min(left, line.amountCentimes))
    open.push({ line, leftCentimes })
    left -= leftCentimes
  }
  return open.reverse()
}

/** How old a debt is, in days, from which it counts as the next age. */
export const agesInDays = { recent: 0, week: 7, month: 30, quarter: 90 } as const
export type DebtAge = keyof typeof agesInDays
const ageNames = Object.keys(agesInDays) as readonly DebtAge[]

const DAY_MS = 24 * 3_600_000

/** The age of a debt of then. A clock that was set back makes none younger than today's. */
export const ageOf = (atMs: number, nowMs: number): DebtAge =>
  ageNames.findLast((age) => nowMs - atMs >= agesInDays[age] * DAY_MS) ?? 'recent'

/** What is owed, by its age. */
export const agesSchema = z.strictObject({
  recent: centimesSchema,
  week: centimesSchema,
  month: centimesSchema,
  quarter: centimesSchema,
})
export type DebtAges = z.infer<typeof agesSchema>

export function agesOf(open: readonly OpenDebt[], nowMs: number): DebtAges {
  const sumOf = (age: DebtAge) =>
    centimes(
      open.reduce((sum, { line, leftCentimes }) => {
        return ageOf(line.atMs, nowMs) === age ? sum + leftCentimes : sum
      }, 0),
    )
  const [recent, week, month, quarter] = [sumOf('recent'), sumOf('week'), sumOf('month'), sumOf('quarter')]
  return { recent, week, month, quarter }
}

/** What keeps a sale from being put on account without the owner. Null: nothing does. */
export function limitProblem(asked: {
  readonly priceCentimes: Centimes
  readonly balanceCentimes: Centimes
  readonly limitCentimes: Centimes
  readonly saleLimitCentimes?: Centimes | null
}): 'over-limit' | null {
  const { priceCentimes, balanceCentimes, limitCentimes, saleLimitCentimes = null } = asked
  if (priceCentimes === 0) return null
  const isOver = balanceCentimes + priceCentimes > limitCentimes
  return isOver || (saleLimitCentimes !== null && priceCentimes > saleLimitCentimes) ? 'over-limit' : null
}

export const customerViewSchema = z.strictObject({
  customerId: customerIdSchema,
  /** Null where they are forgotten, or the journal was restored without them: only the id is left. */
  number: z.string().nullable(),
  name: z.string().nullable(),
  isForgotten: z.boolean(),
  /** Their own limit; null: the shop's. */
  limitCentimes: centimesSchema.nullable(),
  /** The one that holds. */
  allowedCentimes: centimesSchema,
  balanceCentimes: centimesSchema,
  addedAtMs: timeMsSchema,
})
export type CustomerView = z.infer<typeof customerViewSchema>

export const debtorViewSchema = z.strictObject({
  customer: customerViewSchema,
  ages: agesSchema,
  /** Since when the oldest of their debts is open. */
  oldestAtMs: timeMsSchema,
})
export type DebtorView = z.infer<typeof debtorViewSchema>

export const debtorsSchema = z.strictObject({
  /** Who owes most first; 1,000 at the most. */
  debtors: z.array(debtorViewSchema),
  /** Of all customers who owe. */
  owed: tallySchema,
  ages: agesSchema,
  /** Of all customers who have something to their credit. */
  credits: tallySchema,
})
export type DebtorsView = z.infer<typeof debtorsSchema>

/** What there is of all carnets together, at one moment. */
export interface CarnetTallies {
  /** How many customers owe, and what. */
  readonly owed: z.infer<typeof tallySchema>
  readonly credits: z.infer<typeof tallySchema>
}
