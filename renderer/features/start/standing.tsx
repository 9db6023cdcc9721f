/**
 * What stands open with the number that is typed, under the pad: what its customer owes or has to their credit, and
 * money that goes back for its last sales. Each leads to where it is settled. Nothing where nothing is owed.
 */
import type { ReactNode } from 'react'
import type { StandingView } from '#shared/ipc/carnet-commands.ts'
import { centimes, sumCentimes } from '#shared/money.ts'
import { Icon, type IconName, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import looksStyles from '../../products/looks.module.css'
import { Balance, CustomerName, useAsked } from '../carnet/customer-parts.tsx'
import { PlainPhaseWord } from '../sales/phase-badge.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { carnetKey, tillKey } from '../sell/keyboard.ts'
import { giveBackTestId } from '../till/money-due.tsx'
import styles from './start-step.module.css'

const carnetTestId = 'standing-carnet'

/** What the keyboard presses. */
export const carnetButton = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.sell-panel [data-testid="${carnetTestId}"]`)

/** Each number has one of its own: what was found of the last customer is never beside the next. */
export function Standing({ number }: { readonly number: string }) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { answer, error } = useAsked('carnet.standing', { number })
  if (!answer || error) return null
  const { customer, refunds } = answer
  if (refunds.length === 0 && (customer?.balanceCentimes ?? 0) === 0) return null
  return (
    <section
      className={styles['start-standing']}
      aria-label={text('start.standing.title')}
      data-testid="standing"
    >
      <ul>
        {customer && (
          <Row
            icon="book"
            shortcut={carnetKey}
            testId={carnetTestId}
            what={<Balance centimes={customer.balanceCentimes} />}
            // The number stands in the field.
            note={customer.name === null ? <CustomerName customer={customer} /> : <bdi>{customer.name}</bdi>}
            onPress={() => screen.open({ kind: 'carnet', customerId: customer.customerId })}
          />
        )}
        <Refunds
          refunds={refunds.filter(({ refund }) => refund.state === 'due')}
          word="start.standing.due"
          icon="refunded"
          shortcut={tillKey}
          testId={giveBackTestId}
        />
        <Refunds
          refunds={refunds.filter(({ refund }) => refund.state === 'debt')}
          word="carnet.owes"
          icon="warning"
          testId="standing-debt"
        />
      </ul>
    </section>
  )
}

interface RefundsProps {
  readonly refunds: StandingView['refunds']
  readonly word: 'start.standing.due' | 'carnet.owes'
  readonly icon: IconName
  readonly shortcut?: string
  readonly testId: string
}

/** One leads to its own refund, several to the list of all. */
function Refunds({ refunds, word, ...row }: RefundsProps) {
  const { screen } = useParts()
  const [last, ...others] = refunds
  if (!last) return null
  const known = refunds.flatMap(({ refund: { balanceCentimes } }) => balanceCentimes ?? [])
  const sum = centimes(Math.abs(sumCentimes(known)))
  const one = others.length === 0 ? { refund: last.refund.ref } : {}
  return (
    <Row
      {...row}
      what={
        known.length === 0 ? (
          <Text k="till.unknownPart" />
        ) : (
          <Text k={word} values={{ sum: <Amount centimes={sum} /> }} />
        )
      }
      note={
        others.length === 0 ? (
          <>
            <PlainPhaseWord sale={last.sale} /> · <Moment atMs={last.sale.recordedAtMs} />
          </>
        ) : (
          <Text k="history.count" values={{ count: refunds.length }} />
        )
      }
      onPress={() => screen.open({ kind: 'till', place: 'refunds', ...one })}
    />
  )
}

interface RowProps {
  readonly icon: IconName
  readonly what: ReactNode
  readonly note: ReactNode
  readonly shortcut?: string
  readonly testId: string
  readonly onPress: () => void
}

function Row({ icon, what, note, shortcut, testId, onPress }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles['start-choice']}
        data-testid={testId}
        aria-keyshortcuts={shortcut}
        // The field keeps the focus, so that what is typed next is for it.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        <Icon name={icon} />
        <span className={looksStyles['choice-what']}>{what}</span>
        <span className={looksStyles['choice-note']}>{note}</span>
        {shortcut && (
          <Kbd>
            <Ltr>{shortcut.replace('+', ' ')}</Ltr>
          </Kbd>
        )}
      </button>
    </li>
  )
}
