/** The two sides of a finding: the sale as the journal has it, and the orders and movements as the service told them. */
import type { ReactNode } from 'react'
import type { FindingView, MovementSide, OrderSide, SaleSide } from '#shared/reconciliation.ts'
import { phaseOf } from '#shared/states/observed.ts'
import { Copyable } from '../../components/copyable.tsx'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { KindPhase, StatusWord } from '../../components/status-word.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import { Moment } from '../sales/sale-facts.tsx'

interface SideProps {
  readonly finding: FindingView
}

export function JournalSide({ finding: { sale } }: SideProps) {
  return (
    <section className="finding-side">
      <h5>
        <Text k="reconciliation.ours" />
      </h5>
      {sale ? <FactList facts={saleFacts(sale)} look="facts" /> : <Text k="reconciliation.noSale" />}
    </section>
  )
}

export function ServiceSide({ finding: { orders, movements } }: SideProps) {
  return (
    <section className="finding-side">
      <h5>
        <Text k="reconciliation.theirs" />
      </h5>
      {orders.length === 0 && <Text k="reconciliation.noOrder" />}
      {orders.map((order) => (
        <FactList key={`${order.orderId} ${order.ref}`} facts={orderFacts(order)} look="facts" />
      ))}
      {movements.map((movement) => (
        <MovementLine key={`${movement.id} ${movement.type} ${movement.atMs}`} movement={movement} />
      ))}
    </section>
  )
}

const subjectOf = (kind: SaleSide['kind']): MessageKey =>
  kind === 'gift-card' ? 'sale.product' : 'sale.number'

const saleFacts = (sale: SaleSide): readonly Fact[] => [
  { label: 'reconciliation.what', value: <Text k={`header.service.${sale.kind}`} /> },
  { label: subjectOf(sale.kind), value: <Ltr>{sale.subject}</Ltr> },
  {
    label: 'sale.serverStatus',
    value: <KindPhase kind={sale.kind} phase={phaseOf(sale.state, sale.kind, sale.serverStatus)} />,
  },
  { label: 'sale.amount', value: <Amount centimes={sale.faceCentimes} /> },
  { label: 'sale.debit', value: <Amount centimes={sale.debitCentimes} /> },
  { label: 'sale.recorded', value: <Moment atMs={sale.recordedAtMs} withSeconds /> },
  { label: 'sale.ref', value: <Copyable what="sale.ref" text={sale.ref} /> },
  { label: 'sale.serviceId', value: sale.serviceId && <Ltr>{sale.serviceId}</Ltr> },
]

const orderFacts = (order: OrderSide): readonly Fact[] => [
  { label: 'reconciliation.what', value: <Text k={`header.service.${order.kind}`} /> },
  { label: subjectOf(order.kind), value: ltr(order.subject) },
  { label: 'sale.serverStatus', value: <StatusWord kind={order.kind} status={order.status} /> },
  { label: 'sale.amount', value: order.faceCentimes !== null && <Amount centimes={order.faceCentimes} /> },
  { label: 'sale.debit', value: order.debitCentimes !== null && <Amount centimes={order.debitCentimes} /> },
  { label: 'sale.recorded', value: order.atMs !== null && <Moment atMs={order.atMs} withSeconds /> },
  { label: 'sale.ref', value: ltr(order.ref) },
  {
    label: 'sale.serviceId',
    value: order.orderId && <Copyable what="sale.serviceId" text={order.orderId} />,
  },
]

const ltr = (text: string | null): ReactNode => text && <Ltr>{text}</Ltr>

function MovementLine({ movement }: { readonly movement: MovementSide }) {
  const { type, direction, amountCentimes, atMs, objectId } = movement
  return (
    <p className="movement">
      <Text k={`reconciliation.movement.${direction}`} /> <Amount centimes={amountCentimes} /> ·{' '}
      <Ltr>{type}</Ltr> · <Moment atMs={atMs} withSeconds />
      {objectId && (
        <>
          {' · '}
          <Ltr>{objectId}</Ltr>
        </>
      )}
    </p>
  )
}
