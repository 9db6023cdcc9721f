/** What a slip's paper is worth in the customer's hand, and which amount it shows large, for every telling of a sale. */
import type { Centimes } from '#shared/money.ts'
import { owedForMissing, type Telling, type Voice } from '#shared/telling.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Standing } from './document.ts'
import type { SlipTexts } from './texts.ts'

const standings: Readonly<Record<Telling, Standing>> = {
  sending: 'open',
  'in-doubt': 'open',
  'several-found': 'open',
  undecided: 'open',
  unknown: 'open',
  handling: 'open',
  queued: 'open',
  fulfilled: 'sold',
  incomplete: 'sold',
  'decided-delivered': 'sold',
  'decided-partly': 'part-owed',
  'decided-refunded': 'owed',
  'partly-fulfilled': 'part-owed',
  'partly-uncounted': 'part-owed',
  refunded: 'owed',
  unsent: 'unsold',
  refused: 'unsold',
  cancelled: 'unsold',
  'not-found': 'unsold',
  surfaced: 'given-up',
  'delivered-after-decision': 'given-up',
  'doubted-after-all': 'given-up',
  'delivered-after-all': 'given-up',
  'partly-after-all': 'given-up',
  'refunded-after-all': 'given-up',
}

/** Parts of which it is known what is owed for the rest. */
const countedParts: readonly Telling[] = ['partly-fulfilled', 'decided-partly']

/** A menu plan sells nothing, so its paper proves nothing. Only what was owed can have been given back. */
export function standingOf(telling: Telling, voice: Voice, isPaidBack = false): Standing {
  const standing = voice === 'menu' ? 'unsold' : standings[telling]
  return isPaidBack && (standing === 'owed' || countedParts.includes(telling)) ? 'paid-back' : standing
}

export interface SlipTotal {
  readonly label: keyof SlipTexts['total']
  readonly amountCentimes: Centimes
}

/** What was paid where nothing else is due; what is owed back where that is known; what was asked for where nothing is proved. */
export function totalOf(sale: StoredSale, standing: Standing): SlipTotal {
  const { priceCentimes } = sale
  switch (standing) {
    case 'open':
    case 'sold':
      return { label: 'paid', amountCentimes: priceCentimes }
    case 'owed':
      return { label: 'owed', amountCentimes: priceCentimes }
    case 'paid-back':
      return { label: 'paidBack', amountCentimes: owedForMissing(sale) ?? priceCentimes }
    case 'part-owed': {
      const owedCentimes = owedForMissing(sale)
      return owedCentimes === null
        ? { label: 'paid', amountCentimes: priceCentimes }
        : { label: 'owed', amountCentimes: owedCentimes }
    }
    case 'unsold':
    case 'given-up':
      return { label: 'asked', amountCentimes: priceCentimes }
  }
}
