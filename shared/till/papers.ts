/** What the till can put on paper: its reports, and a slip for each act that moves cash or gives money back. */
import * as z from 'zod'
import { customerIdSchema } from './cash.ts'
import { actIdSchema } from './till.ts'

export const tillPaperSchema = z.discriminatedUnion('paper', [
  /** The shift that is open, as it stands in the moment of printing: no two are copies of each other. */
  z.strictObject({ paper: z.literal('x') }),
  z.strictObject({ paper: z.literal('z'), number: z.int().positive() }),
  /** Cash that moved without a sale, or a drawer that was opened. */
  z.strictObject({ paper: z.literal('movement'), actId: actIdSchema }),
  /** Money that was given back to a customer, or that a customer repaid. */
  z.strictObject({ paper: z.literal('refund'), actId: actIdSchema }),
  /** Money that a customer repaid of their carnet, or that was paid out of their credit. */
  z.strictObject({ paper: z.literal('carnet-money'), actId: actIdSchema }),
  /** What a customer owes, as it stands in the moment of printing: no two are copies of each other. */
  z.strictObject({ paper: z.literal('statement'), customerId: customerIdSchema }),
])
export type TillPaper = z.infer<typeof tillPaperSchema>

/** Whether each is a paper of its own, and none a copy of another. */
export const isOfItsMoment = ({ paper }: TillPaper): boolean => paper === 'x' || paper === 'statement'
