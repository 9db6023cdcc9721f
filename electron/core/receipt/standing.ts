/** What a slip's paper is worth in the customer's hand, and which amount it shows large, for every display status of a sale. */

import { type DisplayStatus, owedForMissing, type WordingVariant } from '#shared/display-status.ts'
import type { Centimes } from '#shared/money.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Standing } from './document.ts'
import type { SlipTexts } from './texts.ts'

const standings: Readonly<Record<DisplayStatus, Standing>> = {
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
const countedParts: readonly DisplayStatus[] = ['partly-fulfilled', 'decided-partly']

/** A menu plan sells nothing, so its paper proves nothing. Only what was owed can have been given back. */
export function standingOf(
  displayStatus: DisplayStatus,
  wording: WordingVariant,
  isPaidBack = false,
): Standing {
  const standing = wording === 'menu' ? 'unsold' : standings[displayStatus]
  return isPaidBack && (standing === 'owed' || countedParts.includes(displayStatus)) ? 'paid-back' : standing
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
