/**
 * The seal of one journal as the sales use it: at once, and without a word of keys. Owns the asking for the journal's key,
 * which is read once and then held here and nowhere else.
 */
import type { Ref } from '#shared/ref.ts'
import { err, type Result } from '#shared/result.ts'
import { createSeal, type Seal, type SealProblem } from '../journal/seal.ts'
import type { Ports } from '../ports.ts'
import { within } from '../within.ts'

export interface CardSeal {
  /**
   * Asks for the key where there is none yet, and joins the asking under way. Resolves when that has ended, with a key or
   * without, after KEY_WAIT_MS at the latest. Never rejects.
   */
  ready(): Promise<void>
  /** Seals what is secret of a sale's card; null while there is no key. */
  seal(ref: Ref, text: string): string | null
  /** Opens what `seal` made for the same sale; asks for the key first where there is none yet. Never rejects. */
  open(ref: Ref, sealed: string): Promise<Result<string, SealProblem | 'no-key'>>
}

interface CardSealOptions extends Pick<Ports, 'clock' | 'keyVault' | 'log'> {
  readonly journalId: string
}

/** The vault has a bound of its own; this one holds whatever the vault does. */
const KEY_WAIT_MS = 20_000

export function createCardSeal({ clock, keyVault, journalId, log }: CardSealOptions): CardSeal {
  let held: Seal | undefined
  let asking: Promise<void> | undefined

  async function askKey(): Promise<void> {
    const answer = await within(clock, KEY_WAIT_MS, keyVault.readJournalKey(journalId))
    if (answer?.ok) held = createSeal(answer.value)
    else log.write('warn', 'no key to seal cards with', { problem: answer?.error.problem ?? 'unavailable' })
  }

  const ready = (): Promise<void> => {
    if (held) return Promise.resolve()
    asking ??= askKey()
      .catch((fault: unknown) => log.write('error', 'the journal key is no key', { fault: String(fault) }))
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return {
    ready,
    seal: (ref, text) => held?.seal(ref, 'card', text) ?? null,
    async open(ref, sealed) {
      await ready()
      return held?.open(ref, 'card', sealed) ?? err('no-key')
    },
  }
}
