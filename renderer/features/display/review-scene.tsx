/** What the customer checks before it is confirmed: the number, what is bought, the price. */
import type { DisplayScene } from '#shared/display.ts'
import { Goods } from './goods.tsx'
import { InLanguages } from './in-languages.tsx'
import { Price } from './price.tsx'

export function ReviewScene({ scene }: { readonly scene: Extract<DisplayScene, { kind: 'review' }> }) {
  return (
    <section className="display-scene" aria-live="polite">
      <InLanguages k="display.check" look="display-title" as="h1" />
      <Goods goods={scene.goods} />
      {scene.wording === 'menu' ? (
        <InLanguages k="display.offersOf" look="display-what" />
      ) : (
        <Price label="display.pays" centimes={scene.priceCentimes} />
      )}
      <InLanguages k="display.checkHint" look="display-hint" />
    </section>
  )
}
