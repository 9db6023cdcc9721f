/**
 * What people settled and signed off, as the journal's entries state it. Owns nothing but the memory of them: the journal is
 * asked for what came since, so that what is shown is what is written.
 */
import { type Centimes, zeroCentimes } from '#shared/money.ts'
import type { FindingView } from '#shared/reconciliation.ts'
import type { EntryBody, ReconciliationAct } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'

export interface SignedOff {
  readonly sequence: number
  readonly atMs: number
  readonly who: string
  readonly digest: string
  readonly unprovenSales: number
  readonly unprovenMovements: number
  readonly unprovenCentimes: Centimes
}

export interface Acts {
  settlementOf(findingId: string): FindingView['settled']
  signatureOf(day: string): SignedOff | undefined
}

/** Answers what there is by now, each time it is asked. */
export function createActs(journal: Pick<Journal, 'reconciled'>): () => Acts {
  const settled = new Map<string, NonNullable<FindingView['settled']>>()
  const signed = new Map<string, SignedOff>()
  let known = 0

  function note(act: ReconciliationAct, sequence: number, atMs: number): void {
    const { who } = act
    if (act.kind === 'finding-settled')
      settled.set(act.finding.id, { settlement: act.settlement, who, why: act.why, atMs })
    else {
      const { digest, unprovenSales = 0, unprovenMovements = 0, unprovenCentimes = zeroCentimes } = act
      const unproven = { unprovenSales, unprovenMovements, unprovenCentimes }
      signed.set(act.day, { sequence, atMs, who, digest, ...unproven })
    }
  }

  return () => {
    for (const { sequence, atMs, body } of journal.reconciled.listActs(known)) {
      if (isAct(body)) note(body, sequence, atMs)
      known = sequence
    }
    return {
      settlementOf: (findingId) => settled.get(findingId) ?? null,
      signatureOf: (day) => signed.get(day),
    }
  }
}

const isAct = (body: EntryBody): body is ReconciliationAct =>
  body.kind === 'finding-settled' || body.kind === 'day-signed-off'
