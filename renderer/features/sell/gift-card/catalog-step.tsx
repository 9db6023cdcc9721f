/**
 * First step: the product. The field filters the catalog while it is typed in; one of the products found is marked, and
 * Enter opens it without leaving the field.
 */
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { FavouriteList } from '../../favourites/favourite-list.tsx'
import { mainField } from '../main-field.ts'
import { type Found, foundIn, type LoadingStep, productAt, type CatalogStep as Step } from './flow.ts'
import { ProductList } from './product-list.tsx'

const fieldId = 'card-search'
const hintId = 'card-search-hint'

export function CatalogStep({ step }: { readonly step: Step | LoadingStep }) {
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
    <div className="step">
      <header className="step-head">
        <h1>
          <Text k="sell.gift-card.title" />
        </h1>
      </header>
      <div className="number-field search-field">
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
      <ProductList found={found} isOpening={isOpening} onOpen={(product) => void cards.open(product)} />
      {catalog.catalog !== null && catalog.catalog.unreadableCount > 0 && (
        <p className="step-hint">
          <Text k="sell.gift-card.unreadable" values={{ count: catalog.catalog.unreadableCount }} />
        </p>
      )}
    </div>
  )
}

/** What there is to wait for, or how much was found and what Enter does with it. */
function Hint({ step, found }: { readonly step: Step | LoadingStep; readonly found: Found }) {
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
