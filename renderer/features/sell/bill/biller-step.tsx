/** First step: the biller. One that is down is shown, said, and cannot be picked; one that nothing is known of can. */
import { type BillPartner, billPartners } from '#shared/bill-partners.ts'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { StatusNote } from '../../../components/status-note.tsx'
import { Ltr, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { FavouriteList } from '../../favourites/favourite-list.tsx'
import { StepFrame } from '../step-frame.tsx'
import { canPick, type BillerStep as Step, statusOf } from './flow.ts'

const wordOf = {
  ACTIVE: 'sell.bill.status.active',
  UNAVAILABLE: 'sell.bill.status.down',
  unknown: 'sell.bill.status.unknown',
  'no-key': 'sell.bill.status.noKey',
} as const

/** Whether the biller is there, or why it cannot be picked though it is. */
function wordFor(step: Step, partner: BillPartner): keyof typeof wordOf {
  const status = statusOf(step, partner) ?? 'unknown'
  return status === 'UNAVAILABLE' || canPick(step, partner) ? status : 'no-key'
}

export function BillerStep({ step }: { readonly step: Step }) {
  const { text } = useTranslator()
  return (
    <StepFrame title="sell.bill.title" canGoBack={step.scanned !== null}>
      {step.error && <ErrorNote error={step.error} />}
      {step.scanned !== null && (
        <StatusNote>
          <Text k="sell.bill.scanned" values={{ key: <Ltr>{step.scanned}</Ltr> }} />
        </StatusNote>
      )}
      {step.scanned === null && <FavouriteList kind="bill" />}
      <ul className="card-grid biller-grid" aria-label={text('sell.bill.title')}>
        {billPartners.map((partner, place) => (
          <li key={partner}>
            <BillerTile
              partner={partner}
              digit={place + 1}
              status={wordFor(step, partner)}
              isOpen={canPick(step, partner)}
            />
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
  readonly isOpen: boolean
}

function BillerTile({ partner, digit, status, isOpen }: BillerTileProps) {
  const { bill } = useParts().selling.entries
  return (
    <button
      type="button"
      className="card-tile biller-tile"
      aria-keyshortcuts={isOpen ? String(digit) : undefined}
      disabled={!isOpen}
      data-available={isOpen}
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
