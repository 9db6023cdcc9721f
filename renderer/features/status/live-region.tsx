/** Says aloud, for screen readers, which sale changed and what it has become. */
import { OrderSubject } from '../../components/order-subject.tsx'
import { PhaseWord } from '../../components/phase-badge.tsx'
import { Text } from '../../components/text.tsx'
import { useSales, useScreen, useStep, useTranslator } from '../../counter-context.tsx'
import { PhaseSentence } from '../sales/phase-card.tsx'

export function LiveRegion() {
  const { text } = useTranslator()
  const ref = useScreen((state) => state.lastChanged)
  const step = useStep()
  // The sale in hand speaks for itself.
  const inHand = step.kind === 'outcome' ? step.sale.ref : null
  const sale = useSales().find((one) => one.ref === ref && ref !== inHand)
  return (
    <section className="visually-hidden" aria-live="polite" aria-label={text('app.live')}>
      {sale && (
        <Text
          k="sales.said"
          values={{
            subject: <OrderSubject order={sale.order} />,
            word: <PhaseWord sale={sale} />,
            sentence: <PhaseSentence sale={sale} />,
          }}
        />
      )}
    </section>
  )
}
