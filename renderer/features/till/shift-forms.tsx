/** A shift from its float to its close: opened, cash moved, the drawer counted, closed with its Z. */
import { type ReactNode, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import { type Movement, type MovementKind, paidOutReasons, sumOfPieces } from '#shared/till/cash.ts'
import type { ReportView as ShownReport, ZView as ShownZ } from '#shared/till/report.ts'
import type { ShiftView, TillView } from '#shared/till/till.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { FactList } from '../../components/fact-list.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useScreen, useSettings, useSignedIn, useTranslator } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { isShiftStop, noteTourShift } from '../tour/tour.ts'
import { useAct, useSignature } from './act.ts'
import {
  AmountField,
  FormFoot,
  isAmount,
  PrintPaper,
  RecordedEarlier,
  useTypedAmount,
  WhoField,
} from './form-parts.tsx'
import { MovementList } from './movements.tsx'
import { countOf, PieceCounter, type TypedPieces } from './pieces.tsx'
import { ReportView } from './report.tsx'
import styles from './till.module.css'

const noteMaxLength = 200
const reasonMaxLength = 500

export function OpenForm({ lastClose }: Pick<TillView, 'lastClose'>) {
  const { run, error, isBusy } = useAct('till.open-shift')
  const isPractice = useScreen(({ tour }) => isShiftStop(tour))
  const { isSigned, signed } = useSignature()
  const [typed, setTyped] = useState<TypedPieces>({})
  const button = useRef<HTMLButtonElement>(null)
  const float = countOf(typed)
  const canGo = isSigned && !isBusy
  return (
    <section className={styles['till-section']} data-testid="open-shift">
      <h3>
        <Text k="till.openTitle" />
      </h3>
      {lastClose && (
        <p>
          <Text
            k="till.lastLeft"
            values={{
              number: lastClose.number,
              time: <Moment atMs={lastClose.closedAtMs} />,
              amount: <Amount centimes={lastClose.leftCentimes} />,
            }}
          />
        </p>
      )}
      <PieceCounter typed={typed} onChange={setTyped} onLast={() => button.current?.focus()} />
      {lastClose && (
        <Gap what="till.gap" centimes={(sumOfPieces(float) - lastClose.leftCentimes) as Centimes} />
      )}
      <WhoField />
      <FormFoot
        word={<Text k="till.openNow" values={{ amount: <Amount centimes={sumOfPieces(float)} /> }} />}
        canGo={canGo}
        onPress={() => void run({ ...signed, float, ...(isPractice && { practice: true as const }) })}
        error={error}
        isInSight
        buttonRef={button}
        testId="open-now"
      />
    </section>
  )
}

interface GapProps {
  readonly what: 'till.gap' | 'till.difference'
  readonly centimes: Centimes
}

/** A difference, in words beside its sign. */
export function Gap({ what, centimes }: GapProps) {
  const side = centimes === 0 ? 'none' : centimes > 0 ? 'over' : 'under'
  return (
    <p className={styles['till-gap']} data-side={side} data-testid="gap" role="status">
      <Icon name={side === 'none' ? 'check' : 'warning'} />
      <span>
        <Text k={what} /> <Amount centimes={centimes} /> · <Text k={`till.side.${side}`} />
      </span>
    </p>
  )
}

// The shift that is open, and its X.

export function ShiftNow({ shift }: { readonly shift: ShiftView }) {
  const { report, error, ask } = useXReport()
  return (
    <section className={styles['till-section']} data-testid="shift-now">
      <h3>
        <Text k="till.shift" values={{ number: shift.shift }} />
      </h3>
      <FactList
        facts={[
          { label: 'till.openedAt', value: <Moment atMs={shift.openedAtMs} /> },
          { label: 'till.openedBy', value: <bdi>{shift.openedBy}</bdi> },
          { label: 'till.float', value: <Amount centimes={shift.floatCentimes} /> },
          {
            label: 'till.overnight',
            value: shift.overnight && <Amount centimes={shift.overnight.gapCentimes} />,
          },
        ]}
      />
      <FormFoot word={<Text k="till.x" />} canGo onPress={() => void ask()} error={error} testId="x-report" />
      {report && (
        <>
          <ReportView report={report} title={<Text k="till.xTitle" />} />
          <div className={controlsStyles['action-row']}>
            <PrintPaper of={{ paper: 'x' }} testId="x-print" />
          </div>
        </>
      )}
      <MovementList shift={shift.shift} />
    </section>
  )
}

