/**
 * The API profile: what service-api.md does not show and the product relies on all the same. One data file, checked when
 * it is read, so that a shop can correct it without a new build.
 */
import * as z from 'zod'
import builtIn from '#resources/api-profile.json' with { type: 'json' }
import { type BillForm, formsOfPartner } from '#shared/bill-account.ts'
import type { BillPartner } from '#shared/bill-partners.ts'
import { err, ok, type Result } from '#shared/result.ts'

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
  billForms: z.strictObject({
    ADE: formsOf('ADE'),
    SONELGAZ: formsOf('SONELGAZ'),
    SEAAL: formsOf('SEAAL'),
    AADL: formsOf('AADL'),
    'Algérie Télécom': formsOf('Algérie Télécom'),
  }),
})
export type ApiProfile = z.infer<typeof apiProfileSchema>

/** Where a profile is wrong. `line` counts from 1; `field` is dotted, and empty where the text is not JSON at all. */
export interface ProfileProblem {
  readonly line: number
  readonly field: string
  readonly problem: string
}

/** Why no call leaves where the shop has a profile of its own and it cannot be used. */
export const profileUnusable = 'profile-unusable'

/** The profile that comes with the product. */
export const builtInProfile: ApiProfile = apiProfileSchema.parse(builtIn)

/** Reads a shop's own profile from its text. The first thing that is wrong is named with its line and field. */
export function readApiProfile(text: string): Result<ApiProfile, ProfileProblem> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'not JSON'
    return err({ line: lineOfSyntaxError(text, problem), field: '', problem })
  }
  const parsed = apiProfileSchema.safeParse(json)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...(issue?.path ?? []), ...unknownKey].map(String)
  return err({
    line: lineOfField(text, path),
    field: path.join('.'),
    problem: issue?.message ?? 'not a profile',
  })
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** JSON.parse names a position for most mistakes, and for the others there is a character that starts no token. */
function lineOfSyntaxError(text: string, message: string): number {
  const named = /at position (\d+)/.exec(message)?.[1]
  if (named !== undefined) return lineAt(text, Number(named))
  const tokens = /\s+|[{}[\]:,]|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
  while (tokens.lastIndex < text.length) {
    const start = tokens.lastIndex
    if (!tokens.test(text)) return lineAt(text, start)
  }
  return lineAt(text, text.length)
}

/** The line of the deepest part of the path that the text holds. */
function lineOfField(text: string, path: readonly string[]): number {
  let position = 0
  for (const name of path) {
    const found = text.indexOf(`${JSON.stringify(name)}`, position)
    if (found === -1) break
    position = found
  }
  return lineAt(text, position)
}
