/**
 * What no look-up can decide: which order of the service's is this sale's, or what became of a sale that looks do not end. A
 * person says so and signs for it; the decision is written in the journal with what was shown here. Nothing is chosen
 * beforehand. Whether there is something to decide is the core's to say.
 */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { startOfShopDay } from '#shared/dates.ts'
import { type Decision, manualReviewReasonIn } from '#shared/decisions.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { faceValueOf, type Order, type OrderKind, productOf, subjectOf } from '#shared/products/orders.ts'
import { unreachable } from '#shared/result.ts'
import type { Candidate, SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import segmentsStyles from '../../components/segments.module.css'
import { ChoiceOption } from '../../components/segments.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { SignField } from '../../components/text-field.tsx'
import { useParts, useSales, useSeesCosts } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { useSignature } from '../till/act.ts'
import { SignerField } from '../till/form-parts.tsx'
import styles from './candidate-choice.module.css'
import { StatusWord } from './phase-badge.tsx'
import { Moment } from './sale-facts.tsx'
import { SaleRow } from './sale-row.tsx'

type Decided = Pick<CommandInput<'sale.decide'>, 'decision' | 'who' | 'why'>
/** What is picked. What the person saw at the service is typed beside. */
type Picked =
  | Extract<Decision, { kind: 'link' }>
  | { readonly kind: 'not-received' }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'partly-delivered' }
  | { readonly kind: 'refunded' }

export function CandidateChoice({ sale }: { readonly sale: SaleView }) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  if (!sale.decidable) return null
  const seen = sale.candidates.map(({ serviceId }) => serviceId)
  const decide = async (decided: Decided): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const done = await client.command('sale.decide', { ref: sale.ref, seen, ...decided })
    setIsBusy(false)
    if (!done.ok) setError(done.error)
  }
  return (
    <section className={segmentsStyles['choice']} data-testid="choice">
      {/* Other candidates are another question: nothing of an answer to the last one is kept, but why it was refused is. */}
      <Choice key={seen.join(' ')} sale={sale} isBusy={isBusy} onDecide={(decided) => void decide(decided)} />
      {error && <ErrorNote error={error} />}
    </section>
  )
}

interface ChoiceProps {
  readonly sale: SaleView
  readonly isBusy: boolean
  readonly onDecide: (decided: Decided) => void
}

function Choice({ sale, isBusy, onDecide }: ChoiceProps) {
  const [picked, setPicked] = useState<Picked | null>(null)
  const [count, setCount] = useState<number | null>(null)
  const [saw, setSaw] = useState('')
  const { name: who, isSigned: isNamed } = useSignature()
  const [why, setWhy] = useState('')
  const decision = picked && decisionOf(picked, saw.trim(), count)
  const isSigned = isNamed && why.trim() !== ''
  return (
    <>
      <fieldset>
        <Question sale={sale} />
        {sale.candidates.map((candidate) => (
          <ChoiceOption
            name="candidate"
            key={candidate.serviceId}
            isChosen={picked?.kind === 'link' && picked.serviceId === candidate.serviceId}
            onChoose={() => setPicked({ kind: 'link', serviceId: candidate.serviceId })}
          >
            <CandidateFacts kind={sale.order.kind} candidate={candidate} />
          </ChoiceOption>
        ))}
        {answersTo(sale).map(({ kind, words }) => (
          <ChoiceOption
            name="candidate"
            key={kind}
            isChosen={picked?.kind === kind}
            onChoose={() => setPicked({ kind })}
          >
            <Text k={words} />
          </ChoiceOption>
        ))}
      </fieldset>
      <AlikeSales sale={sale} />
      {picked?.kind === 'partly-delivered' && (
        <CountField upTo={mostInPart(sale.order)} value={count} onChange={setCount} />
      )}
      {picked && isSeen(picked) && (
        <SignField label={<Text k="decide.saw" />} value={saw} maxLength={500} onChange={setSaw} />
      )}
      <SignerField />
      <SignField label={<Text k="decide.why" />} value={why} maxLength={500} onChange={setWhy} />
      <Button
        look="main"
        isDisabled={isBusy || decision === null || !isSigned}
        onPress={() => decision && onDecide({ decision, who, why })}
      >
        <Text k={isBusy ? 'decide.deciding' : 'decide.decide'} />
      </Button>
    </>
  )
}

const isSeen = ({ kind }: Picked): boolean => kind !== 'link' && kind !== 'not-received'

/** How many parts of the sale can have come where not all did; 0 where it comes whole. */
const mostInPart = (order: Order): number => (productOf(order).partsOf(order) ?? 1) - 1

/** Null where what was seen, or how many came, is still missing. */
function decisionOf(picked: Picked, saw: string, count: number | null): Decision | null {
  switch (picked.kind) {
    case 'link':
      return picked
    case 'not-received':
      return { kind: picked.kind }
    case 'delivered':
    case 'refunded':
      return saw === '' ? null : { kind: picked.kind, saw }
    case 'partly-delivered':
      return saw === '' || count === null ? null : { kind: picked.kind, count, saw }
    default:
      return unreachable(picked)
  }
}

interface Answer {
  readonly kind: Exclude<Picked['kind'], 'link'>
  readonly words: MessageKey
}

