/**
 * Codes that a person copied while they were shown: taken off the system's clipboard once they are shown no more, so that nobody
 * who comes to the counter later pastes them without a trace. What else is on it stays. Until then their digests alone are held.
 */
import { createHash } from 'node:crypto'
import { codesShownMs, type RevealedCard } from '#shared/views.ts'
import type { Clipboard, Clock, Log } from '../ports.ts'

/** Time to paste what was copied in the last moment. */
export const COPIED_FOR_MS = 2 * codesShownMs

export type ForgetCopied = (cards: readonly RevealedCard[]) => void

interface CopiedCodesOptions {
  readonly clipboard: Clipboard | undefined
  readonly clock: Clock
  readonly log: Log
}

export const createCopiedCodes =
  ({ clipboard, clock, log }: CopiedCodesOptions): ForgetCopied =>
  (cards) => {
    const copied = new Set(
      cards.flatMap((card) => (card.kind === 'open' ? [card.code, card.serial ?? ''] : [])).map(digestOf),
    )
    if (!clipboard || copied.size === 0) return
    clock.after(COPIED_FOR_MS, () => {
      clipboard
        .take((text) => text !== '' && copied.has(digestOf(text)))
        .catch((fault: unknown) =>
          log.write('warn', 'the clipboard cannot be read', { fault: String(fault) }),
        )
    })
  }

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
