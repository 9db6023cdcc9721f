/** Everything the journal says of a sale, line by line. */

import type { ReactNode } from 'react'
import { formatDate, formatTime } from '#shared/dates.ts'
import { countDelivered } from '#shared/decisions.ts'
import { wordingVariantOf } from '#shared/display-status.ts'
import type { SaleView } from '#shared/views.ts'
import { Copyable, Technical } from '../../components/copyable.tsx'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useSeesCosts, useTranslator } from '../../counter-context.tsx'
import { looksOf, OrderSubject } from '../../products/looks.tsx'

export function SaleFacts({ sale }: { readonly sale: SaleView }) {
  const { order, subscriber } = sale
  const seesCosts = useSeesCosts()
  const { subjectLabel, isSubjectAmongFacts, factsOf } = looksOf(order)
  const subject: Fact = { label: subjectLabel, value: <OrderSubject order={order} /> }
  const facts: readonly Fact[] = [
    ...(isSubjectAmongFacts ? [] : [subject]),
    ...factsOf(order, subscriber),
    { label: 'sell.review.pays', value: <Amount centimes={sale.priceCentimes} /> },
    {
      label: 'sale.cost',
      value: seesCosts && sale.costCentimes !== undefined && <Amount centimes={sale.costCentimes} />,
    },
    {
      label: 'sale.debit',
      value: seesCosts && sale.debitCentimes !== null && <Amount centimes={sale.debitCentimes} />,
    },
    ...factsOfOrder(sale),
    ...factsDecided(sale),
    { label: 'sale.recorded', value: <Moment atMs={sale.recordedAtMs} /> },
    { label: 'sale.changed', value: <Moment atMs={sale.changedAtMs} /> },
  ]
  return (
    <>
      <FactList facts={facts} />
      <Technical>
        <FactList facts={technicalFacts(sale)} />
      </Technical>
    </>
  )
}

/** What support asks for, and nobody at the counter. */
const technicalFacts = (sale: SaleView): readonly Fact[] => [
  { label: 'sale.serverStatus', value: code(sale.serverStatus) },
  { label: 'sale.reason', value: code(sale.reason) },
  { label: 'sale.ref', value: <Copyable what="sale.ref" text={sale.ref} /> },
  { label: 'sale.serviceId', value: copyable('sale.serviceId', sale.serviceId) },
  { label: 'sale.requestId', value: copyable('sale.requestId', sale.requestId) },
]

/** What the service says of the order beside its status. */
const factsOfOrder = (sale: SaleView): readonly Fact[] => [
  { label: 'sale.refundMessage', value: sale.refundMessage && <bdi>{sale.refundMessage}</bdi> },
  { label: 'sale.delivered', value: countDelivered(sale) !== null && <Ltr>{countDelivered(sale)}</Ltr> },
  {
    label: 'sale.codesMissing.label',
    value: sale.incomplete && wordingVariantOf(sale.order) === 'cards' && <Text k="sale.codesMissing.text" />,
  },
  { label: 'sale.transaction', value: code(sale.transactionNumber) },
  { label: 'sale.cardTail', value: code(sale.cardTail && `…${sale.cardTail}`) },
]

/** A person's word, which is not the service's. */
function factsDecided({ byDecision }: SaleView): readonly Fact[] {
  if (byDecision === null) return []
  const { who, atMs, saw, why, isOverruled } = byDecision
  const signed = (
    <>
      <bdi>{who}</bdi> · <Moment atMs={atMs} />
    </>
  )
  return [
    { label: 'sale.decidedBy', value: signed },
    { label: 'sale.decidedSaw', value: <bdi>{saw}</bdi> },
    { label: 'sale.decidedWhy', value: <bdi>{why}</bdi> },
    { label: 'sale.overruled', value: isOverruled && <Ltr>✓</Ltr> },
  ]
}

const code = (text: string | null): ReactNode => text !== null && <Ltr>{text}</Ltr>

const copyable = (what: 'sale.serviceId' | 'sale.requestId', text: string | null): ReactNode =>
  text !== null && <Copyable what={what} text={text} />

interface MomentProps {
  readonly atMs: number
  /** Seconds distinguish two orders of one minute. */
  readonly withSeconds?: boolean
}

export function Moment({ atMs, withSeconds = false }: MomentProps) {
  const { locale } = useTranslator()
  const seconds = String(Math.floor(atMs / 1000) % 60).padStart(2, '0')
  const time = formatTime(atMs, locale) + (withSeconds ? `:${seconds}` : '')
  return <Ltr>{`${formatDate(atMs, locale)} ${time}`}</Ltr>
}