function useXReport() {
  const parts = useParts()
  const [report, setReport] = useState<ShownReport | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = async (): Promise<void> => {
    const asked = await parts.client.command('till.x-report', {})
    if (asked.ok) noteTourShift(parts, true)
    setReport(asked.ok ? asked.value : null)
    setError(asked.ok ? null : asked.error)
  }
  return { report, error, ask }
}

// Cash that moves without a sale.

type PaidOutReason = (typeof paidOutReasons)[number]

export function MovementForm({ kind }: { readonly kind: MovementKind }) {
  const { text } = useTranslator()
  const { run, error, isBusy, earlier } = useAct('till.move-cash')
  const { isSigned, signed } = useSignature()
  const amount = useTypedAmount()
  const [note, setNote] = useState('')
  const [reason, setReason] = useState<PaidOutReason>('expense')
  const [done, setDone] = useState<Movement | null>(null)
  const moved = movementOf(kind, amount.amount, note.trim(), reason)
  const canGo = moved !== undefined && isSigned && !isBusy
  const send = async (): Promise<void> => {
    if (!canGo || !(await run({ ...signed, moved }))) return
    amount.type('')
    setNote('')
    setDone(moved)
  }
  return (
    <section className={styles['till-section']} data-testid="movement" data-movement={kind}>
      <h3>
        <Text k={`till.place.${kind}`} />
      </h3>
      <p>
        <Text k={`till.movementText.${kind}`} />
      </p>
      {kind !== 'no-sale' && <AmountField label="till.amount" amount={amount} onEnter={() => void send()} />}
      {kind === 'paid-out' && (
        <Segments
          label={text('till.reason')}
          value={reason}
          segments={paidOutReasons.map((value) => ({ value, face: <Text k={`till.reasons.${value}`} /> }))}
          onChange={setReason}
        />
      )}
      <TextField
        label={isNoteAsked(kind) ? 'till.why' : 'till.note'}
        isToFill={isNoteAsked(kind)}
        value={note}
        maxLength={noteMaxLength}
        onChange={setNote}
        onEnter={() => void send()}
      />
      <WhoField />
      <FormFoot
        word={<Text k={`till.place.${kind}`} />}
        canGo={canGo}
        onPress={() => void send()}
        error={error}
        testId="move-now"
      />
      <p className={styles['till-done']} role="status" data-testid="moved">
        {done && !earlier && <MovedWords moved={done} />}
      </p>
      {earlier && <RecordedEarlier act={earlier} />}
    </section>
  )
}

const isNoteAsked = (kind: MovementKind): boolean => kind === 'paid-in' || kind === 'no-sale'

/** Undefined while something is missing. */
function movementOf(
  movement: MovementKind,
  amount: Centimes | null | undefined,
  note: string,
  reason: PaidOutReason,
): Movement | undefined {
  if (movement === 'no-sale') return note === '' ? undefined : { movement, note }
  if (!isAmount(amount)) return undefined
  const noted = note === '' ? {} : { note }
  if (movement === 'paid-in') return note === '' ? undefined : { movement, amountCentimes: amount, note }
  if (movement === 'paid-out') return { movement, amountCentimes: amount, reason, ...noted }
  return { movement, amountCentimes: amount, ...noted }
}

function MovedWords({ moved }: { readonly moved: Movement }) {
  return (
    <>
      <Icon name="check" />{' '}
      {moved.movement === 'no-sale' ? (
        <Text k="till.drawerOpened" />
      ) : (
        <Text
          k="till.moved"
          values={{
            what: <Text k={`till.movement.${moved.movement}`} />,
            amount: <Amount centimes={moved.amountCentimes} />,
          }}
        />
      )}
    </>
  )
}

// The count, blind where the shop wants it so, and the close.

interface CountFormProps {
  readonly shift: ShiftView
  readonly onClosed: (z: ShownZ) => void
}

export function CountForm({ shift, onClosed }: CountFormProps) {
  const [isAgain, setIsAgain] = useState(false)
  if (shift.counted === null || isAgain) return <CountStep onCounted={() => setIsAgain(false)} />
  return <CloseStep counted={shift.counted} onAgain={() => setIsAgain(true)} onClosed={onClosed} />
}

