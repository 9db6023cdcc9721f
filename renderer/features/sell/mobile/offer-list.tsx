/** Plans that the service suggested for the number of a sale: one key press leads to the last look at a sale of its own. */
import { offersToSell } from '#shared/display-status.ts'
import type { SaleView } from '#shared/views.ts'
import { Kbd } from '../../../components/kbd.tsx'
import { Amount, Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'

/** The digit keys 1 to 9 sell the first nine. */
const digitKeys = 9

export function OfferList({ sale, hasKeys }: { readonly sale: SaleView; readonly hasKeys: boolean }) {
  const { selling, screen } = useParts()
  const offers = offersToSell(sale)
  if (sale.order.kind !== 'mobile' || offers.length === 0) return null
  return (
    <section className="offers">
      <h2>
        <Text k="sell.mobile.offers" />
      </h2>
      <ul className="plan-grid">
        {offers.map((offer, place) => (
          <li key={`${offer.planCode} ${offer.amountCentimes}`}>
            <button
              type="button"
              className="plan-tile"
              onClick={() => {
                screen.close()
                void selling.entries.mobile.sellOffer(sale, offer)
              }}
            >
              {hasKeys && place < digitKeys && <Kbd>{place + 1}</Kbd>}
              <span>
                <bdi>{offer.name}</bdi>
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
