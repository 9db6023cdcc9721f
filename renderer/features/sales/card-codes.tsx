/**
 * The cards that a sale delivered, and their codes for the customer: shown on demand, one or all, and hidden again by
 * themselves. Invariant: codes are held here alone while they are shown, and by nothing that outlives this part of the screen.
 */
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { codesShownMs, type RevealedCard, type SaleView, type Settings } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { cardKeyOf } from '../sell/flow.ts'
import { printKey } from '../sell/keyboard.ts'
import stepPartsStyles from '../sell/step-parts.module.css'
import styles from './card-codes.module.css'

/** The cards that are shown, by their keys. */
type Shown = ReadonlyMap<string, RevealedCard>
const nothing: Shown = new Map()

const buttonTestId = 'show-codes'

/** What the keyboard presses in a place. */
export const codesButtonIn = (place: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${place} [data-testid="${buttonTestId}"]`)

/** Where nothing prints, the key that prints shows the codes: the customer gets them from the screen. */
export const showsByKey = ({ cards }: SaleView, printer: Settings['printer']): boolean =>
  printer === null && cards.length > 0

export function CardCodes({ sale }: { readonly sale: SaleView }) {
  if (sale.cards.length === 0) return null
  // The codes of one sale are never shown with another.
  return <Codes key={sale.ref} sale={sale} />
}

function Codes({ sale }: { readonly sale: SaleView }) {
  const { shown, isReading, error, reveal, hide } = useCodes(sale)
  const { printer } = useSettings()
  const isAnyShown = sale.cards.some((card, place) => shown.has(cardKeyOf(card, place)))
  const hasKey = showsByKey(sale, printer)
  const section = useRef<HTMLElement>(null)
  // Each takes more room once it is shown: the last of them is in sight as well.
  useEffect(() => {
    if (isAnyShown) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isAnyShown])
  return (
    <section className={styles['codes']} ref={section} data-testid="codes">
      <header className={styles['codes-head']}>
        <div>
          <h2>
            <Text k="codes.title" />
          </h2>
          <p className={stepPartsStyles['step-hint']}>
            <Text k={isAnyShown ? 'codes.shownFor' : 'codes.codesHidden'} />
          </p>
        </div>
        <Button
          isDisabled={isReading}
          testId={buttonTestId}
          {...(hasKey ? { shortcut: printKey } : {})}
          onPress={() => (isAnyShown ? hide() : void reveal(null))}
        >
          <Text k={isReading ? 'codes.showing' : isAnyShown ? 'codes.hide' : 'codes.showAll'} />
          {hasKey && <Kbd>{printKey}</Kbd>}
        </Button>
      </header>
      {error && <ErrorNote error={error} />}
      <ol className={styles['code-list']}>
        {sale.cards.map((card, place) => {
          const key = cardKeyOf(card, place)
          return (
            <li key={key}>
              <span className={styles['code-place']}>
                <Ltr>{place + 1}</Ltr>
              </span>
              <CardLine card={shown.get(key)} tail={card.codeTail} />
              {!shown.has(key) && sale.cards.length > 1 && (
                <ShowOne place={place + 1} isDisabled={isReading} onPress={() => void reveal(key)} />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function useCodes(sale: SaleView) {
  const { ref } = sale
  const { client, counter, selling } = useParts()
  const [shown, setShown] = useState(nothing)
  const [isReading, setIsReading] = useState(false)
  const [error, setError] = useState<AppError | null>(null)

  // Each code that is shown later begins the time anew.
  useEffect(() => {
    if (shown.size === 0) return
    const end = setTimeout(() => setShown(nothing), codesShownMs)
    return () => clearTimeout(end)
  }, [shown])

  /** Shows the card of this key, or all of them. What is not to be shown is let go of at once. */
  const reveal = async (only: string | null): Promise<void> => {
    setIsReading(true)
    setError(null)
    const answer = await client.command('sale.reveal-cards', { ref })
    setIsReading(false)
    if (!answer.ok) {
      setError(answer.error)
      return
    }
    // The sale as it was when its cards were opened: its events came before the answer.
    const { cards } = counter.saleOf(ref) ?? sale
    const opened = answer.value.cards.map((card, place) => {
      const view = cards[place]
      return [view ? cardKeyOf(view, place) : '', card] as const
    })
    const asked = opened.filter(([key]) => only === null || key === only)
    // A closed keychain may be opened, and a code that is not kept may come again: both are shown then.
    const isAll = ({ kind }: RevealedCard): boolean => kind === 'open' || kind === 'wrong-key'
    selling.noteCodesSeen(
      ref,
      asked.flatMap(([key, card]) => (isAll(card) ? [key] : [])),
    )
    setShown((before) => new Map([...before, ...asked]))
  }
  return { shown, isReading, error, reveal, hide: () => setShown(nothing) }
}

interface CardLineProps {
  readonly card: RevealedCard | undefined
  readonly tail: string
}

function CardLine({ card, tail }: CardLineProps) {
  if (card === undefined) return <Ltr>{`••••••${tail}`}</Ltr>
  if (card.kind !== 'open') {
    return (
      <p className={styles['code-missing']}>
        <Text k={`codes.${card.kind}`} />
      </p>
    )
  }
  return (
    <dl className={styles['code-open']}>
      <div data-main="true">
        <dt>
          <Text k="codes.code" />
        </dt>
        <dd>
          <Copyable what="codes.code" text={card.code} />
        </dd>
      </div>
      {card.serial !== null && (
        <div>
          <dt>
            <Text k="codes.serial" />
          </dt>
          <dd>
            <Copyable what="codes.serial" text={card.serial} />
          </dd>
        </div>
      )}
    </dl>
  )
}

interface ShowOneProps {
  readonly place: number
  readonly isDisabled: boolean
  readonly onPress: () => void
}

function ShowOne({ place, isDisabled, onPress }: ShowOneProps) {
  const { text } = useTranslator()
  return (
    <Button look="quiet" isDisabled={isDisabled} label={text('codes.showThis', { place })} onPress={onPress}>
      <Text k="codes.showOne" />
    </Button>
  )
}
