/** One finding: what it is, what the journal says beside what the service says, and what can be done about it. */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import {
  actionsOf,
  type Difference,
  type FindingView,
  type MovementSide,
  type OrderSide,
  type SaleSide,
} from '#shared/reconciliation.ts'
import { phaseOf } from '#shared/states/observed.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Copyable } from '../../components/copyable.tsx'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { KindPhase, ServiceWord, StatusWord } from '../../components/phase-badge.tsx'
import { Technical } from '../../components/technical.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { looksOf } from '../../products/looks.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { DayName } from './day-detail.tsx'
import styles from './finding-card.module.css'

interface FindingCardProps {
  readonly finding: FindingView
  readonly isPicked: boolean
  readonly onPick: () => void
  readonly onChanged: () => Promise<void>
  readonly onError: (error: AppError | null) => void
}

export function FindingCard({ finding, isPicked, onPick, onChanged, onError }: FindingCardProps) {
  const { kind, day, settled, differences } = finding
  return (
    <li className={styles['finding']} data-kind={kind} data-settled={settled !== null || undefined}>
      <header>
        <h4>
          <Text k={`reconciliation.kind.${kind}`} />
        </h4>
        <span className={styles['finding-day']}>
          <DayName day={day} />
        </span>
      </header>
      <p>
        <Text k={`reconciliation.meaning.${kind}`} />
      </p>
      {differences.map((difference) => (
        <DifferenceLine key={difference.what} difference={difference} />
      ))}
      <div className={styles['finding-sides']}>
        <JournalSide finding={finding} />
        <ServiceSide finding={finding} />
      </div>
      {settled ? (
        <p data-testid="finding-settled">
          <Text k={`reconciliation.settled.${settled.settlement.kind}`} /> · <bdi>{settled.who}</bdi> ·{' '}
          <bdi>{settled.why}</bdi>
        </p>
      ) : (
        <div className={controlsStyles['action-row']}>
          <label className={styles['finding-pick']}>
            <input type="checkbox" checked={isPicked} onChange={onPick} />
            <Text k="reconciliation.settle" />
          </label>
          {actionsOf[kind].includes('look-again') && (
            <LookAgain findingId={finding.id} onChanged={onChanged} onError={onError} />
          )}
        </div>
      )}
    </li>
  )
}

function DifferenceLine({ difference }: { readonly difference: Difference }) {
  const { what, journalCentimes, serviceCentimes } = difference
  return (
    <p className={styles['difference']}>
      <Text k={`reconciliation.difference.${what}`} />{' '}
      <bdi>
        <Amount centimes={journalCentimes} />
      </bdi>{' '}
      ≠{' '}
      <bdi>
        <Amount centimes={serviceCentimes} />
      </bdi>
    </p>
  )
}

function LookAgain({
  findingId,
  onChanged,
  onError,
}: Pick<FindingCardProps, 'onChanged' | 'onError'> & { readonly findingId: string }) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [isStill, setIsStill] = useState(false)
  const press = async (): Promise<void> => {
    setIsBusy(true)
    const looked = await client.command('reconcile.look-again', { findingId })
    setIsBusy(false)
    onError(looked.ok ? null : looked.error)
    setIsStill(looked.ok && looked.value.stillFound)
    await onChanged()
  }
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void press()}>
        <Text k={isBusy ? 'reconciliation.looking' : 'sale.lookUp'} />
      </Button>
      <span role="status">{isStill && <Text k="reconciliation.stillSo" />}</span>
    </>
  )
}

// The two sides of a finding: the sale as the journal has it, and the orders and movements as the service told them.

interface SideProps {
  readonly finding: FindingView
}

function JournalSide({ finding: { sale } }: SideProps) {
  return (
    <section className={styles['finding-side']}>
      <h5>
        <Text k="reconciliation.ours" />
      </h5>
      {sale ? <FactList facts={saleFacts(sale)} /> : <Text k="reconciliation.noSale" />}
    </section>
  )
}

function ServiceSide({ finding: { orders, movements } }: SideProps) {
  return (
    <section className={styles['finding-side']}>
      <h5>
        <Text k="reconciliation.theirs" />
      </h5>
      {orders.length === 0 && <Text k="reconciliation.noOrder" />}
      {orders.map((order) => (
        <FactList key={`${order.orderId} ${order.ref}`} facts={orderFacts(order)} />
      ))}
      {movements.map((movement) => (
        <MovementLine key={`${movement.id} ${movement.type} ${movement.atMs}`} movement={movement} />
      ))}
      <AsSpelled words={[...orders.map(({ status }) => status), ...movements.map(({ type }) => type)]} />
    </section>
  )
}

/** The service's own words for what is told above, which support asks for. */
function AsSpelled({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <Technical>
      {[...new Set(words)].map((word) => (
        <p key={word}>
          <ServiceWord>{word}</ServiceWord>
        </p>
      ))}
    </Technical>
  )
}

const saleFacts = (sale: SaleSide): readonly Fact[] => [
  { label: 'reconciliation.what', value: <Text k={`header.service.${sale.kind}`} /> },
  { label: looksOf(sale).subjectLabel, value: <Ltr>{sale.subject}</Ltr> },
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
  { label: looksOf(order).subjectLabel, value: ltr(order.subject) },
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
  const { direction, amountCentimes, atMs, objectId } = movement
  return (
    <p className={styles['movement']}>
      <Text k={`reconciliation.movement.${direction}`} /> <Amount centimes={amountCentimes} /> ·{' '}
      <Moment atMs={atMs} withSeconds />
      {objectId && (
        <>
          {' '}
          <ServiceWord>{objectId}</ServiceWord>
        </>
      )}
    </p>
  )
}
