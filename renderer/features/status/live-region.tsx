/** Says aloud, for screen readers, which sale changed and what it has become. */
import { LineNumber, Text } from '../../components/text.tsx'
import { useSales, useScreen, useTranslator } from '../../counter-context.tsx'
import { PhaseSentence } from '../sales/phase-card.tsx'

export function LiveRegion() {
  const { text } = useTranslator()
  const ref = useScreen((state) => state.lastChanged)
  const sale = useSales().find((one) => one.ref === ref)
  return (
    <section className="visually-hidden" aria-live="polite" aria-label={text('app.live')}>
      {sale && (
        <>
          <LineNumber number={sale.order.number} />, <Text k={`phase.${sale.phase}.word`} />.{' '}
          <PhaseSentence sale={sale} />
        </>
      )}
    </section>
  )
}
