/** Everything the journal tells of a sale, line by line. */
import type { ReactNode } from 'react'
import { formatDate, formatTime } from '#shared/dates.ts'
import type { SaleView } from '#shared/views.ts'
import { Copyable } from '../../components/copyable.tsx'
import { Amount, LineNumber, Ltr, Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'

/** ar-DZ writes them into dates for text that runs from right to left; ours is isolated and needs none. */
const directionMarks = /[\u200e\u200f\u061c]/g

export function SaleFacts({ sale }: { readonly sale: SaleView }) {
  const { locale } = useTranslator()
  const moment = (atMs: number) => (
    <Ltr>{`${formatDate(atMs, locale)} ${formatTime(atMs, locale)}`.replace(directionMarks, '')}</Ltr>
  )
  const { subscriber, order } = sale
  const code = (text: string | null): ReactNode => text !== null && <Ltr>{text}</Ltr>
  const rows: readonly (readonly [MessageKey, ReactNode])[] = [
    ['sale.number', <LineNumber key="number" number={order.number} />],
    ['sale.type', <Text key="type" k={`sell.type.${order.type}`} />],
    ['sale.customer', code(subscriber?.customerNumber ?? null)],
    ['sale.offer', subscriber?.offer && <bdi>{subscriber.offer}</bdi>],
    ['sale.card', <Amount key="card" centimes={order.valueCentimes} />],
    ['sell.review.pays', <Amount key="pays" centimes={sale.priceCentimes} />],
    ['sale.cost', <Amount key="cost" centimes={sale.costCentimes} />],
    ['sale.recorded', moment(sale.recordedAtMs)],
    ['sale.changed', moment(sale.changedAtMs)],
    ['sale.transaction', code(sale.transactionNumber)],
    ['sale.cardTail', code(sale.cardTail && `…${sale.cardTail}`)],
    ['sale.serverStatus', code(sale.serverStatus)],
    ['sale.reason', code(sale.reason)],
    ['sale.ref', <Copyable key="ref" what="sale.ref" text={sale.ref} />],
    ['sale.requestId', sale.requestId !== null && <Copyable what="sale.requestId" text={sale.requestId} />],
  ]
  return (
    <dl className="facts">
      {rows
        .filter(([, value]) => Boolean(value))
        .map(([key, value]) => (
          <div key={key}>
            <dt>
              <Text k={key} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
