/**
 * The API profile: what service-api.md does not show and the product relies on all the same. One data file, checked when
 * it is read, so that a shop can correct it without a new build.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import builtIn from '#resources/api-profile.json' with { type: 'json' }
import { type BillPartner, eachBiller } from '#shared/products/bill.ts'
import { type BillForm, formsOfPartner } from '#shared/products/bill-account.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf } from '../durable-file.ts'
import { type FileProblem, readJsonFile } from '../json-file.ts'

/** A path under /v3 that names `{parameter}` once, as a whole segment, and nothing else. */
const pathWith = (parameter: string) =>
  z
    .string()
    .regex(
      new RegExp(`^/v3(/[A-Za-z0-9_-]+)*/\\{${parameter}\\}(/[A-Za-z0-9_-]+)*$`),
      `must be a path under /v3 with {${parameter}} in it`,
    )

/** A path under /v3 that names nothing: what is asked goes into the query. */
const plainPath = z.string().regex(/^\/v3(\/[A-Za-z0-9_-]+)+$/, 'must be a path under /v3 without parameters')

/** Some or all of a biller's own forms, none twice; the first is the one to offer first. */
const formsOf = (partner: BillPartner) =>
  z
    .array(z.enum<readonly BillForm[]>(formsOfPartner[partner]))
    .min(1, 'must name at least one form')
    .refine((forms) => new Set(forms).size === forms.length, 'must not name a form twice')

export const apiProfileSchema = z.strictObject({
  version: z.literal(1),
  paths: z.strictObject({
    accountTransactions: plainPath,
    billByRef: plainPath,
    billPartners: plainPath,
    giftCardOrder: plainPath,
    giftCardProduct: pathWith('productId'),
    giftCardStatus: pathWith('orderId'),
    internetById: pathWith('id'),
    internetByRef: pathWith('ref'),
    mobileById: pathWith('id'),
    mobileByRef: pathWith('ref'),
    mobileSend: plainPath,
    /** null: the shop's service makes no links. */
    paymentLinkCreate: plainPath.nullable(),
    paymentLinkStatus: pathWith('ref'),
    ping: plainPath,
  }),
  /** Which forms of an account a biller is asked with: practice refuses some that the document shows. */
  billForms: z.strictObject(eachBiller(formsOf)),
})
export type ApiProfile = z.infer<typeof apiProfileSchema>

/** Why no call leaves where the shop has a profile of its own and it cannot be used. */
export const profileUnusable = 'profile-unusable'

/** The profile that comes with the product. */
export const builtInProfile: ApiProfile = apiProfileSchema.parse(builtIn)

/** Reads a shop's own profile from its text. The first thing that is wrong is named with its line and field. */
export const readApiProfile = (text: string): Result<ApiProfile, FileProblem> =>
  readJsonFile(text, apiProfileSchema)

// The shop's own API profile, `<dataDir>/api-profile.json`: read when an account is opened, and put there by a person or by a
// set-up file (setup.ts). What is wrong with it is said with its file and line, and is never answered by falling back on
// the built-in one.

export const shopProfilePath = (dataDir: string): string => join(dataDir, 'api-profile.json')

/** The profile, or undefined where the shop has none of its own. The error is a sentence for whoever wrote the file. */
export function readShopProfile(dataDir: string): Result<ApiProfile | undefined, string> {
  const path = shopProfilePath(dataDir)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    const code = codeOf(fault)
    return code === 'ENOENT' ? ok(undefined) : err(`${path}: ${code ?? 'cannot be read'}`)
  }
  const profile = readApiProfile(text)
  if (profile.ok) return profile
  const { line, field, problem } = profile.error
  return err(`${path}:${line}: ${field === '' ? problem : `${field}: ${problem}`}`)
}
