/**
 * The whole of the customer's display: what is not production says so, then the scene, then the shop's name. Each word stands
 * in every language of the display; figures stand once.
 */

import { Component, type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DisplayOutcome, DisplayScene, DisplayView } from '#shared/display.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import type { DisplayGoods } from '#shared/products/orders.ts'
import { unreachable } from '#shared/result.ts'
import type { Logo } from '#shared/shop.ts'
import type { Client } from '../../client.ts'
import { Chip } from '../../components/chip.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Amount, InLanguages, LanguagesProvider } from '../../components/text.tsx'
import { LanguageProvider } from '../../counter-context.tsx'
import { createTranslator, directionOf, type MessageKey } from '../../i18n.ts'
import looksStyles from '../../products/looks.module.css'
import { looksOf } from '../../products/looks.tsx'
import styles from './display-screen.module.css'

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
  if (!view) return <main className={styles['display']} data-scene="idle" />
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
        <main
          className={styles['display']}
          data-scene={view.scene.kind}
          data-languages={view.languages.join(' ')}
        >
          <Mark environment={view.environment} />
          <Scene view={view} />
          {view.shopName !== '' && view.scene.kind !== 'idle' && (
            <p className={styles['display-shop']}>
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
    <section className={styles['display-mark']} data-environment={environment}>
      <InLanguages k={`environment.${environment}.name`} as="strong" />
      <InLanguages k={`environment.${environment}.text`} />
    </section>
  )
}

function Scene({ view }: { readonly view: DisplayView }) {
  const { scene } = view
  switch (scene.kind) {
    case 'idle':
      return <AtRest view={view} />
    case 'review':
      return <ReviewScene scene={scene} />
    case 'sale':
      return <SaleScene scene={scene} />
    default:
      return unreachable(scene)
  }
}

// While nothing is sold: whose shop it is, and some of what it sells.

