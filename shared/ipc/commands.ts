/**
 * THE contract between the two processes. One value, declared once: types are inferred from it, both ends parse by it,
 * a missing handler is a compile error. Adding a command touches this file and one handler, never the preload.
 */

import * as z from 'zod'
import {
  accountLimits,
  accountViewSchema,
  addressesInput,
  authoritiesViewSchema,
  authorityViewSchema,
  keyFindingSchema,
} from '../accounts.ts'
import { backupViewSchema, rehearsalSchema, restorationSchema } from '../backups.ts'
import { timeMsSchema } from '../dates.ts'
import { decisionSchemaOf } from '../decisions.ts'
import { displaySubjectSchema, displayViewSchema } from '../display.ts'
import { centimesSchema } from '../money.ts'
import {
  madePaymentLinkSchema,
  newPaymentLinkSchema,
  paymentLinkViewSchema,
  paymentRefSchema,
  sessionLinkSchema,
} from '../payment-link.ts'
import { catalogCommands, reviewInputSchema } from '../products/orders.ts'
import { refSchema } from '../ref.ts'
import { customerIdSchema, movedAmountSchema, paymentMeans } from '../till/cash.ts'
import { updatesViewSchema } from '../updates.ts'
import {
  revealedCardSchema,
  reviewViewSchema,
  saleViewSchema,
  settingsSchema,
  snapshotSchema,
} from '../views.ts'
import { bookCommands } from './book-commands.ts'
import { carnetCommands } from './carnet-commands.ts'
import { paperCommands } from './paper-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { reportCommands } from './report-commands.ts'
import { tillCommands } from './till-commands.ts'
import { byRef, nothing, savedPath, typedName, typedReason } from './wire.ts'

const byAccount = z.strictObject({ accountId: z.string().min(1).max(200) })
const byBackup = z.strictObject({ backup: z.string().max(300) })
/** The service's own id of an order. */
const serviceId = z.string().min(1).max(200)
/** No list of the service's that is read to its end holds more orders, see core/products/kind.ts. */
const MAX_SEEN = 1_000

