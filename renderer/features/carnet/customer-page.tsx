/** One customer: what they owe, debt by debt; repayments; their limit; their last top-ups; and the ways out of the shop. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CustomerPage as Page } from '#shared/ipc/carnet-commands.ts'
import { type Centimes, centimes, formatDinars } from '#shared/money.ts'
import { productOf } from '#shared/products/orders.ts'
import { receiptLink } from '#shared/receipt-sending.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import { type MoneyMeans, moneyMeans } from '#shared/till/cash.ts'
import type { SaleView } from '#shared/views.ts'
import buttonStyles from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { OrderSubject } from '../../products/looks.tsx'
import { PhaseBadge } from '../sales/phase-badge.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { SettingHint } from '../settings/setting.tsx'
import { type Act, useAct, useSignature } from '../till/act.ts'
import {
  AmountField,
  FormFoot,
  isAmount,
  RecordedEarlier,
  useTypedAmount,
  WhoField,
} from '../till/form-parts.tsx'
import tillStyles from '../till/till.module.css'
import styles from './carnet.module.css'
import { Balance, CustomerName, useAsked } from './customer-parts.tsx'

interface CustomerPageProps {
  readonly customerId: string
  /** Their limit is to be changed: its form stands open. */
  readonly atLimit: boolean
  readonly onBack: () => void
}

export function CustomerPage({ customerId, atLimit, onBack }: CustomerPageProps) {
  const { answer, error } = useAsked('carnet.page', { customerId })
  const page = answer?.page
  return (
    <div data-testid="customer">
      <div className={controlsStyles['action-row']}>
        <Button look="quiet" onPress={onBack}>
          <Icon name="back" />
          <Text k="carnet.back" />
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {page && (
        <>
          <h3>
            <CustomerName customer={page.customer} />
          </h3>
          <p className={styles['customer-balance']} data-testid="customer-balance">
            <Balance centimes={page.customer.balanceCentimes} />{' '}
            <Text k="carnet.mayOwe" values={{ limit: <Amount centimes={page.customer.allowedCentimes} /> }} />
          </p>
          <Unpaid page={page} />
          <Money customer={page.customer} />
          <Ways customer={page.customer} />
          <LimitForm customer={page.customer} isAsked={atLimit} />
          <LastSales sales={page.sales} />
          <Lines page={page} />
        </>
      )}
    </div>
  )
}

/** The sale that a line is about, where it is among those that are shown. */
const subjectOf = (sales: readonly SaleView[], ref: string | null): ReactNode => {
  const sale = sales.find((one) => one.ref === ref)
  return sale && <OrderSubject order={sale.order} />
}

function Unpaid({ page: { unpaid, sales, refunds } }: { readonly page: Page }) {
  if (unpaid.length === 0 && refunds.length === 0) return null
  return (
    <ul className={styles['customer-sums']} data-testid="unpaid">
      {unpaid.map(({ ref, leftCentimes, sinceMs }, place) => (
        <li key={ref ?? place}>
          <Moment atMs={sinceMs} />
          <span>{subjectOf(sales, ref)}</span>
          <strong>
            <Amount centimes={leftCentimes} />
          </strong>
        </li>
      ))}
      {refunds.map(({ ref, state, balanceCentimes }) => (
        <li key={ref}>
          <Text k={state === 'due' ? 'carnet.refundDue' : 'carnet.refundDebt'} />
          <span>{subjectOf(sales, ref)}</span>
          {balanceCentimes !== null && <Amount centimes={centimes(Math.abs(balanceCentimes))} />}
        </li>
      ))}
    </ul>
  )
}

/** What was moved is shown beside the form, which is gone once the customer is level. */
function Money({ customer }: { readonly customer: CustomerView }) {
  const [moved, setMoved] = useState<Moved | null>(null)
  const repay = useAct('carnet.repay')
  const payOut = useAct('carnet.pay-out')
  const isOwed = customer.balanceCentimes > 0
  const { earlier } = moved?.word === 'carnet.paidOutNow' ? payOut : repay
  return (
    <>
      {customer.balanceCentimes !== 0 && (
        <MoneyForm customer={customer} act={isOwed ? repay : payOut} onMoved={setMoved} />
      )}
      {earlier && <RecordedEarlier act={earlier} />}
      <p className={tillStyles['till-done']} role="status" data-testid="carnet-moved">
        {moved && !earlier && (
          <>
            <Icon name="check" />{' '}
            <Text k={moved.word} values={{ sum: <Amount centimes={moved.centimes} /> }} />
          </>
        )}
      </p>
    </>
  )
}

