/** What is bought: the number or the product very large, then what the customer has to check beside it. */

import { createContext, type ReactNode, use } from 'react'
import type { Centimes } from '#shared/money.ts'
import type { DisplayGoods } from '#shared/orders.ts'
import { unreachable } from '#shared/result.ts'
import type { Locale } from '#shared/views.ts'
import { Account, RegionName } from '../../components/order-subject.tsx'
import { Amount, LineNumber, Text } from '../../components/text.tsx'
import { LanguageProvider } from '../../counter-context.tsx'
import { directionOf, type MessageKey } from '../../i18n.ts'

interface GoodsProps {
  readonly goods: DisplayGoods
  /** Told in a line of its own where it does not stand large. */
  readonly priceCentimes?: Centimes | null
}

export function Goods({ goods, priceCentimes = null }: GoodsProps) {
  return (
    <div className="display-goods">
      <Subject goods={goods} />
      <Facts goods={goods} />
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

function Subject({ goods }: Pick<GoodsProps, 'goods'>) {
  switch (goods.kind) {
    case 'internet':
    case 'mobile':
      return (
        <Large size="short">
          <LineNumber number={goods.number} />
        </Large>
      )
    case 'gift-card':
      return (
        <Large size={sizeOf(goods.productTitle)}>
          <bdi>{goods.productTitle}</bdi>
        </Large>
      )
    case 'bill':
      return (
        <Large size={sizeOf(goods.accountNumber)}>
          <Account partner={goods.partner} number={goods.accountNumber} />
        </Large>
      )
    default:
      return unreachable(goods)
  }
}

interface LargeProps {
  readonly size: ReturnType<typeof sizeOf>
  readonly children: ReactNode
}

const Large = ({ size, children }: LargeProps) => (
  <p className="display-subject" data-size={size}>
    {children}
  </p>
)

function Facts({ goods }: Pick<GoodsProps, 'goods'>) {
  switch (goods.kind) {
    case 'internet': {
      const amount = <Amount centimes={goods.valueCentimes} />
      const type = <Text k={`sell.type.${goods.type}`} />
      return <InLanguages k="display.card" values={{ type, amount }} look="display-what" />
    }
    case 'mobile':
      return (
        <p className="display-what">
          <bdi>{planOf(goods)}</bdi>
        </p>
      )
    case 'gift-card':
      return <CardFacts goods={goods} />
    case 'bill':
      return <BillFacts goods={goods} />
    default:
      return unreachable(goods)
  }
}

function CardFacts({ goods }: { readonly goods: Extract<DisplayGoods, { kind: 'gift-card' }> }) {
  const { typeName, quantity, region } = goods
  return (
    <>
      <p className="display-what">
        {/* One run of text, in the direction of the name: turned over, its numbers would read as one. */}
        <bdi>{`${typeName} ×\u00a0${quantity}`}</bdi>
      </p>
      {region !== null && (
        <InLanguages
          k="display.region"
          values={{ region: <RegionName region={region} /> }}
          look="display-what display-region"
        />
      )}
    </>
  )
}

/** The service's names of plans often hold the operator's already. */
function planOf({ operator, planName }: Extract<DisplayGoods, { kind: 'mobile' }>): string {
  const names = [operator, planName].filter((name) => name !== null)
  const isTold = operator !== null && planName?.toLowerCase().includes(operator.toLowerCase()) === true
  return (isTold ? names.slice(1) : names).join(' · ')
}

function BillFacts({ goods }: { readonly goods: Extract<DisplayGoods, { kind: 'bill' }> }) {
  const { partner, billCount, billsCentimes, feeCentimes } = goods
  return (
    <>
      <p className="display-what">
        <bdi>{partner}</bdi>
      </p>
      <dl className="display-sums">
        <dt>
          <InLanguages k="display.bills" values={{ count: billCount }} />
        </dt>
        <dd>
          <Amount centimes={billsCentimes} />
        </dd>
        <dt>
          {/* The service says its fee on several bills only once they are paid. */}
          <InLanguages k={billCount > 1 ? 'sale.feeEstimate' : 'sale.fee'} />
        </dt>
        <dd>
          <Amount centimes={feeCentimes} />
        </dd>
      </dl>
    </>
  )
}

// One text in each language of the display, side by side, each in its own direction.

const LanguagesContext = createContext<readonly Locale[]>(['fr'])

export const LanguagesProvider = LanguagesContext.Provider

interface InLanguagesProps {
  readonly k: MessageKey
  readonly values?: Readonly<Record<string, ReactNode>>
  readonly look?: string
  readonly as?: 'p' | 'h1' | 'strong'
}

export function InLanguages({ k, values = {}, look = '', as: Element = 'p' }: InLanguagesProps) {
  return (
    <Element className={`in-languages ${look}`.trim()}>
      {use(LanguagesContext).map((locale) => (
        <span key={locale} lang={locale} dir={directionOf(locale)}>
          <LanguageProvider locale={locale}>
            <Text k={k} values={values} />
          </LanguageProvider>
        </span>
      ))}
    </Element>
  )
}

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
