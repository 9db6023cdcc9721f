/** First step: the biller. One that is down is shown, said, and cannot be picked; one that nothing is known of can. */
import { type BillPartner, billPartners } from '#shared/bill-partners.ts'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { StepFrame } from '../step-frame.tsx'
import { type BillerStep as Step, statusOf } from './flow.ts'

const wordOf = {
  ACTIVE: 'sell.bill.status.active',
  UNAVAILABLE: 'sell.bill.status.down',
  unknown: 'sell.bill.status.unknown',
} as const

export function BillerStep({ step }: { readonly step: Step }) {
  const { text } = useTranslator()
  return (
    <StepFrame title="sell.bill.title" canGoBack={false}>
      {step.error && <ErrorNote error={step.error} />}
      <ul className="card-grid biller-grid" aria-label={text('sell.bill.title')}>
        {billPartners.map((partner, place) => (
          <li key={partner}>
            <BillerTile partner={partner} digit={place + 1} status={statusOf(step, partner) ?? 'unknown'} />
          </li>
        ))}
      </ul>
      <p className="step-hint">
        <Text k="sell.bill.billerHint" />
      </p>
    </StepFrame>
  )
}

interface BillerTileProps {
  readonly partner: BillPartner
  readonly digit: number
  readonly status: keyof typeof wordOf
}

function BillerTile({ partner, digit, status }: BillerTileProps) {
  const { bill } = useParts().selling.entries
  const isDown = status === 'UNAVAILABLE'
  return (
    <button
      type="button"
      className="card-tile biller-tile"
      aria-keyshortcuts={isDown ? undefined : String(digit)}
      disabled={isDown}
      data-available={!isDown}
      onClick={() => bill.pick(partner)}
    >
      <Kbd>{digit}</Kbd>
      <span className="card-value">
        <bdi>{partner}</bdi>
      </span>{' '}
      <span className="biller-about">
        <Text k={`sell.bill.about.${partner}`} />
      </span>{' '}
      <span className="card-cost" data-status={status}>
        <Text k={wordOf[status]} />
      </span>
    </button>
  )
}
