/** The same thing sold a few minutes ago: each earlier sale with its state, so that a choice is made on purpose. */
import { formatTimeOrDate, startOfShopDay } from '#shared/dates.ts'
import type { SaleView } from '#shared/views.ts'
import { Icon } from '../../components/icon.tsx'
import { PhaseBadge } from '../../components/phase-badge.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useSale, useTranslator } from '../../counter-context.tsx'
import { useNow } from '../status/use-now.ts'

export function Repeats({ repeats }: { readonly repeats: readonly SaleView[] }) {
  return (
    <section className="note" data-tone="doubt" data-testid="repeats">
      <Icon name="repeat" />
      <div className="note-body">
        <h2>
          <Text k="sell.review.repeats" values={{ count: repeats.length }} />
        </h2>
        <p>
          <Text k="sell.review.repeatsText" />
        </p>
        <ul className="repeat-list">
          {repeats.map((repeat) => (
            <Repeat key={repeat.ref} held={repeat} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Repeat({ held }: { readonly held: SaleView }) {
  const { locale } = useTranslator()
  const sale = useSale(held)
  const todayMs = startOfShopDay(useNow())
  return (
    <li>
      <Ltr>{formatTimeOrDate(sale.recordedAtMs, locale, todayMs)}</Ltr>
      <Amount centimes={sale.priceCentimes} />
      <PhaseBadge sale={sale} />
    </li>
  )
}
