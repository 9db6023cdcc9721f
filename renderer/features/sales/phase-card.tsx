/** A sale's phase in large: its drawing, its word, and the one sentence to say to the customer. */
import {
  type DisplayStatus,
  displayPhaseOf,
  displayStatusOf,
  givenBackByDecision,
  leftToGive,
  owedForPart,
  wordingVariantOf,
} from '#shared/display-status.ts'
import type { Centimes } from '#shared/money.ts'
import { pickUpCode } from '#shared/ref.ts'
import { isResentInVain } from '#shared/service-errors.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import type { SaleView } from '#shared/views.ts'
import { refusalNext, refusalText, transactionErrorText } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { Translator } from '../../i18n.ts'
import { PhaseWord, phaseIcon, phaseLook } from './phase-badge.tsx'
import styles from './phase-card.module.css'
import { Moment } from './sale-facts.tsx'

export interface PhaseCardProps {
  readonly sale: SaleView
  readonly size: 'normal' | 'large'
}

export function PhaseCard({ sale, size }: PhaseCardProps) {
  const phase = displayPhaseOf(sale)
  const next = nextStep(useTranslator(), sale)
  return (
    <section
      className={styles['phase-card']}
      {...phaseLook(sale)}
      data-size={size}
      role={size === 'large' ? 'status' : undefined}
      data-testid="phase"
    >
      <Icon name={phaseIcon(sale)} />
      <div className={styles['phase-words']}>
        <h2>
          <PhaseWord sale={sale} />
        </h2>
        <p className={styles['phase-tell']}>
          <PhaseSentence sale={sale} />
        </p>
        {next && <p className={styles['phase-next']}>{next}</p>}
        {phase === 'queued' && (
          <p className={styles['pick-up']}>
            <Text k="sale.pickUp" /> <Ltr>{pickUpCode(sale.ref)}</Ltr>
          </p>
        )}
      </div>
    </section>
  )
}

/** What to say to the customer. */
export function PhaseSentence({ sale }: { readonly sale: SaleView }) {
  const translator = useTranslator()
  const { ref, order, phase } = sale
  const displayStatus = displayStatusOf(sale)
  const who = sale.givenBack?.who ?? sale.byDecision?.who ?? ''
  const values = {
    amount: <Amount centimes={amountToSay(sale, displayStatus)} />,
    code: <Ltr>{pickUpCode(ref)}</Ltr>,
    why: phase === 'refused' ? refusedWhy(translator, sale) : '',
    who: <bdi>{who}</bdi>,
    when: sale.givenBack ? <Moment atMs={sale.givenBack.atMs} /> : '',
    wording: wordingVariantOf(order),
  }
  if (isOnAccount(sale) && givesBack.includes(displayStatus))
    return <Text k="carnet.cancelled" values={values} />
  const isVain = displayStatus === 'not-found' && isResentInVain(sale.lastRefusal)
  return <Text k={isVain ? 'phase.not-found.vain' : `phase.${displayStatus}.tell`} values={values} />
}

/** Of a sale on account nothing was paid, so that nothing goes back: what is owed is less. */
const givesBack: readonly DisplayStatus[] = [
  'refunded',
  'refused',
  'cancelled',
  'partly-fulfilled',
  'decided-refunded',
  'decided-partly',
  'refunded-after-all',
]

/** What was paid, but for what is owed or due again for a part, and without what was given back before. */
function amountToSay(sale: SaleView, displayStatus: DisplayStatus): Centimes {
  if (displayStatus === 'given-back' && sale.givenBack) return sale.givenBack.amountCentimes
  if (displayStatus === 'delivered-after-decision') return givenBackByDecision(sale)
  const partCentimes = sale.phase === 'partly-fulfilled' ? owedForPart(sale) : null
  return leftToGive(partCentimes ?? sale.priceCentimes, sale)
}

/** The service refused the request, or took it and ended it before any money moved: each has words of its own. */
function refusedWhy(translator: Translator, { serverStatus, reason }: SaleView): string {
  const code = reason ?? ''
  return serverStatus === null ? refusalText(translator, code) : transactionErrorText(translator, code)
}

/** What the service answered a request that it did not take, and what to do about it. */
function answeredWith(translator: Translator, code: string): string {
  const why = refusalText(translator, code)
  // Of a sale it is the request that was not found: the customer's entry is not the reason.
  const next = code === 'NOT_FOUND' ? null : refusalNext(translator, code)
  return translator.text('phase.not-found.answered', { why, next: next ?? '' }).trim()
}

/**
 * What comes next after a refusal of the request; one that does not end the sale is shown while it is looked up. A transaction
 * that ended has only its money to give back.
 */
function nextStep(translator: Translator, sale: SaleView): string | null {
  const { phase, serverStatus, reason, lastRefusal } = sale
  if (serverStatus !== null || reason === null) return null
  if (phase === 'unsent' && lastRefusal) return answeredWith(translator, lastRefusal)
  const next = refusalNext(translator, reason)
  if (phase === 'refused' || next === null) return next
  return displayStatusOf(sale) === 'in-doubt'
    ? translator.text('phase.in-doubt.answered', { why: refusalText(translator, reason) })
    : null
}
