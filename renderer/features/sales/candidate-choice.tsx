/**
 * What no look-up can tell: which of several orders at the service is this sale's. A person says so, or that none is, and
 * signs for it; the choice is written in the journal with what was shown here.
 */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { Candidate, SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { Moment } from './sale-facts.tsx'

export function CandidateChoice({ sale }: { readonly sale: SaleView }) {
  const { candidates } = sale
  if (candidates.length === 0) return null
  // Other candidates are another question: nothing of an answer to the last one is kept.
  return <Choice key={candidates.map(({ serviceId }) => serviceId).join(' ')} sale={sale} />
}

/** An order of the service's, or null for none of them. */
type Picked = { readonly serviceId: string | null }

function Choice({ sale }: { readonly sale: SaleView }) {
  const { client } = useParts()
  const [picked, setPicked] = useState<Picked | null>(null)
  const [who, setWho] = useState('')
  const [why, setWhy] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const isSigned = who.trim() !== '' && why.trim() !== ''

  const decide = async ({ serviceId }: Picked): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const decision =
      serviceId === null ? ({ kind: 'not-received' } as const) : ({ kind: 'link', serviceId } as const)
    const done = await client.command('sale.decide', { ref: sale.ref, decision, who, why })
    setIsBusy(false)
    if (!done.ok) setError(done.error)
  }

  const option = (serviceId: string | null, content: ReactNode) => (
    <label key={serviceId ?? ''} className="choice-option">
      <input
        type="radio"
        name="candidate"
        checked={picked !== null && picked.serviceId === serviceId}
        onChange={() => setPicked({ serviceId })}
      />
      <span>{content}</span>
    </label>
  )
  return (
    <section className="choice" data-testid="choice">
      <fieldset>
        <legend>
          <Text k="decide.title" />
        </legend>
        <p>
          <Text k="decide.text" />
        </p>
        {sale.candidates.map((one) => option(one.serviceId, <CandidateFacts candidate={one} />))}
        {option(null, <Text k="decide.none" />)}
      </fieldset>
      <SignField label={<Text k="decide.who" />} value={who} maxLength={80} onChange={setWho} />
      <SignField label={<Text k="decide.why" />} value={why} maxLength={500} onChange={setWhy} />
      <Button
        look="main"
        isDisabled={isBusy || picked === null || !isSigned}
        onPress={() => picked && void decide(picked)}
      >
        <Text k={isBusy ? 'decide.deciding' : 'decide.decide'} />
      </Button>
      {error && <ErrorNote error={error} />}
    </section>
  )
}

function CandidateFacts({ candidate }: { readonly candidate: Candidate }) {
  const { serviceId, status, orderedAtMs, quantity, unitCentimes } = candidate
  return (
    <>
      <Text k="decide.order" /> <Ltr>{serviceId}</Ltr> · <Ltr>{status}</Ltr>
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

interface SignFieldProps {
  readonly label: ReactNode
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

function SignField({ label, value, maxLength, onChange }: SignFieldProps) {
  return (
    <label className="choice-field">
      <span>{label}</span>
      <input
        type="text"
        dir="auto"
        value={value}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
