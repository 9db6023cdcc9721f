/** The carnet: customers are looked up, added, and chosen for a sale; those who owe, with the age of what they owe. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { groupNumber, parseMobileNumber } from '#shared/phone.ts'
import { productOf } from '#shared/products/orders.ts'
import type { CustomerView, DebtAge } from '#shared/till/carnet.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrolledTable, ScrollPart } from '../../components/panel-dialog.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useStep, useTranslator } from '../../counter-context.tsx'
import type { SellStep } from '../sell/flow.ts'
import { SettingHint } from '../settings/setting.tsx'
import { useAct, useSignature } from '../till/act.ts'
import { AmountField, useTypedAmount, WhoField } from '../till/form-parts.tsx'
import styles from './carnet.module.css'
import { CustomerPage } from './customer-page.tsx'
import { Balance, CustomerName, useAsked } from './customer-parts.tsx'

interface CarnetDialogProps {
  readonly start: string | undefined
  /** The limit of the customer that it starts with is to be changed. */
  readonly atLimit: boolean
  /** Somebody is chosen for the sale that is looked at. */
  readonly forSale: boolean
}

export function CarnetDialog({ start, atLimit, forSale }: CarnetDialogProps) {
  const { screen, selling } = useParts()
  const { text } = useTranslator()
  const offered = useStep(numberOfReview)
  const [shown, setShown] = useState<string | null>(start ?? null)
  // Where it was opened at a customer's page, it is left from there.
  const back = shown === null || shown === start || forSale ? undefined : () => setShown(null)
  const pick = (customer: CustomerView): void => {
    if (forSale) {
      selling.chooseCustomer(customer)
      screen.close()
    } else setShown(customer.customerId)
  }
  return (
    <PanelDialog
      size="full"
      title={<Text k={forSale ? 'carnet.chooseTitle' : 'carnet.title'} />}
      onBack={back}
    >
      <ScrollPart label={text('carnet.title')} place={shown ?? 'list'} testId="carnet">
        {shown === null ? (
          <CustomerSearch onPick={pick} isForSale={forSale} offered={forSale ? offered : null} takesFocus />
        ) : (
          <CustomerPage
            customerId={shown}
            atLimit={atLimit && shown === start}
            onBack={() => setShown(null)}
          />
        )}
      </ScrollPart>
    </PanelDialog>
  )
}

/** Whoever a sale on account is for has mostly its number. Null where that is no mobile's. */
function numberOfReview(step: SellStep): string | null {
  const order = step.kind === 'review' ? step.review.order : undefined
  const number = parseMobileNumber((order && productOf(order).numberOf(order)) ?? '')
  return number.ok ? number.value : null
}

const queryMaxLength = 80

interface CustomerSearchProps {
  readonly onPick: (customer: CustomerView) => void
  /** Somebody is chosen: who owes is not shown. */
  readonly isForSale: boolean
  /** What is looked for at first. */
  readonly start?: string
  /** A number that stands first while nothing is looked for: its customer, or a new one. */
  readonly offered?: string | null
  /** The dialog is for it: what is typed as it opens is looked for. */
  readonly takesFocus?: boolean
}

export function CustomerSearch({
  onPick,
  isForSale,
  start = '',
  offered = null,
  takesFocus = false,
}: CustomerSearchProps) {
  const [query, setQuery] = useState(start)
  const { found, isOfferedNew, error } = useFound(query, offered)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) section.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const [only, ...others] = found ?? []
  const isNobody = found?.length === 0
  const isNew = parseMobileNumber(query).ok && isNobody
  return (
    <section data-testid="carnet-search" ref={section}>
      <TextField
        label="carnet.search"
        hint="carnet.searchHint"
        value={query}
        maxLength={queryMaxLength}
        onChange={setQuery}
        onEnter={() => only && query.trim() !== '' && others.length === 0 && onPick(only)}
      />
      {error && <ErrorNote error={error} />}
      <ul className={styles['customer-list']} data-testid="customers">
        {isOfferedNew && offered !== null && (
          <li>
            <button
              type="button"
              className={styles['customer-row']}
              data-testid="new-customer"
              data-new
              onClick={() => setQuery(offered)}
            >
              <Text k="carnet.newCustomer" values={{ number: <Ltr>{groupNumber(offered)}</Ltr> }} />
            </button>
          </li>
        )}
        {found?.map((customer) => (
          <CustomerRow key={customer.customerId} customer={customer} onPick={onPick} />
        ))}
      </ul>
      {isNew && <AddForm number={query} onAdded={onPick} />}
      {isNobody && isName.test(query) && (
        <p role="status" data-testid="nobody">
          <Text k="carnet.nobody" />
        </p>
      )}
      {!isForSale && query === '' && <Debtors onPick={onPick} />}
    </section>
  )
}

interface CustomerRowProps {
  readonly customer: CustomerView
  readonly onPick: (customer: CustomerView) => void
}

const CustomerRow = ({ customer, onPick }: CustomerRowProps) => (
  <li>
    <button type="button" className={styles['customer-row']} onClick={() => onPick(customer)}>
      <CustomerName customer={customer} /> <Balance centimes={customer.balanceCentimes} />
    </button>
  </li>
)

interface OnlyCustomerProps {
  /** Missing until they are known. */
  readonly customer: CustomerView | undefined
  readonly error: AppError | null
  /** It has the focus as soon as it is there. */
  readonly takesFocus: boolean
  readonly onPick: (customer: CustomerView) => void
}