export const commands = {
  /** Everything a window needs, at one moment. Asked at start and after a gap in the events. */
  'app.snapshot': { input: nothing, output: snapshotSchema },
  'settings.update': { input: settingsSchema.partial().strict(), output: settingsSchema },
  /** What is known of the product's versions. Asks nobody. */
  'updates.state': { input: nothing, output: updatesViewSchema },
  /** Asks now whether there is a newer version. */
  'updates.look': { input: nothing, output: updatesViewSchema },
  /** Ends the counter, installs the version that is ready and opens it. Refused while anything holds it. */
  'updates.install': { input: nothing, output: nothing },
  /** Says what the cashier stands at: the customer's display shows what the core knows of it. */
  'display.show': { input: z.strictObject({ subject: displaySubjectSchema }), output: nothing },
  /** What the customer's display shows, true at event number `sequence`. All that the display itself may ask. */
  'display.read': {
    input: nothing,
    output: z.object({ sequence: z.int().nonnegative(), view: displayViewSchema }),
  },
  /** Asks the service now whether the line and the key are good, and reads the balance. */
  'connection.check': { input: nothing, output: nothing },
  ...catalogCommands,
  /** Whether the shop's service makes payment links. */
  'links.offered': { input: nothing, output: z.object({ creates: z.boolean() }) },
  /** Where the payment of a link stands. What a screen asks by itself gives way where the rate is short. */
  'links.check': {
    input: z.strictObject({ paymentRef: paymentRefSchema, by: z.enum(['cashier', 'screen']) }),
    output: paymentLinkViewSchema,
  },
  /** The links that were asked for since the account was opened, newest first, each as it was last seen. Asks nobody. */
  'links.session': { input: nothing, output: z.object({ links: z.array(sessionLinkSchema) }) },
  /** Makes a payment link. Moves no money and leaves no trace in the journal; never sent twice. */
  'links.create': { input: newPaymentLinkSchema, output: madePaymentLinkSchema },
  /** Prices a sale and looks for repeats. Moves no money and leaves no trace in the journal. */
  'sale.review': { input: reviewInputSchema, output: reviewViewSchema },
  /** Commits the sale and begins its first attempt; answers once it is on disk. The same review gives the same sale. */
  'sale.confirm': {
    /**
     * `means`: what the customer pays with; cash where it is not said. `customerId`: who buys; `on-account` takes one.
     * `priceCentimes`: what the cashier was shown, where the screen says it. `due`: what the shop owes for an earlier sale pays
     * this one, all of it, in the same commit: refused before anything is sold where it is not due so any more.
     */
    input: z.strictObject({
      reviewId: z.string().max(64),
      means: z.enum(paymentMeans).optional(),
      customerId: customerIdSchema.optional(),
      priceCentimes: centimesSchema.optional(),
      due: z
        .strictObject({ ref: refSchema, amountCentimes: movedAmountSchema, who: typedName.optional() })
        .optional(),
    }),
    output: saleViewSchema,
  },
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
  /** The codes of a sale's delivered cards, in the order of its view: for the customer's eyes, and kept by nobody. */
  'sale.reveal-cards': { input: byRef, output: z.object({ cards: z.array(revealedCardSchema) }) },
  /**
   * Settles a sale that no look-up can: one of the orders that were shown is its own, or it was never received, or it was
   * delivered or refunded as the person saw at the service. `seen`: the orders that they were shown, in any order; where they
   * are not those of the sale any more, the decision is about another choice.
   */
  'sale.decide': {
    input: z.strictObject({
      ref: refSchema,
      decision: decisionSchemaOf(serviceId, typedReason),
      seen: z.array(serviceId).max(MAX_SEEN),
      who: typedName,
      why: typedReason,
    }),
    output: saleViewSchema,
  },
  /** The training account first, then the shop's own, by label. */
  'accounts.list': { input: nothing, output: z.object({ accounts: z.array(accountViewSchema) }) },
  /** Takes a key off the clipboard (and clears it there), and asks both hosts whose it is. Nothing is kept yet. */
  'accounts.check-key': { input: addressesInput, output: keyFindingSchema },
  /**
   * Puts the key that was found into the keychain, and its account on the list; the account is not switched to. `who` gives an
   * account on the list other addresses: its journal keeps that.
   */
  'accounts.add': {
    input: z.strictObject({
      findingId: z.string().max(100),
      label: z.string().trim().min(1).max(accountLimits.labelLength),
      who: typedName.optional(),
    }),
    output: accountViewSchema,
  },
  /** A person knows that accounts are missing on the list: it is not reported any more. */
  'accounts.accept-loss': { input: nothing, output: nothing },
  /** Takes an account without open sales off the list, and its key out of the keychain. Its journal stays. */
  'accounts.remove': { input: byAccount, output: nothing },
  /** Leaves the active account and opens another, in its own journal; both journals keep it, with who did it. */
  'accounts.switch': { input: byAccount.extend({ who: typedName }), output: nothing },
  /** The authorities that the shop trusts beside the product's own. */
  'authorities.list': { input: nothing, output: authoritiesViewSchema },
  /** Reads the certificate that a person picks, and asks them in the system's own window. Answers null where they changed their mind. */
  'authorities.add': { input: nothing, output: z.object({ added: authorityViewSchema.nullable() }) },
  'authorities.remove': { input: z.strictObject({ fingerprint: z.string().max(100) }), output: nothing },
  /** Saves the recovery code of the open journal's secrets as PDF, where the person says. */
  'accounts.save-recovery': { input: nothing, output: savedPath },
  /** Gives the open journal its secrets' key back, from a recovery code: on a new machine, or after the keychain was lost. */
  'accounts.recover': { input: z.strictObject({ code: z.string().trim().min(1).max(200) }), output: nothing },
  /** Reads a set-up file that a person picks: an account's addresses, and the shop's API profile where it holds one. */
  'setup.import': {
    input: nothing,
    output: z.object({
      path: z.string().nullable(),
      addresses: addressesInput.nullable(),
      /** A profile counts from the next switch or start on. */
      hasProfile: z.boolean(),
    }),
  },
  /** Saves the settings, without any secret, where the person says; and takes them back from such a file. */
  'settings.export': { input: nothing, output: savedPath },
  'settings.import': {
    input: nothing,
    output: z.object({ path: z.string().nullable(), settings: settingsSchema }),
  },
  /** The journal's backups, newest first. */
  'journal.backups': { input: nothing, output: z.object({ backups: z.array(backupViewSchema) }) },
  /** Makes a backup now, while the counter stays in use. */
  'journal.back-up': { input: nothing, output: backupViewSchema },
  /** Tries a backup out and reports what a restore from it would give. Touches nothing. */
  'journal.rehearse': { input: byBackup, output: rehearsalSchema },
  /** Puts a backup in the place of a journal that does not open, and opens it. */
  'journal.restore': { input: byBackup, output: restorationSchema },
  /**
   * A person says that the open journal is the one to sell upon, against what the keychain says; the system asks as well.
   * `isCompared`: where sales may be missing, selling waits for the comparison with the service's lists.
   */
  'journal.accept': {
    input: z.strictObject({ who: typedName, why: typedReason, isCompared: z.boolean() }),
    output: nothing,
  },
  /** Checks the whole of the open journal. What it finds wrong closes selling. */
  'journal.verify': {
    input: nothing,
    output: z.object({ entries: z.int().positive(), atMs: timeMsSchema }),
  },
  ...paperCommands,
  ...bookCommands,
  ...tillCommands,
  ...carnetCommands,
  ...reportCommands,
  ...peopleCommands,
} as const

export type Commands = typeof commands
export type CommandName = keyof Commands
export type CommandInput<Name extends CommandName> = z.infer<Commands[Name]['input']>
export type CommandOutput<Name extends CommandName> = z.infer<Commands[Name]['output']>

export const isCommandName = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(commands, name)
