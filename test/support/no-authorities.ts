import type { CounterVault } from '#core/ports.ts'
import { ok } from '#shared/result.ts'

/** The keychain of a shop that has added no authority. */
export const noAuthorities: CounterVault = {
  readAuthorities: async () => ok(null),
  saveAuthorities: async () => ok(undefined),
}