/** What may be said beside that one of the orders is the sale's. What the service accepted it has received. */
function answersTo({ state, candidates, order }: SaleView): readonly Answer[] {
  const isPartial = mostInPart(order) > 0
  if (candidates.length > 0)
    return [
      { kind: 'not-received', words: candidates.length === 1 ? 'decide.noneOne' : 'decide.none' },
      { kind: 'delivered', words: 'decide.elsewhere' },
      ...(isPartial ? [{ kind: 'partly-delivered', words: 'decide.elsewherePartly' } as const] : []),
      { kind: 'refunded', words: 'decide.elsewhereRefunded' },
    ]
  const ends: readonly Answer[] = [
    { kind: 'delivered', words: 'decide.delivered' },
    ...(isPartial ? [{ kind: 'partly-delivered', words: 'decide.partly' } as const] : []),
    { kind: 'refunded', words: 'decide.refunded' },
  ]
  return state === 'following' ? ends : [...ends, { kind: 'not-received', words: 'decide.notReceived' }]
}

/** What is asked, and why only a person can answer. */
function Question({ sale }: { readonly sale: SaleView }) {
  const { candidates, reason } = sale
  const doubt = manualReviewReasonIn(reason)
  const [title, text]: readonly [MessageKey, MessageKey] =
    candidates.length === 0
      ? ['decide.titleNone', 'decide.textNone']
      : candidates.length === 1
        ? ['decide.titleOne', 'decide.textOne']
        : ['decide.title', 'decide.text']
  return (
    <>
      <legend>
        <Text k={title} />
      </legend>
      {doubt && (
        <p className={styles['choice-doubt']}>
          <Text k={`decide.evidence.${doubt}`} />
        </p>
      )}
      {candidates.length === 0 && <KnownFacts sale={sale} />}
      <p>
        <Text k={text} />
      </p>
    </>
  )
}

/** What the order cost the shop, or where that is not to be seen its price. */
function KnownAmount({ sale }: { readonly sale: SaleView }) {
  const { costCentimes = sale.priceCentimes } = sale
  return <Amount centimes={useSeesCosts() ? costCentimes : sale.priceCentimes} />
}

/** What the service's people need to find the order. */
const KnownFacts = ({ sale }: { readonly sale: SaleView }) => (
  <p className={styles['choice-known']}>
    {sale.serviceId === null ? (
      <>
        <Text k="sale.ref" /> <Ltr>{sale.ref}</Ltr>
      </>
    ) : (
      <>
        <Text k="decide.order" /> <Ltr>{sale.serviceId}</Ltr>
      </>
    )}
    {sale.serverStatus !== null && (
      <>
        {' · '}
        <StatusWord kind={sale.order.kind} status={sale.serverStatus} />
      </>
    )}
    {' · '}
    <Moment atMs={sale.recordedAtMs} withSeconds />
    {' · '}
    <KnownAmount sale={sale} />
  </p>
)

/** Sales of the same thing that the counter has at hand: an order at the service may be one of theirs. */
function AlikeSales({ sale }: { readonly sale: SaleView }) {
  const alike = useSales().filter((other) => isAlike(other, sale))
  if (alike.length === 0) return null
  return (
    <div className={styles['choice-alike']} data-testid="alike">
      <p>
        <Text k="decide.others" />
      </p>
      {alike.slice(0, MAX_ALIKE).map((other) => (
        <SaleRow key={other.ref} sale={other} todayMs={startOfShopDay(sale.recordedAtMs)} />
      ))}
    </div>
  )
}

/** The newest. More than these are for the history. */
const MAX_ALIKE = 5

const isAlike = (other: SaleView, { ref, order }: SaleView): boolean =>
  other.ref !== ref &&
  other.order.kind === order.kind &&
  subjectOf(other.order) === subjectOf(order) &&
  faceValueOf(other.order) === faceValueOf(order)

interface CountFieldProps {
  readonly upTo: number
  readonly value: number | null
  readonly onChange: (count: number | null) => void
}

/** How many of the cards came: nothing is chosen beforehand. */
const CountField = ({ upTo, value, onChange }: CountFieldProps) => (
  <label className={segmentsStyles['choice-field']}>
    <Text k="decide.count" />
    <select value={value ?? ''} onChange={({ target }) => onChange(Number(target.value) || null)}>
      <option value="" />
      {Array.from({ length: upTo }, (_, place) => place + 1).map((count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </select>
  </label>
)

interface CandidateFactsProps {
  readonly kind: OrderKind
  readonly candidate: Candidate
}

function CandidateFacts({ kind, candidate }: CandidateFactsProps) {
  const { serviceId, status, orderedAtMs, quantity, unitCentimes } = candidate
  return (
    <>
      <Text k="decide.order" /> <Ltr>{serviceId}</Ltr> · <StatusWord kind={kind} status={status} />
      {orderedAtMs !== null && (
        <>
          {' · '}
          <Moment atMs={orderedAtMs} withSeconds />
        </>
      )}
      {quantity !== null && (
        <>
          {' · '}
          <Ltr>× {quantity}</Ltr>
        </>
      )}
      {unitCentimes !== null && (
        <>
          {' · '}
          <Amount centimes={unitCentimes} />
        </>
      )}
    </>
  )
}
