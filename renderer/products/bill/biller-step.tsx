/** First step: the biller. One that is down is shown, said, and cannot be picked; one that nothing is known of can. */
import { type BillPartner, billers, billPartners } from '#shared/products/bill.ts'
import chipStyles from '../../components/chip.module.css'
import { Chip } from '../../components/chip.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorNote, StatusNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { FavouriteList } from '../../features/favourites/favourites.tsx'
import cardsStyles from '../../features/sell/cards.module.css'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { StepFrame } from '../../features/sell/step-parts.tsx'
import styles from './biller-step.module.css'
import { type BillerStepState, canPick, statusOf } from './flow.ts'
import { Account, PartnerName } from './looks.tsx'

const wordOf = {
  ACTIVE: 'sell.bill.status.active',
  UNAVAILABLE: 'sell.bill.status.down',
  unknown: 'sell.bill.status.unknown',
  'no-key': 'sell.bill.status.noKey',
} as const

/** Whether the biller is there, or why it cannot be picked though it is. */
function wordFor(step: BillerStepState, partner: BillPartner): keyof typeof wordOf {
  const status = statusOf(step, partner) ?? 'unknown'
  return status === 'UNAVAILABLE' || canPick(step, partner) ? status : 'no-key'
}

export function BillerStep({ step }: { readonly step: BillerStepState }) {
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
      <ul
        className={classNames(cardsStyles['card-grid'], styles['biller-grid'])}
        aria-label={text('sell.bill.title')}
      >
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
      <p className={stepPartsStyles['step-hint']}>
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
      className={classNames(cardsStyles['card-tile'], styles['biller-tile'])}
      aria-keyshortcuts={isOpen ? String(digit) : undefined}
      disabled={!isOpen}
      data-available={isOpen}
      onClick={() => bill.pick(partner)}
    >
      <Kbd>{digit}</Kbd>
      <span className={classNames(cardsStyles['card-value'], chipStyles['with-chip'])}>
        <Chip face={billers[partner].chip} />{' '}
        <span className={styles['biller-names']}>
          <PartnerName partner={partner} />
        </span>
      </span>{' '}
      <span className={styles['biller-about']}>
        <Text k={`sell.bill.about.${partner}`} />
      </span>{' '}
      <span className={cardsStyles['card-cost']} data-status={status}>
        <Text k={wordOf[status]} />
      </span>
    </button>
  )
}

// Whose bills they are, and of what account.

interface BillerNameProps {
  readonly partner: BillPartner
  readonly account: string
}

export function BillerName({ partner, account }: BillerNameProps) {
  return (
    <p className={styles['biller-name']}>
      <PartnerName partner={partner} /> <Account partner={partner} number={account} />
    </p>
  )
}
