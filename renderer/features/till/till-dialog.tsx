/**
 * The till: a dialog with the shift that is open, cash that moves, the count and the close, what is due to customers, and the
 * Zs; and its bar at the foot of the counter.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import type { ZView as ShownZ } from '#shared/till/report.ts'
import type { TillView } from '#shared/till/till.ts'
import { classNames } from '../../components/class-names.ts'
import { Icon, Kbd } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Amount, Text } from '../../components/text.tsx'
import {
  useParts,
  useSettings,
  useShifts,
  useSignedIn,
  useTill,
  useTranslator,
} from '../../counter-context.tsx'
import reconciliationStyles from '../reconciliation/reconciliation.module.css'
import { SalesReport } from '../reports/sales-report.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { switchKey, tillKey } from '../sell/keyboard.ts'
import { SettingHint } from '../settings/setting.tsx'
import statusBarStyles from '../status/status-bar.module.css'
import { RefundsDue } from './refunds-due.tsx'
import { ZList } from './report.tsx'
import { CountForm, MovementForm, OpenForm, ShiftNow } from './shift-forms.tsx'
import styles from './till.module.css'

type Place =
  | 'open'
  | 'now'
  | 'paid-in'
  | 'paid-out'
  | 'drop'
  | 'no-sale'
  | 'count'
  | 'refunds'
  | 'reports'
  | 'sales'
/** Where the dialog leads: a place of its own, or the carnet's dialog. */
type Way = Place | 'carnet'

/** What can be done as the till stands, in the order of its keys. */
function placesOf(till: TillView, usesShifts: boolean): readonly Place[] {
  const always = ['refunds', 'reports', 'sales'] as const
  if (till.shift) return ['now', 'paid-in', 'paid-out', 'drop', 'no-sale', 'count', ...always]
  return usesShifts ? ['open', ...always] : always
}

interface TillDialogProps {
  readonly start: Place | undefined
  readonly refund: Ref | undefined
  readonly forRef: Ref | undefined
}

export function TillDialog({ start, refund, forRef }: TillDialogProps) {
  const till = useTill()
  return (
    <PanelDialog size="full" title={<Text k="till.title" />}>
      {till && <TillPlaces till={till} start={refund ? 'refunds' : start} refund={refund} forRef={forRef} />}
    </PanelDialog>
  )
}

interface TillPlacesProps extends TillDialogProps {
  readonly till: TillView
}

function TillPlaces({ till, start, refund, forRef }: TillPlacesProps) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { carnet } = useSettings()
  const usesShifts = useShifts()
  const places = placesOf(till, usesShifts)
  const ways = carnet.isOn ? [...places, 'carnet' as const] : places
  // Money that customers wait for goes before how the shift stands; a shift that is to be opened goes before all.
  const isDueFirst = till.shift !== null && till.due.count > 0
  const [picked, setPicked] = useState<Place>(start ?? (isDueFirst ? 'refunds' : (places[0] ?? 'refunds')))
  const [z, setZ] = useState<ShownZ | null>(null)
  const place = places.includes(picked) ? picked : (places[0] ?? 'refunds')
  const part = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place begins in its first field, or at its first button.
  useEffect(() => focusFirst(part.current), [place])
  const pick = (next: Way): void => {
    setZ(null)
    if (next === 'carnet') screen.open({ kind: 'carnet' })
    else setPicked(next)
  }
  usePlaceKeys(ways, pick)
  return (
    <div className={classNames(reconciliationStyles['reconciliation'], styles['till'])} data-testid="till">
      <div className={reconciliationStyles['reconciliation-parts']}>
        <PlaceList ways={ways} place={place} till={till} onPick={pick} />
        <ScrollPart label={text('till.title')} place={z ? `${place} ${z.number}` : place} testId="till-place">
          <div className={styles['till-part']} ref={part}>
            {!usesShifts && <SettingHint k="till.shiftsOff" />}
            <PlaceView
              key={place}
              place={place}
              till={till}
              refund={refund}
              forRef={forRef}
              z={z}
              onZ={setZ}
              onClosed={(closed) => {
                setPicked('reports')
                setZ(closed)
              }}
            />
          </div>
        </ScrollPart>
      </div>
    </div>
  )
}

/** Of ten ways the last has 0, as on the keyboard. */
const digitOf = (index: number): number => (index + 1) % 10

/** Alt and a digit, wherever the focus is: an act that is done may leave it nowhere. */
function usePlaceKeys(ways: readonly Way[], pick: (way: Way) => void): void {
  const { approvals } = useParts()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const [, digit] = /^Digit([0-9])$/.exec(event.code) ?? []
    const next = ways.find((_, index) => String(digitOf(index)) === digit)
    const isOver = approvals.store.getState().waiting !== null
    if (!event.altKey || event.repeat || next === undefined || isOver) return
    event.preventDefault()
    pick(next)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** A refund's own button has the focus already where one was named. */
function focusFirst(part: HTMLElement | null): void {
  if (part?.contains(document.activeElement)) return
  part?.querySelector<HTMLElement>('input:not([type=radio]), .button')?.focus()
}

interface PlaceViewProps {
  readonly till: TillView
  readonly refund: Ref | undefined
  readonly forRef: Ref | undefined
  readonly place: Place
  readonly z: ShownZ | null
  readonly onZ: (z: ShownZ | null) => void
  readonly onClosed: (z: ShownZ) => void
}

function PlaceView({ place, till, refund, forRef, z, onZ, onClosed }: PlaceViewProps) {
  const { shift, lastClose } = till
  switch (place) {
    case 'open':
      return <OpenForm lastClose={lastClose} />
    case 'now':
      return shift && <ShiftNow shift={shift} />
    case 'paid-in':
    case 'paid-out':
    case 'drop':
    case 'no-sale':
      return <MovementForm kind={place} />
    case 'count':
      return shift && <CountForm shift={shift} onClosed={onClosed} />
    case 'refunds':
      return <RefundsDue first={refund} forRef={forRef} />
    case 'reports':
      return <ZList shown={z} onShow={onZ} />
    case 'sales':
      return <SalesReport />
    default:
      return unreachable(place)
  }
}

interface PlaceListProps {
  readonly ways: readonly Way[]
  readonly place: Place
  readonly till: TillView
  readonly onPick: (way: Way) => void
}

function PlaceList({ ways, place, till, onPick }: PlaceListProps) {
  const { text } = useTranslator()
  const { due } = till
  return (
    <nav className={reconciliationStyles['day-list']} aria-label={text('till.title')}>
      {ways.map((one, index) => (
        <button
          key={one}
          type="button"
          className={classNames(reconciliationStyles['day-row'], styles['till-row'])}
          data-place={one}
          aria-current={one === place ? 'true' : undefined}
          aria-keyshortcuts={`Alt+${digitOf(index)}`}
          onClick={() => onPick(one)}
        >
          <strong>
            <Text k={`till.place.${one}`} />
          </strong>
          <Kbd>Alt {digitOf(index)}</Kbd>
          {one === 'refunds' && due.count > 0 && (
            <span>
              <Text
                k="till.tally"
                values={{ count: due.count, sum: <Amount centimes={due.sumCentimes} /> }}
              />
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

// The till in sight at the foot of the counter: who is at it, since when the shift is open, and what is due to customers. A
// shop that uses neither shifts, nor PINs, nor carnets does not see it.

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
