/** What the shop sells most of a service, one key or one press from its beginning. Nothing where nothing is pinned. */

import { type ReactNode, useState } from 'react'
import { type FavouriteKind, favouritesOfKind, keyOfFavourite, withoutFavourite } from '#shared/favourites.ts'
import type { Favourite } from '#shared/orders.ts'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { looksOf } from '../../products/looks.tsx'
import { favouriteKey } from '../sell/keyboard.ts'
import numberEntryStyles from '../sell/number-entry.module.css'
import styles from './favourites.module.css'
import { beginFavourite, useFavourites } from './favourites.tsx'

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
