/**
 * The shop's favourites: how the sale of one begins, by its key or by a press, how one is pinned, and their list. Nothing is
 * decided here: each service knows what it still takes.
 */
import { type ReactNode, useState } from 'react'
import {
  type FavouriteKind,
  favouriteOf,
  favouritesOfKind,
  hasRoomFor,
  isFavourite,
  keyOfFavourite,
  maxFavouritesPerKind,
  withFavourite,
  withoutFavourite,
} from '#shared/favourites.ts'
import type { Favourite, Order } from '#shared/products/orders.ts'
import buttonStyles from '../../components/button.module.css'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { type Parts, useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import type { ProductEntry } from '../../products/flows.ts'
import { looksOf } from '../../products/looks.tsx'
import { serviceOf } from '../sell/flow.ts'
import { favouriteKey } from '../sell/keyboard.ts'
import numberEntryStyles from '../sell/number-entry.module.css'
import { focusMainField } from '../sell/step-parts.tsx'
import styles from './favourites.module.css'

function beginFavourite({ selling }: Pick<Parts, 'selling'>, favourite: Favourite): void {
  const { step } = selling.store.getState()
  // The field begins the service that it is of.
  if (serviceOf(step) === 'start') selling.entries.start.open(favourite.kind)
  const entry: ProductEntry = selling.entries[favourite.kind]
  entry.startFavourite(favourite)
  // What is still missing is typed at once.
  focusMainField()
}

/**
 * The one of the open service that the digit counts, 1 for the first; in the field the choice of that key, and any service's
 * where nothing is typed. Nothing where there is none.
 */
export function pressFavourite(parts: Pick<Parts, 'selling' | 'counter'>, digit: number): void {
  const { step } = parts.selling.store.getState()
  const service = serviceOf(step)
  const favourites = parts.counter.store.getState().mirror?.settings.favourites ?? []
  if (service === 'payment-link') return
  if (step.kind === 'entry' && step.service === 'start') {
    const favourite = favourites[digit - 1]
    if (step.text.trim() !== '') parts.selling.entries.start.pickAt(digit)
    else if (favourite) beginFavourite(parts, favourite)
    return
  }
  if (service === 'start') return
  const favourite = favouritesOfKind(favourites, service)[digit - 1]
  if (favourite) beginFavourite(parts, favourite)
}

// The shop's favourites and their one way to change: they are kept with the settings, by the core.

interface Favourites {
  readonly favourites: readonly Favourite[]
  change(make: (favourites: readonly Favourite[]) => readonly Favourite[]): Promise<void>
}

function useFavourites(): Favourites {
  const { client, screen } = useParts()
  const { favourites } = useSettings()
  return {
    favourites,
    async change(make) {
      const done = await client.command('settings.update', { favourites: [...make(favourites)] })
      if (!done.ok) screen.addNote({ kind: 'error', error: done.error })
    },
  }
}

// Pins what a sale is of, or takes it off the favourites: what is sold, never to whom.

export function PinButton({ order }: { readonly order: Order }) {
  const { favourites, change } = useFavourites()
  const favourite = favouriteOf(order)
  if (favourite === null) return null
  const isPinned = isFavourite(favourites, favourite)
  const isFull = !isPinned && !hasRoomFor(favourites, favourite)
  const word = isFull ? 'full' : 'pin'
  return (
    <button
      type="button"
      className={buttonStyles['button']}
      data-look="plain"
      data-testid="pin"
      aria-disabled={isFull || undefined}
      // Enter goes on to the next customer all the same.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isFull) void change((now) => (isPinned ? withoutFavourite : withFavourite)(now, favourite))
      }}
    >
      <Icon name="star" />
      <Text
        k={isPinned ? 'favourites.unpin' : `favourites.${word}`}
        values={{ count: maxFavouritesPerKind }}
      />
    </button>
  )
}

// What the shop sells most of a service, one key or one press from its beginning. Nothing where nothing is pinned.

interface FavouriteListProps {
  readonly kind: FavouriteKind
  /** The one that is sold as soon as a number is typed. */
  readonly chosen?: Favourite | undefined
  readonly isHeld?: boolean
}

export function FavouriteList({ kind, chosen, isHeld = false }: FavouriteListProps) {
  const { text } = useTranslator()
  const favourites = favouritesOfKind(useSettings().favourites, kind)
  const [isRemoving, setIsRemoving] = useState(false)
  if (favourites.length === 0) return null
  return (
    <section className={styles['favourites']} aria-label={text('favourites.title')}>
      <header>
        <h2>
          <Text k="favourites.title" />
        </h2>
        <button
          type="button"
          className={numberEntryStyles['recents-hide']}
          aria-pressed={isRemoving}
          onClick={() => setIsRemoving(!isRemoving)}
        >
          <Text k={isRemoving ? 'favourites.removed' : 'favourites.remove'} />
        </button>
      </header>
      <ul>
        {favourites.map((favourite, place) => (
          <li key={keyOfFavourite(favourite)}>
            {isRemoving ? (
              <RemoveTile favourite={favourite} />
            ) : (
              <FavouriteTile
                favourite={favourite}
                digit={place + 1}
                isChosen={chosen !== undefined && keyOfFavourite(chosen) === keyOfFavourite(favourite)}
                isHeld={isHeld}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FavouriteTileProps {
  readonly favourite: Favourite
  readonly digit: number
  /** Missing where none stays chosen. */
  readonly isChosen?: boolean
  readonly isHeld?: boolean
}

export function FavouriteTile({ favourite, digit, isChosen, isHeld }: FavouriteTileProps) {
  const parts = useParts()
  return (
    <button
      type="button"
      className={styles['favourite-key']}
      aria-keyshortcuts={favouriteKey(digit)}
      aria-pressed={isChosen}
      disabled={isHeld}
      onClick={() => beginFavourite(parts, favourite)}
    >
      <FavouriteFace favourite={favourite}>
        <Kbd>
          <Ltr>{`Alt ${digit}`}</Ltr>
        </Kbd>
      </FavouriteFace>
    </button>
  )
}

function RemoveTile({ favourite }: { readonly favourite: Favourite }) {
  const { change } = useFavourites()
  return (
    <button
      type="button"
      className={styles['favourite-key']}
      data-removes
      onClick={() => void change((favourites) => withoutFavourite(favourites, favourite))}
    >
      <FavouriteFace favourite={favourite}>
        <Icon name="close" />
      </FavouriteFace>
      <span className="visually-hidden">
        <Text k="favourites.removeOne" />
      </span>
    </button>
  )
}

// What a favourite sells, in a few words; at the end its amount, and the mark of what a press does.

interface FavouriteFaceProps {
  readonly favourite: Favourite
  readonly children: ReactNode
}

function FavouriteFace({ favourite, children }: FavouriteFaceProps) {
  const { FavouriteName, favouriteCentimes } = looksOf(favourite)
  const amountCentimes = favouriteCentimes?.(favourite) ?? null
  return (
    <>
      <span className={styles['favourite-name']}>
        <FavouriteName favourite={favourite} />
      </span>{' '}
      <span className={styles['favourite-end']}>
        {amountCentimes !== null && <Amount centimes={amountCentimes} />} {children}
      </span>
    </>
  )
}
