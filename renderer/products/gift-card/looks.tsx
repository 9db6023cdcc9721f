/** How gift cards look. Names stand in one run of text, in their own direction: turned over, numbers would read as one. */
import { localeTag } from '#shared/dates.ts'
import { giftCardPractice } from '#shared/practice.ts'
import { type ChipFace, chipTones } from '#shared/products/product.ts'
import type { Locale } from '#shared/views.ts'
import { Chip } from '../../components/chip.tsx'
import { classNames } from '../../components/class-names.ts'
import { Amount, InLanguages, Ltr, Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import looksStyles from '../looks.module.css'
import type { Looks } from '../looks.tsx'
import styles from './looks.module.css'
import type { GiftCardTake } from './reading.ts'

/** A brand's colour is its own on every screen, and says nothing but that. Two letters: Google and Garena share the first. */
function chipOfTitle(title: string): ChipFace {
  const sum = [...title].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  const [first = '?', second = ''] = title.match(/[\p{L}\p{N}]/gu) ?? []
  const initials = first.toUpperCase() + second.toLowerCase()
  return { initials, tone: chipTones[sum % chipTones.length] ?? 'grey' }
}

export const giftCardLooks: Looks<'gift-card', GiftCardTake> = {
  icon: 'gift',
  chipOf: ({ productTitle }) => chipOfTitle(productTitle),
  About: ({ order }) => (
    <>
      <Text k="start.giftCard" /> {order.region !== undefined && <Ltr>{order.region}</Ltr>}
    </>
  ),
  chipOfGoods: ({ productTitle }) => chipOfTitle(productTitle),
  ReadingLine: ({ take: { product }, fit }) => (
    <>
      <Chip face={chipOfTitle(product.title)} />
      <span className={looksStyles['choice-what']}>
        <bdi>{product.title}</bdi>
      </span>
      <span className={looksStyles['choice-note']}>
        {fit === 'begun' ? <Text k="sell.gift-card.unavailable" /> : <Text k="start.giftCard" />}{' '}
        {product.region !== null && <RegionName region={product.region} />}
      </span>
    </>
  ),
  Subject: ({ order }) => <bdi>{`${order.productTitle} ${order.typeName} ×\u00a0${order.quantity}`}</bdi>,
  subjectLabel: 'sale.product',
  factsOf: ({ productTitle, region, typeName, quantity, unitCentimes }) => [
    { label: 'sale.product', value: <bdi>{productTitle}</bdi> },
    { label: 'sale.region', value: region !== undefined && <RegionName region={region} /> },
    { label: 'sale.cardType', value: <bdi>{typeName}</bdi> },
    { label: 'sale.quantity', value: <Ltr>{quantity}</Ltr> },
    { label: 'sale.unit', value: <Amount centimes={unitCentimes} /> },
  ],
  isSubjectAmongFacts: true,
  isLong: true,
  practiceRows: giftCardPractice.map(({ typeId, ending }) => ({
    key: typeId,
    typed: <Ltr>{typeId}</Ltr>,
    outcome: `sell.gift-card.practice.${ending}`,
  })),
  FavouriteName: ({ favourite }) => <bdi>{`${favourite.productTitle} ${favourite.typeName}`}</bdi>,
  GoodsSubject: ({ goods }) => <bdi>{goods.productTitle}</bdi>,
  goodsTextOf: ({ productTitle }) => productTitle,
  GoodsFacts: ({ goods: { typeName, quantity, region } }) => (
    <>
      <p className={looksStyles['display-what']}>
        <bdi>{`${typeName} ×\u00a0${quantity}`}</bdi>
      </p>
      {region !== null && (
        <InLanguages
          k="display.region"
          values={{ region: <RegionName region={region} /> }}
          look={classNames(looksStyles['display-what'], styles['display-region'])}
        />
      )}
    </>
  ),
}

/** Where a card is good: the catalog's own word, with the country's name where it is a country's code. */
export function RegionName({ region }: { readonly region: string }) {
  const { locale } = useTranslator()
  const name = countryName(region, locale)
  return (
    <span className={styles['region']}>
      <Ltr>{region}</Ltr> {name !== undefined && <bdi>{name}</bdi>}
    </span>
  )
}

function countryName(region: string, locale: Locale): string | undefined {
  if (!/^[A-Z]{2}$/.test(region)) return undefined
  return new Intl.DisplayNames([localeTag[locale]], { type: 'region', fallback: 'none' }).of(region)
}
