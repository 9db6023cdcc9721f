/**
 * THE contract between the two processes. One value, declared once: types are inferred from it, both ends parse by it,
 * a missing handler is a compile error. Adding a command touches this file and one handler, never the preload.
 */
import * as z from 'zod'
import { centimesSchema } from '../money.ts'
import { internetTypes } from '../phone.ts'
import { refSchema } from '../ref.ts'
import {
  internetProductSchema,
  reviewViewSchema,
  saleViewSchema,
  settingsSchema,
  snapshotSchema,
  subscriberSchema,
} from '../views.ts'

const nothing = z.strictObject({})
const byRef = z.strictObject({ ref: refSchema })
const internetType = z.enum(internetTypes)
/** As typed or pasted: the core reads it with parseInternetNumber. */
const typedNumber = z.string().max(40)

export const commands = {
  /** Everything a window needs, at one moment. Asked at start and after a gap in the events. */
  'app.snapshot': { input: nothing, output: snapshotSchema },
  'settings.update': { input: settingsSchema.partial().strict(), output: settingsSchema },
  /** Asks the service now whether the line and the key are good, and reads the balance. */
  'connection.check': { input: nothing, output: nothing },
  'internet.products': {
    input: z.strictObject({ type: internetType }),
    output: z.object({ products: z.array(internetProductSchema) }),
  },
  'internet.check-number': {
    input: z.strictObject({ type: internetType, number: typedNumber }),
    output: z.object({ type: internetType, number: z.string(), subscriber: subscriberSchema }),
  },
  /** Prices a sale and looks for repeats. Moves no money and leaves no trace in the journal. */
  'sale.review': {
    input: z.strictObject({
      kind: z.literal('internet'),
      type: internetType,
      number: typedNumber,
      valueCentimes: centimesSchema,
    }),
    output: reviewViewSchema,
  },
  /** Commits the sale and begins its first attempt; answers once it is on disk. The same review gives the same sale. */
  'sale.confirm': { input: z.strictObject({ reviewId: z.string().max(64) }), output: saleViewSchema },
  /** What the journal holds of a review: its sale, or null where there is none. Sells nothing. */
  'sale.find': {
    input: z.strictObject({ reviewId: z.string().max(64) }),
    output: z.object({ sale: saleViewSchema.nullable() }),
  },
  /** Sends an unsent sale again, under the same ref. */
  'sale.resend': { input: byRef, output: saleViewSchema },
  /** Gives up an unsent sale. */
  'sale.cancel': { input: byRef, output: saleViewSchema },
  /** Looks an open sale up at the service now instead of at its next turn. */
  'sale.look-up': { input: byRef, output: saleViewSchema },
  /** Saves the slip as PDF where the person says; path is null when they changed their mind. */
  'receipt.save-pdf': { input: byRef, output: z.object({ path: z.string().nullable() }) },
} as const

export type Commands = typeof commands
export type CommandName = keyof Commands
export type CommandInput<Name extends CommandName> = z.infer<Commands[Name]['input']>
export type CommandOutput<Name extends CommandName> = z.infer<Commands[Name]['output']>

export const isCommandName = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(commands, name)
