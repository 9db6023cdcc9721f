/** What was sold in a day, a week, a month or any span: in words, as bars, as a table, and as a file. */
import { type ReactNode, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { formatDate, localeTag } from '#shared/dates.ts'
import { type ReportFormat, reportFormats } from '#shared/ipc/report-commands.ts'
import { centimes, formatCount, formatDinars, zeroCentimes } from '#shared/money.ts'
import { shopDayOf, shopDaySpan } from '#shared/reconciliation.ts'
import {
  type CostlessSpanLine,
  type NamedSpan,
  namedSpans,
  type Span,
  type SpanLine,
  type SpanReportView,
  showsSpanCosts,
  spanAround,
  spanBeside,
  spanSchema,
} from '#shared/till/span-report.ts'
import type { Locale } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import factListStyles from '../../components/fact-list.module.css'
import { Icon } from '../../components/icon.tsx'
import { ScrolledTable } from '../../components/panel-dialog.tsx'
import { Segments } from '../../components/segments.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { headOf, type Sum, sumsOf } from '../till/report.tsx'
import tillStyles from '../till/till.module.css'
import { Bars } from './bars.tsx'
import styles from './sales-report.module.css'

const choices = [...namedSpans, 'other'] as const
type Choice = (typeof choices)[number]

export function SalesReport() {
  const { text } = useTranslator()
  const [choice, setChoice] = useState<Choice>('day')
  const [span, setSpan] = useState<Span>(() => spanAround('day', shopDayOf(Date.now())))
  const { report, error, isBusy } = useSpanReport(span)
  const choose = (next: Choice): void => {
    setChoice(next)
    if (next !== 'other') setSpan(spanAround(next, shopDayOf(Date.now())))
  }
  return (
    <section className={tillStyles['till-section']} data-testid="sales-report" aria-busy={isBusy}>
      <h3>
        <Text k="reports.title" />
      </h3>
      <div className={styles['report-span']}>
        <Segments
          label={text('reports.span')}
          value={choice}
          segments={choices.map((value) => ({ value, face: <Text k={`reports.spans.${value}`} /> }))}
          onChange={choose}
        />
        {choice === 'other' ? (
          <SpanFields span={span} onChange={setSpan} />
        ) : (
          <SpanSteps named={choice} span={span} onChange={setSpan} />
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {report && <Report report={report} />}
      {report && <ReportFiles span={span} />}
    </section>
  )
}

/** Asked for again with each span. */
function useSpanReport(span: Span) {
  const { client } = useParts()
  const [read, setRead] = useState<{
    readonly report: SpanReportView | null
    readonly error: AppError | null
  }>({
    report: null,
    error: null,
  })
  const [isBusy, setIsBusy] = useState(false)
  const { fromDay, toDay } = span
  useEffect(() => {
    let isOver = false
    setIsBusy(true)
    void client.command('reports.read', { fromDay, toDay }).then((asked) => {
      if (isOver) return
      setIsBusy(false)
      setRead(asked.ok ? { report: asked.value, error: null } : { report: null, error: asked.error })
    })
    return () => {
      isOver = true
    }
  }, [client, fromDay, toDay])
  return { ...read, isBusy }
}

interface SpanProps {
  readonly span: Span
  readonly onChange: (span: Span) => void
}

function SpanSteps({ named, span, onChange }: SpanProps & { readonly named: NamedSpan }) {
  const { text } = useTranslator()
  const isNow = span.toDay >= shopDayOf(Date.now())
  return (
    <div className={controlsStyles['action-row']}>
      <Button
        label={text('reports.before')}
        onPress={() => onChange(spanBeside(named, span, -1))}
        testId="span-before"
      >
        <Icon name="back" />
      </Button>
      <strong className={styles['report-days']}>
        <SpanName span={span} />
      </strong>
      <Button
        label={text('reports.after')}
        isDisabled={isNow}
        onPress={() => onChange(spanBeside(named, span, 1))}
        testId="span-after"
      >
        <span className={styles['turned']}>
          <Icon name="back" />
        </span>
      </Button>
    </div>
  )
}

function SpanName({ span: { fromDay, toDay } }: { readonly span: Span }) {
  const { locale } = useTranslator()
  if (fromDay === toDay) return <Ltr>{dayIn(fromDay, locale)}</Ltr>
  return (
    <>
      <Ltr>{dayIn(fromDay, locale)}</Ltr> – <Ltr>{dayIn(toDay, locale)}</Ltr>
    </>
  )
}

function SpanFields({ span, onChange }: SpanProps) {
  const change = (part: Partial<Span>): void => {
    const next = spanSchema.safeParse({ ...span, ...part })
    if (next.success) onChange(next.data)
  }
  return (
    <div className={styles['report-fields']}>
      {(['fromDay', 'toDay'] as const).map((name) => (
        <label key={name}>
          <Text k={`reports.${name}`} />
          <input
            type="date"
            value={span[name]}
            data-testid={`report-${name}`}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </label>
      ))}
    </div>
  )
}

const dayIn = (day: string, locale: Locale): string => formatDate(shopDaySpan(day).fromMs, locale)

const weekdayIn = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(localeTag[locale], { weekday: 'long', timeZone: 'Africa/Algiers' }).format(
    shopDaySpan(day).fromMs,
  )

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** `to` is the first hour behind it. */
const HourSpan = ({ hour }: { readonly hour: number }) => (
  <Text
    k="reports.hours"
    values={{ from: <Ltr>{hourName(hour)}</Ltr>, to: <Ltr>{hourName((hour + 1) % 24)}</Ltr> }}
  />
)

type Step = SpanReportView['steps'][number]

function stepLabel({ fromDay, hour }: Step, step: SpanReportView['step'], locale: Locale): string {
  if (hour !== null) return hourName(hour)
  const [day = '', month = '', year = ''] = dayIn(fromDay, locale).split('/')
  return step === 'month' ? `${month}/${year.slice(2)}` : `${day}/${month}`
}

/** Of a sale of which nothing came nothing is the shop's, whether its money was given back by now or not. */
const keptOf = ({ takenCentimes, owedCentimes }: CostlessSpanLine) => centimes(takenCentimes - owedCentimes)

/** What is left is first, as in the counter's day; then what was taken, and what of it is none of the shop's. */
function TakenWords({ total }: { readonly total: CostlessSpanLine }) {
  const { sales, failures, takenCentimes, owedCentimes } = total
  const isLess = failures !== 0 || owedCentimes !== 0
  const taken = (
    <Text k="reports.taken" values={{ count: sales, amount: <Amount centimes={takenCentimes} /> }} />
  )
  if (!isLess) return <p className={styles['report-total']}>{taken}</p>
  return (
    <>
      <p className={styles['report-total']}>
        <Text
          k="reports.kept"
          values={{ count: sales - failures, amount: <Amount centimes={keptOf(total)} /> }}
        />
      </p>
      <p data-testid="report-sum">
        <Text
          k="reports.without"
          values={{ taken, count: failures, amount: <Amount centimes={owedCentimes} /> }}
        />
      </p>
    </>
  )
}

function Report({ report }: { readonly report: SpanReportView }) {
  const { locale, text } = useTranslator()
  const { total, steps, step, bestDay, bestHour } = report
  const most = Math.max(0, ...steps.map(({ takenCentimes }) => takenCentimes))
  // Of a day the hours in which nothing was sold at either end say nothing.
  const busy = steps.flatMap(({ sales, takenCentimes }, place) =>
    sales !== 0 || takenCentimes !== 0 ? [place] : [],
  )
  const shown = step === 'hour' ? steps.slice(busy[0] ?? 0, (busy.at(-1) ?? -1) + 1) : steps
  return (
    <>
      <div className={styles['report-words']} data-testid="report-words">
        <TakenWords total={total} />
        {total.earnedCentimes !== keptOf(total) && (
          <p>
            <Text k="reports.delivered" values={{ amount: <Amount centimes={total.earnedCentimes} /> }} />
          </p>
        )}
        {showsSpanCosts(report) && (
          <p>
            <Text k="reports.profit" values={{ amount: <Amount centimes={report.total.profitCentimes} /> }} />
          </p>
        )}
        {bestDay && step !== 'hour' && (
          <p>
            <Text
              k="reports.bestDay"
              values={{
                day: `${weekdayIn(bestDay.day, locale)} ${dayIn(bestDay.day, locale)}`,
                amount: <Amount centimes={bestDay.takenCentimes} />,
              }}
            />
          </p>
        )}
        {bestHour && (
          <p>
            <Text
              k="reports.bestHour"
              values={{
                hours: <HourSpan hour={bestHour.hour} />,
                amount: <Amount centimes={bestHour.takenCentimes} />,
              }}
            />
          </p>
        )}
      </div>
      {shown.length > 0 && most > 0 && (
        <Bars
          caption={<Text k={`reports.measured.${step}`} />}
          label={text('reports.chart', { count: shown.length })}
          bars={shown.map((one) => ({
            key: `${one.fromDay} ${one.hour ?? ''}`,
            label: stepLabel(one, step, locale),
            title: `${stepLabel(one, step, locale)} · ${formatDinars(one.takenCentimes)}`,
            amountCentimes: one.takenCentimes,
            isBest: one.takenCentimes === most,
          }))}
        />
      )}
      <ReportTable report={report} />
      <MoneyBack report={report} />
    </>
  )
}

function ReportTable({ report }: { readonly report: SpanReportView }) {
  const { locale } = useTranslator()
  const sums = sumsOf(report.total)
  const { byService, byOperator, byCashier, byHour, steps, step } = report
  const columns = sums.length + 3
  const nobody = <Text k="till.report.nobody" />
  const busySteps = steps.filter(
    ({ sales, takenCentimes, earnedCentimes }) => sales || takenCentimes || earnedCentimes,
  )
  return (
    <ScrolledTable className={classNames(tillStyles['till-table'], styles['report-table'])}>
      <table data-testid="report-table">
        <caption>
          <Text k="till.inDinars" />
        </caption>
        <thead>
          <tr>
            {(['till.report.what', 'till.report.count', 'reports.failures'] as const).map((head) => (
              <th key={head} scope="col">
                <Text k={head} />
              </th>
            ))}
            {sums.map((sum) => (
              <th key={sum} scope="col">
                <Text k={headOf[sum]} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row sums={sums} what={<Text k="till.report.total" />} line={report.total} isTotal />
          {byService.map((line) => (
            <Row
              key={line.service}
              sums={sums}
              what={<Text k={`header.service.${line.service}`} />}
              line={line}
            />
          ))}
        </tbody>
        <Group columns={columns} head="till.report.byOperator">
          {byOperator.map((line) => (
            <Row
              key={`${line.service} ${line.operator}`}
              sums={sums}
              what={<bdi>{line.operator}</bdi>}
              line={line}
            />
          ))}
        </Group>
        <Group columns={columns} head="till.report.byCashier">
          {byCashier.map((line) => (
            <Row
              key={line.cashier ?? ''}
              sums={sums}
              what={line.cashier === null ? nobody : <bdi>{line.cashier}</bdi>}
              line={line}
            />
          ))}
        </Group>
        <Group columns={columns} head="reports.byHour">
          {byHour.map((line) => (
            <Row key={line.hour} sums={sums} what={<HourSpan hour={line.hour} />} line={line} />
          ))}
        </Group>
        {step !== 'hour' && (
          <Group columns={columns} head={step === 'day' ? 'reports.byDay' : 'reports.byMonth'}>
            {busySteps.map((line) => (
              <Row
                key={line.fromDay}
                sums={sums}
                what={step === 'day' ? <Ltr>{dayIn(line.fromDay, locale)}</Ltr> : <SpanName span={line} />}
                line={line}
              />
            ))}
          </Group>
        )}
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
      <th scope="rowgroup" colSpan={columns} className={tillStyles['group-head']}>
        <Text k={head} />
      </th>
    </tr>
    {children}
  </tbody>
)

interface RowProps {
  readonly what: ReactNode
  readonly line: CostlessSpanLine & Partial<SpanLine>
  readonly sums: readonly Sum[]
  readonly isTotal?: boolean
}

const Row = ({ what, line, sums, isTotal }: RowProps) => (
  <tr data-total={isTotal || undefined}>
    <th scope="row">{what}</th>
    <td>
      <Ltr>{formatCount(line.sales)}</Ltr>
    </td>
    <td>
      <Ltr>{formatCount(line.failures)}</Ltr>
    </td>
    {sums.map((sum) => (
      <td key={sum}>
        <Ltr>{formatDinars(line[sum] ?? zeroCentimes)}</Ltr>
      </td>
    ))}
  </tr>
)

/** Money that went back to customers, and counts that differed: those that there are. */
function MoneyBack({ report: { refunds, differences } }: { readonly report: SpanReportView }) {
  const parts = Object.entries({ ...refunds, ...differences }).filter(([, { count }]) => count > 0)
  if (parts.length === 0) return null
  return (
    <dl className={factListStyles['facts']}>
      {parts.map(([name, { count, sumCentimes }]) => (
        <div key={name}>
          <dt>
            <Text k={`reports.part.${name as 'paid' | 'over'}`} />
          </dt>
          <dd>
            <Text k="till.tally" values={{ count, sum: <Amount centimes={sumCentimes} /> }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ReportFiles({ span }: { readonly span: Span }) {
  const { client } = useParts()
  const [saved, setSaved] = useState<{
    readonly path: string | null
    readonly error: AppError | null
  } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const save = async (format: ReportFormat): Promise<void> => {
    setIsBusy(true)
    const done = await client.command('reports.export', { span, format })
    setIsBusy(false)
    setSaved(done.ok ? { path: done.value.path, error: null } : { path: null, error: done.error })
  }
  return (
    <>
      <div className={controlsStyles['action-row']}>
        {reportFormats.map((format) => (
          <Button
            key={format}
            isDisabled={isBusy}
            onPress={() => void save(format)}
            testId={`report-${format}`}
          >
            <Icon name="save" />
            <Ltr>{format.toUpperCase()}</Ltr>
          </Button>
        ))}
      </div>
      {saved?.error && <ErrorNote error={saved.error} />}
      {saved?.path && (
        <p role="status">
          <Text k="exports.saved" /> <bdi dir="ltr">{saved.path}</bdi>
        </p>
      )}
    </>
  )
}
