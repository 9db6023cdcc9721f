/**
 * A shop's key as the keychain holds it: together with the addresses at which it was checked. Keeps that it is given out
 * for those alone: the list of accounts is a file that anybody may edit, and a changed line must not send the key elsewhere.
 */
import * as z from 'zod'
import { type AddressesInput, isMove } from '#shared/accounts.ts'
import { err, ok } from '#shared/result.ts'
import { parseJson } from '../json-file.ts'
import type { AccountVault, KeyVault } from '../ports.ts'

const keptSchema = z.strictObject({ key: z.string(), baseUrl: z.string(), billUrl: z.string() })

/** The text for the keychain. It holds the key: it goes there and nowhere else. */
export const keptText = (key: string, { baseUrl, billUrl }: AddressesInput): string =>
  JSON.stringify({ key, baseUrl, billUrl })

/** The vault of an account that is opened at these addresses. A key that was kept for others is `moved`. */
export const vaultAt = (vault: AccountVault, { baseUrl, billUrl }: AddressesInput): KeyVault => ({
  ...vault,
  async readKey() {
    const text = await vault.readKey()
    if (!text.ok) return text
    const kept = readKept(text.value)
    if (!kept) return err({ problem: 'malformed' })
    return isMove(kept, { baseUrl, billUrl }) ? err({ problem: 'moved' }) : ok(kept.key)
  },
})

/** The addresses that a person last gave the account; undefined where the keychain does not say. */
export async function keptAddresses(vault: AccountVault): Promise<AddressesInput | undefined> {
  const text = await vault.readKey()
  const kept = text.ok ? readKept(text.value) : undefined
  return kept && { baseUrl: kept.baseUrl, billUrl: kept.billUrl }
}

function readKept(text: string): z.infer<typeof keptSchema> | undefined {
  const json = parseJson(text)
  return json.ok ? keptSchema.safeParse(json.value).data : undefined
}
