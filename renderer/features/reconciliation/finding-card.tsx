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
import { Copyable, Technical } from '../../components/copyable.tsx'
import type { Fact } from '../../components/fact-list.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { looksOf } from '../../products/looks.tsx'
import { KindPhase, ServiceWord, StatusWord } from '../sales/phase-badge.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { DayName } from './day-detail.tsx'
import styles from './finding-card.module.css'

/** A line ends before the dot and what it leads in, not after the dot. */
const nbsp = '\u00a0'

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
      <Sides finding={finding} />
      {settled ? (
        <p data-testid="finding-settled">
          <Text k={`reconciliation.settled.${settled.settlement.kind}`} /> ·{nbsp}
          <bdi>{settled.who}</bdi> ·{nbsp}
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

// The two sides of a finding: the sale as the journal has it, and each order as the service listed it, fact by fact on one line,
// so that what differs is seen; under them the movements as the service listed them.

interface Side {
  readonly id: string
  readonly head: MessageKey
  readonly facts: readonly Fact[]
}

function Sides({ finding: { sale, orders, movements } }: { readonly finding: FindingView }) {
  const sides: readonly Side[] = [
    ...(sale ? [{ id: sale.ref, head: 'reconciliation.ours', facts: saleFacts(sale) } as const] : []),
    ...orders.map(
      (order) =>
        ({
          id: `${order.orderId} ${order.ref}`,
          head: 'reconciliation.theirs',
          facts: orderFacts(order),
        }) as const,
    ),
  ]
  return (
    <div className={styles['finding-sides']}>
      {!sale && <Absent side="reconciliation.ours" what="reconciliation.noSale" />}
      {sides.length > 0 && <SidesTable sides={sides} />}
      {orders.length === 0 && <Absent side="reconciliation.theirs" what="reconciliation.noOrder" />}
      {movements.map((movement) => (
        <MovementLine key={`${movement.id} ${movement.type} ${movement.atMs}`} movement={movement} />
      ))}
      <AsSpelled words={[...orders.map(({ status }) => status), ...movements.map(({ type }) => type)]} />
    </div>
  )
}

/** A side that holds nothing takes a line, and no column. */
const Absent = ({ side, what }: { readonly side: MessageKey; readonly what: MessageKey }) => (
  <p>
    <strong>
      <Text k={side} />
    </strong>{' '}
    ·{nbsp}
    <Text k={what} />
  </p>
)

function SidesTable({ sides }: { readonly sides: readonly Side[] }) {
  const known = sides.flatMap(({ facts }) => facts.filter(({ value }) => Boolean(value)))
  const labels = new Set(sides.flatMap(({ facts }) => facts.map(({ label }) => label)))
  const rows = [...labels].filter((label) => known.some((fact) => fact.label === label))
  return (
    <table>
      <thead>
        <tr>
          <td />
          {sides.map(({ id, head }) => (
            <th key={id} scope="col">
              <Text k={head} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((label) => (
          <tr key={label}>
            <th scope="row">
              <Text k={label} />
            </th>
            {sides.map(({ id, facts }) => (
              <td key={id}>{facts.find((fact) => fact.label === label)?.value || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The service's own words for what is shown above, which support asks for. */
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
  { label: 'sale.ref', value: copied('sale.ref', sale.ref) },
  { label: 'sale.serviceId', value: copied('sale.serviceId', sale.serviceId) },
]

const orderFacts = (order: OrderSide): readonly Fact[] => [
  { label: 'reconciliation.what', value: <Text k={`header.service.${order.kind}`} /> },
  { label: looksOf(order).subjectLabel, value: ltr(order.subject) },
  { label: 'sale.serverStatus', value: <StatusWord kind={order.kind} status={order.status} /> },
  { label: 'sale.amount', value: order.faceCentimes !== null && <Amount centimes={order.faceCentimes} /> },
  { label: 'sale.debit', value: order.debitCentimes !== null && <Amount centimes={order.debitCentimes} /> },
  { label: 'sale.recorded', value: order.atMs !== null && <Moment atMs={order.atMs} withSeconds /> },
  { label: 'sale.ref', value: copied('sale.ref', order.ref) },
  { label: 'sale.serviceId', value: copied('sale.serviceId', order.orderId) },
]

const ltr = (text: string | null): ReactNode => text && <Ltr>{text}</Ltr>
const copied = (what: MessageKey, text: string | null): ReactNode =>
  text && <Copyable what={what} text={text} />

function MovementLine({ movement }: { readonly movement: MovementSide }) {
  const { direction, amountCentimes, atMs, objectId } = movement
  return (
    <p className={styles['movement']}>
      <Text k={`reconciliation.movement.${direction}`} /> <Amount centimes={amountCentimes} /> ·{nbsp}
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
