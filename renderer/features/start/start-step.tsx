/**
 * The start of every sale: one field over large tiles. What is typed turns the tiles into what it may become; the field keeps
 * the focus, so that the arrow keys choose and Enter goes on.
 */
import { type ChangeEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { startOfShopDay } from '#shared/dates.ts'
import type { Favourite } from '#shared/products/orders.ts'
import { classNames } from '../../components/class-names.ts'
import { digitsFirst } from '../../components/digit-row.ts'
import { Icon, type IconName, Kbd } from '../../components/icon.tsx'
import { NumberPad, padField } from '../../components/number-pad.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import looksStyles from '../../products/looks.module.css'
import {
  looks,
  looksOf,
  OrderAbout,
  OrderChip,
  OrderSubject,
  type ReadingLineProps,
} from '../../products/looks.tsx'
import favouritesStyles from '../favourites/favourites.module.css'
import { FavouriteTile } from '../favourites/favourites.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { SaleRow } from '../sales/sale-row.tsx'
import { ReceiptVerdict } from '../sales/sale-search.tsx'
import { favouriteKey } from '../sell/keyboard.ts'
import numberEntryStyles from '../sell/number-entry.module.css'
import { RecentNumbers } from '../sell/number-entry.tsx'
import { flows, type Service, services } from '../sell/services.ts'
import stepPartsStyles from '../sell/step-parts.module.css'
import { EntryField, focusMainField, mainField } from '../sell/step-parts.tsx'
import { placeIn, shownText, typedText } from '../sell/typed-number.ts'
import { useNow } from '../status/age.tsx'
import {
  type Choice,
  canTake,
  choicesOf,
  digitOf,
  firstAgainDigit,
  isAhead,
  isBegun,
  keyOf,
  markedOf,
  numberIn,
  type StartStep,
} from './entry.ts'
import { Standing } from './standing.tsx'
import styles from './start-step.module.css'

export function StartStepView({ step }: { readonly step: StartStep }) {
  const { start } = useParts().selling.entries
  const looked = useStore(start.looked)
  const choices = choicesOf(flows, step, looked)
  const isEmpty = step.text.trim() === ''
  const number = numberIn(choices)
  return (
    <div className={stepPartsStyles['step']}>
      <StartField step={step} choices={choices} isLearning={looked.isLearning} />
      <div className={classNames(numberEntryStyles['number-columns'], styles['start-columns'])}>
        <NumberPad
          isDisabled={false}
          onDigit={start.pressDigit}
          onErase={start.erase}
          onType={(text) => start.type(typedText(text))}
        />
        <div className={numberEntryStyles['number-side']}>
          <ReceiptVerdict text={step.text} />
          {isEmpty ? <Tiles /> : <Choices step={step} choices={choices} />}
        </div>
        {number !== undefined && <Standing key={number} number={number} />}
      </div>
    </div>
  )
}

interface StartFieldProps {
  readonly step: StartStep
  readonly choices: readonly Choice[]
  readonly isLearning: boolean
}

/** The number stands in groups while it is typed; the caret stays beside the character that it was at. */
function StartField({ step, choices, isLearning }: StartFieldProps) {
  const { start } = useParts().selling.entries
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const shown = shownText(step.text)
  useEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    const count = caret.current
    caret.current = null
    if (count === null || document.activeElement !== field.current) return
    const place = placeIn(shown, count)
    field.current?.setSelectionRange(place, place)
  }, [shown])
  const change = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    caret.current = typedText(target.value.slice(0, target.selectionStart ?? undefined)).length
    start.type(typedText(target.value))
  }
  return (
    <EntryField
      ref={field}
      id="one-field"
      label="start.label"
      hint={<Hint step={step} choices={choices} isLearning={isLearning} />}
      problem={step.problem && `start.problem.${step.problem}`}
      {...mainField}
      {...padField}
      {...digitsFirst}
      dir={/\p{L}/u.test(step.text) ? 'auto' : 'ltr'}
      inputMode="none"
      value={shown}
      onChange={change}
    />
  )
}

function Hint({ step, choices, isLearning }: StartFieldProps): ReactNode {
  if (step.text.trim() === '') return <Text k="start.hint" />
  if (isLearning || step.isAwaited) return <Text k="start.looking" />
  if (choices.length === 0) return <Text k="start.none" />
  const marked = markedOf(step, choices)
  if (choices.some(isAhead)) return <Text k={marked === null ? 'start.aheadHint' : 'start.chosenHint'} />
  return <Text k={marked === null ? 'start.chooseHint' : 'start.goOnHint'} />
}

// Where nothing is typed: a tile for each service, what the shop sells most, and the numbers sold to last.

const linkIcon: IconName = 'link'

function iconOf(service: Service): IconName {
  return service in looks ? looksOf({ kind: service as keyof typeof looks }).icon : linkIcon
}

function Tiles() {
  const { start } = useParts().selling.entries
  const { text } = useTranslator()
  const { selling } = useParts()
  return (
    <>
      <ul className={styles['start-tiles']} aria-label={text('header.services')}>
        {services.map((service) => (
          <li key={service}>
            <button
              type="button"
              className={styles['start-tile']}
              data-service={service}
              aria-keyshortcuts={flows[service].key}
              onClick={() => {
                selling.open(service)
                focusMainField()
              }}
            >
              <Icon name={iconOf(service)} />
              <span>
                <Text k={`start.tile.${service}`} />
              </span>
              <Kbd>{flows[service].key}</Kbd>
            </button>
          </li>
        ))}
      </ul>
      <StartFavourites />
      <RecentNumbers kind={null} onPick={start.type} />
    </>
  )
}

