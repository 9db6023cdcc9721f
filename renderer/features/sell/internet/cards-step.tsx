/** Second step: the line as the operator knows it, and the cards it can take. */
import { CardTile } from '../../../components/card-tile.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { StepFrame } from '../step-frame.tsx'
import type { CardsStep as Step } from './flow.ts'
import { LineSummary } from './line-summary.tsx'

/** The digit keys 1 to 9 pick the first nine cards. */
const digitKeys = 9

export function CardsStep({ step }: { readonly step: Step }) {
  const { internet } = useParts().selling.entries
  const { text } = useTranslator()
  return (
    <StepFrame title="sell.cards.title" canGoBack>
      <LineSummary line={step.line} />
      {step.error && <ErrorNote error={step.error} />}
      {step.products.length === 0 ? (
        <p className="empty">
          <Text k="sell.cards.none" />
        </p>
      ) : (
        <ul className="card-grid" aria-label={text('sell.cards.list')}>
          {step.products.map((product, place) => (
            <li key={product.valueCentimes}>
              <CardTile
                product={product}
                digit={place < digitKeys ? place + 1 : null}
                isPicked={step.pricing === product.valueCentimes}
                isDisabled={step.pricing !== null}
                onPick={() => void internet.pick(product)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="step-hint" aria-live="polite">
        <Text k={step.pricing === null ? 'sell.cards.hint' : 'sell.cards.pricing'} />
      </p>
    </StepFrame>
  )
}
