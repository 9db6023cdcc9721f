/**
 * A set-up file: where an account's two hosts are, and the shop's own API profile, in one file that somebody hands to the
 * shop. Owns its shape. Invariant: a file with anything wrong in it changes nothing; the profile that was there before is
 * kept under another name.
 */
import { existsSync } from 'node:fs'
import * as z from 'zod'
import { addressesInput } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { readAddress } from './api/addresses.ts'
import { type ApiProfile, apiProfileSchema, shopProfilePath } from './api/profile.ts'
import { codeOf, keepCopy, writeDurably } from './durable-file.ts'
import { readJsonFile } from './json-file.ts'
import { fileError, openFile } from './picked-file.ts'
import type { Files, Log } from './ports.ts'

/** An address to which the key may go. The problem has the name that api/addresses.ts gives it. */
const address = addressesInput.shape.baseUrl.superRefine((text, context) => {
  const read = readAddress(text)
  if (!read.ok) context.addIssue(read.reason)
})

/** Both addresses or none: an account needs the two, and one alone would be joined to another's. */
const setupSchema = z
  .strictObject({
    version: z.literal(1),
    baseUrl: address.optional(),
    billUrl: address.optional(),
    profile: apiProfileSchema.optional(),
  })
  .superRefine(({ baseUrl, billUrl }, context) => {
    if ((baseUrl === undefined) === (billUrl === undefined)) return
    const path = [baseUrl === undefined ? 'baseUrl' : 'billUrl']
    context.addIssue({ code: 'custom', path, message: 'is missing beside the other address' })
  })

interface SetupParts {
  readonly dataDir: string
  readonly files: Files
  readonly log: Log
}

/**
 * Reads the set-up file that a person picks, and puts its profile into the data folder, where it counts from the next
 * opening of an account on. `invalid-input` names the line and field that are wrong; `path` is null when they changed
 * their mind.
 */
export async function importSetup(
  parts: SetupParts,
): Promise<Result<CommandOutput<'setup.import'>, AppError>> {
  const picked = await openFile(parts.files)
  if (!picked.ok) return picked
  if (picked.value === null) return ok({ path: null, addresses: null, hasProfile: false })
  const { path, text } = picked.value
  const setup = readJsonFile(text, setupSchema)
  if (!setup.ok) return err(fileError(setup.error))
  const { baseUrl, billUrl, profile } = setup.value
  if (profile !== undefined) {
    const refusal = putProfile(profile, parts)
    if (refusal !== undefined) return err({ kind: 'invalid-input', field: 'profile', problem: refusal })
  }
  const addresses = baseUrl === undefined || billUrl === undefined ? null : { baseUrl, billUrl }
  return ok({ path, addresses, hasProfile: profile !== undefined })
}

/** Why the profile is not in its place, or undefined where it is. The one before stands until then. */
function putProfile(profile: ApiProfile, { dataDir, log }: SetupParts): string | undefined {
  const path = shopProfilePath(dataDir)
  try {
    const before = existsSync(path) ? keepCopy(path, (number) => `api-profile.before-${number}.json`) : null
    writeDurably(path, `${JSON.stringify(profile, null, 2)}\n`)
    log.write('info', 'an API profile was taken from a set-up file', { before })
    return undefined
  } catch (fault) {
    log.write('error', 'the API profile of a set-up file is not saved', { fault: String(fault) })
    return codeOf(fault) ?? 'not-written'
  }
}