interface Moved {
  readonly word: 'carnet.repaidNow' | 'carnet.paidOutNow'
  readonly centimes: Centimes
}

interface MoneyFormProps {
  readonly customer: CustomerView
  readonly act: Act<'carnet.repay' | 'carnet.pay-out'>
  readonly onMoved: (moved: Moved) => void
}

/** What is owed is repaid, or what stands to their credit is paid out. */
function MoneyForm({ customer, act: { run, error, isBusy }, onMoved }: MoneyFormProps) {
  const { text } = useTranslator()
  const { customerId, balanceCentimes } = customer
  const isOwed = balanceCentimes > 0
  const { isSigned, signed } = useSignature()
  const [means, setMeans] = useState<MoneyMeans>('cash')
  const typed = useTypedAmount()
  const most = centimes(Math.abs(balanceCentimes))
  const amount: Centimes | undefined = typed.amount === null ? most : typed.amount
  const canGo = isAmount(amount) && amount <= most && isSigned && !isBusy
  const move = async (): Promise<void> => {
    if (!canGo) return
    const done = await run({ ...signed, customerId, amountCentimes: amount, means })
    if (!done) return
    typed.type('')
    onMoved({ word: isOwed ? 'carnet.repaidNow' : 'carnet.paidOutNow', centimes: amount })
  }
  return (
    <div className={styles['carnet-form']} data-testid="carnet-money">
      <AmountField
        label={isOwed ? 'carnet.repaid' : 'carnet.paidOut'}
        amount={typed}
        onEnter={() => void move()}
      />
      <Segments
        label={text('till.report.means')}
        value={means}
        segments={moneyMeans.map((value) => ({ value, face: <Text k={`till.means.${value}`} /> }))}
        onChange={setMeans}
      />
      <WhoField />
      <FormFoot
        word={
          <Text
            k={isOwed ? 'carnet.repay' : 'carnet.payOut'}
            values={{ sum: <Amount centimes={isAmount(amount) ? amount : centimes(0)} /> }}
          />
        }
        canGo={canGo}
        missing={isSigned ? undefined : 'till.whoMissing'}
        onPress={() => void move()}
        error={error}
        testId="carnet-money-now"
      />
    </div>
  )
}

/** On paper, as a message that a person sends, as a file; and out of sight for good. */
function Ways({ customer }: { readonly customer: CustomerView }) {
  const { client } = useParts()
  const { text } = useTranslator()
  const { printer } = useSettings()
  const { isSigned, signed } = useSignature()
  const forget = useAct('carnet.forget')
  const [error, setError] = useState<AppError | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const { customerId, number, balanceCentimes, isForgotten } = customer
  const reminder = text('carnet.reminder', { sum: formatDinars(balanceCentimes) })
  const make = async (name: 'till.print' | 'till.save-pdf'): Promise<void> => {
    const done = await client.command(name, { of: { paper: 'statement', customerId } })
    setError(done.ok ? null : done.error)
  }
  const save = async (): Promise<void> => {
    const done = await client.command('carnet.export', { customerId })
    setError(done.ok ? null : done.error)
  }
  return (
    <>
      {(error ?? forget.error) && <ErrorNote error={(error ?? forget.error) as AppError} />}
      <div className={controlsStyles['action-row']}>
        {printer && (
          <Button testId="statement" onPress={() => void make('till.print')}>
            <Icon name="printer" />
            <Text k="carnet.statement" />
          </Button>
        )}
        <Button testId="statement-pdf" onPress={() => void make('till.save-pdf')}>
          <Icon name="slip" />
          <Text k="carnet.statementPdf" />
        </Button>
        {number !== null && balanceCentimes > 0 && (
          <a
            className={buttonStyles['button']}
            data-look="plain"
            data-testid="remind"
            href={whatsAppLink(number, reminder)}
            target="_blank"
            rel="noreferrer"
          >
            <Text k="carnet.remind" />
          </a>
        )}
        <Button look="quiet" testId="export-customer" onPress={() => void save()}>
          <Text k="carnet.export" />
        </Button>
        {!isForgotten && balanceCentimes === 0 && (
          <Button look="quiet" testId="forget" onPress={() => setIsAsked(!isAsked)}>
            <Text k="carnet.forget" />
          </Button>
        )}
      </div>
      {isAsked && !isForgotten && (
        <div className={styles['carnet-form']}>
          <p>
            <Text k="carnet.forgetText" />
          </p>
          <WhoField />
          <Button
            look="main"
            isDisabled={!isSigned || forget.isBusy}
            testId="forget-now"
            onPress={() => void forget.run({ ...signed, customerId })}
          >
            <Text k="carnet.forgetNow" />
          </Button>
        </div>
      )}
    </>
  )
}

