/** The first step of what is sold to a number. Keyboard and number pad write into the same field. */
import { type ChangeEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { AppError } from '#shared/app-error.ts'
import { formatTimeOrDate, startOfShopDay } from '#shared/dates.ts'
import { type OrderKind, productOf } from '#shared/products/orders.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { NumberPad, padField } from '../../components/number-pad.tsx'
import segmentsStyles from '../../components/segments.module.css'
import { LineNumber, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSales, useSettings, useStatus, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { useNow } from '../status/age.tsx'
import styles from './number-entry.module.css'
import stepPartsStyles from './step-parts.module.css'
import { EntryField, focusMainField, mainField } from './step-parts.tsx'
import { placeIn, shownText, typedText } from './typed-number.ts'

interface NumberEntryProps {
  readonly title: MessageKey
  readonly label: MessageKey
  readonly hint: MessageKey
  readonly problem: MessageKey | null
  /** As typed. */
  readonly typed: string
  readonly isHeld: boolean
  /** What Enter does, and what is said while it is done. */
  readonly goOn: MessageKey
  readonly held: MessageKey
  readonly error: AppError | null
  readonly onType: (text: string) => void
  readonly onDigit: (digit: string) => void
  readonly onErase: () => void
  readonly onGoOn: () => void
  /** What is chosen beside the number. */
  readonly choice: ReactNode
  /** Asked before it goes on: it stands in the place of the button, and of what is chosen beside the number. */
  readonly question?: ReactNode
  /** What is to be known before anything is sent. */
  readonly warning?: ReactNode
  /** What the shop sells most of it. */
  readonly favourites: ReactNode
  /** Which of the numbers sold to last are offered. */
  readonly kind: OrderKind
  /** Numbers to practise with, in training. */
  readonly practice: ReactNode
}

export function NumberEntry(props: NumberEntryProps) {
  const { title, label, hint, problem, typed, isHeld, goOn, held, error, choice, kind } = props
  const { favourites, practice, warning, question, onDigit, onErase, onGoOn } = props
  const onType = (shown: string): void => props.onType(typedText(shown))
  const { text } = useTranslator()
  const { environment } = useStatus()
  return (
    <div className={classNames(stepPartsStyles['step'], styles['number-step'])}>
      <header className={stepPartsStyles['step-head']}>
        <h1>
          <Text k={title} />
        </h1>
      </header>
      <NumberField
        typed={typed}
        label={label}
        hint={hint}
        problem={problem}
        isHeld={isHeld}
        isRefused={error !== null}
        onType={onType}
      />
      {!question && choice}
      <div className={styles['number-columns']}>
        <NumberPad isDisabled={isHeld} onDigit={onDigit} onErase={onErase} onType={onType} />
        <div className={styles['number-side']}>
          {warning}
          {question || (
            <Button look="main" size="large" isDisabled={isHeld} shortcut="Enter" onPress={onGoOn}>
              <Text k={isHeld ? held : goOn} />
              {!isHeld && <Kbd>{text('keys.enter')}</Kbd>}
            </Button>
          )}
          {error && <ErrorNote error={error} />}
          {favourites}
          {typed === '' && <RecentNumbers kind={kind} onPick={onType} />}
          {environment === 'training' && !error && practice}
        </div>
      </div>
    </div>
  )
}

// The number field: digits grouped while they are typed, the caret kept beside the digit it was at.

interface NumberFieldProps {
  /** As typed, without the blanks of the groups. */
  readonly typed: string
  readonly label: MessageKey
  readonly hint: MessageKey
  /** What is wrong with the number, in place of the hint. */
  readonly problem: MessageKey | null
  /** The number is being asked about. */
  readonly isHeld: boolean
  /** What stands there was asked about in vain: what is typed next takes its place. */
  readonly isRefused?: boolean
  readonly onType: (text: string) => void
}

export function NumberField(props: NumberFieldProps) {
  const { typed, label, hint, problem, isHeld, isRefused = false, onType } = props
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const shown = shownText(typed)

  useEffect(() => {
    if (isHeld) return
    field.current?.focus()
    if (isRefused) field.current?.select()
  }, [isHeld, isRefused])

  useLayoutEffect(() => {
    const at = caret.current
    caret.current = null
    if (at === null || document.activeElement !== field.current) return
    const place = placeIn(shown, at)
    field.current?.setSelectionRange(place, place)
  }, [shown])

  const change = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    caret.current = typedText(target.value.slice(0, target.selectionStart ?? undefined)).length
    onType(typedText(target.value))
  }

  return (
    <EntryField
      ref={field}
      id="line-number"
      label={label}
      hint={<Text k={hint} />}
      problem={problem}
      {...mainField}
      {...padField}
      inputMode="none"
      value={shown}
      readOnly={isHeld}
      onChange={change}
    />
  )
}

// The numbers sold to last, under the empty number field. One press puts all that were sold to so far out of sight for good.

interface RecentNumbersProps {
  /** Null: of any kind that is sold to telephone numbers. */
  readonly kind: OrderKind | null
  readonly onPick: (number: string) => void
}

export function RecentNumbers({ kind, onPick }: RecentNumbersProps) {
  const { client, screen } = useParts()
  const { text, locale } = useTranslator()
  const { recentsAfterMs } = useSettings()
  const sales = useSales()
  const todayMs = startOfShopDay(useNow())
  const recents = recentNumbers(sales, kind, recentsAfterMs)
  if (recents.length === 0) return null
  const pick = (number: string): void => {
    onPick(number)
    // Enter goes on with what stands in the field.
    focusMainField()
  }
  const hide = async (): Promise<void> => {
    // The button goes with what it hides.
    focusMainField()
    const newestMs = Math.max(recentsAfterMs, ...sales.map(({ recordedAtMs }) => recordedAtMs))
    const done = await client.command('settings.update', { recentsAfterMs: newestMs })
    if (!done.ok) screen.addNote({ kind: 'error', error: done.error })
  }
  return (
    <section className={styles['recents']} aria-label={text('sell.recents.title')}>
      <header>
        <h2>
          <Text k="sell.recents.title" />
        </h2>
        <button type="button" className={styles['recents-hide']} onClick={() => void hide()}>
          <Text k="sell.recents.hide" />
        </button>
      </header>
      <ul>
        {recents.map(({ number, atMs }) => (
          <li key={number}>
            <button type="button" className={styles['recent-key']} onClick={() => pick(number)}>
              <LineNumber number={number} />{' '}
              <small>
                <Ltr>{formatTimeOrDate(atMs, locale, todayMs)}</Ltr>
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The numbers that were sold to last, from the sales that the counter shows anyway. Pure; keeps nothing.

const maxRecents = 6

interface RecentNumber {
  readonly number: string
  /** When it was last sold to. */
  readonly atMs: number
}

/** As numbers of lines are kept: an account of another biller is not one. */
const telephoneShape = /^(?:0[2-7]\d{7,8}|213\d{9})$/

/** Each number once, the last sold to first, and none of a sale until `afterMs`; `sales` are newest first. */
export function recentNumbers(
  sales: readonly SaleView[],
  kind: OrderKind | null,
  afterMs: number,
): readonly RecentNumber[] {
  const found = new Map<string, RecentNumber>()
  for (const { order, recordedAtMs } of sales) {
    if (found.size === maxRecents) break
    const isOfKind = kind === null || order.kind === kind
    const number = isOfKind && recordedAtMs > afterMs ? productOf(order).numberOf(order) : null
    const isShown = kind !== null || telephoneShape.test(number ?? '')
    if (isShown && number !== null && !found.has(number)) found.set(number, { number, atMs: recordedAtMs })
  }
  return [...found.values()]
}

// A choice that is recognised from the number, and on which the cashier has the last word.

export interface RecognisedChoiceProps<Value extends string> {
  readonly label: MessageKey
  readonly options: readonly Value[]
  readonly nameOf: (option: Value) => ReactNode
  readonly recognised: Value | null
  readonly chosen: Value | null
  readonly isDisabled: boolean
  readonly onChoose: (option: Value) => void
}

export function RecognisedChoice<Value extends string>(props: RecognisedChoiceProps<Value>) {
  const { label, options, nameOf, recognised, chosen, isDisabled, onChoose } = props
  const value = chosen ?? recognised
  return (
    <RadioGroup
      className={classNames(styles['type-choice'])}
      value={value}
      isDisabled={isDisabled}
      orientation="horizontal"
      onChange={(picked) => {
        const option = options.find((one) => one === picked)
        if (option !== undefined) onChoose(option)
      }}
    >
      <Label>
        <Text k={label} />
      </Label>
      <div className={segmentsStyles['segments']}>
        {options.map((option) => (
          <Radio key={option} value={option} className={classNames(segmentsStyles['segment'])}>
            {nameOf(option)}
          </Radio>
        ))}
      </div>
      <span className={styles['type-source']}>
        {value !== null && <Text k={chosen === null ? 'sell.type.recognised' : 'sell.type.chosen'} />}
      </span>
    </RadioGroup>
  )
}
