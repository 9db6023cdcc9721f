/**
 * Cash in the drawer: the coins and notes of the dinar, a count of them, what a sale is paid with, and what moves cash
 * without a sale. Pure. Amounts are whole centimes.
 */
import * as z from 'zod'
import { type Centimes, centimes, centimesSchema } from '../money.ts'

/** What each piece is worth, in centimes. There is a coin and a note of 200 DA: they are counted apart. */
export const pieces = {
  'coin-5': 500,
  'coin-10': 1_000,
  'coin-20': 2_000,
  'coin-50': 5_000,
  'coin-100': 10_000,
  'coin-200': 20_000,
  'note-200': 20_000,
  'note-500': 50_000,
  'note-1000': 100_000,
  'note-2000': 200_000,
} as const
export type Piece = keyof typeof pieces
export const pieceNames = Object.keys(pieces) as readonly Piece[]

/** Of one piece; no drawer holds more. */
const MAX_PIECES = 100_000

/** How many there are of each piece. One that is not named is not there. */
export const pieceCountSchema = z.partialRecord(
  z.enum(pieceNames as [Piece, ...Piece[]]),
  z.int().min(0).max(MAX_PIECES),
)
export type PieceCount = z.infer<typeof pieceCountSchema>

/** What a count comes to, in centimes. */
export const sumOfPieces = (count: PieceCount): Centimes =>
  centimes(pieceNames.reduce((sum, piece) => sum + (count[piece] ?? 0) * pieces[piece], 0))

/** What brings money in the moment of paying: cash, the bank's card terminal, a BaridiMob transfer. */
export const moneyMeans = ['cash', 'card', 'transfer'] as const
export type MoneyMeans = (typeof moneyMeans)[number]

/** What a customer pays a sale with. `on-account`: nothing now; it stands in their carnet, see carnet.ts. */
export const paymentMeans = [...moneyMeans, 'on-account'] as const
export type PaymentMeans = (typeof paymentMeans)[number]

/** A customer's own id: what entries name them by, and nothing of it is theirs. */
export const customerIdSchema = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, 'not an id of a customer')

/** Who worked at the till: a person's id and their name at the time. */
export const personStampSchema = z.strictObject({
  personId: z.string().min(1).max(64),
  name: z.string().min(1).max(80),
})

/** What a sale carries of the till at which it was confirmed. Sales of earlier versions have none. */
export const tillStampSchema = z
  .strictObject({
    means: z.enum(paymentMeans),
    /** The shift that was open then; missing where none was. */
    shift: z.int().positive().optional(),
    /** Missing where the shop has no people. */
    cashier: personStampSchema.optional(),
    /** The owner who approved of this one sale, beyond the shop's limits. */
    approvedBy: z.string().min(1).max(80).optional(),
    /** Missing where nobody said who buys. */
    customer: customerIdSchema.optional(),
    /** Up to how much this customer might owe then, and who approved of more than the shop's limits allow. */
    onAccount: z
      .strictObject({
        limitCentimes: centimesSchema,
        approvedBy: z.string().min(1).max(80).optional(),
      })
      .optional(),
  })
  .refine(
    ({ means, customer, onAccount }) =>
      means === 'on-account' ? customer !== undefined && onAccount !== undefined : onAccount === undefined,
    "a sale on account is a customer's, within a limit",
  )
export type TillStamp = z.infer<typeof tillStampSchema>

/** Above zero, and not more than any drawer holds: a hundred million dinars. */
const MAX_MOVED_CENTIMES = 10_000_000_000
export const movedAmountSchema = centimesSchema.refine(
  (amount) => amount > 0 && amount <= MAX_MOVED_CENTIMES,
  'not an amount above zero',
)

/** Why cash leaves the drawer for good. */
export const paidOutReasons = ['expense', 'supplier', 'wages', 'owner', 'other'] as const

const note = z.string().trim().min(1).max(200)

/**
 * What moves cash without a sale. `paid-in` and `paid-out` are money from and to somebody; `drop` takes it to the safe;
 * `no-sale` opens the drawer and moves none.
 */
export const movementSchema = z.discriminatedUnion('movement', [
  z.strictObject({ movement: z.literal('paid-in'), amountCentimes: movedAmountSchema, note }),
  z.strictObject({
    movement: z.literal('paid-out'),
    amountCentimes: movedAmountSchema,
    reason: z.enum(paidOutReasons),
    note: note.optional(),
  }),
  z.strictObject({ movement: z.literal('drop'), amountCentimes: movedAmountSchema, note: note.optional() }),
  z.strictObject({ movement: z.literal('no-sale'), note }),
])
export type Movement = z.infer<typeof movementSchema>
export type MovementKind = Movement['movement']

/** By how much a movement changes what the drawer holds, in centimes. */
export function drawerChangeOf(movement: Movement): Centimes {
  if (movement.movement === 'no-sale') return centimes(0)
  return movement.movement === 'paid-in' ? movement.amountCentimes : centimes(-movement.amountCentimes)
}
