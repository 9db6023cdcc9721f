/** The KeyVault port of training mode: the built-in service's own sandbox key, which is no secret and opens nothing. */
import type { KeyVault } from '#core/ports.ts'
import { ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'

export const createTrainingVault = (): KeyVault => ({
  readKey: async () => ok(trainingKeys.sandbox),
})
