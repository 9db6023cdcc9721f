/** What happened to a sale, in order: each attempt, each answer, each decision, with its time and its request. */
import type { Moment as MomentView } from '#shared/history.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { Copyable, Technical } from '../../components/copyable.tsx'
import { FactList } from '../../components/fact-list.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { isMessageKey } from '../../i18n.ts'
import { StatusWord } from '../sales/phase-badge.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import styles from './timeline.module.css'

interface TimelineProps {
  readonly of: OrderKind
  readonly moments: readonly MomentView[]
}

export function Timeline({ of, moments }: TimelineProps) {
  return (
    <section className={styles['timeline']} data-testid="timeline">
      <h3>
        <Text k="history.timeline" />
      </h3>
      <ol>
        {moments.map((moment) => (
          <li key={moment.sequence} data-kind={moment.kind} data-unexpected={!moment.expected || undefined}>
            <MomentText of={of} moment={moment} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function MomentText({ of, moment }: { readonly of: OrderKind; readonly moment: MomentView }) {
  const { atMs, attempt, status, reason, said, who, approvedBy, why, amountCentimes, count, problem } = moment
  const refusal = [`refusal.${reason}`, `transactionError.${reason}`].find(isMessageKey)
  return (
    <>
      <p className={styles['timeline-head']}>
        <strong>
          <KindName kind={moment.kind} />
        </strong>{' '}
        {attempt !== null && <Text k="history.attempt" values={{ number: attempt }} />}{' '}
        {status !== null && <StatusWord kind={of} status={status} />}{' '}
        {amountCentimes !== null && <Amount centimes={amountCentimes} />}{' '}
        {count !== null && <Text k="history.times" values={{ number: <Ltr>{count}</Ltr> }} />}
      </p>
      <p className={styles['timeline-time']}>
        <Moment atMs={atMs} withSeconds />
      </p>
      {moment.print && <Print print={moment.print} />}
      {problem !== null && (
        <p>
          <Text k={`printing.problem.${problem}`} />
        </p>
      )}
      {!moment.expected && (
        <p>
          <Text k="history.unexpected" />
        </p>
      )}
      {refusal !== undefined && (
        <p>
          <Text k={refusal} />
        </p>
      )}
      {who !== null && (
        <p>
          <Text k="history.by" values={{ who: <bdi>{who}</bdi> }} />
        </p>
      )}
      {approvedBy !== null && (
        <p>
          <Text k="history.approvedBy" values={{ who: <bdi>{approvedBy}</bdi> }} />
        </p>
      )}
      {said !== null && (
        <p>
          <bdi>{said}</bdi>
        </p>
      )}
      {why !== null && (
        <p>
          <bdi>{why}</bdi>
        </p>
      )}
      <AsSpelled moment={moment} />
    </>
  )
}

/** As the service and the line spell it, for support. */
function AsSpelled({ moment: { status, reason, requestId } }: { readonly moment: MomentView }) {
  if (status === null && reason === null && requestId === null) return null
  return (
    <Technical>
      <FactList
        facts={[
          { label: 'sale.serverStatus', value: status !== null && <Ltr>{status}</Ltr> },
          { label: 'sale.reason', value: reason !== null && <Ltr>{reason}</Ltr> },
          {
            label: 'sale.requestId',
            value: requestId !== null && <Copyable what="sale.requestId" text={requestId} />,
          },
        ]}
      />
    </Technical>
  )
}

function Print({ print }: { readonly print: NonNullable<MomentView['print']> }) {
  const { what, copyNumber, printer, withCodes } = print
  const paper = what === 'sale' && copyNumber > 0 ? 'copy' : what
  return (
    <p>
      <Text
        k={`history.print.${paper}`}
        values={{ printer: <bdi>{printer}</bdi>, number: <Ltr>{copyNumber}</Ltr> }}
      />
      {withCodes && (
        <>
          {' '}
          <Text k="history.print.withCodes" />
        </>
      )}
    </p>
  )
}

/** An entry that these screens have no words for is shown by its own name: nothing that happened is left out. */
function KindName({ kind }: { readonly kind: string }) {
  const key = `history.moment.${kind}`
  if (isMessageKey(key)) return <Text k={key} />
  return <Text k="history.otherMoment" values={{ kind: <Ltr>{kind}</Ltr> }} />
}
