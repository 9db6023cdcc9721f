/**
 * What the cashier has to act on now, above the sales that only wait: sales that are nowhere, or of which a person has to say
 * what they are, money that goes back to customers, and slips. Each has its acts in its row.
 */
import { type FocusEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { Button, useResting } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon, type IconName, Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import {
  useIsPrinting,
  useParts,
  usePrintJobs,
  useScreen,
  useShifts,
  useTill,
  useTranslator,
} from '../../counter-context.tsx'
import { doubtfulJobs, unprintedJobs } from '../../mirror.ts'
import { printUnprinted } from '../printing/print-jobs-dialog.tsx'
import { StatusText } from '../printing/printer-state.tsx'
import { tillKey } from '../sell/keyboard.ts'
import { focusMainField } from '../sell/step-parts.tsx'
import { useFirstDue } from './due.tsx'
import { SaleActions } from './sale-actions.tsx'
import { SaleRow } from './sale-row.tsx'
import styles from './to-do.module.css'

interface ToDoProps {
  readonly sales: readonly SaleView[]
  /** Only the first so many fit what is looked for. */
  readonly fitting: number
  /** When the shop's day began. */
  readonly todayMs: number
}

export function ToDo({ sales, fitting, todayMs }: ToDoProps) {
  const { text } = useTranslator()
  const jobs = usePrintJobs()
  const till = useTill()
  const [unprinted, doubtful] = [unprintedJobs(jobs).length, doubtfulJobs(jobs).length]
  const rows = [till?.due.count ?? 0, till?.debts.count ?? 0, unprinted, doubtful]
  const count = sales.length + rows.filter((things) => things > 0).length
  const list = useRef<HTMLUListElement>(null)
  const isResting = useResting(sales.map(({ ref }) => ref).join() || null)
  const keepFocus = useFocusKept(list, sales)
  if (count === 0) return null
  return (
    <section className={styles['to-do']} data-testid="to-do" aria-label={text('sales.toDo')}>
      <header>
        <h2>
          <Text k="sales.toDo" />
        </h2>
        <span className={controlsStyles['count']}>{count}</span>
      </header>
      <div className={styles['to-do-rows']} data-resting={isResting || undefined}>
        <ul ref={list} {...keepFocus}>
          {sales.map((sale, place) => (
            <li key={sale.ref} className={styles['to-do-sale']}>
              <SaleRow sale={sale} todayMs={todayMs} isUnfit={place >= fitting} />
              <SaleToDo sale={sale} />
            </li>
          ))}
        </ul>
        <ul>
          <Till />
          {unprinted > 0 && <Unprinted count={unprinted} />}
          {doubtful > 0 && <Doubtful count={doubtful} />}
        </ul>
      </div>
    </section>
  )
}

/**
 * A row goes with the act that was done in it, and what had the focus goes with the row: the row that comes in its place has
 * it then, where Enter opens the sale and does nothing else; without one, the main field has it.
 */
function useFocusKept(list: RefObject<HTMLUListElement | null>, sales: readonly SaleView[]) {
  const left = useRef<{ readonly ref: Ref; readonly place: number } | null>(null)
  useLayoutEffect(() => {
    const { current } = left
    if (!current || sales.some(({ ref }) => ref === current.ref)) return
    left.current = null
    if (document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll<HTMLElement>('.sale-row') ?? []
    const next = rows[Math.min(current.place, rows.length - 1)]
    if (next) next.focus()
    else focusMainField()
  }, [list, sales])
  return {
    onFocus: ({ target }: FocusEvent) => {
      const rows = [...(list.current?.children ?? [])]
      const place = rows.findIndex((row) => row.contains(target))
      const ref = sales[place]?.ref
      left.current = ref === undefined ? null : { ref, place }
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) left.current = null
    },
  }
}

/** What is decided by a person is read in full first. */
function SaleToDo({ sale }: { readonly sale: SaleView }) {
  const { screen } = useParts()
  return (
    <SaleActions sale={sale}>
      {sale.decidable && (
        <Button onPress={() => screen.openSale(sale)}>
          <Text k="sales.choose" />
        </Button>
      )}
    </SaleActions>
  )
}

interface RowProps {
  readonly icon: IconName
  readonly testId: string
  readonly act: ReactNode
  readonly onPress: () => void
  readonly children: ReactNode
}

function Row({ icon, testId, act, onPress, children }: RowProps) {
  return (
    <li className={styles['to-do-row']}>
      <Icon name={icon} />
      <span>{children}</span>
      <Button testId={testId} onPress={onPress}>
        {act}
      </Button>
    </li>
  )
}

/** Money that goes back to customers, and what customers owe. */
function Till() {
  const { screen } = useParts()
  const till = useTill()
  const first = useFirstDue()
  if (!till) return null
  const { due, debts } = till
  const open = () => screen.open({ kind: 'till', place: 'refunds' })
  const giveBack = () =>
    screen.open({ kind: 'till', place: 'refunds', ...(first === undefined ? {} : { refund: first }) })
  return (
    <>
      {due.count > 0 && (
        <Row icon="refunded" testId="to-do-refunds" act={<GiveBackWord />} onPress={giveBack}>
          <Text k="till.barDue" values={{ count: due.count, sum: <Amount centimes={due.sumCentimes} /> }} />
        </Row>
      )}
      {debts.count > 0 && (
        <Row icon="warning" testId="to-do-debts" act={<Text k="till.takeBack" />} onPress={open}>
          <Text k="till.debtsTitle" /> · <Amount centimes={debts.sumCentimes} />
        </Row>
      )}
    </>
  )
}

/** The key of the till leads to what is due, unless a shift is to be opened first. */
function GiveBackWord() {
  const usesShifts = useShifts()
  const till = useTill()
  return (
    <>
      <Text k="till.giveBack" /> {(!usesShifts || till?.shift) && <Kbd>{tillKey}</Kbd>}
    </>
  )
}

interface SlipsProps {
  readonly count: number
}

/** Slips that surely did not print, and what the printer says of itself: all go out by the one press. */
function Unprinted({ count }: SlipsProps) {
  const parts = useParts()
  const isOffered = useIsPrinting()
  const status = useScreen(({ printerStatus }) => printerStatus)
  const isStatusShown = status?.kind === 'problem' || (status?.kind === 'ready' && status.isSure)
  const press = () => (isOffered ? void printUnprinted(parts) : parts.screen.open({ kind: 'print-jobs' }))
  return (
    <Row
      icon="printer"
      testId="to-do-unprinted"
      act={<Text k={isOffered ? 'printing.printThem' : 'sales.look'} />}
      onPress={press}
    >
      <Text k="printing.toPrint" values={{ count }} />
      {isStatusShown && (
        <>
          {' · '}
          <StatusText status={status} />
        </>
      )}
    </Row>
  )
}

/** Slips that may have printed: each is looked at. */
function Doubtful({ count }: SlipsProps) {
  const { screen } = useParts()
  return (
    <Row
      icon="printer"
      testId="to-do-doubtful"
      act={<Text k="sales.look" />}
      onPress={() => screen.open({ kind: 'print-jobs' })}
    >
      <Text k="printing.doubtful" values={{ count }} />
    </Row>
  )
}
