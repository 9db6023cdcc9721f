/** What a day of the demo has to have met, by the journal's entries and the service's ledger and not by the screen. */
import type { Entry, EntryBody } from '#core/journal/entry.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { Ledger } from '#training/ledger.ts'

type Condition<Kind extends EntryBody['kind']> = (
  body: Extract<EntryBody, { kind: Kind }>,
  day: Day,
) => boolean

interface Day {
  readonly bodies: readonly EntryBody[]
  /** Where its sales stand in the end. */
  readonly stateOf: (ref: Ref) => SaleState | undefined
  readonly ledger: Ledger
}

const some =
  <Kind extends EntryBody['kind']>(kind: Kind, isSo: Condition<Kind> = () => true) =>
  (day: Day): boolean =>
    day.bodies.some((body) => body.kind === kind && isSo(body as Extract<EntryBody, { kind: Kind }>, day))

const seen = (status: string) => some('observed', (body) => body.status === status)
const endsIn = (state: SaleState) => some('sale-recorded', ({ ref }, { stateOf }) => stateOf(ref) === state)

const endings: Readonly<Record<string, (day: Day) => boolean>> = {
  delivered: endsIn('fulfilled'),
  'delivered in part': endsIn('partly-fulfilled'),
  refunded: endsIn('refunded'),
  refused: endsIn('refused'),
  queued: seen('QUEUED'),
  unknown: seen('UNKNOWN_ERROR'),
  'not found, sent again and delivered': some(
    'not-found',
    ({ ref }, { bodies, stateOf }) =>
      stateOf(ref) === 'fulfilled' &&
      bodies.some((body) => body.kind === 'attempt-started' && body.ref === ref && body.attempt > 1),
  ),
  'not found, given up': some('not-found', ({ ref }, { stateOf }) => stateOf(ref) === 'cancelled'),
  'several found, decided by a person': some(
    'several-found',
    ({ ref, candidates }, { bodies }) =>
      candidates.length > 1 && bodies.some((body) => body.kind === 'decided' && body.ref === ref),
  ),
  'an offer sold in place of a refused sale': some(
    'refund-given',
    ({ forRef }, { stateOf }) => forRef !== undefined && stateOf(forRef) === 'fulfilled',
  ),
  'money given back': some('refund-given', ({ how }) => how !== 'reused'),
  // A link is no sale: the journal has none.
  'a payment link paid': ({ ledger }) => ledger.movements.some(({ type }) => type === 'CREDIT'),
  'sold on account': some('sale-recorded', ({ till }) => till?.means === 'on-account'),
  'paid back': some('debt-repaid'),
  'a shift closed with its Z': some('shift-closed'),
}

/** The endings that the day has not met, by name. */
export function endingsMissed(
  entries: readonly Entry[],
  { stateOf, ledger }: Pick<Day, 'stateOf' | 'ledger'>,
): readonly string[] {
  const day = { bodies: entries.map(({ body }) => body), stateOf, ledger }
  return Object.keys(endings).filter((name) => !endings[name]?.(day))
}
