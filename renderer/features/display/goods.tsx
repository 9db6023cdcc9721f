/** What is bought: the number or the product very large, then what the customer has to check beside it. */
import type { Centimes } from '#shared/money.ts'
import type { DisplayGoods } from '#shared/orders.ts'
import { Chip } from '../../components/chip.tsx'
import { InLanguages } from '../../components/in-languages.tsx'
import { Amount } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import { looksOf } from '../../products/looks.tsx'

interface GoodsProps {
  readonly goods: DisplayGoods
  /** Told in a line of its own where it does not stand large. */
  readonly priceCentimes?: Centimes | null
}

export function Goods({ goods, priceCentimes = null }: GoodsProps) {
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

export function Price({ label, centimes }: PriceProps) {
  return (
    <div className="display-price">
      <InLanguages k={label} look="display-label" />
      <p className="display-amount">
        <Amount centimes={centimes} />
      </p>
    </div>
  )
}