/** The first of all that is pinned, whatever its kind. */
const shownFavourites = 6

/** What is pinned, in the order of its keys. */
export const favouritesAtStart = (favourites: readonly Favourite[]): readonly Favourite[] =>
  favourites.slice(0, shownFavourites)

function StartFavourites() {
  const { text } = useTranslator()
  const favourites = favouritesAtStart(useSettings().favourites)
  if (favourites.length === 0) return null
  return (
    <section className={favouritesStyles['favourites']} aria-label={text('favourites.title')}>
      <ul>
        {favourites.map((favourite, place) => (
          <li key={JSON.stringify(favourite)}>
            <FavouriteTile favourite={favourite} digit={place + 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// What the text may become. The first is taken by Enter, each by its key or a press; sales to the same number stand apart.

interface ChoicesProps {
  readonly step: StartStep
  readonly choices: readonly Choice[]
}

function Choices({ step, choices }: ChoicesProps) {
  const { text } = useTranslator()
  const marked = markedOf(step, choices)
  const places = choices.map((choice, place) => ({ choice, place }))
  const again = places.filter(({ choice }) => choice.kind === 'again')
  const others = places.filter(({ choice }) => choice.kind !== 'again')
  const list = (shown: typeof places) =>
    shown.map(({ choice, place }) => (
      <li key={keyOf(choice)}>
        <ChoiceTile
          choice={choice}
          place={place}
          isMarked={place === marked}
          digit={digitOf(choices, place)}
        />
      </li>
    ))
  return (
    <>
      {others.length > 0 && (
        <ul className={styles['start-choices']} aria-label={text('start.choices')}>
          {list(others)}
        </ul>
      )}
      {again.length > 0 && (
        <section
          className={styles['start-again']}
          aria-label={text('start.again')}
          data-first-key={firstAgainDigit}
        >
          <h2>
            <Text k="start.again" />
          </h2>
          <ul className={styles['start-choices']}>{list(again)}</ul>
        </section>
      )}
    </>
  )
}

interface ChoiceTileProps {
  readonly choice: Choice
  readonly place: number
  readonly isMarked: boolean
  readonly digit: number | undefined
}

function ChoiceTile({ choice, place, isMarked, digit }: ChoiceTileProps) {
  const { start } = useParts().selling.entries
  const todayMs = startOfShopDay(useNow())
  if (choice.kind === 'sale') return <SaleRow sale={choice.sale} todayMs={todayMs} />
  return (
    <button
      type="button"
      className={styles['start-choice']}
      data-service={choice.service}
      data-kind={choice.kind}
      data-amount={choice.kind === 'reading' && isAmount(choice.reading.id) ? choice.reading.id : undefined}
      aria-current={isMarked || undefined}
      aria-keyshortcuts={digit === undefined || isBegun(choice) ? undefined : favouriteKey(digit)}
      disabled={isBegun(choice)}
      // The field keeps the focus, so that what is typed next is for it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.detail < 2) start.take(place)
      }}
    >
      {choice.kind === 'again' ? <AgainLine choice={choice} /> : <ReadingLine choice={choice} />}
      <ChoiceKey choice={choice} isMarked={isMarked} digit={digit} />
    </button>
  )
}

/** Amounts stand beside one another. */
const isAmount = (id: string): boolean => /^\d+$/.test(id)

/** The key that takes it now: Enter takes nothing of a text that is not whole. */
function ChoiceKey({ choice, isMarked, digit }: Omit<ChoiceTileProps, 'place'>) {
  const { text } = useTranslator()
  if (isBegun(choice)) return null
  if (isMarked && canTake(choice)) return <Kbd>{text('keys.enter')}</Kbd>
  if (digit === undefined) return null
  return (
    <Kbd>
      <Ltr>{`Alt ${digit}`}</Ltr>
    </Kbd>
  )
}

function AgainLine({ choice: { sale } }: { readonly choice: Extract<Choice, { kind: 'again' }> }) {
  return (
    <>
      <OrderChip order={sale.order} />
      <span className={looksStyles['choice-what']}>
        <Amount centimes={sale.priceCentimes} /> · <OrderAbout order={sale.order} />
      </span>
      <span className={looksStyles['choice-note']}>
        <OrderSubject order={sale.order} /> · <Moment atMs={sale.recordedAtMs} />
      </span>
    </>
  )
}

function ReadingLine({ choice }: { readonly choice: Extract<Choice, { kind: 'reading' }> }) {
  const { service, reading } = choice
  if (!(service in looks)) {
    return (
      <>
        <Icon name={linkIcon} />
        <span className={looksStyles['choice-what']}>
          <Text k={`start.tile.${service}`} />
        </span>
        <span className={looksStyles['choice-note']}>
          <Ltr>{reading.id}</Ltr>
        </span>
      </>
    )
  }
  // The reading was made by the reader of the same kind.
  const Line = looksOf({ kind: service as keyof typeof looks }).ReadingLine as (
    props: ReadingLineProps<unknown>,
  ) => ReactNode
  return <Line take={reading.take} fit={reading.fit} />
}