function AtRest({ view: { shopName, logo, prices } }: { readonly view: DisplayView }) {
  return (
    <section className={styles['display-scene']}>
      {logo && <ShopLogo logo={logo} />}
      {shopName !== '' && (
        <h1 className={styles['display-name']}>
          <bdi>{shopName}</bdi>
        </h1>
      )}
      <InLanguages k="display.welcome" look={styles['display-welcome']} />
      {prices.length > 0 && (
        <ul className={styles['display-prices']}>
          {prices.map(({ goods, priceCentimes }) => (
            <li key={JSON.stringify(goods)}>
              <Whose goods={goods} />
              <strong>
                <Amount centimes={priceCentimes} />
              </strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Dot by dot as it is printed: what is not black is the paper's. */
function ShopLogo({ logo: { widthDots, heightDots, bits } }: { readonly logo: Logo }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const bytes = Uint8Array.from(atob(bits), (char) => char.charCodeAt(0))
    context.clearRect(0, 0, widthDots, heightDots)
    for (let dot = 0; dot < widthDots * heightDots; dot += 1) {
      const isBlack = ((bytes[dot >> 3] ?? 0) & (0x80 >> (dot & 7))) !== 0
      if (isBlack) context.fillRect(dot % widthDots, Math.floor(dot / widthDots), 1, 1)
    }
  }, [widthDots, heightDots, bits])
  return <canvas ref={canvas} className={styles['display-logo']} width={widthDots} height={heightDots} />
}

// What the customer checks before it is confirmed: the number, what is bought, the price.

function ReviewScene({ scene }: { readonly scene: Extract<DisplayScene, { kind: 'review' }> }) {
  return (
    <section className={styles['display-scene']} aria-live="polite">
      <InLanguages k="display.check" look={styles['display-title']} as="h1" />
      <Goods goods={scene.goods} />
      {scene.wording === 'menu' ? (
        <InLanguages k="display.offersOf" look={looksStyles['display-what']} />
      ) : (
        <Price label="display.pays" centimes={scene.priceCentimes} />
      )}
      <Change scene={scene} />
      <InLanguages k="display.checkHint" look={styles['display-hint']} />
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
  const isPriceShown = owedCentimes === null && wording !== 'menu'
  return (
    <section className={styles['display-scene']} data-outcome={outcome} aria-live="polite">
      <div className={styles['display-outcome']}>
        <Icon name={icons[outcome]} />
        <InLanguages
          k={`display.outcome.${outcome}.title`}
          values={{ wording }}
          look={styles['display-title']}
          as="h1"
        />
        <InLanguages
          k={`display.outcome.${outcome}.text`}
          values={{ wording }}
          look={styles['display-tell']}
        />
        {owedCentimes !== null && <Price label="display.owed" centimes={owedCentimes} />}
      </div>
      <Goods goods={goods} priceCentimes={isPriceShown ? priceCentimes : null} />
      <Change scene={scene} />
    </section>
  )
}

// A bug while drawing shows the customer an empty screen, never an error, until there is something else to draw. React knows
// no other way than a class for this.

interface ShowNothingProps {
  /** What is drawn inside: another one is tried again. */
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
    return this.state.failed ? <main className={styles['display']} data-scene="idle" /> : this.props.children
  }
}

// What is bought: the number or the product very large, then what the customer has to check beside it.

interface GoodsProps {
  readonly goods: DisplayGoods
  /** In a line of its own where it does not stand large. */
  readonly priceCentimes?: Centimes | null
}

function Goods({ goods, priceCentimes = null }: GoodsProps) {
  const { GoodsSubject, goodsTextOf } = looksOf(goods)
  return (
    <div className={styles['display-goods']}>
      <p className={styles['display-subject']} data-size={sizeOf(goodsTextOf?.(goods) ?? '')}>
        <GoodsSubject goods={goods} />
      </p>
      <Whose goods={goods} />
      {priceCentimes !== null && (
        <p className={looksStyles['display-what']}>
          <Amount centimes={priceCentimes} />
        </p>
      )}
    </div>
  )
}

function Whose({ goods }: { readonly goods: DisplayGoods }) {
  const { GoodsFacts, chipOfGoods } = looksOf(goods)
  return (
    <div className={styles['display-whose']}>
      <Chip face={chipOfGoods(goods)} />
      <GoodsFacts goods={goods} />
    </div>
  )
}

/** What was handed over, and what goes back of it. */
function Change({ scene }: { readonly scene: Exclude<DisplayScene, { kind: 'idle' }> }) {
  const { givenCentimes, priceCentimes } = scene
  if (givenCentimes === null) return null
  return (
    <div className={styles['display-change']} data-testid="change">
      <InLanguages k="display.given" values={{ amount: <Amount centimes={givenCentimes} /> }} />
      <InLanguages
        k="display.change"
        values={{ amount: <Amount centimes={centimes(givenCentimes - priceCentimes)} /> }}
        as="strong"
      />
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
    <div className={styles['display-price']}>
      <InLanguages k={label} look={styles['display-label']} />
      <p className={styles['display-amount']}>
        <Amount centimes={centimes} />
      </p>
    </div>
  )
}

// The display's copy of its view, kept level by events. It can only read. Invariant: an older view never takes the place of a
// newer one, and what cannot be read is shown as nothing, never as what was there before.

export interface DisplayState {
  readonly view: DisplayView | null
}

export interface DisplayOptions {
  readonly client: Client
  readonly wait: (delayMs: number) => Promise<void>
}

export interface Display {
  readonly store: StoreApi<DisplayState>
  /** Listens, and reads what is to be shown. The answer stops listening. */
  start(): () => void
}

/** Pauses before each further try at reading; after the last one the next event is waited for. */
export const readPausesMs: readonly number[] = [0, 250, 1_000, 3_000, 10_000]

export function createDisplay({ client, wait }: DisplayOptions): Display {
  const store = createStore<DisplayState>(() => ({ view: null }))
  let sequence = -1
  let reading = 0

  const show = (at: number, view: DisplayView): void => {
    if (at < sequence) return
    sequence = at
    store.setState({ view })
  }

  const read = async (): Promise<void> => {
    reading += 1
    const mine = reading
    for (const pauseMs of readPausesMs) {
      if (pauseMs > 0) await wait(pauseMs)
      const asked = await client.command('display.read', {})
      if (mine !== reading) return
      if (asked.ok) {
        show(asked.value.sequence, asked.value.view)
        return
      }
    }
  }

  return {
    store,
    start: () => {
      const stop = client.onEvent((numbered) => {
        if (numbered?.event.kind === 'display-changed') {
          show(numbered.sequence, numbered.event.view)
          return
        }
        // Another account was opened, or something came that cannot be read: what is shown may no longer be true.
        store.setState({ view: null })
        void read()
      })
      void read()
      return stop
    },
  }
}
