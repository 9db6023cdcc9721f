/**
 * The operator's plans in their groups. One that is unavailable is shown, said, and cannot be chosen; one that is only said to
 * be down can.
 */
import { offersToSell } from '#shared/display-status.ts'
import { type MobilePlanView, partDownFor } from '#shared/products/mobile.ts'
import controlsStyles from '../../components/controls.module.css'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, OwnName, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import plansStyles from '../../features/sell/plans.module.css'
import { focusMainField } from '../../features/sell/step-parts.tsx'
import type { SaleOffersProps } from '../looks.tsx'
import { useMobileDown } from './down-note.tsx'
import { groupOf, type PlanStepState, planGroups } from './entry.ts'
import { arabicPlanName } from './names.tsx'
import styles from './steps.module.css'

export function PlanList({ step }: { readonly step: PlanStepState }) {
  if (step.plans.length === 0) {
    return (
      <p className={controlsStyles['empty']}>
        <Text k="sell.mobile.none" />
      </p>
    )
  }
  const groups = planGroups.map((group) => ({
    group,
    plans: step.plans.filter((plan) => groupOf(plan) === group),
  }))
  return (
    <div className={plansStyles['plan-groups']}>
      {groups
        .filter(({ plans }) => plans.length > 0)
        .map(({ group, plans }, place) => (
          <section key={group}>
            <h2>
              <Text k={`sell.mobile.group.${group}`} /> {place === 0 && <Kbd>↑ ↓</Kbd>}
            </h2>
            <ul className={plansStyles['plan-grid']}>
              {plans.map((plan) => (
                <li key={plan.code}>
                  <PlanTile plan={plan} step={step} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

function PlanTile({ plan, step }: { readonly plan: MobilePlanView; readonly step: PlanStepState }) {
  const { mobile } = useParts().selling.entries
  const isChosen = plan.code === step.chosen
  const down = useMobileDown()
  const isDown = plan.isEnabled && partDownFor(plan, down) !== undefined
  const choose = (): void => {
    mobile.choosePlan(plan.code)
    // Where there is nothing to type, the finger has said all there is to say.
    if (plan.kind === 'fixed' && !isDown) void mobile.price()
    else focusMainField()
  }
  return (
    <button
      type="button"
      className={plansStyles['plan-tile']}
      aria-pressed={isChosen}
      disabled={!plan.isEnabled || step.isPricing}
      onClick={choose}
    >
      <span>
        <OwnName latin={plan.name} arabic={arabicPlanName(plan.name)} />
      </span>
      <small>
        <PlanFacts plan={plan} />
      </small>
      {isDown && (
        <small className={styles['plan-down']}>
          <Icon name="warning" /> <Text k="sell.mobile.down" />
        </small>
      )}
    </button>
  )
}

function PlanFacts({ plan }: { readonly plan: MobilePlanView }) {
  if (!plan.isEnabled) return <Text k="sell.mobile.unavailable" />
  if (plan.kind === 'fixed') return <Amount centimes={plan.amountCentimes} />
  if (plan.kind === 'menu') return <Text k="sell.mobile.menu" />
  const bounds = { min: <Amount centimes={plan.minCentimes} />, max: <Amount centimes={plan.maxCentimes} /> }
  return <Text k="sell.bounds" values={bounds} />
}

// Plans that the service suggested for the number of a sale: one key press leads to the last look at a sale of its own.

/** The digit keys 1 to 9 sell the first nine. */
const digitKeys = 9

export function OfferList({ sale, hasKeys }: SaleOffersProps) {
  const { selling, screen } = useParts()
  const offers = offersToSell(sale)
  if (sale.order.kind !== 'mobile' || offers.length === 0) return null
  return (
    <section className={styles['offers']}>
      <h2>
        <Text k="sell.mobile.offers" />
      </h2>
      <ul className={plansStyles['plan-grid']}>
        {offers.map((offer, place) => (
          <li key={`${offer.planCode} ${offer.amountCentimes}`}>
            <button
              type="button"
              className={plansStyles['plan-tile']}
              onClick={() => {
                screen.close()
                void selling.entries.mobile.sellOffer(sale, offer)
              }}
            >
              {hasKeys && place < digitKeys && <Kbd>{place + 1}</Kbd>}
              <span>
                <OwnName latin={offer.name} arabic={undefined} />
              </span>
              <small>
                <Amount centimes={offer.amountCentimes} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
