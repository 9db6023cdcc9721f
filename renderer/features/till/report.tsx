/** The X and the Z of a shift, one shape for both, and the list of the Zs. */
import { type ReactNode, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { formatDinars, zeroCentimes } from '#shared/money.ts'
import {
  type CostlessLine,
  comparedOfMeans,
  differenceOfMeans,
  type ReportCash,
  type ReportLine,
  type ReportView as ShownReport,
  type ZView as ShownZ,
  type Tally,
} from '#shared/till/report.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Technical } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { ScrolledTable } from '../../components/panel-dialog.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { Moment } from '../sales/sale-facts.tsx'
import { PrintPaper } from './form-parts.tsx'
import { MovementList } from './movements.tsx'
import styles from './till.module.css'

interface ReportViewProps {
  readonly report: ShownReport
  readonly title: ReactNode
}

export function ReportView({ report, title }: ReportViewProps) {
  return (
    <article className={styles['till-report']} data-testid="report">
      <h4>{title}</h4>
      <FactList
        facts={[
          { label: 'till.openedAt', value: <Moment atMs={report.openedAtMs} /> },
          { label: 'till.openedBy', value: <bdi>{report.openedBy}</bdi> },
          { label: 'till.reportedAt', value: <Moment atMs={report.atMs} /> },
          { label: 'till.report.lost', value: report.lost && <Lost times={report.lost} /> },
        ]}
      />
      {report.cash ? <CashFacts cash={report.cash} /> : <Hidden />}
      {report.otherMeans.length > 0 && <OtherMeans report={report} />}
      <h5>
        <Text k="till.report.sales" />
      </h5>
      <LineTable report={report} />
      <MoneyOfCustomers report={report} />
      <FactList
        facts={[
          {
            label: 'till.report.balance',
            value: report.balance && (
              <>
                <Amount centimes={report.balance.amountCentimes} /> · <Moment atMs={report.balance.atMs} />
              </>
            ),
          },
          { label: 'till.report.grandTotal', value: <Amount centimes={report.grandTotalCentimes} /> },
        ]}
      />
      <Technical>
        <FactList
          facts={[
            {
              label: 'till.report.journal',
              value: (
                <Ltr>
                  {report.journal.sequence} · {report.journal.hash.slice(0, 16)}
                </Ltr>
              ),
            },
          ]}
        />
      </Technical>
    </article>
  )
}

const Lost = ({ times }: { readonly times: NonNullable<ShownReport['lost']> }) =>
  times.map(({ sinceMs, untilMs }) => (
    <div key={untilMs}>
      <Moment atMs={sinceMs} /> – <Moment atMs={untilMs} />
    </div>
  ))

const Hidden = () => (
  <p>
    <Text k="till.blind" />
  </p>
)

const cashParts = [
  ...(['float', 'sales', 'paidIn', 'repaid', 'debtsRepaid'] as const),
  ...(['paidOut', 'drops', 'refunds', 'creditsPaid', 'expected'] as const),
] as const
/** Nothing of a shop that sells nothing on account. */
const carnetParts: readonly string[] = ['debtsRepaid', 'creditsPaid']

function CashFacts({ cash }: { readonly cash: ReportCash }) {
  const { counted } = cash
  const sums = cashParts.flatMap((part): readonly Fact[] => {
    const sum = cash[`${part}Centimes`] ?? zeroCentimes
    if (sum === 0 && carnetParts.includes(part)) return []
    return [{ label: `till.cash.${part}`, value: <Amount centimes={sum} /> }]
  })
  const ends: readonly Fact[] = [
    { label: 'till.counted', value: counted && <Amount centimes={counted.countedCentimes} /> },
    { label: 'till.difference', value: counted && <Amount centimes={counted.differenceCentimes} /> },
    { label: 'till.cash.left', value: <Amount centimes={cash.leftCentimes} /> },
    { label: 'till.cash.noSales', value: <Ltr>{cash.noSales}</Ltr> },
  ]
  return (
    <>
      <h5>
        <Text k="till.cash.title" />
      </h5>
      <div data-testid="report-cash">
        <FactList facts={[...sums, ...ends]} />
      </div>
    </>
  )
}

/** What was counted stands beside what was expected then, so that a row adds up; else what is expected by now. */
function OtherMeans({ report }: { readonly report: ShownReport }) {
  return (
    <div className={styles['till-table']}>
      <table>
        <thead>
          <Heads of={['till.report.means', 'till.expected', 'till.report.bySlips', 'till.difference']} />
        </thead>
        <tbody>
          {report.otherMeans.map((one) => (
            <tr key={one.means}>
              <th scope="row">
                <Text k={`till.means.${one.means}`} />
              </th>
              <td>
                <Amount centimes={comparedOfMeans(one)} />
              </td>
              {[one.countedCentimes, differenceOfMeans(one)].map((sum, place) => (
                <td key={place === 0 ? 'counted' : 'difference'}>
                  {sum === null ? '–' : <Amount centimes={sum} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Heads = ({ of }: { readonly of: readonly MessageKey[] }) => (
  <tr>
    {of.map((head) => (
      <th key={head} scope="col">
        <Text k={head} />
      </th>
    ))}
  </tr>
)

export type Sum =
  | Exclude<keyof CostlessLine, 'sales' | 'owedCentimes' | 'heldCentimes'>
  | 'costCentimes'
  | 'feeCentimes'
  | 'commissionCentimes'
  | 'profitCentimes'

const costlessSums: readonly Sum[] = ['takenCentimes', 'earnedCentimes']
const allSums: readonly Sum[] = [
  ...costlessSums,
  ...(['costCentimes', 'feeCentimes', 'commissionCentimes', 'profitCentimes'] as const),
]

/** Fees where there are any, the commission where it is known and is not the profit. */
export function sumsOf(total: CostlessLine & Partial<ReportLine>): readonly Sum[] {
  const { feeCentimes, commissionCentimes, profitCentimes } = total
  if (profitCentimes === undefined) return costlessSums
  return allSums.filter(
    (sum) =>
      !(sum === 'feeCentimes' && feeCentimes === 0) &&
      !(sum === 'commissionCentimes' && (commissionCentimes ?? profitCentimes) === profitCentimes),
  )
}

export const headOf: Readonly<Record<Sum, MessageKey>> = {
  takenCentimes: 'till.report.taken',
  earnedCentimes: 'till.report.earned',
  costCentimes: 'till.report.cost',
  feeCentimes: 'reports.fee',
  commissionCentimes: 'reports.commission',
  profitCentimes: 'till.report.profit',
}

/** All sales, then the same by service, by operator, by means of payment and by cashier. */
function LineTable({ report }: { readonly report: ShownReport }) {
  const { total, late, outside, byService, byOperator, byMeans, byCashier } = report
  const sums = sumsOf(total)
  const heads = ['till.report.what', 'till.report.count', ...sums.map((sum) => headOf[sum])] as const
  return (
    <ScrolledTable className={styles['till-table']}>
      <table data-testid="report-lines">
        <caption>
          <Text k="till.inDinars" />
        </caption>
        <thead>
          <Heads of={heads} />
        </thead>
        <tbody>
          <Line sums={sums} what={<Text k="till.report.total" />} line={total} isTotal />
          {byService.map((line) => (
            <Line
              sums={sums}
              key={line.service}
              what={<Text k={`header.service.${line.service}`} />}
              line={line}
            />
          ))}
        </tbody>
        <Group columns={heads.length} head="till.report.byOperator">
          {byOperator.map((line) => (
            <Line
              sums={sums}
              key={`${line.service} ${line.operator}`}
              what={<bdi>{line.operator}</bdi>}
              line={line}
            />
          ))}
        </Group>
        <Group columns={heads.length} head="till.report.byMeans">
          {byMeans.map((line) => (
            <Line sums={sums} key={line.means} what={<Text k={`till.means.${line.means}`} />} line={line} />
          ))}
        </Group>
        <Group columns={heads.length} head="till.report.byCashier">
          {byCashier.map((line) => (
            <Line
              sums={sums}
              key={line.cashier ?? ''}
              what={line.cashier === null ? <Text k="till.report.nobody" /> : <bdi>{line.cashier}</bdi>}
              line={line}
            />
          ))}
        </Group>
        <Group columns={heads.length} head="till.report.ofThese">
          <Line sums={sums} what={<Text k="till.report.late" />} line={late} />
          <Line sums={sums} what={<Text k="till.report.outside" />} line={outside} />
        </Group>
      </table>
    </ScrolledTable>
  )
}

interface GroupProps {
  readonly columns: number
  readonly head: MessageKey
  readonly children: ReactNode
}

const Group = ({ columns, head, children }: GroupProps) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colSpan={columns} className={styles['group-head']}>
        <Text k={head} />
      </th>
    </tr>
    {children}
  </tbody>
)

interface LineProps {
  readonly what: ReactNode
  readonly line: CostlessLine & Partial<ReportLine>
  readonly sums: readonly Sum[]
  readonly isTotal?: boolean
}

const Line = ({ what, line, sums, isTotal }: LineProps) => (
  <tr data-total={isTotal || undefined}>
    <th scope="row">{what}</th>
    <td>
      <Ltr>{line.sales}</Ltr>
    </td>
    {sums.map((sum) => (
      <td key={sum}>
        <Ltr>{formatDinars(line[sum] ?? zeroCentimes)}</Ltr>
      </td>
    ))}
  </tr>
)

const tally = ({ count, sumCentimes }: Tally) => (
  <Text k="till.tally" values={{ count, sum: <Amount centimes={sumCentimes} /> }} />
)

function MoneyOfCustomers({ report: { refunds, held, carnet } }: { readonly report: ShownReport }) {
  return (
    <>
      <h5>
        <Text k="till.report.customers" />
      </h5>
      <FactList
        facts={[
          { label: 'till.report.due', value: tally(refunds.due) },
          { label: 'till.report.paid', value: tally(refunds.paid) },
          { label: 'till.report.reused', value: tally(refunds.reused) },
          { label: 'till.report.credited', value: refunds.credited.count > 0 && tally(refunds.credited) },
          { label: 'till.report.debts', value: tally(refunds.debts) },
          { label: 'till.report.repaid', value: tally(refunds.repaid) },
          { label: 'till.report.held', value: tally(held) },
        ]}
      />
      {carnet && <CarnetFacts carnet={carnet} />}
    </>
  )
}

/** Nothing of a shop that has sold nothing on account. */
function CarnetFacts({ carnet }: { readonly carnet: NonNullable<ShownReport['carnet']> }) {
  const { soldCentimes, repaid, paidOut, owed, credits } = carnet
  if (soldCentimes === 0 && [repaid, paidOut, owed, credits].every(({ count }) => count === 0)) return null
  return (
    <div data-testid="report-carnet">
      <h5>
        <Text k="till.report.carnet" />
      </h5>
      <FactList
        facts={[
          { label: 'till.report.sold', value: <Amount centimes={soldCentimes} /> },
          { label: 'till.report.debtsRepaid', value: tally(repaid) },
          { label: 'till.report.creditsPaid', value: tally(paidOut) },
          { label: 'till.report.owed', value: tally(owed) },
          { label: 'till.report.credits', value: tally(credits) },
        ]}
      />
    </div>
  )
}

// The Zs, newest first, and one of them whole.

interface ZListProps {
  readonly shown: ShownZ | null
  readonly onShow: (z: ShownZ | null) => void
}

export function ZList({ shown, onShow }: ZListProps) {
  const { reports, error, hasMore, ask } = useZList(shown === null)
  if (shown) return <ZView z={shown} onBack={() => onShow(null)} />
  return (
    <section className={styles['till-section']} data-testid="z-list">
      <h3>
        <Text k="till.zList" />
      </h3>
      {error && <ErrorNote error={error} />}
      {reports?.length === 0 && (
        <p>
          <Text k="till.noZ" />
        </p>
      )}
      <ul className={styles['z-list']}>
        {reports?.map((z) => (
          <li key={z.number}>
            <button type="button" className={styles['z-row']} onClick={() => onShow(z)}>
              <strong>
                <Text k="till.zTitle" values={{ number: z.number }} />
              </strong>
              <Moment atMs={z.closedAtMs} />
              <bdi>{z.closedBy}</bdi>
              <Amount centimes={z.report.total.takenCentimes} />
            </button>
          </li>
        ))}
      </ul>
      {(hasMore || error) && (
        <Button onPress={() => void ask()}>
          <Text k={error ? 'till.askAgain' : 'till.olderZ'} />
        </Button>
      )}
    </section>
  )
}

/** As many as one answer holds. */
const pageOfZ = 20

/** Asked for where the list is in sight alone: a cashier's question takes the owner's PIN. */
function useZList(isInSight: boolean) {
  const { client } = useParts()
  const [reports, setReports] = useState<readonly ShownZ[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const ask = async (): Promise<void> => {
    const before = reports?.at(-1)?.number
    const asked = await client.command('till.z-list', before === undefined ? {} : { before })
    setError(asked.ok ? null : asked.error)
    if (!asked.ok) return
    setHasMore(asked.value.reports.length === pageOfZ)
    setReports([...(reports ?? []), ...asked.value.reports])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is asked for once.
  useEffect(() => {
    if (isInSight && reports === null) void ask()
  }, [isInSight])
  return { reports, hasMore, error, ask }
}

interface ZViewProps {
  readonly z: ShownZ
  readonly onBack: () => void
}

function ZView({ z, onBack }: ZViewProps) {
  return (
    <section className={styles['till-section']} data-testid="z">
      {/* Over the report: the first button has the focus, and is in sight with its top. */}
      <div className={controlsStyles['action-row']}>
        <Button onPress={onBack} testId="z-back">
          <Text k="till.zList" />
        </Button>
        <PrintPaper of={{ paper: 'z', number: z.number }} testId="z-print" />
      </div>
      <ReportView report={z.report} title={<Text k="till.zTitle" values={{ number: z.number }} />} />
      <FactList
        facts={[
          { label: 'till.closedAt', value: <Moment atMs={z.closedAtMs} /> },
          { label: 'till.closedBy', value: <bdi>{z.closedBy}</bdi> },
          { label: 'till.approvedBy', value: z.approvedBy && <bdi>{z.approvedBy}</bdi> },
          { label: 'till.differenceReason', value: z.differenceReason && <bdi>{z.differenceReason}</bdi> },
        ]}
      />
      <MovementList shift={z.number} />
    </section>
  )
}
