/** The steps of a sale of gift cards, as the cashier sees them. */

import { useEffect, useRef } from 'react'
import type { GiftCardProductView } from '#shared/products/gift-card.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { FavouriteList } from '../../features/favourites/favourites.tsx'
import plansStyles from '../../features/sell/plans.module.css'
import stepPartsStyles from '../../features/sell/step-parts.module.css'
import { mainField } from '../../features/sell/step-parts.tsx'
import { QuantityStep, TypesStep } from './card-steps.tsx'
import {
  type CatalogStepState,
  type Found,
  foundIn,
  type GiftCardStep,
  type LoadingStepState,
  productAt,
} from './entry.ts'
import { RegionName } from './looks.tsx'
import type { Match } from './reading.ts'
import styles from './steps.module.css'

export function GiftCardSteps({ step }: { readonly step: GiftCardStep }) {
  switch (step.at) {
    case 'catalog':
    case 'loading-types':
      return <CatalogStep step={step} />
    case 'types':
      return <TypesStep step={step} />
    case 'quantity':
      return <QuantityStep step={step} />
  }
}

// First step: the product. The field filters the catalog while it is typed in; one of the products found is marked, and
// Enter opens it without leaving the field.

const fieldId = 'card-search'
const hintId = 'card-search-hint'

function CatalogStep({ step }: { readonly step: CatalogStepState | LoadingStepState }) {
  const cards = useParts().selling.entries['gift-card']
  const { text } = useTranslator()
  const isOpening = step.at === 'loading-types'
  const catalog = step.at === 'catalog' ? step : step.from
  const found = foundIn(catalog)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isOpening) field.current?.focus()
  }, [isOpening])
  return (
    <div className={stepPartsStyles['step']}>
      <header className={stepPartsStyles['step-head']}>
        <h1>
          <Text k="sell.gift-card.title" />
        </h1>
      </header>
      <div className={classNames(stepPartsStyles['number-field'], stepPartsStyles['search-field'])}>
        <label htmlFor={fieldId}>
          <Text k="sell.gift-card.search" />
        </label>
        <input
          ref={field}
          id={fieldId}
          {...mainField}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={catalog.query}
          readOnly={isOpening}
          aria-describedby={hintId}
          onChange={({ target }) => cards.search(target.value)}
        />
        <p id={hintId} role="status">
          <Hint step={step} found={found} />
        </p>
      </div>
      {step.error && (
        <ErrorNote error={step.error}>
          {catalog.catalog === null && (
            <Button shortcut="Enter" onPress={cards.goOn}>
              <Text k="sell.gift-card.readAgain" />
              <Kbd>{text('keys.enter')}</Kbd>
            </Button>
          )}
        </ErrorNote>
      )}
      {catalog.query === '' && <FavouriteList kind="gift-card" isHeld={isOpening} />}
      <ProductList
        found={found}
        isFollowed={catalog.query !== '' || catalog.chosenPlace !== null}
        isOpening={isOpening}
        onOpen={(product) => void cards.open(product)}
      />
      {catalog.catalog !== null && catalog.catalog.unreadableCount > 0 && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.gift-card.unreadable" values={{ count: catalog.catalog.unreadableCount }} />
        </p>
      )}
    </div>
  )
}

/** What there is to wait for, or how much was found and what Enter does with it. */
function Hint({
  step,
  found,
}: {
  readonly step: CatalogStepState | LoadingStepState
  readonly found: Found
}) {
  if (step.at === 'loading-types' && step.product !== null) {
    return <Text k="sell.gift-card.opening" values={{ title: <bdi>{step.product.title}</bdi> }} />
  }
  if (step.at === 'loading-types' || step.isReading) return <Text k="sell.gift-card.reading" />
  if (step.catalog === null) return null
  const marked = productAt(found, found.marked)
  const count = found.matches.length
  if (marked === undefined) return <Text k="sell.gift-card.found" values={{ count }} />
  return <Text k="sell.gift-card.foundMarked" values={{ count, title: <bdi>{marked.title}</bdi> }} />
}

// The products found, under the headings of their categories. One that is unavailable is shown, said, and cannot be opened.

interface ProductListProps {
  readonly found: Found
  /** Whether the mark is kept in sight: where nothing is typed and nothing chosen the step shows its top. */
  readonly isFollowed: boolean
  /** The types of a product are on their way. */
  readonly isOpening: boolean
  readonly onOpen: (product: GiftCardProductView) => void
}

interface Placed extends Match {
  readonly place: number
}

function ProductList({ found, isFollowed, isOpening, onOpen }: ProductListProps) {
  const placed = found.matches.map((match, place): Placed => ({ ...match, place }))
  const categories = Map.groupBy(placed, ({ category }) => category)
  return (
    <div className={plansStyles['plan-groups']}>
      {[...categories].map(([category, matches]) => (
        <section key={category} className={styles['product-group']}>
          <h2>
            <CatalogName name={category} />
          </h2>
          <ul className={plansStyles['plan-grid']}>
            {matches.map(({ product, place }) => (
              <li key={`${product.productId} ${place}`}>
                <ProductTile
                  product={product}
                  isMarked={place === found.marked}
                  isFollowed={isFollowed}
                  isHeld={isOpening}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface ProductTileProps {
  readonly product: GiftCardProductView
  readonly isMarked: boolean
  readonly isFollowed: boolean
  readonly isHeld: boolean
  readonly onOpen: (product: GiftCardProductView) => void
}

function ProductTile({ product, isMarked, isFollowed, isHeld, onOpen }: ProductTileProps) {
  const { text } = useTranslator()
  const { title, region, isEnabled } = product
  const tile = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked && isFollowed) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked, isFollowed])
  return (
    <button
      ref={tile}
      type="button"
      className={classNames(plansStyles['plan-tile'], styles['product-tile'])}
      aria-current={isMarked || undefined}
      disabled={!isEnabled || isHeld}
      onClick={() => onOpen(product)}
    >
      <CatalogName name={title} />
      <small>
        {isEnabled ? (
          region !== null && <RegionName region={region} />
        ) : (
          <Text k="sell.gift-card.unavailable" />
        )}
      </small>
      {isMarked && <Kbd>{text('keys.enter')}</Kbd>}
    </button>
  )
}

// Words of the catalog that the service writes in French, as the Arabic screen says them.

const arabicNames: Readonly<Record<string, string>> = {
  'jeux vidéo': 'ألعاب الفيديو',
  applications: 'تطبيقات',
  entraînement: 'تدريب',
  'cartes d’entraînement': 'بطاقات تدريب',
}

/** Undefined where the name is a brand, or none that is known here. */
export const arabicCatalogName = (name: string): string | undefined =>
  arabicNames[name.trim().toLowerCase().replace("'", '’')]

export function CatalogName({ name }: { readonly name: string }) {
  const { locale } = useTranslator()
  return <bdi>{locale === 'ar' ? (arabicCatalogName(name) ?? name) : name}</bdi>
}