function CountStep({ onCounted }: { readonly onCounted: () => void }) {
  const { run, error, isBusy } = useAct('till.count')
  const { isSigned, signed } = useSignature()
  const [typed, setTyped] = useState<TypedPieces>({})
  const card = useTypedAmount()
  const transfer = useTypedAmount()
  const form = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const counted = countOf(typed)
  const canGo = isSigned && !isBusy && card.amount !== undefined && transfer.amount !== undefined
  const send = async (): Promise<void> => {
    if (!canGo) return
    const otherMeans = {
      ...(isTyped(card.amount) ? { card: card.amount } : {}),
      ...(isTyped(transfer.amount) ? { transfer: transfer.amount } : {}),
    }
    if (await run({ ...signed, counted, otherMeans })) onCounted()
  }
  /** To the first of the fields that is still to be filled in, or to the button. */
  const leadOn = (from: 'pieces' | 'card' | 'transfer' | 'who'): void => {
    const [card, transfer, who] = form.current?.querySelectorAll<HTMLElement>('.text-field input') ?? []
    const next = { pieces: card, card: transfer, transfer: isSigned ? undefined : who, who: undefined }[from]
    ;(next ?? button.current)?.focus()
  }
  return (
    <section className={styles['till-section']} ref={form} data-testid="count">
      <h3>
        <Text k="till.countTitle" />
      </h3>
      <Expected />
      <PieceCounter typed={typed} onChange={setTyped} onLast={() => leadOn('pieces')} />
      <div className={styles['till-pair']}>
        <AmountField label="till.cardSlips" amount={card} onEnter={() => leadOn('card')} />
        <AmountField label="till.transfers" amount={transfer} onEnter={() => leadOn('transfer')} />
      </div>
      <WhoField onEnter={() => leadOn('who')} />
      <FormFoot
        word={<Text k="till.countNow" values={{ amount: <Amount centimes={sumOfPieces(counted)} /> }} />}
        canGo={canGo}
        onPress={() => void send()}
        error={error}
        isInSight
        buttonRef={button}
        testId="count-now"
      />
    </section>
  )
}

const isTyped = (amount: Centimes | null | undefined): amount is Centimes =>
  amount !== null && amount !== undefined

/** What should be there: shown before the count where it is not blind for this person. */
function Expected() {
  const { till } = useSettings()
  const current = useSignedIn()
  const { report, error, ask } = useXReport()
  if (till.blindClose && current?.role !== 'owner') {
    return (
      <p>
        <Text k="till.blind" />
      </p>
    )
  }
  return (
    <div>
      {report?.cash ? (
        <p role="status">
          <Text k="till.expected" /> <Amount centimes={report.cash.expectedCentimes} />
        </p>
      ) : (
        <Button onPress={() => void ask()} testId="show-expected">
          <Text k="till.showExpected" />
        </Button>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  )
}

interface CloseStepProps {
  readonly counted: NonNullable<ShiftView['counted']>
  readonly onAgain: () => void
  readonly onClosed: (z: ShownZ) => void
}

function CloseStep({ counted, onAgain, onClosed }: CloseStepProps) {
  const { run, error, isBusy } = useAct('till.close-shift')
  const { isSigned, signed } = useSignature()
  const [reason, setReason] = useState('')
  const isMissing = error?.kind === 'till' && error.problem === 'reason-missing'
  const isAsked = counted.differenceCentimes !== 0 || isMissing
  const why = reason.trim()
  const canGo = isSigned && !isBusy && !(isAsked && why === '')
  const close = async (): Promise<void> => {
    if (!canGo) return
    const z = await run({ ...signed, ...(why === '' ? {} : { reason: why }) })
    if (z) onClosed(z)
  }
  return (
    <section className={styles['till-section']} data-testid="close-shift">
      <h3>
        <Text k="till.closeTitle" />
      </h3>
      <CountedFacts counted={counted} />
      <Gap what="till.difference" centimes={counted.differenceCentimes} />
      {isAsked && (
        <TextField
          label="till.differenceWhy"
          isToFill
          value={reason}
          maxLength={reasonMaxLength}
          onChange={setReason}
          onEnter={() => void close()}
        />
      )}
      <WhoField />
      <FormFoot
        word={<Text k="till.closeNow" />}
        canGo={canGo}
        onPress={() => void close()}
        error={error}
        testId="close-now"
      >
        <Button onPress={onAgain} testId="count-again">
          <Text k="till.countAgain" />
        </Button>
      </FormFoot>
    </section>
  )
}

function CountedFacts({ counted }: Pick<CloseStepProps, 'counted'>): ReactNode {
  return (
    <FactList
      facts={[
        { label: 'till.counted', value: <Amount centimes={counted.countedCentimes} /> },
        { label: 'till.expected', value: <Amount centimes={counted.expectedCentimes} /> },
        {
          label: 'till.countedAt',
          value: (
            <Ltr>
              <Moment atMs={counted.atMs} />
            </Ltr>
          ),
        },
      ]}
    />
  )
}
