/** One amount, very large, under what it is. The figure stands once, whatever languages there are. */
import type { Centimes } from '#shared/money.ts'
import { Amount } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import { InLanguages } from './in-languages.tsx'

export interface PriceProps {
  readonly label: MessageKey
  readonly centimes: Centimes
}

export function Price({ label, centimes }: PriceProps) {
  return (
    <div className="display-price">
      <InLanguages k={label} look="display-label" />
      <p className="display-amount">
        <Amount centimes={centimes} />
      </p>
    </div>
  )
}
