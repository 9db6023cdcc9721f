/** How what is sold looks, kind by kind, wherever it is shown: in lists, in full, as a favourite, on the customer's display. */
import type { ReactNode } from 'react'
import type { Centimes } from '#shared/money.ts'
import type { Subscriber } from '#shared/products/internet.ts'
import type { DisplayGoods, Favourite, Order, OrderKind, OrderOf } from '#shared/products/orders.ts'
import type { ChipFace } from '#shared/products/product.ts'
import type { SaleView } from '#shared/views.ts'
import { Chip } from '../components/chip.tsx'
import type { Fact } from '../components/fact-list.tsx'
import type { IconName } from '../components/icon.tsx'
import type { Fit } from '../features/sell/reading.ts'
import type { MessageKey } from '../i18n.ts'
import { billLooks } from './bill/looks.tsx'
import { giftCardLooks } from './gift-card/looks.tsx'
import { internetLooks } from './internet/looks.tsx'
import styles from './looks.module.css'
import { mobileLooks } from './mobile/looks.tsx'

export interface Looks<Kind extends OrderKind = OrderKind, Take = never> {
  /** The drawing of its tile. */
  readonly icon: IconName
  /** Whose it is, as an initial on a colour. */
  chipOf(order: OrderOf<Kind>): ChipFace
  /** Whose and what it is, in a few words: "Mobilis · flexy". */
  About(props: { readonly order: OrderOf<Kind> }): ReactNode
  /** The same mark for what the customer's display shows. */
  chipOfGoods(goods: Extract<DisplayGoods, { kind: Kind }>): ChipFace
  /** What the kind made of a typed text, as one of the choices under the field. */
  ReadingLine(props: ReadingLineProps<Take>): ReactNode
  /** What it is for, in one line: what stands first in every list. */
  Subject(props: { readonly order: OrderOf<Kind> }): ReactNode
  /** The label of what sales of the kind are found by. */
  readonly subjectLabel: MessageKey
  /** What was ordered, fact by fact: for the last look before a sale and for the sale in full. */
  factsOf(order: OrderOf<Kind>, subscriber: Subscriber | null): readonly Fact[]
  /** What distinguishes it from another, where About stands beside it and says the rest of Subject. */
  ReadBack?(props: { readonly order: OrderOf<Kind> }): ReactNode
  /** The facts of the last look, where those of the sale in full would say again what stands large over them: the parts of a
   *  sum, which stand over it. */
  reviewFactsOf?(order: OrderOf<Kind>): readonly Fact[]
  /** Whether the facts say what it is for. */
  readonly isSubjectAmongFacts: boolean
  /** Whether it has a long name or many facts, and its review is drawn smaller. */
  readonly isLong: boolean
  /** What the cashier is to know before it is sold, by the parts that the service says are down; null where that is nothing. */
  cautionFor?(order: OrderOf<Kind>, down: readonly string[]): ReactNode
  /** What may be sold in the place of a sale, as the service suggests; nothing where it suggests nothing. */
  Offers?(props: SaleOffersProps): ReactNode
  /** A further way to go on from the outcome of a sale; nothing where there is none. */
  OutcomeAction?(props: { readonly sale: SaleView }): ReactNode
  /** What to type or choose in training to see each ending. */
  readonly practiceRows?: readonly PracticeRow[]
  /** The same in a list of its own, where what is typed has several parts. */
  PracticeList?(): ReactNode
  /** What a favourite sells, in a few words. */
  FavouriteName(props: { readonly favourite: Extract<Favourite, { kind: Kind }> }): ReactNode
  /** The amount that it is of, which stands apart from its name; null or missing where it has none. */
  favouriteCentimes?(favourite: Extract<Favourite, { kind: Kind }>): Centimes | null
  /** What the customer checks first, very large. */
  GoodsSubject(props: { readonly goods: Extract<DisplayGoods, { kind: Kind }> }): ReactNode
  /** The text that it is drawn smaller for where that is long; missing where it is always short. */
  goodsTextOf?(goods: Extract<DisplayGoods, { kind: Kind }>): string
  /** What the customer checks beside it. */
  GoodsFacts(props: { readonly goods: Extract<DisplayGoods, { kind: Kind }> }): ReactNode
}

export interface ReadingLineProps<Take> {
  readonly take: Take
  readonly fit: Fit
}

export interface SaleOffersProps {
  readonly sale: SaleView
  /** The digit keys sell them. */
  readonly hasKeys: boolean
}

/** One row of the help in training. */
export interface PracticeRow {
  readonly key: string
  readonly typed: ReactNode
  readonly outcome: MessageKey
}

export const looks = {
  internet: internetLooks,
  mobile: mobileLooks,
  'gift-card': giftCardLooks,
  bill: billLooks,
} as const satisfies { readonly [Kind in OrderKind]: Looks<Kind> }

/** The looks of an order, a favourite or goods, whichever its kind. */
export const looksOf = ({ kind }: { readonly kind: OrderKind }): Looks => looks[kind] as Looks

export const OrderChip = ({ order }: { readonly order: Order }) => (
  <Chip face={looksOf(order).chipOf(order)} />
)

/** Whose and what a sale is of. */
export function OrderAbout({ order }: { readonly order: Order }) {
  const { About } = looksOf(order)
  return (
    <span className={styles['goods-about']}>
      <About order={order} />
    </span>
  )
}

/** The number or the account alone, where OrderAbout stands beside it: what distinguishes sales must not be cut. */
export function OrderNumber({ order }: { readonly order: Order }) {
  const { ReadBack = OrderSubject } = looksOf(order)
  return <ReadBack order={order} />
}

/** What a sale is for, in one line. */
export function OrderSubject({ order }: { readonly order: Order }) {
  const { Subject } = looksOf(order)
  return <Subject order={order} />
}

/** What may be sold in the place of a sale, where its kind has such offers. */
export function SaleOffers({ sale, hasKeys }: SaleOffersProps) {
  const { Offers } = looksOf(sale.order)
  return Offers && <Offers sale={sale} hasKeys={hasKeys} />
}

/** A further way to go on from the outcome of a sale, where its kind has one. */
export function OutcomeAction({ sale }: { readonly sale: SaleView }) {
  const { OutcomeAction: Action } = looksOf(sale.order)
  return Action && <Action sale={sale} />
}
