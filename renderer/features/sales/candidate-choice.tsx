/**
 * What no look-up can tell: which order of the service's is this sale's, or that the service received nothing. A person says
 * so and signs for it; the decision is written in the journal with what was shown here. Whether there is something to decide
 * is the core's to say.
 */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { standingDoubtIn } from '#shared/doubts.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { OrderKind } from '#shared/orders.ts'
import type { Candidate, SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { SignField } from '../../components/sign-field.tsx'
import { StatusWord } from '../../components/status-word.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { Moment } from './sale-facts.tsx'

type Decided = CommandInput<'sale.decide'>
type Decision = Decided['decision']

export function CandidateChoice({ sale }: { readonly sale: SaleView }) {
  const { client } = useParts()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  if (!sale.decidable) return null
  const seen = sale.candidates.map(({ serviceId }) => serviceId)
  const decide = async (decided: Pick<Decided, 'decision' | 'who' | 'why'>): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const done = await client.command('sale.decide', { ref: sale.ref, seen, ...decided })
    setIsBusy(false)
    if (!done.ok) setError(done.error)
  }
  if (seen.length === 0 && !isOpen) {
    return (
      <Button look="quiet" testId="none-received" onPress={() => setIsOpen(true)}>
        <Text k="decide.noneReceived" />
      </Button>
    )
  }
  return (
    <section className="choice" data-testid="choice">
      {/* Other candidates are another question: nothing of an answer to the last one is kept, but why it was refused is. */}
      <Choice key={seen.join(' ')} sale={sale} isBusy={isBusy} onDecide={(decided) => void decide(decided)} />
      {error && <ErrorNote error={error} />}
    </section>
  )
}

interface ChoiceProps {
  readonly sale: SaleView
  readonly isBusy: boolean
  readonly onDecide: (decided: Pick<Decided, 'decision' | 'who' | 'why'>) => void
}

const notReceived: Decision = { kind: 'not-received' }

function Choice({ sale, isBusy, onDecide }: ChoiceProps) {
  const { candidates } = sale
  const [picked, setPicked] = useState<Decision | null>(null)
  const [who, setWho] = useState('')
  const [why, setWhy] = useState('')
  // Where there is nothing to choose between, the form was opened to say just this.
  const decision = candidates.length === 0 ? notReceived : picked
  const isSigned = who.trim() !== '' && why.trim() !== ''
  return (
    <>
      {candidates.length === 0 ? (
        <Evidence sale={sale} />
      ) : (
        <Options kind={sale.order.kind} candidates={candidates} picked={picked} onPick={setPicked} />
      )}
      <SignField label={<Text k="decide.who" />} value={who} maxLength={80} onChange={setWho} />
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

/** What the looks said of a sale of which they found no order. */
function Evidence({ sale }: { readonly sale: SaleView }) {
  const doubt = standingDoubtIn(sale.reason)
  return (
    <>
      <h3>
        <Text k="decide.titleNone" />
      </h3>
      {doubt && (
        <p>
          <Text k={`decide.evidence.${doubt}`} />
        </p>
      )}
      <p>
        <Text k="decide.textNone" />
      </p>
    </>
  )
}

interface OptionsProps {
  readonly kind: OrderKind
  readonly candidates: readonly Candidate[]
  readonly picked: Decision | null
  readonly onPick: (decision: Decision) => void
}

function Options({ kind, candidates, picked, onPick }: OptionsProps) {
  const isOne = candidates.length === 1
  return (
    <fieldset>
      <legend>
        <Text k={isOne ? 'decide.titleOne' : 'decide.title'} />
      </legend>
      <p>
        <Text k={isOne ? 'decide.textOne' : 'decide.text'} />
      </p>
      {candidates.map((candidate) => (
        <Option
          key={candidate.serviceId}
          isPicked={picked?.kind === 'link' && picked.serviceId === candidate.serviceId}
          onPick={() => onPick({ kind: 'link', serviceId: candidate.serviceId })}
        >
          <CandidateFacts kind={kind} candidate={candidate} />
        </Option>
      ))}
      <Option isPicked={picked === notReceived} onPick={() => onPick(notReceived)}>
        <Text k={isOne ? 'decide.noneOne' : 'decide.none'} />
      </Option>
    </fieldset>
  )
}

interface OptionProps {
  readonly isPicked: boolean
  readonly onPick: () => void
  readonly children: ReactNode
}

const Option = ({ isPicked, onPick, children }: OptionProps) => (
  <label className="choice-option">
    <input type="radio" name="candidate" checked={isPicked} onChange={onPick} />
    <span>{children}</span>
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
