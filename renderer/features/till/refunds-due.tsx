/** Money that goes back to customers: what is due, given back in one press and one confirmation; and what customers owe. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import { type MoneyMeans, moneyMeans } from '#shared/till/cash.ts'
import { carnetTakes, onlyCarnetOf, type RefundView } from '#shared/till/refunds.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { ChoiceOption, Segments } from '../../components/segments.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSale, useSales, useSettings, useTill, useTranslator } from '../../counter-context.tsx'
import { OrderSubject } from '../../products/looks.tsx'
import { CustomerSearch, OnlyCustomer } from '../carnet/carnet-dialog.tsx'
import { Balance, CustomerName, useAsked } from '../carnet/customer-parts.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { useAct, useSignature } from './act.ts'
import { AmountField, FormFoot, isAmount, useTypedAmount, WhoField } from './form-parts.tsx'
import styles from './refunds-due.module.css'
import tillStyles from './till.module.css'

interface RefundsDueProps {
  /** The sale whose refund is open at first. */
  readonly first: Ref | undefined
  /** The sale that it is to pay, where it was opened for one. */
  readonly forRef: Ref | undefined
}

export function RefundsDue({ first, forRef }: RefundsDueProps) {
  const { refunds, error } = useRefunds()
  const [picked, setPicked] = useState<Ref | null>(first ?? null)
  const [done, setDone] = useState<ReactNode>(null)
  const section = useFocusOnFirst(refunds !== null && first === undefined)
  const finish = (said: ReactNode): void => {
    setPicked(null)
    setDone(said)
  }
  const rows = (some: readonly RefundView[], Form: typeof GiveBackForm) =>
    some.map((refund) => (
      <RefundRow
        key={refund.ref}
        refund={refund}
        isPicked={refund.ref === picked}
        onPick={() => setPicked(refund.ref === picked ? null : refund.ref)}
      >
        <Form refund={refund} forRef={refund.ref === first ? forRef : undefined} onDone={finish} />
      </RefundRow>
    ))
  return (
    <section className={tillStyles['till-section']} data-testid="refunds" ref={section}>
      <h3>
        <Text k="till.refundsTitle" />
      </h3>
      <p className={tillStyles['till-done']} role="status" data-testid="refund-done">
        {done && (
          <>
            <Icon name="check" /> {done}
          </>
        )}
      </p>
      {error && <ErrorNote error={error} />}
      {refunds?.due.length === 0 && (
        <p data-testid="nothing-due">
          <Text k="till.nothingDue" />
        </p>
      )}
      <ul className={styles['refund-list']}>{rows(refunds?.due ?? [], GiveBackForm)}</ul>
      {refunds !== null && refunds.debts.length > 0 && (
        <>
          <h3>
            <Text k="till.debtsTitle" />
          </h3>
          <p>
            <Text k="till.debtsText" />
          </p>
          <ul className={styles['refund-list']}>{rows(refunds.debts, TakeBackForm)}</ul>
        </>
      )}
    </section>
  )
}

/** The oldest that is due has the focus as soon as the list is there: Enter begins to give it back. */
function useFocusOnFirst(isThere: boolean) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isThere) section.current?.querySelector<HTMLElement>('[data-testid="refund-pick"]')?.focus()
  }, [isThere])
  return section
}

/** Asked again whenever the till has changed. */
function useRefunds() {
  const { client } = useParts()
  const till = useTill()
  const [refunds, setRefunds] = useState<CommandOutput<'till.refunds'> | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = useCallback(async () => {
    const asked = await client.command('till.refunds', {})
    if (asked.ok) setRefunds(asked.value)
    setError(asked.ok ? null : asked.error)
  }, [client])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are others once the till is.
  useEffect(() => void ask(), [ask, till])
  return { refunds, error }
}

interface RefundRowProps {
  readonly refund: RefundView
  readonly isPicked: boolean
  readonly onPick: () => void
  readonly children: ReactNode
}

function RefundRow({ refund, isPicked, onPick, children }: RefundRowProps) {
  const { balanceCentimes, changedAtMs } = refund
  return (
    <li className={styles['refund']} data-ref={refund.ref}>
      <div className={styles['refund-row']}>
        <span className={styles['refund-what']}>
          <RefundSubject of={refund.ref} />
          <Moment atMs={changedAtMs} />
        </span>
        <strong>
          {balanceCentimes === null ? (
            <Text k="till.unknownPart" />
          ) : (
            <Amount centimes={centimes(Math.abs(balanceCentimes))} />
          )}
        </strong>
        <Button look={isPicked ? 'plain' : 'main'} onPress={onPick} testId="refund-pick">
          <Text k={isPicked ? 'till.notNow' : refund.state === 'debt' ? 'till.takeBack' : 'till.giveBack'} />
        </Button>
      </div>
      {isPicked && children}
    </li>
  )
}

