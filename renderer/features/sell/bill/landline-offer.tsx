/** An ADSL line that took no card may be cut because its landline bill is unpaid: the way to that bill, one press off. */
import { landlineNumberShape } from '#shared/phone.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'

export function LandlineOffer({ sale: { order, phase } }: { readonly sale: SaleView }) {
  const { bill } = useParts().selling.entries
  if (order.kind !== 'internet' || order.type !== 'ADSL' || !landlineNumberShape.test(order.number))
    return null
  if (phase !== 'refunded' && phase !== 'refused') return null
  const { number } = order
  return (
    <Button
      look="quiet"
      onPress={() => bill.openAccount('Algérie Télécom', 'phoneNumber', { phoneNumber: number })}
    >
      <Icon name="line" />
      <Text k="sell.bill.landlineOffer" />
    </Button>
  )
}
