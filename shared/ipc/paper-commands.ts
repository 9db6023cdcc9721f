/** The part of the contract that is about paper: slips, printers, print jobs, official receipts. */
import * as z from 'zod'
import { foundPrinterSchema, printerSchema, printerStatusSchema, printJobViewSchema } from '../printing.ts'
import { checkedReceiptSchema, receiptTextMaxCharacters } from '../receipt-proof.ts'
import { receiptRecipientSchema } from '../receipt-sending.ts'
import { refSchema } from '../ref.ts'
import { logoSchema } from '../shop.ts'
import { saleViewSchema } from '../views.ts'
import { byRef, nothing, savedPath, typedName } from './wire.ts'

const byPrintJob = z.strictObject({ jobId: z.string().min(1).max(64) })

export const paperCommands = {
  /** What the signed text of a receipt says, and whether this shop has signed it. Errors: invalid-input. */
  'receipt.check': {
    input: z.strictObject({ text: z.string().max(receiptTextMaxCharacters) }),
    output: checkedReceiptSchema,
  },
  /** Saves the slip as PDF where the person says, a copy among those on paper and without codes; path is null when they changed their mind. */
  'receipt.save-pdf': { input: byRef, output: savedPath },
  /**
   * Saves the slip as `receipt.save-pdf` does, then opens a message to whoever is to have it, in a program of the person's, and
   * shows the file in its folder. Nothing is sent: the person attaches the file and sends it there. `isOpened` is false where
   * the person did not agree, or no program took the message.
   */
  'receipt.send': {
    input: z.strictObject({ ref: refSchema, to: receiptRecipientSchema }),
    output: savedPath.extend({ isOpened: z.boolean() }),
  },
  /** The printers that this machine knows of. Nothing is searched for on the network. */
  'printers.find': { input: nothing, output: z.object({ printers: z.array(foundPrinterSchema) }) },
  /** Prints a test page on a printer that need not be set yet. */
  'printers.test': { input: z.strictObject({ printer: printerSchema }), output: printJobViewSchema },
  /** Asks the printer that is set how it is, where the link can ask it. Prints nothing. */
  'printers.status': { input: nothing, output: printerStatusSchema },
  /**
   * Prints a sale's slip: the first one with the codes of delivered cards, each later one as DUPLICATA n and with them only
   * where `withCodes` asks for that. Answers once the job is on disk; what becomes of it is published by `print-changed`.
   * `known`: how many jobs of this slip whoever asks has seen. Where there are more, it was asked for in the same moment by
   * somebody else, or by itself: nothing is printed, and the newest is answered.
   */
  'print.slip': {
    input: z.strictObject({
      ref: refSchema,
      withCodes: z.boolean().optional(),
      known: z.int().nonnegative().optional(),
    }),
    output: printJobViewSchema,
  },
  /** Prints the kept official receipt of a bill by the system's driver, on the printer that is set or the system's default. */
  'print.official': { input: byRef, output: printJobViewSchema },
  /** Prints a job again that failed or, by a person's choice, one that may have printed. Answers the new job. */
  'print.again': { input: byPrintJob, output: printJobViewSchema },
  /**
   * A person looked at the printer: whether a job that may have printed did, in their name; or lets a failed one be, which takes
   * no name.
   */
  'print.settle': {
    input: byPrintJob.extend({ printed: z.boolean(), who: typedName.optional() }),
    output: printJobViewSchema,
  },
  /** What was printed of one sale, oldest first. */
  'print.of-sale': { input: byRef, output: z.object({ jobs: z.array(printJobViewSchema) }) },
  /** Asks the service for the official receipt of a paid bill now. `refused` with NOT_FOUND: it is not there yet. */
  'official.fetch': { input: byRef, output: saleViewSchema },
  /** Saves the official receipt as the service made it, where the person says. */
  'official.save': { input: byRef, output: savedPath },
  /** A logo from a PNG file that the person picks, in black and white and bounded; null when they changed their mind. */
  'shop.pick-logo': { input: nothing, output: z.object({ logo: logoSchema.nullable() }) },
} as const