/** What was sold; of a sale that the window does not hold, as the history has it. */
function RefundSubject({ of }: { readonly of: Ref }) {
  const { client } = useParts()
  const known = useSale(of)
  const [found, setFound] = useState<SaleView | null>(null)
  const isKnown = known !== undefined
  useEffect(() => {
    if (isKnown) return
    let isWanted = true
    void client.command('history.sale', { ref: of }).then((answer) => {
      if (isWanted && answer.ok) setFound(answer.value.sale)
    })
    return () => {
      isWanted = false
    }
  }, [client, of, isKnown])
  const sale = known ?? found
  return <strong>{sale ? <OrderSubject order={sale.order} /> : <Ltr>{of}</Ltr>}</strong>
}

interface RefundFormProps {
  readonly refund: RefundView
  /** What it is to pay at first. */
  readonly forRef: Ref | undefined
  readonly onDone: (said: ReactNode) => void
}

function GiveBackForm({ refund, forRef: firstForRef, onDone }: RefundFormProps) {
  const { text } = useTranslator()
  const { run, error, isBusy } = useAct('till.give-back')
  const { isSigned, signed, isAsked, missing, mayGo } = useAskedSignature()
  const isOnAccount = refund.means === 'on-account'
  const [means, setMeans] = useState(refund.means === 'on-account' ? 'cash' : refund.means)
  const [forRef, setForRef] = useState<Ref | null>(firstForRef ?? null)
  const [customer, setCustomer] = useState<CustomerView | null>(null)
  const counted = useTypedAmount()
  const form = useFocusOnOpen()
  const amount = refund.balanceCentimes ?? counted.amount
  const words = wordsOf(forRef, customer)
  const canGo = isAmount(amount) && !isBusy && (customer !== null || !isOnAccount)
  const give = async (): Promise<void> => {
    if (!canGo || !mayGo(form.current)) return
    const other = forRef === null ? {} : { forRef }
    const how = customer ? { customerId: customer.customerId } : { means, ...other }
    const given = await run({ ...signed, ref: refund.ref, amountCentimes: amount, ...how })
    if (given) onDone(<Text k={words.done} values={{ amount: <Amount centimes={amount} /> }} />)
  }
  return (
    <div className={styles['refund-form']} data-testid="give-back" ref={form}>
      {refund.balanceCentimes === null && (
        <AmountField label="till.countedPart" amount={counted} onEnter={() => void give()} />
      )}
      {!isOnAccount && customer === null && (
        <>
          <Segments
            label={text('till.report.means')}
            value={means}
            segments={moneyMeans.map((value) => ({ value, face: <Text k={`till.means.${value}`} /> }))}
            onChange={(next) => {
              setMeans(next)
              setForRef(null)
            }}
          />
          <ReuseChoice of={refund.ref} means={means} chosen={forRef} onChoose={setForRef} />
        </>
      )}
      <CarnetChoice refund={refund} chosen={customer} onChoose={setCustomer} />
      <WhoField isAsked={isAsked} onEnter={() => void give()} />
      <FormFoot
        word={
          <Text
            k={words.confirm}
            values={{ amount: <Amount centimes={isAmount(amount) ? amount : centimes(0)} /> }}
          />
        }
        canGo={canGo && isSigned}
        missing={missing}
        onPress={() => void give()}
        error={error}
        testId="give-back-now"
      />
    </div>
  )
}

function wordsOf(forRef: Ref | null, customer: CustomerView | null) {
  if (customer) return { confirm: 'till.confirmCredit', done: 'till.credited' } as const
  if (forRef !== null) return { confirm: 'till.confirmReuse', done: 'till.reused' } as const
  return { confirm: 'till.confirmGive', done: 'till.given' } as const
}

interface CarnetChoiceProps {
  readonly refund: RefundView
  readonly chosen: CustomerView | null
  readonly onChoose: (customer: CustomerView | null) => void
}

/**
 * A customer's carnet in place of the drawer: the only one that takes it, none where that one does not; else, first, whose number
 * the sale was for.
 */
function CarnetChoice({ refund, chosen, onChoose }: CarnetChoiceProps) {
  const { carnet } = useSettings()
  const { ref, state, means } = refund
  const only = onlyCarnetOf(refund)
  const { answer, error } = useAsked('carnet.page', only === undefined ? null : { customerId: only })
  const customer = answer?.page?.customer
  if (!carnet.isOn && means !== 'on-account') return null
  if (customer && !carnetTakes(means, customer)) return null
  if (chosen) {
    return (
      <p className={styles['credit-to']} data-testid="credit-to">
        <CustomerName customer={chosen} /> <Balance centimes={chosen.balanceCentimes} />
        <Button look="quiet" onPress={() => onChoose(null)}>
          <Icon name="close" />
          <Text k="till.noCarnet" />
        </Button>
      </p>
    )
  }
  return (
    <details className={styles['reuse']} open={means === 'on-account'}>
      <summary data-testid="to-carnet">
        <Text k={state === 'debt' ? 'till.debtToCarnet' : 'till.toCarnet'} />
      </summary>
      {only === undefined ? (
        <CustomerSearch start={ref} isForSale onPick={onChoose} />
      ) : (
        <OnlyCustomer {...{ customer, error }} takesFocus={means === 'on-account'} onPick={onChoose} />
      )}
    </details>
  )
}

