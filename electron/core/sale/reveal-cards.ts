/**
 * The codes of delivered cards on their way to the customer. The one place of the core where a sealed code is opened: it
 * goes into the answer of the command that asked for it, and nowhere else.
 */
import * as z from 'zod'
import type { RevealedCard } from '#shared/views.ts'
import type { KeptCard } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { CardSeal } from './card-seal.ts'

/** What is sealed of a card, written by kinds/gift-card.ts. */
const wholeCardSchema = z.object({ code: z.string(), serial: z.string().nullable() })

/** The cards of a sale in the order of its view, each opened or with the reason why it is not. */
export async function revealCards(
  { ref, cards }: Pick<StoredSale, 'ref' | 'cards'>,
  { open }: Pick<CardSeal, 'open'>,
): Promise<readonly RevealedCard[]> {
  return Promise.all(cards.map(({ sealed }) => revealCard(sealed, (text) => open(ref, text))))
}

async function revealCard(
  sealed: KeptCard['sealed'],
  open: (sealed: string) => ReturnType<CardSeal['open']>,
): Promise<RevealedCard> {
  if (sealed === null) return { kind: 'not-sealed' }
  const opened = await open(sealed)
  if (!opened.ok) return { kind: opened.error === 'no-key' ? 'no-key' : 'wrong-key' }
  const whole = readWhole(opened.value)
  return whole ? { kind: 'open', ...whole } : { kind: 'wrong-key' }
}

/** undefined where it is no card. Nothing is thrown: the words of such a fault quote the text, and faults are logged. */
function readWhole(text: string): z.infer<typeof wholeCardSchema> | undefined {
  try {
    return wholeCardSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