/** Where no other customer can be chosen, nobody is looked for. */
export function OnlyCustomer({ customer, error, takesFocus, onPick }: OnlyCustomerProps) {
  const isThere = customer !== undefined
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isThere && takesFocus) list.current?.querySelector('button')?.focus()
  }, [isThere, takesFocus])
  if (error) return <ErrorNote error={error} />
  return (
    <ul className={styles['customer-list']} data-testid="customers" ref={list}>
      {customer && <CustomerRow customer={customer} onPick={onPick} />}
    </ul>
  )
}

/** Two letters of it: what begins with one may go on as the code of a slip. */
const isName = /\p{L}\P{N}*\p{L}/u

/** Null until it is known. While nothing is looked for, whoever has the number that is offered stands first. */
function useFound(query: string, offered: string | null) {
  const isOffered = offered !== null && query === ''
  const { answer, error } = useAsked('carnet.find', { query })
  const { answer: ofNumber } = useAsked('carnet.find', isOffered ? { query: offered } : null)
  if (!isOffered) return { found: answer?.customers ?? null, isOfferedNew: false, error }
  // Shown at once: what came later would push the others away from under a finger.
  if (!answer || !ofNumber) return { found: null, isOfferedNew: false, error }
  const known = ofNumber.customers.filter(({ number }) => number === offered)
  const others = answer.customers.filter(({ number }) => number !== offered)
  return { found: [...known, ...others], isOfferedNew: known.length === 0, error }
}

const nameMaxLength = 80

interface AddFormProps {
  readonly number: string
  readonly onAdded: (customer: CustomerView) => void
}

function AddForm({ number, onAdded }: AddFormProps) {
  const { isSigned, signed } = useSignature()
  const addAct = useAct('carnet.add')
  const limitAct = useAct('carnet.set-limit')
  const [name, setName] = useState('')
  const limit = useTypedAmount()
  const [added, setAdded] = useState<CustomerView | null>(null)
  const isBusy = addAct.isBusy || limitAct.isBusy
  const canGo = isSigned && !isBusy && limit.amount !== undefined
  const error = addAct.error ?? limitAct.error
  /** A limit that is refused, as where the owner has to set it, leaves the customer added, with the shop's. */
  const add = async (): Promise<void> => {
    if (!canGo || limit.amount === undefined) return
    const named = name.trim() === '' ? {} : { name: name.trim() }
    const customer = added ?? (await addAct.run({ ...signed, number, ...named }))
    if (!customer) return
    setAdded(customer)
    if (limit.amount === null) return onAdded(customer)
    const { customerId } = customer
    const limited = await limitAct.run({ ...signed, customerId, limitCentimes: limit.amount })
    if (limited) onAdded(limited)
  }
  return (
    <div className={styles['carnet-form']} data-testid="add-customer">
      <p>
        <Text k="carnet.isNew" />
      </p>
      <TextField
        label="carnet.name"
        value={name}
        maxLength={nameMaxLength}
        onChange={setName}
        onEnter={() => void add()}
      />
      <AmountField label="carnet.limit" amount={limit} onEnter={() => void add()} />
      <SettingHint k="carnet.limitHint" />
      <WhoField onEnter={() => void add()} />
      {error && <ErrorNote error={error} />}
      <div className={controlsStyles['action-row']}>
        <Button look="main" isDisabled={!canGo} testId="add-now" onPress={() => void add()}>
          <Icon name="check" />
          <Text k="carnet.add" />
        </Button>
      </div>
    </div>
  )
}

const ages: readonly DebtAge[] = ['recent', 'week', 'month', 'quarter']

function Debtors({ onPick }: { readonly onPick: (customer: CustomerView) => void }) {
  const { answer, error } = useAsked('carnet.debtors', {})
  if (error) return <ErrorNote error={error} />
  if (!answer) return null
  const { debtors, owed, credits } = answer
  return (
    <section className={styles['debtors-part']} data-testid="debtors">
      <h3>
        <Text
          k="carnet.debtors"
          values={{ count: owed.count, sum: <Amount centimes={owed.sumCentimes} /> }}
        />
      </h3>
      {credits.count > 0 && (
        <p>
          <Text
            k="carnet.credits"
            values={{ count: credits.count, sum: <Amount centimes={credits.sumCentimes} /> }}
          />
        </p>
      )}
      {debtors.length > 0 && (
        <ScrolledTable className={styles['debtors-scroll']}>
          <table className={styles['debtors']}>
            <thead>
              <tr>
                <HeadCell>
                  <Text k="carnet.customer" />
                </HeadCell>
                <HeadCell>
                  <Text k="carnet.total" />
                </HeadCell>
                {ages.map((age) => (
                  <HeadCell key={age}>
                    <Text k={`carnet.age.${age}`} />
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {debtors.map(({ customer, ages: owedByAge }) => (
                <tr key={customer.customerId}>
                  <td>
                    <button type="button" className={styles['customer-row']} onClick={() => onPick(customer)}>
                      <CustomerName customer={customer} />
                    </button>
                  </td>
                  <td>
                    <strong>
                      <Amount centimes={customer.balanceCentimes} />
                    </strong>
                  </td>
                  {ages.map((age) => (
                    <td key={age}>{owedByAge[age] > 0 && <Amount centimes={owedByAge[age]} />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrolledTable>
      )}
    </section>
  )
}

const HeadCell = ({ children }: { readonly children: ReactNode }) => <th scope="col">{children}</th>