/**
 * The form begins where something is missing: at the customer, the amount or the name. Where nothing is, the button that ends
 * it has the focus: the sum stands on it, and Enter says yes to it.
 */
function useFocusOnOpen() {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const target =
      form.current?.querySelector<HTMLElement>('details[open] .text-field input') ??
      emptyFieldIn(form.current)
    const end = form.current?.querySelector<HTMLElement>('[data-look="main"]')
    ;(target ?? end)?.focus()
  }, [])
  return form
}

/** A field of the form itself, and of none of the choices in it. */
const emptyFieldIn = (form: HTMLElement | null): HTMLElement | undefined =>
  [...(form?.querySelectorAll<HTMLInputElement>(':scope > .text-field input') ?? [])].find(
    ({ value }) => value === '',
  )

/** The button says that a name is missing; for who asks for the act by Enter all the same, the field says it. */
function useAskedSignature() {
  const { isSigned, signed } = useSignature()
  const [isAsked, setIsAsked] = useState(false)
  const mayGo = (form: HTMLElement | null): boolean => {
    setIsAsked(!isSigned)
    if (!isSigned) emptyFieldIn(form)?.focus()
    return isSigned
  }
  const missing = isSigned || isAsked ? undefined : ('till.whoMissing' as const)
  return { isSigned, signed, isAsked, missing, mayGo }
}

const shownSales = 5

interface ReuseChoiceProps {
  readonly of: Ref
  readonly means: MoneyMeans
  readonly chosen: Ref | null
  readonly onChoose: (ref: Ref | null) => void
}

/** The newest sales by the same means that it may pay in place of going back to the customer, and the one that is chosen. */
export function ReuseChoice({ of, means, chosen, onChoose }: ReuseChoiceProps) {
  const { counter } = useParts()
  const chosenSale = useSale(chosen)
  const newest = useSales()
    .filter(
      ({ ref, state, till }) => ref !== of && payable.includes(state) && (till?.means ?? 'cash') === means,
    )
    .slice(0, shownSales)
  // It may have left the list since it was chosen.
  const sales = chosenSale && !newest.includes(chosenSale) ? [...newest, chosenSale] : newest
  useEffect(() => (chosen === null ? undefined : counter.hold({ refs: () => [chosen] })), [counter, chosen])
  if (sales.length === 0) return null
  return (
    <details className={styles['reuse']} open={chosen !== null || undefined}>
      <summary>
        <Text k="till.reuse" />
      </summary>
      <fieldset>
        <legend className="visually-hidden">
          <Text k="till.reuse" />
        </legend>
        <ChoiceOption name="reuse" isChosen={chosen === null} onChoose={() => onChoose(null)}>
          <Text k="till.noReuse" />
        </ChoiceOption>
        {sales.map((sale) => (
          <ChoiceOption
            name="reuse"
            key={sale.ref}
            isChosen={sale.ref === chosen}
            onChoose={() => onChoose(sale.ref)}
          >
            <OrderSubject order={sale.order} /> · <Amount centimes={sale.priceCentimes} />
          </ChoiceOption>
        ))}
      </fieldset>
    </details>
  )
}

const payable: readonly SaleView['state'][] = [...openSaleStates, 'fulfilled', 'partly-fulfilled']

function TakeBackForm({ refund, onDone }: RefundFormProps) {
  const { run, error, isBusy } = useAct('till.take-back')
  const { isSigned, signed, isAsked, missing, mayGo } = useAskedSignature()
  const [customer, setCustomer] = useState<CustomerView | null>(null)
  const form = useFocusOnOpen()
  const counted = useTypedAmount()
  const { balanceCentimes } = refund
  const amount = balanceCentimes === null ? counted.amount : centimes(Math.abs(balanceCentimes))
  const canGo = isAmount(amount) && !isBusy
  const words = customer
    ? ({ confirm: 'till.confirmMove', done: 'till.movedToCarnet' } as const)
    : ({ confirm: 'till.confirmTake', done: 'till.taken' } as const)
  const take = async (): Promise<void> => {
    if (!canGo || !mayGo(form.current)) return
    const how = customer ? { customerId: customer.customerId } : {}
    const taken = await run({ ...signed, ref: refund.ref, amountCentimes: amount, ...how })
    if (taken) onDone(<Text k={words.done} values={{ amount: <Amount centimes={amount} /> }} />)
  }
  return (
    <div className={styles['refund-form']} data-testid="take-back" ref={form}>
      {balanceCentimes === null && (
        <AmountField label="till.owedPart" amount={counted} onEnter={() => void take()} />
      )}
      <CarnetChoice refund={refund} chosen={customer} onChoose={setCustomer} />
      <WhoField isAsked={isAsked} onEnter={() => void take()} />
      <FormFoot
        word={
          <Text
            k={words.confirm}
            values={{ amount: <Amount centimes={isAmount(amount) ? amount : centimes(0)} /> }}
          />
        }
        canGo={canGo && isSigned}
        missing={missing}
        onPress={() => void take()}
        error={error}
        testId="take-back-now"
      />
    </div>
  )
}
