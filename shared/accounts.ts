/**
 * The shop's accounts at the service, as the counter and its screens know them. No secret is in any of these: the key goes
 * from the clipboard into the system's keychain, and no window ever holds it.
 */
import * as z from 'zod'
import { centimesSchema } from './money.ts'

/** Environments never mix: each has its own journal, its own key and its own colour. */
export const environments = ['training', 'sandbox', 'production'] as const
export type Environment = (typeof environments)[number]

/** The account that every counter has from the first start on: the built-in training service. */
export const trainingAccountId = 'training'

export const accountLimits = { labelLength: 60, accounts: 20 } as const

/** As typed, pasted or read from a set-up file; the core judges it (https, or this machine). */
const typedAddress = z.string().trim().min(1).max(300)

/** Where an account's two hosts are. */
export const addressesInput = z.strictObject({ baseUrl: typedAddress, billUrl: typedAddress })
export type AddressesInput = z.infer<typeof addressesInput>

/** Whether one of the two hosts would be asked at another address. What was sent to the old one is not known there. */
export const isMove = (from: AddressesInput, to: AddressesInput): boolean =>
  from.baseUrl !== to.baseUrl || from.billUrl !== to.billUrl

export const keyScopes = ['READ-WRITE', 'READ-ONLY'] as const

/** What the service said of a key. service-api.md, "Platform key record" and "Bill payment key record". */
export const keyFindingSchema = z.object({
  /** Names this finding in `accounts.add`; good for some minutes, once, and only in this process. */
  findingId: z.string(),
  /** From the service's word only, never from the key's text. */
  environment: z.enum(environments),
  username: z.string(),
  scope: z.enum(keyScopes),
  /** The addresses from which the key may be used; empty means any. */
  allowedAddresses: z.array(z.string()),
  /** Null where it could not be read. */
  balanceCentimes: centimesSchema.nullable(),
  /** What the bill host said of the same key: bills may be sold, or why not. Selling the rest does not depend on it. */
  bills: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ready') }),
    z.object({ kind: z.literal('unavailable'), reason: z.string() }),
  ]),
  /** The account is on the list already, at these addresses: adding replaces its key, and these where they are others. */
  known: z.object({ baseUrl: z.string(), billUrl: z.string() }).nullable(),
})
export type KeyFinding = z.infer<typeof keyFindingSchema>

export const accountViewSchema = z.object({
  id: z.string(),
  environment: z.enum(environments),
  username: z.string(),
  /** What the shop calls it. */
  label: z.string(),
  scope: z.enum(keyScopes),
  baseUrl: z.string(),
  billUrl: z.string(),
  isActive: z.boolean(),
})
export type AccountView = z.infer<typeof accountViewSchema>

export const authorityLimits = { count: 8, bytes: 65_536 } as const

/** An authority that the shop trusts beside the product's own: it vouches for the service's hosts. */
export const authorityViewSchema = z.object({
  name: z.string(),
  issuer: z.string(),
  untilMs: z.number(),
  /** SHA-256 of the certificate, as pairs of hexadecimal digits. */
  fingerprint: z.string(),
})
export type AuthorityView = z.infer<typeof authorityViewSchema>

/**
 * Why the file of authorities is not believed: the keychain confirms another content or none (`unconfirmed`), or was
 * not read (`unread`).
 */
export const authoritiesDoubts = ['unconfirmed', 'unread'] as const

export const authoritiesViewSchema = z.object({
  authorities: z.array(authorityViewSchema),
  doubt: z.enum(authoritiesDoubts).nullable(),
})
export type AuthoritiesView = z.infer<typeof authoritiesViewSchema>

/** What keeps a key from being used, beside the service's own refusals. `error.account.<problem>` has its words. */
export const accountProblems = [
  /** The clipboard holds no text. */
  'nothing-copied',
  /** What was copied cannot be a key: blanks inside, too long, characters that no header holds. */
  'no-key',
  'key-disabled',
  /** The two hosts name different environments for the same key. */
  'environments-differ',
  'bad-address',
  /** Not https, and not this machine. */
  'insecure-address',
  /** A person did not agree that the copied key goes there. It lies on the clipboard still. */
  'not-agreed',
  'finding-expired',
  'unknown-account',
  /** The active account and the training account cannot be removed. */
  'not-removable',
  'too-many',
  /** Sales of the account may still take money or owe it: they are settled first. */
  'open-sales',
  /** A sale is being sent at this moment. */
  'busy',
  /** The keychain: there is none, it is locked, it refuses, it cannot be used. */
  'keychain-none',
  'keychain-locked',
  'keychain-denied',
  'keychain-unavailable',
  /** It did not say in time whether a change was made: it may yet be. */
  'keychain-unclear',
  /** The key that sealed the journal's card codes is missing in the keychain, or is another by now. */
  'card-key-lost',
  /** The list of accounts cannot be read or written. */
  'not-kept',
  /** The recovery code is mistyped, or belongs to another journal. */
  'wrong-code',
  /** The authorities of a shop: the file is none that can be read, is no authority, has no time now, or is there already. */
  'authority-too-large',
  'authority-unreadable',
  'authority-none',
  'authority-not-valid',
  'authority-known',
  'authority-too-many',
  'authority-unknown',
  /** A person did not agree that the authority is trusted. */
  'authority-not-agreed',
] as const
export type AccountProblem = (typeof accountProblems)[number]