/** Text alone: a person reads it there, and sends it or not. */
const whatsAppLink = (number: string, words: string): string =>
  receiptLink({ channel: 'whatsapp', number: `213${number.slice(1)}` }, { subject: '', lines: [words] })

interface LimitFormProps {
  readonly customer: CustomerView
  readonly isAsked: boolean
}

function LimitForm({ customer, isAsked }: LimitFormProps) {
  const form = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isAsked) form.current?.querySelector('input')?.focus()
  }, [isAsked])
  const { run, error, isBusy } = useAct('carnet.set-limit')
  const { isSigned, signed } = useSignature()
  const typed = useTypedAmount()
  const { customerId, isForgotten } = customer
  if (isForgotten) return null
  const set = async (): Promise<void> => {
    if (typed.amount === undefined || !isSigned) return
    const done = await run({ ...signed, customerId, limitCentimes: typed.amount })
    if (done) typed.type('')
  }
  return (
    <details className={styles['carnet-form']} ref={form} open={isAsked}>
      <summary>
        <Text k="carnet.changeLimit" />
      </summary>
      <AmountField label="carnet.limit" amount={typed} onEnter={() => void set()} />
      <SettingHint k="carnet.limitHint" />
      <WhoField />
      <FormFoot
        word={<Text k="carnet.setLimit" />}
        canGo={typed.amount !== undefined && isSigned && !isBusy}
        onPress={() => void set()}
        error={error}
        testId="limit-now"
      />
    </details>
  )
}

/** Each is sold again in one press: what can be is put together as it was, and looked at before anything is sold. */
function LastSales({ sales }: { readonly sales: readonly SaleView[] }) {
  const { screen, selling } = useParts()
  if (sales.length === 0) return null
  const again = ({ order }: SaleView): void => {
    if (selling.sellAgain(order)) screen.close()
  }
  return (
    <section>
      <h4>
        <Text k="carnet.lastSales" />
      </h4>
      <ul className={styles['customer-list']} data-testid="last-sales">
        {sales.map((sale) => (
          <li key={sale.ref} className={styles['customer-line']}>
            <Moment atMs={sale.recordedAtMs} />
            <button type="button" className={styles['customer-row']} onClick={() => screen.openSale(sale)}>
              <OrderSubject order={sale.order} />
            </button>
            <Amount centimes={sale.priceCentimes} />
            <PhaseBadge sale={sale} />
            {productOf(sale.order).againOf(sale.order) !== null && (
              <Button testId="sell-again" onPress={() => again(sale)}>
                <Icon name="repeat" />
                <Text k="carnet.again" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Lines({ page: { lines, sales } }: { readonly page: Page }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h4>
        <Text k="carnet.lines" />
      </h4>
      <ul className={styles['customer-sums']} data-testid="lines">
        {lines.map(({ sequence, kind, ref, amountCentimes, atMs }) => (
          <li key={sequence}>
            <Moment atMs={atMs} />
            <span>
              <Text k={`carnet.line.${kind}`} /> {subjectOf(sales, ref)}
            </span>
            <Amount centimes={amountCentimes} />
          </li>
        ))}
      </ul>
    </section>
  )
}
