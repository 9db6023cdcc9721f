/**
 * The seal of one journal as the sales use it: at once, and without a word of keys. Owns the asking for the journal's key,
 * which is read once and then held here and nowhere else. Invariant: where the journal holds sealed cards, a key that opens
 * none of them seals nothing: whoever gives back the right one would lose what the other had sealed.
 */
import * as z from 'zod'
import { areAllCodes } from '#shared/printing.ts'
import type { Ref } from '#shared/ref.ts'
import { err, type Result } from '#shared/result.ts'
import type { RevealedCard, SaleView } from '#shared/views.ts'
import type { Entry, KeptCard } from '../journal/entry.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { deliveredStates } from '../journal/next-sale.ts'
import { createSeal, opensSome, type Seal, type SealedCard, type SealProblem } from '../journal/seal.ts'
import type { Ports, VaultRefusal } from '../ports.ts'
import { type Actor, needsOwner } from '../till/actor.ts'
import { within } from '../within.ts'

export interface CardSeal {
  /**
   * Asks for the key where there is none yet, and joins the asking under way. Resolves when that has ended, with a key or
   * without, after KEY_WAIT_MS at the latest. Never rejects.
   */
  ready(): Promise<void>
  /** Seals what is secret of a sale's card; null while there is no key, which is then asked for: the next look at it may find one. */
  seal(ref: Ref, text: string): string | null
  /** Opens what `seal` made for the same sale; asks for the key first where there is none yet. Never rejects. */
  open(ref: Ref, sealed: string): Promise<Result<string, SealProblem | 'no-key'>>
  /**
   * Seals with another key from the moment at which `keep` has put it into the vault. Nothing is sealed meanwhile, so that
   * no card is left under a key that is not kept; where it is refused, the one before holds on, and where nobody knows
   * whether it was kept, the vault is asked again.
   */
  exchange(
    key: Uint8Array,
    keep: () => Promise<Result<void, VaultRefusal>>,
  ): Promise<Result<void, VaultRefusal>>
  /** The vault was asked, and has not the key that sealed the journal's cards. */
  isLost(): boolean
}

interface CardSealOptions extends Pick<Ports, 'clock' | 'keyVault' | 'log'> {
  readonly journalId: string
  /** Cards that are sealed, with a key that the vault may lack, and that no new one replaces. */
  sealedCards(): readonly SealedCard[]
  /** `isLost` is another. */
  onLost(): void
}

/** The vault has a bound of its own; this one holds whatever the vault does. */
export const KEY_WAIT_MS = 20_000

export function createCardSeal(options: CardSealOptions): CardSeal {
  const { clock, keyVault, journalId, log } = options
  let held: Seal | undefined
  let asking: Promise<void> | undefined
  let exchanging: Promise<void> | undefined
  let isLost = false

  function setLost(found: boolean): void {
    if (found === isLost) return
    isLost = found
    options.onLost()
  }

  async function askKey(): Promise<void> {
    const cards = options.sealedCards()
    const answer = await within(clock, KEY_WAIT_MS, keyVault.readJournalKey(journalId, cards.length === 0))
    // What was asked before an exchange is not what the vault holds after it.
    if (held || exchanging) return
    if (answer?.ok && opensSome(answer.value, cards)) {
      held = createSeal(answer.value)
      setLost(false)
      return
    }
    const problem = answer?.ok ? 'foreign' : (answer?.error.problem ?? 'unavailable')
    log.write('warn', 'no key to seal cards with', { problem })
    if (problem === 'foreign' || problem === 'none') setLost(true)
  }

  function ready(): Promise<void> {
    if (held) return Promise.resolve()
    if (exchanging) return exchanging
    asking ??= askKey()
      .catch((fault: unknown) => log.write('error', 'the journal key is no key', { fault: String(fault) }))
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return {
    ready,
    seal(ref, text) {
      if (!held) void ready()
      return held?.seal(ref, 'card', text) ?? null
    },
    async open(ref, sealed) {
      await ready()
      return held?.open(ref, 'card', sealed) ?? err(isLost ? 'wrong-key' : 'no-key')
    },
    async exchange(key, keep) {
      const before = held
      held = undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      exchanging = promise
      try {
        const kept = await keep()
        if (kept.ok) {
          held = createSeal(key)
          setLost(false)
        } else if (!kept.error.mayLand) held = before
        return kept
      } finally {
        exchanging = undefined
        resolve()
      }
    },
    isLost: () => isLost,
  }
}

// The codes of delivered cards on their way to the customer. The one place of the core where a sealed code is opened: it
// goes into the answer of the command that asked for it, and nowhere else.

/** So long after codes were first given, the same cashier may give them once more: a roll ended, a slip was lost at the counter. */
const GIVEN_ANEW_MS = 60 * 60_000

/**
 * Whether the codes of a sale, which its entries say were given long ago, are given once more with the owner's approval alone. Long
 * ago is what the machine's clock says, or any entry since: one that was set back makes them no younger. Given is what had all
 * codes that the sale has now: nobody has had one that arrived later.
 */
export function codesNeedOwner(
  { ref, cards }: Pick<StoredSale, 'ref' | 'cards'>,
  actor: Actor,
  {
    journal,
    clock,
  }: { readonly journal: Pick<Journal, 'readEntries' | 'wroteAfter'> } & Pick<Ports, 'clock'>,
): boolean {
  const first = firstGiven(journal.readEntries(ref), cards.length)
  if (!first) return false
  const wroteLater = journal.wroteAfter(first.sequence, first.atMs + GIVEN_ANEW_MS)
  const sinceMs = wroteLater ? Number.POSITIVE_INFINITY : Math.abs(clock.nowMs() - first.atMs)
  return needsOwner(actor, sinceMs, GIVEN_ANEW_MS)
}

/** The first entry by which somebody has had all codes of so many cards. */
function firstGiven(entries: readonly Entry[], cards: number): Entry | undefined {
  const failed = new Set(entries.flatMap(({ body }) => (body.kind === 'print-failed' ? [body.jobId] : [])))
  return entries.find(
    ({ body }) =>
      (body.kind === 'codes-shown' || (body.kind === 'print-queued' && !failed.has(body.jobId))) &&
      areAllCodes(body.codes, cards),
  )
}

/** Whether the last codes of a sale came after its end, and nobody has had them since. */
export function hasLateCodes(
  { ref, state, serverStatus, cards, incomplete }: SaleView,
  { readEntries }: Pick<Journal, 'readEntries'>,
): boolean {
  if (!deliveredStates.includes(state) || incomplete || cards.length === 0) return false
  const entries = readEntries(ref)
  // Behind the answer that ended it, one that says the same is recorded for what it brings of the delivery alone.
  const brought = entries.filter(({ body }) => body.kind === 'observed' && body.status === serverStatus)
  return brought.length > 1 && firstGiven(entries, cards.length) === undefined
}

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
