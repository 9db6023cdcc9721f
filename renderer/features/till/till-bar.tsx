/**
 * The till in sight at the foot of the counter: who is at it, since when the shift is open, and what is due to customers. A
 * shop that uses neither shifts, nor PINs, nor carnets does not see it.
 */
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import {
  useParts,
  useSettings,
  useShifts,
  useSignedIn,
  useTill,
  useTranslator,
} from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { switchKey, tillKey } from '../sell/keyboard.ts'
import statusBarStyles from '../status/status-bar.module.css'
import styles from './till-bar.module.css'

export function TillBar() {
  const { text } = useTranslator()
  const { screen } = useParts()
  const { carnet } = useSettings()
  const usesShifts = useShifts()
  const till = useTill()
  const person = useSignedIn()
  if (!till || !(usesShifts || till.shift || till.people.isOn || carnet.isOn)) return null
  const { shift, due } = till
  return (
    <section className={styles['till-bar']} aria-label={text('till.title')} data-testid="till-bar">
      {person && (
        <button
          type="button"
          data-testid="who"
          aria-keyshortcuts={switchKey}
          title={text('people.switch')}
          onClick={() => screen.open({ kind: 'switch' })}
        >
          <Icon name="lock" />
          <bdi>{person.name}</bdi> <Kbd>{text('keys.switch')}</Kbd>
        </button>
      )}
      {(usesShifts || shift) && (
        <button
          type="button"
          data-testid="till-state"
          data-open={shift !== null || undefined}
          aria-keyshortcuts={tillKey}
          onClick={() => screen.open({ kind: 'till' })}
        >
          <span className={statusBarStyles['dot']} aria-hidden="true" />
          <span>
            {shift ? (
              <Text
                k="till.barOpen"
                values={{ number: shift.shift, time: <Moment atMs={shift.openedAtMs} /> }}
              />
            ) : (
              <Text k="till.barClosed" />
            )}
          </span>{' '}
          <Kbd>{tillKey}</Kbd>
        </button>
      )}
      {(usesShifts || shift) && due.count > 0 && <DueState />}
      {carnet.isOn && (
        <button type="button" data-testid="carnet-state" onClick={() => screen.open({ kind: 'carnet' })}>
          <Icon name="book" />
          <Text k="till.place.carnet" />
        </button>
      )}
    </section>
  )
}

function DueState() {
  const { screen } = useParts()
  const till = useTill()
  if (!till) return null
  const { count, sumCentimes } = till.due
  return (
    <button
      type="button"
      data-testid="due-state"
      onClick={() => screen.open({ kind: 'till', place: 'refunds' })}
    >
      <Icon name="refunded" />
      <span>
        <Text k="till.barDue" values={{ count, sum: <Amount centimes={sumCentimes} /> }} />
      </span>
    </button>
  )
}
