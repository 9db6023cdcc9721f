/** A sale's phase in large: its drawing, its word, and the one sentence that says what to tell the customer. */
import { pickUpCode } from '#shared/ref.ts'
import { tellingOf } from '#shared/telling.ts'
import type { SaleView } from '#shared/views.ts'
import { refusalText } from '../../components/error-words.ts'
import { Icon } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'

export interface PhaseCardProps {
  readonly sale: SaleView
  readonly size: 'normal' | 'large'
}

export function PhaseCard({ sale, size }: PhaseCardProps) {
  const { phase } = sale
  return (
    <section
      className="phase-card"
      data-phase={phase}
      data-given-up={sale.givenUp || undefined}
      data-size={size}
      role={size === 'large' ? 'status' : undefined}
      data-testid="phase"
    >
      <Icon name={phase} />
      <div className="phase-words">
        <h2>
          <Text k={`phase.${tellingOf(sale)}.word`} />
        </h2>
        <p className="phase-tell">
          <PhaseSentence sale={sale} />
        </p>
        {phase === 'queued' && (
          <p className="pick-up">
            <Text k="sale.pickUp" /> <Ltr>{pickUpCode(sale.ref)}</Ltr>
          </p>
        )}
      </div>
    </section>
  )
}

/** What to tell the customer. */
export function PhaseSentence({ sale }: { readonly sale: SaleView }) {
  const translator = useTranslator()
  const values = {
    amount: <Amount centimes={sale.priceCentimes} />,
    code: <Ltr>{pickUpCode(sale.ref)}</Ltr>,
    why: sale.phase === 'refused' ? refusalText(translator, sale.reason ?? '') : '',
  }
  return <Text k={`phase.${tellingOf(sale)}.tell`} values={values} />
}
