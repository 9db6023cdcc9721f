/** What a sale is for, in one line: a number in groups, a product, an account. What stands first in every list. */
import { localeTag } from '#shared/dates.ts'
import type { Order } from '#shared/orders.ts'
import type { BillPartner } from '#shared/products/bill.ts'
import { unreachable } from '#shared/result.ts'
import type { Locale } from '#shared/views.ts'
import { useTranslator } from '../counter-context.tsx'
import { LineNumber, Ltr } from './text.tsx'

export function OrderSubject({ order }: { readonly order: Order }) {
  switch (order.kind) {
    case 'internet':
    case 'mobile':
      return <LineNumber number={order.number} />
    case 'gift-card':
      // One run of text, in the direction of the product's own name: turned over, its numbers would read as one.
      return <bdi>{`${order.productTitle} ${order.typeName} ×\u00a0${order.quantity}`}</bdi>
    case 'bill':
      return (
        <>
          <bdi>{order.partner}</bdi> <Account partner={order.partner} number={order.accountNumber} />
        </>
      )
    default:
      return unreachable(order)
  }
}

interface AccountProps {
  readonly partner: BillPartner
  readonly number: string
}

/** A telephone number, or up to fifty characters of any kind, which may break anywhere. */
export function Account({ partner, number }: AccountProps) {
  if (partner === 'Algérie Télécom') return <LineNumber number={number} />
  return (
    <bdi dir="ltr" className="order-account">
      {number}
    </bdi>
  )
}

// Where a card is good: a card of another region is of no use to the customer.

/** The catalog's own word, with the country's name where it is a country's code. */
export function RegionName({ region }: { readonly region: string }) {
  const { locale } = useTranslator()
  const name = countryName(region, locale)
  return (
    <span className="region">
      <Ltr>{region}</Ltr> {name !== undefined && <bdi>{name}</bdi>}
    </span>
  )
}

function countryName(region: string, locale: Locale): string | undefined {
  if (!/^[A-Z]{2}$/.test(region)) return undefined
  return new Intl.DisplayNames([localeTag[locale]], { type: 'region', fallback: 'none' }).of(region)
}
