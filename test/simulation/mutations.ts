/**
 * Faults put into the engine on purpose: exports of its modules are replaced before it is loaded. The simulation has to
 * notice every one of them; one that it does not notice is a promise that nobody checks.
 */
import { createHash } from 'node:crypto'
import { inModule } from '../support/replaced-exports.ts'
import { mutationsOfBooks } from './mutations/books.ts'
import { mutationsOfCards } from './mutations/cards.ts'
import { mutationsOfDoubting } from './mutations/doubting.ts'
import { mutationsOfFollowing } from './mutations/following.ts'
import { mutationsOfLooking } from './mutations/looking.ts'
import type { Mutation } from './mutations/mutation.ts'
import { mutationsOfRefusing } from './mutations/refusing.ts'
import { mutationsOfSending } from './mutations/sending.ts'
import { mutationsOfWords } from './mutations/service-words.ts'
import { mutationsOfTill } from './mutations/till.ts'

export const mutations: readonly Mutation[] = [
  ...mutationsOfSending,
  ...mutationsOfWords,
  ...mutationsOfFollowing,
  ...mutationsOfLooking,
  ...mutationsOfRefusing,
  ...mutationsOfCards,
  ...mutationsOfDoubting,
  ...mutationsOfBooks,
  ...mutationsOfTill,
]

export const findMutation = (name: string): Mutation | undefined =>
  mutations.find((mutation) => mutation.name === name)

/** No simulated day has the day's backup: a thread makes it in real time, and copying pages moves no money. */
export const withoutDailyBackup = inModule<typeof import('#core/journal/backup-keeper.ts')>(
  '#core/journal/backup-keeper.ts',
  {
    createBackupKeeper: (original) => (options) =>
      original({ ...options, clock: { ...options.clock, after: () => () => undefined } }),
  },
)

const quickDigest = (pin: string): string => createHash('sha256').update(pin).digest('hex')

/** No simulated day has dear digests of PINs, which would take half of its time: they are of a length with the true ones. */
export const withQuickPins = inModule<typeof import('#core/till/pin.ts')>('#core/till/pin.ts', {
  digestPin: () => (pin) => ({ salt: '0'.repeat(32), cost: 2 ** 14, digest: quickDigest(pin) }),
  isPin:
    () =>
    (pin, { digest }) =>
      quickDigest(pin) === digest,
})
