/** What became of the sale, as far as it is known: its word, one sentence, and what the shop gives back. */
import type { DisplayOutcome, DisplayScene } from '#shared/display.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Goods } from './goods.tsx'
import { InLanguages } from './in-languages.tsx'
import { Price } from './price.tsx'

const icons: Readonly<Record<DisplayOutcome, IconName>> = {
  working: 'handling',
  checking: 'unknown',
  done: 'fulfilled',
  later: 'queued',
  partly: 'partly-fulfilled',
  'money-back': 'refunded',
  refused: 'refused',
  'given-up': 'cancelled',
  ask: 'in-doubt',
}

export function SaleScene({ scene }: { readonly scene: Extract<DisplayScene, { kind: 'sale' }> }) {
  const { outcome, goods, wording, priceCentimes, owedCentimes } = scene
  const isPriceTold = owedCentimes === null && wording !== 'menu'
  return (
    <section className="display-scene" data-outcome={outcome} aria-live="polite">
      <div className="display-outcome">
        <Icon name={icons[outcome]} />
        <InLanguages
          k={`display.outcome.${outcome}.title`}
          values={{ wording }}
          look="display-title"
          as="h1"
        />
        <InLanguages k={`display.outcome.${outcome}.text`} values={{ wording }} look="display-tell" />
        {owedCentimes !== null && <Price label="display.owed" centimes={owedCentimes} />}
      </div>
      <Goods goods={goods} priceCentimes={isPriceTold ? priceCentimes : null} />
    </section>
  )
}
