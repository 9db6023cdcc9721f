/**
 * The whole of the customer's display: what is not production says so, then the scene, then the shop's name. Each word stands
 * in every language of the display; figures stand once.
 */

import { Component, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { DisplayOutcome, DisplayScene, DisplayView } from '#shared/display.ts'
import type { Centimes } from '#shared/money.ts'
import type { DisplayGoods } from '#shared/orders.ts'
import { unreachable } from '#shared/result.ts'
import { Chip } from '../../components/chip.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { InLanguages, LanguagesProvider } from '../../components/in-languages.tsx'
import { Amount } from '../../components/text.tsx'
import { LanguageProvider } from '../../counter-context.tsx'
import { createTranslator, directionOf, type MessageKey } from '../../i18n.ts'
import { looksOf } from '../../products/looks.tsx'
import type { Display } from './display-store.ts'

export function DisplayScreen({ display }: { readonly display: Display }) {
  const view = useStore(display.store, (state) => state.view)
  const main = view?.languages[0] ?? 'fr'
  const theme = view?.theme ?? 'system'
  useEffect(() => {
    document.documentElement.lang = main
    document.documentElement.dir = directionOf(main)
    document.documentElement.setAttribute('data-theme', theme)
    document.title = createTranslator(main).text('settings.display')
  }, [main, theme])
  if (!view) return <main className="display" data-scene="idle" />
  return (
    <ShowNothing of={view}>
      <Shown view={view} />
    </ShowNothing>
  )
}

function Shown({ view }: { readonly view: DisplayView }) {
  const [main = 'fr'] = view.languages
  return (
    <LanguagesProvider value={view.languages}>
      <LanguageProvider locale={main}>
        <main className="display" data-scene={view.scene.kind} data-languages={view.languages.join(' ')}>
          <Mark environment={view.environment} />
          <Scene view={view} />
          {view.shopName !== '' && view.scene.kind !== 'idle' && (
            <p className="display-shop">
              <bdi>{view.shopName}</bdi>
            </p>
          )}
        </main>
      </LanguageProvider>
    </LanguagesProvider>
  )
}

function Mark({ environment }: Pick<DisplayView, 'environment'>) {
  if (environment === 'production') return null
  return (
    <section className="display-mark" data-environment={environment}>
      <InLanguages k={`environment.${environment}.name`} as="strong" />
      <InLanguages k={`environment.${environment}.text`} />
    </section>
  )
}

function Scene({ view: { scene, shopName } }: { readonly view: DisplayView }) {
  switch (scene.kind) {
    case 'idle':
      return (
        <section className="display-scene">
          {shopName !== '' && (
            <h1 className="display-name">
              <bdi>{shopName}</bdi>
            </h1>
          )}
          <InLanguages k="display.welcome" look="display-welcome" />
        </section>
      )
    case 'review':
      return <ReviewScene scene={scene} />
    case 'sale':
      return <SaleScene scene={scene} />
    default:
      return unreachable(scene)
  }
}

// What the customer checks before it is confirmed: the number, what is bought, the price.

function ReviewScene({ scene }: { readonly scene: Extract<DisplayScene, { kind: 'review' }> }) {
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

// What became of the sale, as far as it is known: its word, one sentence, and what the shop gives back.

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

function SaleScene({ scene }: { readonly scene: Extract<DisplayScene, { kind: 'sale' }> }) {
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

// A bug while drawing shows the customer an empty screen, never an error, until there is something else to draw. React knows
// no other way than a class for this.

interface ShowNothingProps {
  /** What is drawn inside: another one is tried anew. */
  readonly of: unknown
  readonly children: ReactNode
}

class ShowNothing extends Component<ShowNothingProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidUpdate(before: ShowNothingProps): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? <main className="display" data-scene="idle" /> : this.props.children
  }
}

// What is bought: the number or the product very large, then what the customer has to check beside it.

interface GoodsProps {
  readonly goods: DisplayGoods
  /** Told in a line of its own where it does not stand large. */
  readonly priceCentimes?: Centimes | null
}

function Goods({ goods, priceCentimes = null }: GoodsProps) {
  const { GoodsSubject, GoodsFacts, goodsTextOf, chipOfGoods } = looksOf(goods)
  return (
    <div className="display-goods">
      <p className="display-subject" data-size={sizeOf(goodsTextOf?.(goods) ?? '')}>
        <GoodsSubject goods={goods} />
      </p>
      <div className="display-whose">
        <Chip face={chipOfGoods(goods)} />
        <GoodsFacts goods={goods} />
      </div>
      {priceCentimes !== null && (
        <p className="display-what">
          <Amount centimes={priceCentimes} />
        </p>
      )}
    </div>
  )
}

/** A subject that is long is written smaller, so that it stays whole. */
const sizeOf = (text: string): 'short' | 'long' | 'longest' =>
  text.length <= 16 ? 'short' : text.length <= 32 ? 'long' : 'longest'

// One amount, very large, under what it is. The figure stands once, whatever languages there are.

interface PriceProps {
  readonly label: MessageKey
  readonly centimes: Centimes
}

function Price({ label, centimes }: PriceProps) {
  return (
    <div className="display-price">
      <InLanguages k={label} look="display-label" />
      <p className="display-amount">
        <Amount centimes={centimes} />
      </p>
    </div>
  )
}
